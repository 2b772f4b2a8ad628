"""Ask: the question, the run at work, and its answer with what it rests on."""
