"""In how many records a word stands: counted ahead for common words, looked up for the others.

Only words in more than COMMON records are kept, so the table stays small; it may lag behind a little, which only
moves weights. Knows nothing of ranking.
"""

from __future__ import annotations

import apsw

COMMON = 200
"""Words in more records than this are counted ahead."""

SMALL = 1_000
"""A catalog that has not grown by this many records is not counted anew."""

MOST = 4_000
"""Words that are not counted ahead are counted up to here."""


def recount(connection: apsw.Connection) -> None:
    """Count the common words anew; part of the caller's transaction. About a second for a million records."""
    connection.execute("CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, ft, row)")
    connection.execute("DELETE FROM df")
    connection.execute("INSERT INTO df(term, n) SELECT term, doc FROM temp.words WHERE doc > ?", (COMMON,))
    connection.execute("DROP TABLE temp.words")
    records = connection.execute("SELECT records FROM total").get
    connection.execute("INSERT OR REPLACE INTO about(key, value) VALUES('df_counted_at', ?)", (records,))


def is_due(connection: apsw.Connection) -> bool:
    """Say whether the catalog has grown by half since the last count and is large enough for it to matter."""
    counted = connection.execute("SELECT value FROM about WHERE key = 'df_counted_at'").get or 0
    records = connection.execute("SELECT records FROM total").get
    return bool(records > counted * 3 // 2 + SMALL)


def count(connection: apsw.Connection, expression: str, word: str | None) -> int:
    """Return in how many records an FTS5 expression matches; `word` is it as a single stored word, if it is one."""
    if word is not None:
        known = connection.execute("SELECT n FROM df WHERE term = ?", (word,)).get
        if known is not None:
            return int(known)
    return int(
        connection.execute(
            "SELECT count(*) FROM (SELECT 1 FROM ft JOIN rec ON rec.id = ft.rowid "
            "WHERE ft MATCH ? AND rec.shown IS NULL LIMIT ?)",
            (expression, MOST + 1),
        ).get
    )
