"""Language: words, quantities, periods, names, tables and questions, read once and in one way."""
