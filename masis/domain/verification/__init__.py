"""Verification: facts of documents, and whether a sentence holds against them."""
