"""Memo audit: what the documents say to each sentence of somebody's text."""
