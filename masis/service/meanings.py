"""Meanings: one sentence for each setting, for the System page."""

_MEANINGS = {
    "data_dir": "Folder for everything MASIS remembers: documents, vectors, runs.",
    "engine": "Who thinks: auto is openai when a key or a base URL is set, else extractive.",
    "openai_api_key": "Key of the language model endpoint.",
    "openai_base_url": "Address of an OpenAI-compatible server; unset means the OpenAI API.",
    "model_writer": "Model that writes answers.",
    "model_auditor": "Model that audits drafts.",
    "model_judge": "Model that scores answers.",
    "model_desk": "Model that decides whether a question is clear.",
    "model_timeout_seconds": "Seconds one model call may take.",
    "model_max_attempts": "Tries per model call on rate limits, server errors and timeouts.",
    "model_max_output_tokens": "Longest reply of a model, in tokens.",
    "model_calls_per_minute": "Model calls a minute, shared by all sessions.",
    "model_wait_seconds": "Longest wait for a free model call before a run is handed to a human.",
    "embedder": "What turns text into vectors: local ships with MASIS.",
    "embedding_model": "Embedding model of the OpenAI-compatible endpoint.",
    "embedding_batch": "Texts sent to the embedder at once.",
    "qdrant_url": "Address of a Qdrant server; unset means the embedded engine.",
    "qdrant_api_key": "Key of the Qdrant server.",
    "qdrant_collection": "Collection on the Qdrant server.",
    "qdrant_timeout_seconds": "Seconds one request to the Qdrant server may take.",
    "tavily_api_key": "Key of the Tavily web search; without one the web cannot be searched.",
    "tavily_base_url": "Address of the web search; unset means Tavily itself.",
    "web_results": "Findings taken from one search outside the documents.",
    "web_timeout_seconds": "Seconds a round of research waits for searches outside the documents.",
    "tools": "Your own search tools, as package.module:factory.",
    "candidates": "Passages looked at on the first pass.",
    "retry_candidates": "Passages looked at on a retry.",
    "context_chars": "Characters of evidence the writer sees before it is shortened.",
    "low_confidence_threshold": "Confidence below which an answer is not finalized.",
    "parallel_runs": "Questions answered at the same time.",
    "max_file_mb": "Largest upload, in megabytes.",
    "max_pages": "Longest document, in pages.",
    "read_timeout_seconds": "Seconds reading one file may take.",
    "max_unpacked_mb": "Most megabytes a compressed file may unpack to.",
    "parallel_ingestions": "Files worked on at the same time.",
    "ocr": "Whether scanned pages are read when the OCR extra is installed.",
    "host": "Address the web app listens on.",
    "port": "Port the web app listens on; the next free one is taken when it is busy.",
    "api_token": "Bearer token of the HTTP API; without one the API is off.",
    "log_level": "How much is logged.",
}


def meaning_of(field: str) -> str:
    """Return what a setting means; its name in words for one that has no sentence yet."""
    return _MEANINGS.get(field, field.replace("_", " ").capitalize() + ".")
