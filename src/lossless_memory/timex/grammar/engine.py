"""Rules over the string of type letters, applied one after the other (a finite-state cascade, after Abney 1996).

Owns how a rule is matched and what replaces its tokens. Invariant: a rule only ever joins neighbouring tokens into one
that covers them, or takes them out, so spans stay right; every pass is one scan from left to right. Knows no phrase.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from lossless_memory.timex.tokens import Token
from lossless_memory.typed import Any, NamedTuple


class Found:
    """What a rule matched: values by group name, and the letters around."""

    __slots__ = ("match", "tokens")

    match: re.Match[str]

    def __init__(self, tokens: list[Token]) -> None:
        """Keep the tokens the letters stand for; each match is set in turn."""
        self.tokens = tokens

    def __getitem__(self, name: str | int) -> Any:
        """Return the value of the first token of a group, or None where the group took no part."""
        start, end = self.match.span(name)
        return self.tokens[start][1] if start < end else None

    def kind(self, name: str) -> str:
        """Return the letters of a group, "" where it took no part."""
        return self.match[name] or ""

    def within(self) -> list[Token]:
        """Return the matched tokens."""
        return self.tokens[self.match.start() : self.match.end()]

    def of(self, name: str, kinds: str) -> list[Token]:
        """Return the tokens of some letters in a group."""
        return [token for token in self.tokens[self.match.start(name) : self.match.end(name)] if token.kind in kinds]

    def ahead(self) -> str:
        """Return the letters after the match."""
        return self.match.string[self.match.end() : self.match.end() + 6]

    def behind(self) -> str:
        """Return the letters before the match."""
        return self.match.string[max(0, self.match.start() - 4) : self.match.start()]

    def touching(self, name: str) -> bool:
        """Tell whether a group's token is glued to the one before it."""
        at = self.match.start(name)
        return at > 0 and self.tokens[at].start == self.tokens[at - 1].end


class Rule(NamedTuple):
    """A pattern over type letters, the letter of the result, and the maker of its value (None refuses).

    Where the letter is "", what was matched is taken out.
    """

    pattern: str
    letter: str
    make: Callable[[Found], Any]
    needs: tuple[int, int, int]


def rule(
    rules: list[Rule], pattern: str, letter: str, needs: str
) -> Callable[[Callable[[Found], Any]], Callable[[Found], Any]]:
    """Add the decorated maker to `rules`.

    `needs`: up to three groups of letters; without one of each the rule is not even tried.
    """

    def add(make: Callable[[Found], Any]) -> Callable[[Found], Any]:
        groups = [_bits(group) for group in needs.split(" ")]
        first, second, third = groups + groups[-1:] * (3 - len(groups))
        rules.append(Rule(pattern, letter, make, (first, second, third)))
        return make

    return add


def _bits(letters: Iterable[str]) -> int:
    """Return a set of letters as bits, which are quicker to compare than sets."""
    return sum([1 << ord(letter) for letter in set(letters)])


# Where it stands among the rules, what it needs, its maker, the letter it makes, its pattern.
_Step = tuple[int, tuple[int, int, int], Callable[[Found], Any], str, str]


class Cascade:
    """Rules in their order, each compiled when it is first tried, so that importing stays cheap."""

    __slots__ = ("needing", "plans", "searches", "steps")

    def __init__(self, rules: list[Rule]) -> None:
        """Take over rules; nothing is compiled yet."""
        self.steps: list[_Step] = [
            (index, one.needs, one.make, one.letter, one.pattern) for index, one in enumerate(rules)
        ]
        self.plans: dict[tuple[frozenset[str], int], list[_Step]] = {}
        self.needing: dict[str, list[_Step]] = {}
        self.searches: list[Callable[..., re.Match[str] | None] | None] = [None] * len(rules)

    def apply(self, tokens: list[Token]) -> list[Token]:
        """Run every rule once over the tokens, in order; the list is changed and returned."""
        letters = "".join([token[0] for token in tokens])
        present = frozenset(letters)
        searches, plans = self.searches, self.plans
        new = tuple.__new__  # what the constructor of a NamedTuple comes down to
        plan = plans.get((present, -1))
        if plan is None:
            plan = self._plan(self.steps, present, -1)
        found = Found(tokens)
        at = 0
        while at < len(plan):
            index, _, make, letter, pattern = plan[at]
            at += 1
            search = searches[index]
            if search is None:
                search = searches[index] = re.compile(pattern).search
            match = search(letters)
            if match is None:
                continue
            hits: list[tuple[int, int, Token]] = []
            while match is not None:
                first, end = match.span()
                found.match = match
                value = make(found)
                if value is None or end == first:
                    match = search(letters, first + 1)
                    continue
                hits.append((first, end, new(Token, (letter, value, tokens[first][2], tokens[end - 1][3]))))
                match = search(letters, end)
            if hits:
                before = present
                for first, end, token in reversed(hits):
                    tokens[first:end] = [token] if letter else []
                    letters = letters[:first] + letter + letters[end:]
                present = frozenset(letters)
                if present != before:
                    rest, at = plan[at:], 0
                    plan = plans.get((present, index))
                    if plan is None:
                        steps = rest if letter in before else self._woken(rest, letter)
                        plan = self._plan(steps, present, index)
        return tokens

    def _plan(self, steps: list[_Step], present: frozenset[str], index: int) -> list[_Step]:
        """Choose the rules after the one at `index` worth trying on these letters, and keep them for other texts."""
        if len(self.plans) > 20_000:
            self.plans.clear()
        bits = _bits(present)
        plan = self.plans[present, index] = [
            step
            for step in steps
            if step[0] > index and (needs := step[1])[0] & bits and needs[1] & bits and needs[2] & bits
        ]
        return plan

    def _woken(self, rest: list[_Step], letter: str) -> list[_Step]:
        """Add to the rest of a plan the rules that a new letter can make worth trying, in order."""
        needing = self.needing.get(letter)
        if needing is None:
            bit = _bits(letter)
            needing = self.needing[letter] = [
                step for step in self.steps if (step[1][0] | step[1][1] | step[1][2]) & bit
            ]
        known = {step[0] for step in rest}
        return sorted([*rest, *(step for step in needing if step[0] not in known)], key=_place)


def _place(step: _Step) -> int:
    return step[0]
