"""Whether a line of the log is the question itself, typed to an AI a moment ago: then it is no answer to it.

A line that tells something the question does not say is an answer, however many words the two share, unless it asks
as well.
"""

from __future__ import annotations

from lossless_memory.config import Config
from lossless_memory.index import tokens
from lossless_memory.patterns import pattern
from lossless_memory.query.fillers import cleaner, plain_words
from lossless_memory.query.question import Question
from lossless_memory.record import Record

_ASKING = pattern(
    r"[?\uff1f]\s*$|^\s*\u00bf"
    r"|^\s*(?:what|when|where|which|who|whom|whose|why|how|did|do|does|was|were|is|are|can|could|remind|tell|find|show"
    r"|recuerdas|dime|busca|muéstrame|cuéntame|qué|cuándo|dónde|quién|cómo|cuál)\b"
    r"|(?:か|かな|っけ|教えて|覚えてる|思い出して|探して|見せて)(?:ください)?[。．.!！]?\s*$",
)


def is_this_question(record: Record, question: Question, config: Config) -> bool:
    """Say whether the person typed this question, or one that holds most of it, to an AI that will answer it."""
    origin = record.origin or {}
    if record.role != "user" or record.type != "text" or origin.get("source") == "append":
        return False  # what was given to us directly is a note
    if origin.get("kind") not in ("typed", "dictated"):
        return False
    asked, said = _terms(plain_words(question.text)), _terms(plain_words(record.text))
    looked_for = set(question.terms) or asked
    if len(said & looked_for) * 2 <= len(looked_for):
        return False
    tells = bool(_terms(cleaner(config.fillers).words(record.text)) - asked)
    asks = _ASKING.search(record.text.lower()) is not None
    is_near = len(said & asked) * 2 > len(said)
    return (asks and is_near) or (not tells and (asks or is_near))


def _terms(words: list[str]) -> set[tokens.Term]:
    return {term for word in words for term in tokens.terms(word)}
