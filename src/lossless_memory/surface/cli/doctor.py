"""`doctor`: says loudly what needs the person. It only looks."""

from __future__ import annotations

from lossless_memory import clock
from lossless_memory.daemon.doctor import examine
from lossless_memory.daemon.symptoms import Patient
from lossless_memory.present.visible import one_line
from lossless_memory.surface.cli.common import NEEDS_PERSON, Context
from lossless_memory.surface.cli.common import command as make_command


def doctor(context: Context) -> int:
    """Look whether anything needs you: sources, index, daemon, disk, copies of conflicts.

    It only looks. It exits with 4 where something needs you, and names the next step.
    """
    store = context.store()
    now, _ = context.now(context.zone(store.config.timezone))
    found = examine(Patient(store, now, clock.now()))
    needs = [one for one in found if one.needs_person]
    if context.json:
        rows = [{"kind": one.kind, "says": one.says, "fix": one.fix, "needs_person": one.needs_person} for one in found]
        context.put_json({"ok": not needs, "symptoms": rows})
        return NEEDS_PERSON if needs else 0
    for one in found:
        context.put(f"{'!' if one.needs_person else '-'} {one_line(one.says)}\n")
        if one.fix:
            context.put(f"  {one_line(one.fix)}\n")
    context.put("Something needs you.\n" if needs else "Nothing needs you.\n")
    return NEEDS_PERSON if needs else 0


command = make_command(doctor)
