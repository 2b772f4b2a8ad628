"""Documents in: bytes become pages, chunks and vectors."""
