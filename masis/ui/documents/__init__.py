"""Documents: files on their way in, and what a workspace holds."""
