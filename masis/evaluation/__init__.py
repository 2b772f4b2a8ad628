"""Evaluation: ``masis eval`` on an operator's own questions, and the probes of the Calibration page."""
