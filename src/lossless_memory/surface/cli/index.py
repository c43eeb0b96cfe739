"""`index`: brings the index up to the log, or makes it anew; with --vectors the vectors of search by meaning too."""

from __future__ import annotations

import click

from lossless_memory.index import update
from lossless_memory.ingest.writer import Writer
from lossless_memory.log import fsio
from lossless_memory.log.home import Store, claim_device
from lossless_memory.present.counts import counted
from lossless_memory.surface.cli.common import Context
from lossless_memory.surface.cli.common import command as make_command
from lossless_memory.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lossless_memory.index.meaning.build import Step

_TELL_EVERY_S = 10.0


@click.option("--rebuild", is_flag=True, help="Make it anew from the log.")
@click.option("--vectors", is_flag=True, help="Make the vectors of search by meaning that are missing as well.")
def index(context: Context, rebuild: bool, vectors: bool) -> int:
    """Bring the index up to the log."""
    store = context.store()
    body: dict[str, Any]
    if rebuild:
        with fsio.locked(store.home.lock):
            claim_device(store)
            count = update.rebuild(store.home)
        said, body = (
            f"The index was made anew from the log: {counted(count, 'record')}.",
            {"records": count, "rebuilt": True},
        )
    else:
        with Writer(store) as writer:
            count = writer.catch_up()
        said, body = (
            f"The index is at the end of the log: {counted(count, 'record')} came in.",
            {"new": count, "rebuilt": False},
        )
    if vectors:
        more, body["vectors"] = _vectors(context, store)
        said += "\n" + more
    if context.json:
        context.put_json(body)
    else:
        context.put(said + "\n")
    return 0


def _vectors(context: Context, store: Store) -> tuple[str, dict[str, object]]:
    """Make the vectors that are missing; return what to say about it."""
    from lossless_memory.index.meaning import build

    told_s = 0.0

    def tell(step: Step) -> None:
        nonlocal told_s
        if step.days_left and step.took_s - told_s >= _TELL_EVERY_S:
            told_s = step.took_s
            left_s = step.took_s / step.days_done * step.days_left if step.days_done else 0.0
            context.say(
                f"{counted(step.embedded, 'passage')} embedded, {step.embedded / step.took_s:.0f} a second; "
                f"{counted(step.days_left, 'day')} left, about {left_s / 60:.0f} min. Ctrl-C loses nothing."
            )

    made = build.build(store.home, store.config, progress=tell)
    said = f"The vectors are complete: {counted(made.embedded, 'passage')} came in"
    said += f", {made.dropped:,} went" if made.dropped else ""
    body = {"new": made.embedded, "dropped": made.dropped, "embedder": made.name, "place": made.place}
    return f"{said}. Made by {made.name}, on {made.place}.", body


command = make_command(index)
