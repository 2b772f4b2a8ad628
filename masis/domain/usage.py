"""Usage: what a model call cost, kept with the trace entry it belongs to."""

from pydantic import Field

from masis.domain.value import Value


class Usage(Value):
    """Calls and tokens of one analyst's work; all zero for the extractive analysts."""

    model: str = ""
    calls: int = Field(default=0, ge=0)
    input_tokens: int = Field(default=0, ge=0)
    output_tokens: int = Field(default=0, ge=0)
    waited_seconds: float = Field(default=0.0, ge=0.0)
