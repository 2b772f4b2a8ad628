"""People: who belongs to a workspace, what was done in it, and what an administrator sees."""
