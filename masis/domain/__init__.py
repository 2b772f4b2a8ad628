"""Pure rules and values: standard library and pydantic only."""
