"""History: earlier runs, and two of them side by side."""
