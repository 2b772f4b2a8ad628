"""Spending: what an analyst's work adds to a run's counters."""

from masis.domain.usage import Usage
from masis.state import JsonObject


def cost(usage: Usage) -> JsonObject:
    """Return the metrics update for model calls and tokens."""
    return {
        "llm_calls": usage.calls,
        "tokens": {
            "input": usage.input_tokens,
            "output": usage.output_tokens,
            "total": usage.input_tokens + usage.output_tokens,
        },
    }
