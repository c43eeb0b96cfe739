"""`append`: stores one record, or records given as JSONL."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

import click

from lossless_memory import clock
from lossless_memory.errors import UsageError
from lossless_memory.ingest import given
from lossless_memory.ingest.withheld import PAUSED
from lossless_memory.ingest.writer import Writer
from lossless_memory.log import pauses
from lossless_memory.log.home import Store
from lossless_memory.present import times
from lossless_memory.present.counts import counted
from lossless_memory.record import canonical_ts
from lossless_memory.surface.cli.common import SOME_SKIPPED, Context
from lossless_memory.surface.cli.common import command as make_command
from lossless_memory.typed import Any

BATCH = 1_000


@click.argument("text", required=False)
@click.option("--role", type=click.Choice(["user", "assistant", "system"]), help="Who speaks; user unless said.")
@click.option("--actor", metavar="NAME", help="The speaker's name; the configured one unless said.")
@click.option("--session", metavar="ID", help="The conversation it belongs to.")
@click.option("--ts", metavar="INSTANT", help="When it was said, with its offset; now unless said.")
@click.option(
    "--type", "type_", type=click.Choice(["text", "action", "meta", "doc"]), help="What it is; text unless said."
)
@click.option("--model", metavar="ID", help="The model that spoke.")
@click.option("--jsonl", is_flag=True, help="Read records from stdin, one JSON object a line.")
def append(context: Context, text: str | None, jsonl: bool, type_: str | None, **fields: str | None) -> int:
    """Store one record: TEXT, or stdin where TEXT is missing, exactly as given.

    With --jsonl stdin holds whole records, one JSON object a line.
    """
    store = context.store(create=True)
    now = clock.now()
    said: dict[str, Any] = {name: value for name, value in fields.items() if value is not None}
    if type_ is not None:
        said["type"] = type_
    if jsonl and (text is not None or said):
        raise UsageError("--jsonl takes whole records from stdin, without TEXT or fields; nothing was stored.")
    bodies: Iterator[tuple[str, dict[str, Any]]]
    if jsonl:
        bodies = _lines()
    else:
        if text is None:
            text = sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
        if not text:
            raise UsageError("There is no text to store; nothing was stored.", "lossless append TEXT, or pipe it in.")
        bodies = iter([("the record", {**said, "text": text})])
    batch = [given.pending(body, place, store.config, now) for place, body in bodies]
    why = given.reasons(batch, store)
    batch = [one for one, reason in zip(batch, why, strict=True) if reason is None]
    receipts = []
    if batch:
        with Writer(store) as writer:
            receipts = [writer.store(batch[start : start + BATCH]) for start in range(0, len(batch), BATCH)]
            writer.finish()
    receipt = given.receipt(why, receipts)
    locators = [str(locator) for locator in receipt.locators if locator is not None]
    skipped = dict(receipt.skipped)
    if context.json:
        shape = {"stored": receipt.stored, "duplicates": receipt.duplicates, "skipped": skipped}
        context.put_json({"locators": locators, **shape})
    else:
        context.put("".join(locator + "\n" for locator in locators))
    if receipt.duplicates and not context.json:
        were = "was" if receipt.duplicates == 1 else "were"
        context.say(f"{receipt.duplicates:,} {were} known already and not stored again.")
    for reason, count in skipped.items():
        _say_skipped(context, store, reason, count, canonical_ts(now))
    return SOME_SKIPPED if skipped else 0


def _say_skipped(context: Context, store: Store, reason: str, count: int, now: str) -> None:
    """Tell what was kept out by the person's own wish, and how it would not be."""
    records = f"{counted(count, 'record')} {'was' if count == 1 else 'were'}"
    if reason != PAUSED:
        see = "lossless config get exclude_sessions, exclude_paths"
        context.say(f"{records} excluded by the settings and not stored. See: {see}")
        return
    context.say(f"{records} said off the record, in a pause, and not stored.")
    if running := pauses.read(store.home).at(now):
        zone = context.zone(store.config.timezone)
        context.say(times.off_the_record(running.end, zone.info, running.start))


def _lines() -> Iterator[tuple[str, dict[str, Any]]]:
    for number, line in enumerate(sys.stdin.buffer, 1):
        if not line.strip():
            continue
        try:
            body = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise UsageError(f"Line {number} is not JSON ({error}); nothing was stored.") from error
        if not isinstance(body, dict):
            raise UsageError(f"Line {number} is not a JSON object; nothing was stored.")
        yield f"line {number}", body


command = make_command(append)
