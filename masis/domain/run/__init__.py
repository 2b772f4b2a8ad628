"""One run: what its gate decides, what of its draft is published, and how it ends."""
