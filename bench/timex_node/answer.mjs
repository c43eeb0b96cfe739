// Answers the cases of bench/timex.py with one npm library: node answer.mjs <library> < cases.json > answers.json
// TZ must be UTC, so that a local date is the date the case speaks of.
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PASSES = 3; // as in timex_python.py: the fastest time of a case counts

const chronoParts = [ // what the library calls the part of the day → hours from midnight
  ["morning", 5, 12], ["noon", 11, 14], ["afternoon", 12, 18], ["evening", 17, 23], ["night", 18, 29], ["midnight", 23, 25],
];

function chronoSpan(parsed, words) {
  const at = parsed.date();
  const sure = (field) => parsed.isCertain(field);
  if (sure("hour")) return [at, new Date(+at + (sure("minute") ? 60_000 : HOUR))];
  const midnight = new Date(at.getFullYear(), at.getMonth(), at.getDate());
  const tags = [...parsed.tags()];
  const part = chronoParts.find(([name]) => tags.includes(`casualReference/${name}`));
  if (part) return [new Date(+midnight + part[1] * HOUR), new Date(+midnight + part[2] * HOUR)];
  if (/^(?:(?:last|past|this|next) week|(?:la|esta) semana\b.*)$/i.test(words)) { // the library answers with a day of it
    const monday = new Date(+midnight - ((midnight.getDay() + 6) % 7) * DAY);
    return [monday, new Date(+monday + 7 * DAY)];
  }
  if (sure("day") || sure("weekday")) return [midnight, new Date(+midnight + DAY)];
  if (sure("month")) return [new Date(at.getFullYear(), at.getMonth(), 1), new Date(at.getFullYear(), at.getMonth() + 1, 1)];
  if (sure("year")) return [new Date(at.getFullYear(), 0, 1), new Date(at.getFullYear() + 1, 0, 1)];
  return [midnight, new Date(+midnight + DAY)];
}

async function chrono() {
  const library = await import("chrono-node");
  return (text, ref, lang) =>
    library[lang].casual.parse(text, { instant: ref, timezone: 0 }, { forwardDate: false }).map((match) => {
      const [start, end] = chronoSpan(match.start, match.text);
      return [start, match.end ? chronoSpan(match.end, "")[1] : end];
    });
}

function instant(value) { // "2026-10-13", "2026-10-13 08:00:00"
  return value === undefined ? null : new Date(value.replace(" ", "T") + (value.length > 10 ? "Z" : "T00:00:00Z"));
}

function latestClock(value, ref) { // "15:00:00" → the latest such time up to ref
  const [hour, minute, second] = value.split(":").map(Number);
  const at = new Date(ref.getFullYear(), ref.getMonth(), ref.getDate(), hour, minute, second || 0);
  return at > ref ? new Date(+at - DAY) : at;
}

function recognizersSpan(found, ref) {
  const onTheHour = /T\d\d$/.test(found.timex ?? "");
  const length = onTheHour ? HOUR : 60_000;
  switch (found.type) {
    case "date": { const day = instant(found.value); return [day, new Date(+day + DAY)]; }
    case "datetime": { const at = instant(found.value); return [at, new Date(+at + length)]; }
    case "time": { const at = latestClock(found.value, ref); return [at, new Date(+at + length)]; }
    case "timerange": {
      if (!found.start || !found.end) return null;
      const start = latestClock(found.start, ref);
      let end = new Date(+start - (+start % DAY) + (+latestClock(found.end, ref) % DAY));
      if (end <= start) end = new Date(+end + DAY);
      return [start, end];
    }
    case "daterange": case "datetimerange":
      return found.start || found.end ? [instant(found.start), instant(found.end)] : null;
    default: return null; // durations and repeated times are no stretch of the calendar
  }
}

async function recognizers() {
  const library = (await import("@microsoft/recognizers-text-date-time")).default;
  const cultures = { en: "en-us", es: "es-es" };
  return (text, ref, lang) =>
    library.recognizeDateTime(text, cultures[lang], library.DateTimeOptions.None, ref, false).flatMap((match) => {
      const values = [...(match.resolution?.values ?? [])].map((value) =>
        value instanceof Map ? Object.fromEntries(value) : value);
      const spans = values.filter((value) => value.value !== "not resolved")
        .map((value) => recognizersSpan(value, ref))
        .filter((span) => span && span.every((side) => side === null || !Number.isNaN(+side)));
      const begun = spans.filter(([start, end]) => (start ?? end) <= ref);
      const side = ([start, end]) => +(start ?? end);
      if (begun.length) return [begun.reduce((best, span) => (side(span) > side(best) ? span : best))];
      return spans.slice(0, 1);
    });
}

const run = await { "chrono-node": chrono, recognizers }[process.argv[2]]();
const cases = JSON.parse(readFileSync(0, "utf-8"));
const ask = (one) => {
  try { return [run(one.text, new Date(one.ref + "Z"), one.lang), null]; } catch (error) { return [[], String(error)]; }
};
const answers = cases.map(() => ({ us: Infinity }));
for (let pass = 0; pass < PASSES; pass++) {
  cases.forEach((one, index) => {
    const started = performance.now();
    const [spans, error] = ask(one);
    const us = Math.min((performance.now() - started) * 1000, answers[index].us);
    const written = spans.map((span) => span.map((side) => side && side.toISOString().slice(0, 19)));
    answers[index] = { spans: written, us, error };
  });
}
process.stdout.write(JSON.stringify(answers));
