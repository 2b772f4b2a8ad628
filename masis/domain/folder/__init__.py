"""Folder: files of a folder and the documents they became, and what makes these follow those."""
