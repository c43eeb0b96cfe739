CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);
INSERT INTO ItemTable VALUES('workbench.panel.aichat.view.aichat.chatdata', '{"tabs": [{"tabId": "44444444-dddd-4ddd-8ddd-000000000001", "chatTitle": "Old", "lastSendTime": 1700000001000, "bubbles": [{"type": "user", "id": "x1", "text": "Hello there", "initText": "{}"}, {"type": "ai", "id": "x2", "text": "General greeting.", "modelType": "gpt-4"}, {"type": "ai", "rawText": "no id"}]}]}');
INSERT INTO ItemTable VALUES('aiService.generations', '[{"unixMs": 1700000001500, "generationUUID": "g", "type": "chat", "textDescription": "Hello there"}]');
INSERT INTO ItemTable VALUES('composer.composerData', '{"allComposers": []}');
INSERT INTO ItemTable VALUES('unrelated', '{}');
