"""Who thinks: model-backed or extractive, behind the four protocols of ``base``."""
