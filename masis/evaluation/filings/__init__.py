"""Filings: sets over a folder of documents that all stand in one workspace."""
