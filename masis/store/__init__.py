"""Everything remembered: workspaces, documents, runs, cases, checkpoints."""
