"""Person: who asks, and how they sign what they decide."""

from masis.domain.value import Value


class Caller(Value):
    """Who asks; the embedded default knows one local analyst."""

    person: str = "local"
    name: str = ""
    """How the person signs what they decide; empty means as ``person``."""

    @property
    def signature(self) -> str:
        """The name that is kept with a decision."""
        return self.name.strip() or self.person
