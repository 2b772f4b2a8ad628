"""Facts: what the tables of documents state of a measure, by organisation, line and period."""
