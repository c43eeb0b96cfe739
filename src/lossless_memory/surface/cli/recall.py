"""`recall`: the one door for questions."""

from __future__ import annotations

import click

from lossless_memory.errors import UsageError
from lossless_memory.log.read import Locator
from lossless_memory.query.ask import ask, with_searcher
from lossless_memory.query.asking import Asking, Options
from lossless_memory.query.compactions import recall_before
from lossless_memory.record import TYPES
from lossless_memory.surface.cli.common import NOTHING_FOUND, Context, terminal_width
from lossless_memory.surface.cli.common import command as make_command


@click.argument("question", nargs=-1)
@click.option(
    "--around", type=click.IntRange(0, 100), default=0, metavar="N", help="Show N lines before and after too."
)
@click.option(
    "--limit", type=click.IntRange(1, 10_000), default=20, show_default=True, metavar="N", help="Show at most N."
)
@click.option("--user", "only_user", is_flag=True, help="Only the person's words.")
@click.option("--ai", "only_ai", is_flag=True, help="Only the AI's words.")
@click.option("--actor", metavar="NAME", help="Only this speaker's words.")
@click.option("--session", metavar="ID", help="Only this conversation.")
@click.option(
    "--type", "types", metavar="TYPES", help="What to look in: text, action, meta, doc, or several: text,action."
)
@click.option("--since", metavar="TIME", help='From this time on: 2026-03-02, "last tuesday".')
@click.option("--until", metavar="TIME", help="Up to this time; a day named is included.")
@click.option("--after", metavar="LOCATOR", help="Go on behind this record.")
@click.option("--all-time", is_flag=True, help="Do not prefer what is recent.")
@click.option("--full", is_flag=True, help="Show long lines whole.")
@click.option("--literal", is_flag=True, help="Look for exactly these characters.")
@click.option("--explain", is_flag=True, help="Say of each line what made it rank where it does.")
@click.option("--agents", is_flag=True, help="Show lines of sub-agents too.")
@click.option(
    "--compact",
    type=click.IntRange(1, 1_000),
    is_flag=False,
    flag_value="1",
    metavar="[N]",
    help="What was said before the N-th last compaction.",
)
def recall(
    context: Context,
    question: tuple[str, ...],
    only_user: bool,
    only_ai: bool,
    types: str | None,
    after: str | None,
    full: bool,
    agents: bool,
    compact: int | None,
    **given: object,
) -> int:
    """Find what was said: by time first, then by words.

    \b
    lossless recall "yesterday evening, about the budget"
    lossless recall 3日前の予算の話
    """
    store = context.store()
    zone = context.zone(store.config.timezone)
    now, is_now_given = context.now(zone)
    roles = _roles(only_user, only_ai)
    options = Options(
        roles=roles,
        types=_types(types),
        after=None if after is None else Locator.parse(after),
        with_agents=agents,
        **given,  # type: ignore[arg-type]
    )
    asking = Asking(now, zone.info, zone.name, store.config, is_now_given)
    catch_up = context.catch_up(store, zone)
    if compact is None:
        answer = ask(store.home, " ".join(question), asking, options, catch_up)
    elif question:
        raise UsageError("--compact takes no question; nothing was searched.", "lossless recall --compact=1")
    else:
        answer = with_searcher(
            store.home,
            lambda searcher, reader, state: recall_before(
                searcher, reader, asking, state, compact, options.session, options.limit
            ),
            catch_up,
        )
    if zone.note:
        answer = answer._replace(notes=[zone.note, *answer.notes])
    if context.json:
        from lossless_memory.present import shapes

        context.put_json(shapes.answer(answer, zone.info))
    else:
        from lossless_memory.present import terminal

        context.put(terminal.answer(answer, zone.info, width=terminal_width(), full=full))
    return 0 if answer.hits else NOTHING_FOUND


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


command = make_command(recall)
