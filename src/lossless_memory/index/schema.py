"""The tables of the catalog. Everything here can be made again from the log; docs/format.md does not promise it."""

from __future__ import annotations

TOKENIZER = ("porter", "ascii")
"""The FTS5 tokenizer behind both the index and the scan (tokens.py says what it does). It stands here so that a glance
at the newest rows loads no tokenizer."""

SCHEMA = 6
"""Raised whenever a catalog written before cannot be used as it is; an older program keeps its own file."""

TABLES = f"""
CREATE TABLE about(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE name(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
CREATE TABLE file(
  id INTEGER PRIMARY KEY, device TEXT NOT NULL, day TEXT NOT NULL, bytes INTEGER NOT NULL, lines INTEGER NOT NULL,
  damaged INTEGER NOT NULL, digest BLOB NOT NULL, mtime_ns INTEGER NOT NULL, UNIQUE(device, day));
CREATE TABLE rec(
  id INTEGER PRIMARY KEY, file INTEGER NOT NULL, line INTEGER NOT NULL, off INTEGER NOT NULL, len INTEGER NOT NULL,
  ts_us INTEGER NOT NULL, actor INTEGER NOT NULL, role INTEGER NOT NULL, type INTEGER NOT NULL, kind INTEGER,
  session INTEGER NOT NULL, source INTEGER, agent INTEGER, words INTEGER NOT NULL,
  is_live INTEGER NOT NULL, shown INTEGER, event INTEGER, parent INTEGER);
CREATE TABLE total(records INTEGER NOT NULL, words INTEGER NOT NULL);
INSERT INTO total VALUES(0, 0);
CREATE TABLE origin(key INTEGER, mark INTEGER, id INTEGER, PRIMARY KEY(key, mark, id)) WITHOUT ROWID;
CREATE TABLE shared(key INTEGER, id INTEGER, PRIMARY KEY(key, id)) WITHOUT ROWID;
CREATE TABLE day(day INTEGER PRIMARY KEY, first INTEGER NOT NULL, next INTEGER NOT NULL);
CREATE TABLE late(day INTEGER PRIMARY KEY, next INTEGER NOT NULL);
CREATE TABLE df(term TEXT PRIMARY KEY, n INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE stirred(session INTEGER PRIMARY KEY);
CREATE TABLE threaded(session INTEGER PRIMARY KEY);
CREATE TABLE cursor(source TEXT, path TEXT, body TEXT NOT NULL, PRIMARY KEY(source, path)) WITHOUT ROWID;
CREATE VIRTUAL TABLE ft USING fts5(text, content='', columnsize=0, tokenize="{" ".join(TOKENIZER)}");
INSERT INTO ft(ft, rank) VALUES('pgsz', 16320);
"""
"""A page of the full text is as large as fits into a page of the file: a little more, and each spills into a second."""

INDEXES = """
CREATE UNIQUE INDEX rec_line ON rec(file, line);
CREATE INDEX rec_session ON rec(session, ts_us);
CREATE INDEX rec_said ON rec(ts_us, file, off, len)
  WHERE role = 0 AND type = 0 AND agent IS NULL AND shown IS NULL AND is_live = 1;
CREATE TRIGGER rec_out AFTER DELETE ON rec BEGIN
  UPDATE total SET records = records - (OLD.shown IS NULL), words = words - OLD.words * (OLD.shown IS NULL); END;
CREATE TRIGGER rec_shown AFTER UPDATE OF shown ON rec BEGIN
  UPDATE total SET records = records - (OLD.shown IS NULL) + (NEW.shown IS NULL),
    words = words - OLD.words * (OLD.shown IS NULL) + NEW.words * (NEW.shown IS NULL); END;
"""
"""What is kept in order from row to row; a rebuild makes it once, when all rows are in."""

BULK = "INSERT INTO ft(ft, rank) VALUES('hashsize', 33554432)"
"""Has a rebuild hold so many bytes of words in memory that few segments come about: each is written and read again.
With more of them each word costs a wait for memory instead, and nothing is won."""

ONE_SEGMENT = """
INSERT INTO ft(ft, rank) VALUES('hashsize', 16777216);
INSERT INTO ft(ft) VALUES('optimize');
"""
"""Ends a rebuild: one segment is quicker to ask. From then on the words of a whole batch of an import are held, so that
it becomes one segment and not many."""

TOTAL = "UPDATE total SET (records, words) = (SELECT count(*), coalesce(sum(words), 0) FROM rec WHERE shown IS NULL)"
"""Counts what is kept up from then on, by the triggers and by whoever puts rows in."""
