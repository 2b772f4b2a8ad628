"""Prompts as Markdown files, rendered strictly."""
