"""Reads the prompts Google AI Studio saves to Drive: one file a conversation, made of chunks.

Owns what a chunk is (words, a thought, code and its result, a file), and the branches, of which all are kept. A file
without any time, as older ones are, is refused unless the day is told. Always read from the start.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from lossless_memory.patterns import pattern
from lossless_memory.sources import jsontree
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options
from lossless_memory.sources.drafts import Clock, Outcome, attempt
from lossless_memory.sources.jsonlines import Parsed
from lossless_memory.sources.jsontree import Path
from lossless_memory.sources.notes import data_note, dumps, without_blobs
from lossless_memory.sources.people import spoken
from lossless_memory.sources.shape import shape
from lossless_memory.sources.times import Digits, Instant, read_time
from lossless_memory.sources.values import listed, mapping, text_in, text_or_none
from lossless_memory.typed import Any

_TOOL = "google-ai-studio"
_LISTS = (("chunkedPrompt", "chunks"), ("chunkedPrompt", "pendingInputs"))
_ROLES = {"user": "user", "model": "assistant"}
_STEM = pattern(r"([^/\\!]*?)(?:\.json)?(?:\.gz)?$")
_TOLD = (
    *("id", "role", "createTime", "text", "parts", "isThought", "branchParent", "branchChildren", "executableCode"),
    *("codeExecutionResult", "tokenCount", "finishReason", "isEdited", "safetyRatings", "thinkingBudget"),
    *("thoughtSignatures", "isGeneratedUsingApiKey"),
)
"""What the record itself holds, or is bookkeeping; everything else of a chunk is kept beside its words."""


class _AiStudio:
    name = _TOOL

    def claims(self, input: Input) -> bool:
        """A prompt of AI Studio has its `chunkedPrompt`."""
        form = shape(input)
        return not form.is_array and bool(form.objects) and "chunkedPrompt" in form.objects[0]

    def read(self, input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
        """Yield one item a chunk and one for the file's settings, always from the start. See the Protocol."""

        def ahead() -> Iterator[Instant | None]:
            for path, value in jsontree.peek(input, _enters):
                if path in (("createTime",), ("updateTime",)):
                    yield read_time(value, options.zone)
                yield read_time(mapping(value).get("createTime"), options.zone)

        stem = _STEM.search(input.name)
        reader = _Reader(Clock(None, options, ahead), options, (stem.group(1) if stem else "") or "prompt")
        return jsontree.read(input, _enters, reader.convert, reader.finish, Digits)


SOURCE = _AiStudio()


def _enters(path: Path, sign: str) -> bool:
    return path in ((), ("chunkedPrompt",), *_LISTS)


class _Reader:
    """Converts one file's chunks, in order."""

    def __init__(self, clock: Clock, options: Options, stem: str) -> None:
        self._clock = clock
        self._options = options
        self._stem = stem
        self._about: dict[str, Any] = {}
        self._ids: dict[str, str] = {}
        self._last: str | None = None

    def convert(self, path: Path, parsed: Parsed) -> Iterator[tuple[str | None, Outcome]]:
        """Turn one element into its items; what describes the prompt is told at the end."""
        if path[:2] in _LISTS and len(path) == 3:
            yield None, attempt(self._chunk, mapping(parsed.value), parsed, path[1] == "chunks")
            return
        if path == ("createTime",):
            start = read_time(parsed.value, self._options.zone)
            if start:
                self._clock.tell(start)
        if len(path) == 1:
            self._about[str(path[0])] = parsed.value
        else:
            yield None, attempt(self._settings, (str(path[-1])[:80] if path else "") or "unknown", parsed.text)

    def finish(self) -> Iterator[tuple[str, Outcome]]:
        """Tell the prompt's settings and its instruction, if any."""
        instruction = mapping(self._about.get("systemInstruction"))
        text = text_or_none(instruction.get("text")) or _joined(listed(instruction.get("parts")))
        if text:
            yield "the instruction", attempt(self._settings, "instruction", text)
        if self._about:
            yield "the settings", attempt(self._settings, "settings", dumps(without_blobs(self._about)))

    def _settings(self, kind: str, text: str) -> Outcome:
        own = read_time(self._about.get("updateTime"), self._options.zone) if kind == "settings" else None
        ts, is_inherited = self._clock.tell(own)
        base = self._base()._replace(ts=ts, is_time_inherited=is_inherited)
        return [base._replace(kind=kind, text=text, id=f"{self._key}\0{kind}")]

    @property
    def _session(self) -> str:
        return text_or_none(self._about.get("id")) or self._stem

    @property
    def _key(self) -> str:
        return f"{_TOOL}\0{self._session}"

    def _base(self) -> Draft:
        model = text_or_none(mapping(self._about.get("runSettings")).get("model"))
        return Draft(None, "system", "meta", "unknown", "", self._session, actor=_TOOL, model=model, is_id_made=True)

    def _chunk(self, told: Mapping[str, Any], parsed: Parsed, is_said: bool) -> Outcome:
        created = text_or_none(told.get("createTime"))
        ts, is_inherited = self._clock.tell(read_time(created, self._options.zone))
        base = self._base()._replace(ts=ts, is_time_inherited=is_inherited)
        if not is_said:  # what was typed and not sent
            return [base._replace(kind="pending", text=parsed.text, id=f"{self._key}\0pending\0{parsed.text}")]
        name = text_or_none(told.get("id"))
        if name:
            id = f"{self._key}\0{name}"
        else:
            words = str(told.get("text"))[:2_000]
            id = f"{_TOOL if created else self._key}\0{created}\0{parsed.number}\0{told.get('role')}\0{words}"
        above = text_or_none(mapping(told.get("branchParent")).get("id"))
        parent = self._ids.get(above, self._last) if above else self._last
        drafts = []
        for number, one in enumerate(_drafts(base, told) or [base._replace(kind="empty", text=parsed.text)]):
            drafts.append(one._replace(id=f"{id}\0{number}", parent=parent))
            parent = f"{id}\0{number}"  # the pieces follow each other, so that no piece is a branch by itself
        self._last = parent
        if name and parent:
            self._ids[name] = parent
        return drafts


def _drafts(base: Draft, told: Mapping[str, Any]) -> list[Draft]:
    return list(_pieces(base, told))


def _pieces(base: Draft, told: Mapping[str, Any]) -> Iterator[Draft]:
    role = _ROLES.get(str(told.get("role")))
    other = base._replace(model=None)
    text, parts = text_or_none(told.get("text")), listed(told.get("parts"))
    if told.get("isThought") is True:
        thought = text or _joined(parts)
        if thought:
            yield base._replace(role="assistant", kind="thinking", text=thought, actor=None)
        parts = [part for part in parts if text_in(part) is None]
    else:
        for part in parts:
            aside = text_in(part) if mapping(part).get("thought") is True else None
            if aside:
                yield base._replace(role="assistant", kind="thinking", text=aside, actor=None)
        words = text or _joined(part for part in parts if mapping(part).get("thought") is not True)
        if words and role:
            yield from spoken(base, role, _TOOL, words)
        elif words:
            yield other._replace(kind=str(told.get("role") or "unknown")[:80], text=words)
    for holder in (told, *(mapping(part) for part in parts if text_in(part) is None)):
        if code := holder.get("executableCode"):
            yield base._replace(role="assistant", type="action", kind="tool-call", text=dumps(code), actor=None)
        if result := holder.get("codeExecutionResult"):
            output = mapping(result).get("output")
            text = output if isinstance(output, str) else dumps(result)
            yield other._replace(type="action", kind="tool-result", text=text, actor="code")
        for key, item in holder.items():
            if key not in _TOLD and item not in (None, "", [], {}):
                yield other._replace(kind=key[:80] or "unknown", text=_note(key, item))
    for part in parts:
        if text_in(part) is None and not isinstance(part, dict):
            yield other._replace(kind="part", text=dumps(part))


def _joined(parts: Iterable[Any]) -> str:
    return "".join(text for part in parts if (text := text_in(part)) is not None)


def _note(key: str, item: Any) -> str:
    about = mapping(item)
    if isinstance(about.get("data"), str) and isinstance(about.get("mimeType"), str):
        return data_note(key, about["mimeType"], about["data"])
    return item if isinstance(item, str) else dumps(without_blobs(item))
