"""Review: what people decide about runs that need one, and the rules that outlast a case."""
