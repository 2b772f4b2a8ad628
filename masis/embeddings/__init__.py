"""Text to vectors: the local model and OpenAI-compatible servers, each with its profile."""
