CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);
INSERT INTO cursorDiskKV VALUES('composerData:x', 'not json');
INSERT INTO cursorDiskKV VALUES('composerData:y', '[]');
INSERT INTO cursorDiskKV VALUES('composerData:z', '{"createdAt": true, "fullConversationHeadersOnly": {"a": 1}, "conversation": "text"}');
INSERT INTO cursorDiskKV VALUES('bubbleId:z:q', 'nope');
INSERT INTO cursorDiskKV VALUES('bubbleId:z:r', '[7]');
INSERT INTO cursorDiskKV VALUES('bubbleId:z:s', X'fffe');
INSERT INTO cursorDiskKV VALUES('composerData:it''s', '{"createdAt": 1768000000000, "conversation": [null, {"type": 1, "text": "\u0000 quote '' here"}]}');
