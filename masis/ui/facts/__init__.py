"""Facts page: a measure as a table over organisations and periods, its sources, chart and files."""
