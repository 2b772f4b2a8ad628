"""History: earlier runs as they are listed, and two of them side by side."""
