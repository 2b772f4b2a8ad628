"""Changes of the database's tables, in order; run by ``store.database`` at start."""
