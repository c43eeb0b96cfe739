"""Answering a question from the command line: the work of `recall`, which knows no click, so that it starts quickly."""

from __future__ import annotations

import os

from lossless_memory.config import Config
from lossless_memory.errors import UsageError
from lossless_memory.log.read import Locator
from lossless_memory.query.ask import Kept, ask, semantic_mode, with_searcher
from lossless_memory.query.asking import Asking, Options
from lossless_memory.record import TYPES
from lossless_memory.surface.cli.common import NOTHING_FOUND, Context, terminal_width


def answer(
    context: Context,
    question: tuple[str, ...],
    only_user: bool,
    only_ai: bool,
    types: str | None,
    after: str | None,
    full: bool,
    agents: bool,
    compact: int | None,
    scope: str | None,
    **given: object,
) -> int:
    """Answer a question, or show what was said before a compaction, and return the exit code."""
    store = context.store()
    zone = context.zone(store.config.timezone)
    now, is_now_given = context.now(zone)
    roles = _roles(only_user, only_ai)
    options = Options(
        roles=roles,
        types=_types(types),
        after=None if after is None else Locator.parse(after),
        with_agents=agents,
        scope=None if scope is None else os.path.abspath(os.path.expanduser(scope)),
        **given,  # type: ignore[arg-type]
    )
    asking = Asking(now, zone.info, zone.name, store.config, is_now_given)
    catch_up = context.catch_up(store, zone)
    if compact is None:
        with Kept(store.home) as kept:
            meant = None if options.actor is None else _speaker(kept, options.actor, store.config)
            options = options._replace(actor=meant or options.actor)
            found = ask(store.home, " ".join(question), asking, options, catch_up, kept, semantic_mode())
        if meant is not None:
            found = found._replace(notes=[*found.notes, f"No speaker is called “{given['actor']}”; {meant} was taken."])
    elif question:
        raise UsageError("--compact takes no question; nothing was searched.", "lossless recall --compact=1")
    else:
        from lossless_memory.query.compactions import recall_before

        found = with_searcher(
            store.home,
            lambda searcher, reader, state: recall_before(
                searcher, reader, asking, state, compact, options.session, options.limit
            ),
            catch_up,
        )
    if zone.note:
        found = found._replace(notes=[zone.note, *found.notes])
    if context.json:
        from lossless_memory.present import shapes

        context.put_json(shapes.answer(found, zone.info))
    else:
        from lossless_memory.present import terminal

        context.put(terminal.answer(found, zone.info, width=terminal_width(), full=full))
    return 0 if found.hits else NOTHING_FOUND


def _speaker(kept: Kept, name: str, config: Config) -> str | None:
    """Return the known speaker whose name differs only in case, where nobody's is spelled exactly so."""
    known = (config.person, config.assistant, *config.person_names, *config.assistant_names)
    alike = [one for one in known if one.casefold() == name.casefold()]
    alike += [name.title(), name.capitalize(), name.lower(), name.upper()]
    there = with_searcher(kept.home, lambda searcher, *_: searcher.named([name, *alike]), kept=kept)
    return None if name in there else next((one for one in alike if one in there), None)


def _roles(only_user: bool, only_ai: bool) -> frozenset[str] | None:
    chosen = [role for role, wanted in (("user", only_user), ("assistant", only_ai)) if wanted]
    return frozenset(chosen) if chosen else None


def _types(text: str | None) -> frozenset[str] | None:
    if text is None:
        return None
    chosen = frozenset(part.strip() for part in text.split(","))
    if not chosen <= TYPES:
        raise UsageError(f"--type {text}: nothing was searched.", "Known types are: text, action, meta, doc.")
    return chosen
