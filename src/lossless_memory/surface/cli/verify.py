"""`verify`: looks whether the log is whole. It never writes."""

from __future__ import annotations

from lossless_memory.log import verify as checks
from lossless_memory.present.counts import counted
from lossless_memory.surface.cli.common import DAMAGE_FOUND, Context
from lossless_memory.surface.cli.common import command as make_command


def verify(context: Context) -> int:
    """Look whether every line of the log is a whole record in the file of its day."""
    store = context.store()
    found = checks.verify(store.home)
    findings = [
        {
            "locator": f"{one.device}/{one.day}:{one.line}",
            "file": store.home.day_file(one.device, one.day),
            "from": one.offset_b,
            "to": one.offset_b + one.length_b,
            "problem": one.problem,
        }
        for one in found.findings
    ]
    if context.json:
        body = {"ok": not findings, "findings": findings, "head": None, "notes": found.notes}
        context.put_json({**body, "files": found.files, "records": found.records})
    else:
        for one in findings:
            context.put(f"{one['locator']}: {one['problem']} (bytes {one['from']} to {one['to']} of {one['file']})\n")
        for note in found.notes:
            context.put(f"Note: {note}\n")
        damaged = (
            f"{counted(len(findings), 'line')} {'is' if len(findings) == 1 else 'are'} damaged; the others are whole"
        )
        said = damaged if findings else "Every line is a whole record"
        context.put(f"{said}: {counted(found.records, 'record')} in {counted(found.files, 'day file')}.\n")
    return DAMAGE_FOUND if findings else 0


command = make_command(verify)
