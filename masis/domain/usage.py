"""Usage: what a model call cost, kept with the trace entry it belongs to."""

from pydantic import Field

from masis.domain.value import Value
from masis.errors import ServiceUnavailable


class Usage(Value):
    """Calls and tokens of one analyst's work; all zero for the extractive analysts."""

    model: str = ""
    prompt: str = ""
    """The prompt that was sent, by name and version."""
    calls: int = Field(default=0, ge=0)
    input_tokens: int = Field(default=0, ge=0)
    output_tokens: int = Field(default=0, ge=0)
    waited_seconds: float = Field(default=0.0, ge=0.0)

    def __add__(self, other: "Usage") -> "Usage":
        """Sum two pieces of work; the model named first stays named."""
        return Usage(
            model=self.model or other.model,
            prompt=self.prompt or other.prompt,
            calls=self.calls + other.calls,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            waited_seconds=self.waited_seconds + other.waited_seconds,
        )

    def sent(self, prompt: str) -> "Usage":
        """Return the same with the prompt it was spent on."""
        return self.model_copy(update={"prompt": prompt})

    @classmethod
    def of(cls, failure: ServiceUnavailable) -> "Usage":
        """Return what was spent before a failure."""
        return cls(
            model=failure.model,
            calls=failure.calls,
            input_tokens=failure.input_tokens,
            output_tokens=failure.output_tokens,
        )

    def charge(self, failure: ServiceUnavailable) -> None:
        """Add this to what a failure has cost, so that whoever catches it still counts it."""
        failure.model = self.model or failure.model
        failure.calls += self.calls
        failure.input_tokens += self.input_tokens
        failure.output_tokens += self.output_tokens
