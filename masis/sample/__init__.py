"""The sample workspace: documents about an invented company, written for this project."""
