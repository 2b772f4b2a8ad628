"""Draft audit: a text checked against the documents, sentence by sentence."""
