"""The parts of the extractive analysts; each file has one job."""
