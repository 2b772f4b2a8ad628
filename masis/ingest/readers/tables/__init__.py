"""Tables: what the cells of a page or a file say: rows with labels, values, units and periods."""
