"""Calibration: what confidence means here, and where its line lies."""
