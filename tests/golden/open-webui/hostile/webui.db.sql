CREATE TABLE chat (id TEXT PRIMARY KEY, user_id TEXT, title TEXT, chat JSON, created_at INTEGER, updated_at INTEGER, archived INTEGER, pinned INTEGER, meta JSON);
CREATE TABLE user (id TEXT PRIMARY KEY, name TEXT, email TEXT);
INSERT INTO chat VALUES('x', X'ff', 7, '[]', 'never', NULL, NULL, NULL, NULL);
INSERT INTO chat VALUES('y', NULL, NULL, '{"history": {"messages": {"a": {"parentId": "a", "role": ["user"], "content": {"x": 1}, "timestamp": "never", "files": "f"}, "b": 7}, "currentId": {"q": 1}}}', NULL, NULL, NULL, NULL, NULL);
INSERT INTO chat VALUES('z', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
