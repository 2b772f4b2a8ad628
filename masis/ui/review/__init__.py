"""Review: the queue of cases and the decision on one."""
