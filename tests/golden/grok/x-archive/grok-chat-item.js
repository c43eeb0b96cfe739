window.YTD.grok_chat_item.part0 = [
  {
    "grokChatItem" : {
      "grokMode" : {"value" : "1", "name" : "Normal", "originalName" : "NORMAL", "annotations" : { }},
      "accountId" : "17", "chatId" : "1981", "createdAt" : "2025-10-23T13:11:59.692Z",
      "sender" : {"value" : "1", "name" : "User", "originalName" : "USER", "annotations" : { }},
      "message" : "What is trending?"
    }
  },
  {
    "grokChatItem" : {
      "postIds" : ["1963"],
      "accountId" : "17", "chatId" : "1981", "createdAt" : "2025-10-23T13:12:05.000Z",
      "sender" : {"value" : "2", "name" : "Agent", "originalName" : "AGENT", "annotations" : { }},
      "message" : "Boats."
    }
  }
]
