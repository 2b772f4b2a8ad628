"""Review: what people decide about the cases that MASIS could not decide, and what follows from it."""
