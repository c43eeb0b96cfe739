"""From the person's lines to what is shown of them: topics, folded where they are old, merged where they say the same.

All sessions make one line of time; a topic is one session's. Knows no log and no clock: lines and `now` are given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from lossless_memory.now.headline import Headline, headline, hot_sentences
from lossless_memory.now.said import Said
from lossless_memory.typed import NamedTuple

MINUTE_US = 60_000_000
HOUR_US = 60 * MINUTE_US
CAP_LINES = 40
"""More lines than this are never injected; what is earlier is counted."""
_NEAR = 0.8


class Sizes(NamedTuple):
    """The sizes of a topic and of folding, in microseconds."""

    pause_us: int = 5 * MINUTE_US
    talk_us: int = 15 * MINUTE_US
    fold_after_us: int = HOUR_US
    fold_us: int = 30 * MINUTE_US


class Entry(NamedTuple):
    """One line shown: a topic, several folded into one, or a decision or promise (`is_hot`).

    `lines` lines of the person and `topics` topics stand behind it, from `start_us` to `end_us`.
    """

    start_us: int
    end_us: int
    text: str
    actor: str
    session: str
    device: str
    lines: int = 1
    topics: int = 1
    is_hot: bool = False
    density: float = 0.0
    words: frozenset[str] = frozenset()


def blocks(lines: Sequence[Said], sizes: Sizes) -> list[list[Said]]:
    """Group lines (in order of time) into topics: a pause, or so much talk, begins another, in each session apart."""
    made: list[list[Said]] = []
    current: dict[tuple[str, str], list[Said]] = {}
    for line in lines:
        name = (line.device, line.session)
        block = current.get(name)
        if (
            block is None
            or line.ts_us - block[-1].ts_us >= sizes.pause_us
            or line.ts_us - block[0].ts_us >= sizes.talk_us
        ):
            block = current[name] = []
            made.append(block)
        block.append(line)
    return made


def entries(
    lines: Sequence[Said],
    spoke_us: int,
    sizes: Sizes,
    heat: re.Pattern[str] | None,
    corrections: Sequence[Sequence[str]],
    topic_words: Sequence[str],
    current: str | None = None,
) -> list[Entry]:
    """Return what is shown of the lines, in order of time, uncapped.

    The newest line, and the newest of the `current` session, is told beside its topic's headline where it says
    something else: it is what is being talked about.
    """
    made: list[Entry] = []
    newest = _newest(lines, current)
    for whole in blocks(lines, sizes):
        block = whole
        hot = [(line, one) for line in block for one in hot_sentences(line.text, heat, corrections)] if heat else []
        lead = headline([line.text for line in block], corrections, topic_words)
        if len(block) > 1 and block[-1] in newest:
            last = headline([block[-1].text], corrections, topic_words)
            if last.words and last.text != lead.text:
                made.append(_entry(block[-1:], last))
                block = block[:-1]
        if lead.text and not any(one.words >= lead.words or one.text == lead.text for _, one in hot):
            made.append(_entry(block, lead))
        made += [_entry([line], one, is_hot=True) for line, one in hot]
    made.sort(key=lambda one: (one.start_us, one.device, one.session))
    return merged(folded(made, spoke_us, sizes))


def _newest(lines: Sequence[Said], current: str | None) -> list[Said]:
    here = next((line for line in reversed(lines) if current is not None and line.session == current), None)
    return [line for line in (here, lines[-1] if lines else None) if line is not None]


def folded(made: Iterable[Entry], spoke_us: int, sizes: Sizes) -> list[Entry]:
    """Fold what is older than the hour before the person last spoke to a line a half hour; decisions stay whole."""
    found: list[list[Entry]] = []
    slots: dict[int, list[Entry]] = {}
    for one in made:
        slot = one.start_us // sizes.fold_us
        if one.is_hot or spoke_us - one.end_us <= sizes.fold_after_us:
            found.append([one])
        elif slot in slots:
            slots[slot].append(one)
        else:
            slots[slot] = [one]
            found.append(slots[slot])
    return [_folded(several) if len(several) > 1 else several[0] for several in found]


def merged(made: Iterable[Entry]) -> list[Entry]:
    """Merge neighbours that say nearly the same; the first one's words stay."""
    found: list[Entry] = []
    for one in made:
        if found and _is_near(found[-1], one):
            found[-1] = _merged(found[-1], one)
        else:
            found.append(one)
    return found


def _folded(several: Sequence[Entry]) -> Entry:
    """Return one line for topics in order of time: the densest headline stands, the first where they are equal."""
    return max(several, key=lambda one: one.density)._replace(
        start_us=several[0].start_us,
        end_us=max(one.end_us for one in several),
        lines=sum(one.lines for one in several),
        topics=sum(one.topics for one in several),
    )


def _merged(first: Entry, second: Entry) -> Entry:
    return first._replace(
        start_us=min(first.start_us, second.start_us),
        end_us=max(first.end_us, second.end_us),
        lines=first.lines + second.lines,
        topics=max(first.topics, second.topics),
        is_hot=first.is_hot or second.is_hot,
    )


def _is_near(first: Entry, second: Entry) -> bool:
    if first.session != second.session or first.device != second.device:
        return False
    if _plain(first.text) == _plain(second.text):
        return True
    either, both = first.words | second.words, first.words & second.words
    return len(both) >= 2 and len(both) >= _NEAR * len(either)


def _plain(text: str) -> str:
    return text.strip("… .!?。！？").casefold()


def _entry(block: Sequence[Said], lead: Headline, *, is_hot: bool = False) -> Entry:
    first, last = block[0], block[-1]
    return Entry(
        first.ts_us,
        last.ts_us,
        lead.text,
        first.actor,
        first.session,
        first.device,
        len(block),
        1,
        is_hot,
        lead.density,
        lead.words,
    )
