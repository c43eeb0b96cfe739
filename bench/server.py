"""`make bench-mcp`: how long the server takes to start and to answer, and every tool through the inspector.

The inspector, and the Node it needs, are fetched from the npm registry into a throw-away folder; without npm that part
is left out and said so.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

LOSSLESS = os.path.join(os.path.dirname(sys.executable), "lossless")
ROUNDS = 9
INSPECTOR = "@modelcontextprotocol/inspector@2.12.0"
NODE = "node@22"
DEMO = os.path.join(os.path.dirname(__file__), "..", "src/lossless_memory/surface/cli/demo.jsonl")
_META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
TOOLS: dict[str, dict[str, str]] = {
    "recall": {"question": "yesterday evening, about the budget"},
    "open": {"locator": "main/2026-11-16:3"},
    "now": {},
    "topic_add": {"topic": "the trip"},
}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "LOSSLESS_HOME": os.path.join(folder, "home"),
            "LOSSLESS_NOW": "2026-11-17T09:00:00+09:00",
            "LOSSLESS_TZ": "Asia/Tokyo",
        }
        subprocess.run([LOSSLESS, "import", DEMO], check=True, capture_output=True)
        starts()
        calls()
        inspected(folder)


def starts() -> None:
    """Compare the start of the server with what the SDK alone takes."""
    sdk = [sys.executable, "-c", "from mcp.server import MCPServer"]
    rows: dict[str, Callable[[], float]] = {
        "import of the SDK, whole process": lambda: timed(sdk),
        "lossless mcp, first answer": first_answer,
        "lossless mcp, whole process": lambda: timed([LOSSLESS, "mcp"], request(1, "server/discover")),
    }
    took: dict[str, list[float]] = {name: [] for name in rows}
    for _ in range(ROUNDS):
        for name, work in rows.items():
            took[name].append(work())
    base = statistics.median(took["import of the SDK, whole process"])
    for name, times in took.items():
        middle = statistics.median(times)
        row(name, f"{middle * 1e3:.0f} ms", f"{middle / base:.2f} x the SDK's import")


def calls() -> None:
    """Time calls to a server that runs."""
    with subprocess.Popen([LOSSLESS, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        for name, arguments in TOOLS.items():
            times = []
            for number in range(30):
                started = time.perf_counter()
                server.stdin.write(request(number, "tools/call", name=name, arguments=arguments))
                server.stdin.flush()
                answer = json.loads(server.stdout.readline())
                times.append(time.perf_counter() - started)
                assert not answer["result"]["isError"], answer
            row(f"call of {name}", f"{statistics.median(times) * 1e3:.1f} ms", "median of 30, a store of 13 records")
        server.stdin.close()


def inspected(folder: str) -> None:
    """List and call every tool through the inspector."""
    npm = shutil.which("npm")
    install = [str(npm), "install", "--silent", "--no-fund", "--no-audit", "--prefix", folder, NODE, INSPECTOR]
    if npm is None or subprocess.run(install, check=False, capture_output=True).returncode:
        row("inspector", "left out", "npm or its registry is not there")
        return
    modules = os.path.join(folder, "node_modules")
    node = os.path.join(modules, ".bin", "node")
    launcher = os.path.join(modules, "@modelcontextprotocol/inspector/clients/launcher/build/index.js")
    given = [
        part
        for name in sorted(os.environ)
        if name.startswith("LOSSLESS_")
        for part in ("-e", f"{name}={os.environ[name]}")
    ]
    start = [node, launcher, "--cli", *given, LOSSLESS, "mcp"]
    listed = output([*start, "--method", "tools/list"])
    row("inspector, tools/list", ", ".join(tool["name"] for tool in listed["tools"]), "")
    for name, arguments in TOOLS.items():
        pairs = [part for key, value in arguments.items() for part in ("--tool-arg", f"{key}={value}")]
        result = output([*start, "--method", "tools/call", "--tool-name", name, *pairs])
        kinds = "text and object" if result.get("structuredContent") else "text alone"
        row(f"inspector, tools/call {name}", "failed" if result.get("isError") else "answered", kinds)


def output(command: list[str]) -> Any:
    done = subprocess.run(command, capture_output=True, check=False, timeout=120)
    return json.loads(done.stdout)


def first_answer() -> float:
    started = time.perf_counter()
    with subprocess.Popen([LOSSLESS, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(request(1, "server/discover"))
        server.stdin.flush()
        server.stdout.readline()
        took = time.perf_counter() - started
        server.stdin.close()
    return took


def timed(command: list[str], stdin: bytes = b"") -> float:
    started = time.perf_counter()
    subprocess.run(command, input=stdin, check=True, capture_output=True)
    return time.perf_counter() - started


def request(number: int, method: str, **parameters: Any) -> bytes:
    body = {"jsonrpc": "2.0", "id": number, "method": method, "params": {**parameters, "_meta": _META}}
    return json.dumps(body).encode() + b"\n"


def row(what: str, figure: str, remark: str) -> None:
    print(f"| {what} | {figure} | {remark} |", flush=True)


if __name__ == "__main__":
    main()
