"""Rules over the string of type letters, applied one after the other (a finite-state cascade, after Abney 1996).

Owns how a rule is matched and what replaces its tokens. Invariant: a rule only ever joins neighbouring tokens into one
that covers them, so spans stay right; every pass is one scan from left to right. Knows no phrase.
"""

from __future__ import annotations

import re
from collections.abc import Callable

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
        match = self.match
        return self.tokens[match.start(name)][1] if match[name] else None

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
    """A pattern over type letters, the letter of the result, and the maker of its value (None refuses)."""

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
        rules.append(Rule(pattern, letter, make, (groups[0], groups[min(1, len(groups) - 1)], groups[-1])))
        return make

    return add


def _bits(letters: str) -> int:
    """Return a set of letters as bits, which are quicker to compare than sets."""
    bits = 0
    for letter in set(letters):
        bits |= _BITS[letter]
    return bits


_BITS = {chr(point): 1 << point for point in range(128)}

# Where it stands among the rules, what it needs, its maker, the letter it makes, its pattern.
_Step = tuple[int, int, int, int, Callable[[Found], Any], str, str]


class Cascade:
    """Rules in their order, each compiled when it is first tried, so that importing stays cheap."""

    __slots__ = ("needing", "plans", "searches", "steps", "woken")

    def __init__(self, rules: list[Rule]) -> None:
        """Take over rules; nothing is compiled yet."""
        self.steps: list[_Step] = [
            (index, *one.needs, one.make, one.letter, one.pattern) for index, one in enumerate(rules)
        ]
        self.plans: dict[int, list[_Step]] = {}
        self.needing: dict[str, list[_Step]] = {}
        self.woken: dict[tuple[str, int], list[_Step]] = {}
        self.searches: list[Callable[..., re.Match[str] | None] | None] = [None] * len(rules)

    def apply(self, tokens: list[Token]) -> list[Token]:
        """Run every rule once over the tokens, in order; the list is changed and returned."""
        letters = "".join([token[0] for token in tokens])
        present = met = _bits(letters)  # what stands there now, what ever stood there
        searches = self.searches
        plan = self.plans.get(met)
        if plan is None:
            plan = self._plan(met)
        found = Found(tokens)
        at = 0
        while at < len(plan):
            index, needs, also, too, make, letter, pattern = plan[at]
            at += 1
            if present != met and not (needs & present and also & present and too & present):
                continue
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
                hits.append((first, end, Token(letter, value, tokens[first][2], tokens[end - 1][3])))
                match = search(letters, end)
            if hits:
                consumed = ""
                for first, end, token in reversed(hits):
                    tokens[first:end] = [token]
                    consumed += letters[first:end]
                    letters = letters[:first] + letter + letters[end:]
                present |= _BITS[letter]
                for gone in consumed:
                    if gone not in letters:
                        present &= ~_BITS[gone]
                if not met & _BITS[letter]:
                    plan, at = self._woken(letter, index, met, plan[at:]), 0
                    met |= _BITS[letter]
        return tokens

    def _plan(self, met: int) -> list[_Step]:
        """Choose the rules worth trying on texts of these letters, and keep them for the next text with the same."""
        if len(self.plans) > 4_000:
            self.plans.clear()
        plan = self.plans[met] = [step for step in self.steps if step[1] & met and step[2] & met and step[3] & met]
        return plan

    def _woken(self, letter: str, index: int, met: int, rest: list[_Step]) -> list[_Step]:
        """Return the rest of a plan with the later rules that a new letter makes worth trying."""
        fresh = self.woken.get((letter, met))
        if fresh is None:
            if len(self.woken) > 4_000:
                self.woken.clear()
            now = met | _BITS[letter]
            fresh = self.woken[letter, met] = [
                step
                for step in self._needing(letter)
                if step[1] & now
                and step[2] & now
                and step[3] & now
                and not (step[1] & met and step[2] & met and step[3] & met)
            ]
        later = [step for step in fresh if step[0] > index]
        return sorted(rest + later) if later else rest

    def _needing(self, letter: str) -> list[_Step]:
        steps = self.needing.get(letter)
        if steps is None:
            bit = _BITS[letter]
            steps = self.needing[letter] = [step for step in self.steps if (step[1] | step[2] | step[3]) & bit]
        return steps
