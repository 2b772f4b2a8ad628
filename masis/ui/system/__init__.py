"""System: what is in use and whether it is well."""
