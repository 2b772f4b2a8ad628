"""Gate stand-in: one part, answered where the text answers at all and one of its claims is supported."""

from collections.abc import Sequence

from masis.domain.draft import is_answered
from masis.domain.evidence import EvidenceChunk
from masis.domain.run.gate import MOST_PASSAGES, PartVerdict
from masis.domain.verification.claims import Claim


class SupportedClaimGate:
    """Take the whole question as one part; any supported claim answers it."""

    def decide(
        self, question: str, claims: Sequence[Claim], evidence: Sequence[EvidenceChunk]
    ) -> tuple[PartVerdict, ...]:
        """Return one verdict; a text that only admits a gap says that the answer is absent."""
        nearest = sorted(evidence, key=lambda chunk: (-chunk.score, chunk.chunk_id))[:MOST_PASSAGES]
        supported = [claim for claim in claims if claim.verdict == "supported"]
        says_something = is_answered(claims)
        if supported and says_something:
            best = max(supported, key=lambda claim: claim.support)
            return (
                PartVerdict(
                    part=question,
                    outcome="answered",
                    chance=best.support,
                    reason="A sentence that its source supports answers it.",
                    position=best.position,
                    searched=(question,),
                ),
            )
        return (
            PartVerdict(
                part=question,
                outcome="passages" if says_something else "absent",
                reason="No sentence of the answer is supported by its source.",
                passages=tuple(chunk.chunk_id for chunk in nearest),
                searched=(question,),
            ),
        )
