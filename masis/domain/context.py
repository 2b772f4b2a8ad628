"""Context: the evidence fitted into the writer's character budget."""

from masis.domain.evidence import EvidenceChunk
from masis.domain.value import Value


class Passage(Value):
    """One chunk as the writer sees it."""

    chunk: EvidenceChunk
    text: str
    shortened: bool = False


class Context(Value):
    """The passages a writer may use, highest score first."""

    passages: tuple[Passage, ...]
    compressed: bool = False
    chars_before: int = 0
    chars_after: int = 0

    @property
    def chunks(self) -> tuple[EvidenceChunk, ...]:
        """The evidence behind the passages."""
        return tuple(passage.chunk for passage in self.passages)
