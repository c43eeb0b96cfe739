"""Writes the one-line note that stands for an image or another binary block, and JSON text without such blobs.

Owns the wording of a note: what it is, its media type, size and SHA-256, so that the bytes can be found again in the
raw archive. Knows no source.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from lossless_memory.typed import Any

_ENCODER = json.JSONEncoder(ensure_ascii=False)


def dumps(value: Any) -> str:
    """Write a JSON value as text, readable in any language, lone surrogates untouched."""
    return _ENCODER.encode(value)


def binary_note(block: Mapping[str, Any]) -> str:
    """Describe a block that carries base64 data, or points to a file, in one line."""
    what = str(block.get("type") or "binary")
    found = _blob(block)
    if found is None:
        return f"[{what}: {dumps(_slim(block))}]"
    media, data = found
    return f"[{what} {media}, {_measure(data)}]"


def link_note(what: str, link: Any) -> str:
    """Describe a picture or file given by a link in one line: a data link by its measure, any other as it is."""
    if isinstance(link, str) and link.startswith("data:"):
        head, _, data = link[len("data:") :].partition(",")
        media = head.partition(";")[0] or "unknown type"
        return f"[{what} {media}, {_measure(data)}]"
    return f"[{what}: {dumps(link)}]"


def data_note(what: str, media: str, data: str) -> str:
    """Describe base64 data of a media type in one line."""
    return f"[{what} {media}, {_measure(data)}]"


def has_blob(value: Any) -> bool:
    """Say whether base64 data stands anywhere inside a JSON value."""
    if isinstance(value, Mapping):
        return _blob(value) is not None or any(has_blob(item) for item in value.values())
    return isinstance(value, list) and any(has_blob(item) for item in value)


def without_blobs(value: Any) -> Any:
    """Copy a JSON value with base64 data replaced by its measure."""
    if isinstance(value, Mapping):
        return _slim(value)
    return [without_blobs(item) for item in value] if isinstance(value, list) else value


def _slim(block: Mapping[str, Any]) -> dict[str, Any]:
    is_blob = _is_blob(block)
    return {
        key: f"[{_measure(item)}]" if is_blob and key == "data" else without_blobs(item) for key, item in block.items()
    }


def _blob(block: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the media type and base64 text of a block, in the two forms agents write (API and MCP)."""
    for holder in (block.get("source"), block):
        if isinstance(holder, Mapping) and _is_blob(holder):
            return str(holder.get("media_type") or holder.get("mimeType") or "unknown type"), holder["data"]
    return None


def _is_blob(holder: Mapping[str, Any]) -> bool:
    return isinstance(holder.get("data"), str) and (
        holder.get("type") == "base64" or "mimeType" in holder or "media_type" in holder
    )


def _measure(data: str) -> str:
    import base64
    import hashlib

    try:
        raw = base64.b64decode(data, validate=True)
    except ValueError:
        return f"{len(data)} characters that are not base64"
    return f"{len(raw)} bytes, sha256 {hashlib.sha256(raw).hexdigest()}"


def result_text(content: Any) -> str:
    """Return what a tool gave back: text as it was, also as a single block, anything else as JSON without blobs."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    if len(parts) == 1 and isinstance(parts[0], dict) and isinstance(parts[0].get("text"), str):
        return str(parts[0]["text"])
    return dumps(without_blobs(content))
