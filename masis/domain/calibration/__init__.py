"""Calibration: what a confidence means, fitted on outcomes, and the lines that rest on it."""
