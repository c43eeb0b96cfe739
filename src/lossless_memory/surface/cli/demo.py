"""`demo`: a small conversation in a throw-away home, one time-scoped question in each language, the answers."""

from __future__ import annotations

import os
import tempfile
from datetime import datetime
from importlib import resources

from lossless_memory.clock import person_zone
from lossless_memory.ingest.run import Importer
from lossless_memory.ingest.writer import Writer
from lossless_memory.log.home import open_store
from lossless_memory.paths import find_home
from lossless_memory.present import accounts, terminal
from lossless_memory.query.ask import ask
from lossless_memory.query.asking import Asking, Options
from lossless_memory.sources.base import Options as Reading
from lossless_memory.surface.cli.common import Context, terminal_width
from lossless_memory.surface.cli.common import command as make_command

QUESTIONS = ("yesterday evening, about the budget", "3日前の予算の話")
NOW = "2026-11-17T09:00:00+09:00"
ZONE = "Asia/Tokyo"


def demo(context: Context) -> int:
    """Show how it works, in a throw-away home: import, ask, read."""
    sample = resources.files("lossless_memory.surface.cli").joinpath("demo.jsonl").read_bytes()
    zone = person_zone(ZONE, None)
    now = datetime.fromisoformat(NOW)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "demo.jsonl")
        with open(path, "wb") as stream:
            stream.write(sample)
        store = open_store(find_home(os.path.join(folder, "home")), now=now)
        with Writer(store) as writer:
            result = Importer(store, writer, Reading(zone=zone.name), now).run([path])
        context.put("$ lossless import demo.jsonl\n" + accounts.text(result, zone.info).replace(folder + os.sep, ""))
        for question in QUESTIONS:
            answer = ask(store.home, question, Asking(now, zone.info, zone.name, store.config, True), Options())
            context.put(f'\n$ lossless recall "{question}" --now {NOW} --tz {ZONE}\n')
            context.put(terminal.answer(answer, zone.info, width=terminal_width()))
    return 0


command = make_command(demo)
