"""Where things stand: what is read of the newest lines, and what is made of it. Text comes from the log alone.

Lines come newest first, from wherever there are any (the catalog's places, the tails of day files, what is in memory),
and only as many are looked at as are shown. Knows no clock: `now` is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from lossless_memory.config import Config
from lossless_memory.log.markers import Mark
from lossless_memory.now import marks as marking
from lossless_memory.now.headline import READ_CHARS, opens_with, pattern
from lossless_memory.now.said import CURRENT_US, Said, may_show
from lossless_memory.now.topics import HOUR_US, MINUTE_US, Entry, Sizes, entries
from lossless_memory.paths import is_inside
from lossless_memory.typed import NamedTuple

LEAST_LINES = 3
"""So many lines are shown however old they are: after days away they are what the thread was."""

MOST_LINES = 600
"""More lines than this are not read, however much was said in the hours shown."""

_STEPS_BACK = 3_000
"""The start of the stretch is looked for among so many lines."""


class Ask(NamedTuple):
    """What is asked: the moment, who may see what, and what is going on.

    `here` is the folder the answer is for, None for the person's own view, which shows everything; `only` narrows to
    what was said in one folder. `prompt` is what was typed just now, which is no past yet.
    """

    now_us: int
    config: Config
    here: str | None = None
    only: str | None = None
    is_for_ai: bool = True
    session: str | None = None
    prompt: str | None = None


class Stand(NamedTuple):
    """Where things stand. Instants in microseconds, None where nothing was ever said.

    `last_us` is when the person last spoke; the current stretch began at `stretch_us` after `away_us` of silence (both
    None where that lies further back than was looked). `entries` in order of time.
    """

    now_us: int
    last_us: int | None
    stretch_us: int | None
    away_us: int | None
    entries: Sequence[Entry]
    topics: Sequence[marking.Topic]
    session: str | None
    device: str | None


Pause = tuple[int, int, Callable[[], str]]
"""When a line was said, how long the person had been silent before it, and what gives its text on need."""

Pauses = Callable[[int, int], Iterator[Pause]]
"""Gives the pauses of at least a length before the line said at an instant, and before older ones, the newest first:
lines that are looked at for a pause alone are not read."""


def stand(
    lines: Iterable[Said],
    marks: Sequence[Mark],
    ask: Ask,
    device: str | None = None,
    pauses: Pauses | None = None,
) -> Stand:
    """Return where things stand, from the person's lines, the newest first, and the marks of all devices.

    Without `pauses` the lines themselves are gone through for the start of the stretch.
    """
    config = ask.config
    sizes = Sizes(
        int(config.pause_minutes * MINUTE_US),
        int(config.talk_minutes * MINUTE_US),
        int(config.fold_after_minutes * MINUTE_US),
        int(config.fold_minutes * MINUTE_US),
    )
    read = _Reading(ask)
    for line in lines:
        if not read.take(line, is_gone_on=pauses is None):
            break
    if pauses is not None and read.stretch_us is None and read.oldest_us is not None:
        for newer_us, away_us, text in pauses(read.oldest_us, int(config.wake_hours * HOUR_US)):
            if read.is_start(away_us, text):
                read.stretch_us, read.away_us = newer_us, away_us
                break
    shown = read.shown[::-1]
    session = _full(ask.session, read.shown) or (None if ask.is_for_ai else read.session)
    folded = "\n".join(line.text[:READ_CHARS] for line in shown).casefold().replace("\u2019", "'")
    heat = pattern([one for one in config.heat_phrases if one.casefold() in folded])
    spoke_us = ask.now_us if read.last_us is None else read.last_us  # the hour before it is told whole
    made = entries(shown, spoke_us, sizes, heat, config.corrections, config.topic_words, session)
    topics = marking.topics(marks, ask.now_us)
    return Stand(ask.now_us, read.last_us, read.stretch_us, read.away_us, made, topics, session, device)


class _Reading:
    """Takes lines, newest first, until enough is known."""

    def __init__(self, ask: Ask) -> None:
        self.ask = ask
        self.shown: list[Said] = []
        self.last_us: int | None = None
        self.session: str | None = None
        self.stretch_us: int | None = None
        self.away_us: int | None = None
        self.oldest_us: int | None = None
        self._newer: tuple[int, str] | None = None
        self._count = 0
        self._has_prompt = False
        self._least_away_us = min(ask.config.stretch_hours, ask.config.wake_hours) * HOUR_US
        self._since_us = ask.now_us - int(ask.config.shown_hours * HOUR_US)

    def take(self, line: Said, *, is_gone_on: bool) -> bool:
        """Take the next older line; return whether one more is wanted.

        With `is_gone_on` more are wanted until the start of the stretch is found.
        """
        if line.ts_us > self.ask.now_us:
            return True
        if not self._has_prompt and self._is_prompt(line):
            self._has_prompt = True  # one line at most: the same words sent twice were said twice
            return True
        if self.last_us is None:
            self.last_us, self.session = line.ts_us, line.session
            self._newer = (self.ask.now_us, self.ask.prompt) if self.ask.prompt is not None else None
        self._count += 1
        self._see_gap(line)
        is_shown = line.ts_us >= self._since_us or len(self.shown) < LEAST_LINES
        if is_shown and len(self.shown) < MOST_LINES and self._may_show(line):
            self.shown.append(line)
        is_enough = line.ts_us < self._since_us and len(self.shown) >= LEAST_LINES
        is_far = self._count >= _STEPS_BACK
        return not is_far and not (is_enough and (self.stretch_us is not None or not is_gone_on))

    def _see_gap(self, line: Said) -> None:
        self.oldest_us = line.ts_us
        newer, self._newer = self._newer, (line.ts_us, line.text)
        if newer is None or self.stretch_us is not None or newer[0] - line.ts_us < self._least_away_us:
            return
        away_us, text = newer[0] - line.ts_us, newer[1]
        if self.is_start(away_us, lambda: text):
            self.stretch_us, self.away_us = newer[0], away_us

    def is_start(self, away_us: int, text: Callable[[], str]) -> bool:
        """Say whether a stretch begins with a line of this text after so long a silence."""
        config = self.ask.config
        if away_us >= config.stretch_hours * HOUR_US:
            return True
        return away_us >= config.wake_hours * HOUR_US and opens_with(text(), config.wake_phrases)

    def _is_prompt(self, line: Said) -> bool:
        """Say whether a line is the prompt being answered, which the tool may have written down already."""
        prompt = self.ask.prompt
        if prompt is None or self.ask.now_us - line.ts_us > CURRENT_US or line.text.strip() != prompt.strip():
            return False
        return self.ask.session is None or is_session(line.session, self.ask.session)

    def _may_show(self, line: Said) -> bool:
        if self.ask.only is not None and not is_inside(line.cwd, self.ask.only):
            return False
        return not self.ask.is_for_ai or may_show(line.cwd, self.ask.here, self.ask.config.scopes)


def is_session(name: str, given: str) -> bool:
    """Say whether a conversation is the one a tool names: with or without the source before it."""
    return name == given or name.endswith(":" + given)


def _full(given: str | None, shown: Sequence[Said]) -> str | None:
    if given is None:
        return None
    return next((line.session for line in shown if is_session(line.session, given)), given)
