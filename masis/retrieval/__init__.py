"""Finding passages: the vector store port, its two adapters, fusion and query building."""
