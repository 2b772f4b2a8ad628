"""Citation engine: which ids an answer cites, which of them exist, which sentences cite nothing."""

from masis.domain.value import Value


class CitationAudit(Value):
    """What the code found about an answer's citations."""

    cited: tuple[str, ...] = ()
    """Ids that exist in the evidence, in order of first use."""
    fabricated: tuple[str, ...] = ()
    uncited_claims: tuple[str, ...] = ()
