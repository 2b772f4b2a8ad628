"""Conversation: what is asked in a thread, and what a question means with the thread in view."""
