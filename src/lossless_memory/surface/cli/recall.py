"""`recall`: the one door for questions."""

from __future__ import annotations

import click

from lossless_memory.query.asking import MOST_AROUND, MOST_LINES
from lossless_memory.surface.cli.answering import answer
from lossless_memory.surface.cli.common import Context
from lossless_memory.surface.cli.common import command as make_command
from lossless_memory.typed import Any


@click.argument("question", nargs=-1)
@click.option(
    "--around", type=click.IntRange(0, MOST_AROUND), default=0, metavar="N", help="Show N lines before and after too."
)
@click.option(
    "--limit", type=click.IntRange(1, MOST_LINES), default=20, show_default=True, metavar="N", help="Show at most N."
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
@click.option("--scope", metavar="DIR", help="Only what was said in this folder or below it.")
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
def recall(context: Context, **given: Any) -> int:
    """Find what was said: by time first, then by words.

    \b
    lossless recall "yesterday evening, about the budget"
    lossless recall 3日前の予算の話
    """
    return answer(context, **given)


command = make_command(recall)
