"""The service: files for three systems rendered from one description, shown first, checked by the systems' own tools."""

from __future__ import annotations

import os
import plistlib
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from lossless_memory.daemon import service, units
from lossless_memory.daemon.units import Command, Job
from lossless_memory.errors import ServiceFailed
from lossless_memory.paths import Home
from tests.daemon.living import until
from tests.surface.running import Cli, tree

AWKWARD = ["/opt/my tools/lossless", "daemon", "--home", "/srv/a b\"c\\d%n$HOME 'é' <&>/memory"]
TASKS = "{http://schemas.microsoft.com/windows/2004/02/mit/task}"


def job(*arguments: str) -> Job:
    return Job("lossless-memory", list(arguments or AWKWARD), {"LOSSLESS_MACHINE": 'a "b" 100% $x'})


def test_the_systemd_unit_passes_its_own_check_and_starts_exactly_the_program(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not here")
    program = tmp_path / 'my "tools" 100%$x'
    program.mkdir()
    (program / "lossless").symlink_to("/bin/true")
    plan = units.systemd(job(str(program / "lossless"), *AWKWARD[1:]), str(tmp_path / "units"))
    path = Path(plan.path)
    path.parent.mkdir()
    path.write_bytes(plan.content)
    done = subprocess.run(
        ["systemd-analyze", "--user", "verify", plan.path],
        check=False,
        capture_output=True,
        env={**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)},
    )
    assert (0, b"") == (done.returncode, done.stderr + done.stdout)


def test_the_launchd_agent_says_the_program_word_for_word(tmp_path: Path) -> None:
    plan = units.launchd(job(), str(tmp_path), 501)
    body = plistlib.loads(plan.content)
    assert AWKWARD == body["ProgramArguments"]
    assert (True, {"SuccessfulExit": False}) == (body["RunAtLoad"], body["KeepAlive"])
    assert Path(plan.path).name == f"{body['Label']}.plist"
    assert ("launchctl", "bootstrap", "gui/501", plan.path) == plan.start[-1]
    if shutil.which("plutil"):
        Path(plan.path).write_bytes(plan.content)
        subprocess.run(["plutil", "-lint", plan.path], check=True)


def test_the_windows_task_is_xml_in_the_encoding_it_names_and_needs_no_more_rights(tmp_path: Path) -> None:
    plan = units.task(job(), str(tmp_path), "DESK\\sam")
    assert plan.content.startswith(b"\xff\xfe")
    root = ElementTree.fromstring(plan.content.decode("utf-16").partition("\n")[2])
    found = {one.tag.removeprefix(TASKS): one.text for one in root.iter()}
    assert (AWKWARD[0], subprocess.list2cmdline(AWKWARD[1:])) == (found["Command"], found["Arguments"])
    assert ("LeastPrivilege", "DESK\\sam", "PT0S") == (found["RunLevel"], found["UserId"], found["ExecutionTimeLimit"])
    order = [one.tag.removeprefix(TASKS) for one in root]
    assert ["RegistrationInfo", "Triggers", "Principals", "Settings", "Actions"] == order
    if shutil.which("xmllint"):
        Path(plan.path).write_bytes(plan.content)
        subprocess.run(["xmllint", "--noout", plan.path], check=True)


def test_each_home_but_the_usual_one_has_a_service_of_its_own(tmp_path: Path) -> None:
    environ = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
    usual = Home(str(tmp_path / "data/lossless-memory"), "f" * 16)
    assert "lossless-memory" == service.name_of(usual, environ)
    names = {service.name_of(Home(f"/srv/{name}", "f" * 16), environ) for name in "ab"}
    assert 2 == len(names)


@pytest.mark.parametrize("kind", service.KINDS)
def test_install_writes_the_file_and_runs_the_commands_and_uninstall_undoes_both(tmp_path: Path, kind: str) -> None:
    home = Home(str(tmp_path / "home"), "f" * 16)
    environ = {"HOME": str(tmp_path / "me"), "USERNAME": "sam", "USERDOMAIN": "DESK"}
    plan = service.plan(home, ["/opt/lossless"], kind, environ)
    ran: list[Command] = []

    def run(command: Command) -> tuple[int, str]:
        ran.append(command)
        return (5, "not loaded") if command in plan.may_fail else (0, "")

    for _ in range(2):
        service.install(plan, run)
    assert [*plan.start, *plan.start] == ran
    assert Path(plan.path).read_bytes() == plan.content
    assert Path(plan.path).stat().st_mode & 0o777 == 0o600
    ran.clear()
    assert service.uninstall(plan, run)
    assert list(plan.end) == ran[: len(plan.end)]
    assert not Path(plan.path).exists()
    assert not service.uninstall(plan, run)
    assert not any("sudo" in command or "--system" in command for command in (*plan.start, *plan.end))


def test_a_command_that_fails_is_told_with_what_it_said(tmp_path: Path) -> None:
    home = Home(str(tmp_path / "home"), "f" * 16)
    plan = service.plan(home, ["/opt/lossless"], "systemd", {"HOME": str(tmp_path)})
    with pytest.raises(ServiceFailed, match=r"daemon-reload failed \(1\): no bus here"):
        service.install(plan, lambda _: (1, "no bus\n here"))


def _fake(folder: Path, code: int = 0) -> Path:
    """Put a systemctl there that writes down how it was called."""
    folder.mkdir()
    path = folder / "systemctl"
    path.write_text(f'#!/bin/sh\necho "$@" >> "{folder}/calls"\necho no bus >&2\nexit {code}\n')
    path.chmod(0o755)
    return folder


@pytest.mark.skipif(os.name != "posix", reason="a shell script stands in for the system's command")
def test_the_command_shows_everything_asks_and_does_exactly_that(tmp_path: Path) -> None:
    bin_ = _fake(tmp_path / "bin")
    cli = Cli(tmp_path / "home", PATH=f"{bin_}:/usr/bin:/bin")
    before = tree(tmp_path)
    shown = cli("service", "install", "--dry-run", code=0).out
    assert "ExecStart=" in shown
    assert "systemctl --user enable" in shown
    assert "Without a terminal nobody can agree" in cli("service", "install", code=2).err
    assert tree(tmp_path) == before
    done = cli("service", "install", "--yes", "--json", code=0).json
    assert done["done"] is True
    assert Path(done["path"]).is_relative_to(tmp_path / ".config/systemd/user")
    calls = (bin_ / "calls").read_text().splitlines()
    assert [" ".join(command[1:]) for command in done["commands"]] == calls
    assert cli("service", "status", "--json", code=1).json["installed"] == done["path"]
    cli("service", "uninstall", "--yes", code=0)
    assert not Path(done["path"]).exists()
    assert "nothing to do" in cli("service", "uninstall", "--yes", code=0).out


@pytest.mark.skipif(os.name != "posix", reason="a shell script stands in for the system's command")
def test_a_system_that_refuses_is_told_clearly(tmp_path: Path) -> None:
    cli = Cli(tmp_path / "home", PATH=f"{_fake(tmp_path / 'bin', 1)}:/usr/bin:/bin")
    ran = cli("service", "install", "--yes", code=21)
    assert "systemctl --user daemon-reload failed (1): no bus" in ran.err
    assert "lossless daemon" in ran.err


def test_other_systems_files_are_for_looking_only(tmp_path: Path) -> None:
    cli = Cli(tmp_path / "home")
    assert "ProgramArguments" in cli("service", "install", "--dry-run", "--kind", "launchd", code=0).out
    assert "<LogonTrigger>" in cli("service", "install", "--dry-run", "--kind", "windows", code=0).out
    cli("service", "install", "--kind", "windows", code=2)


def test_the_program_a_unit_names_is_a_daemon(tmp_path: Path) -> None:
    """What the unit starts, started by hand."""
    cli = Cli(tmp_path / "home")
    plan = service.plan(
        Home(str(tmp_path / "home"), "f" * 16), [str(cli_program())], "launchd", {"HOME": str(tmp_path)}
    )
    arguments = plistlib.loads(plan.content)["ProgramArguments"]
    running = subprocess.Popen(
        arguments, env=cli.env(LOSSLESS_HOME=None), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        until(lambda: list(cli.home.glob("local/*/daemon.json")), "the first pass")
        running.terminate()
        out, said = running.communicate(timeout=30)
    finally:
        running.kill()
    assert (0, b"", b"") == (running.returncode, out, said)


def cli_program() -> Path:
    from tests.surface.running import PROGRAM

    return PROGRAM
