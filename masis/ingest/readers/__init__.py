"""One reader a format: bytes to pages."""
