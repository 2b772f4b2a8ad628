"""Evaluation: question sets, standard measures, and the harness that runs one on the real pipeline."""
