"""Verifying: a second look at the ledger by an operator's own model, which may doubt and never absolve."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import NamedTuple, Protocol, runtime_checkable

from masis.domain.evidence import EvidenceChunk
from masis.domain.verification.claims import Claim
from masis.errors import ConfigurationError

# Under this chance a sentence that only its wording holds up is no longer called supported (own choice: the
# even chance; a verifier that means something else by its numbers should be scaled by its operator).
LEAST_CHANCE = 0.5


class Pair(NamedTuple):
    """A sentence of the answer and a passage that it cites."""

    sentence: str
    passage: str


@runtime_checkable
class Verifier(Protocol):
    """An operator's own model: how likely it is that each sentence follows from its passage."""

    def verify(self, pairs: Sequence[Pair]) -> Sequence[float]:
        """Return one chance from 0 to 1 per pair, in order."""
        ...


def load_verifier(name: str) -> Verifier | None:
    """Load ``package.module:factory``; an empty name is no verifier.

    Raises:
        ConfigurationError: it cannot be loaded or is no verifier; the message says why.
    """
    if not name.strip():
        return None
    module, _, factory = name.strip().partition(":")
    try:
        made: object = getattr(import_module(module), factory)()
    except Exception as error:  # an operator's file may fail in any way
        message = f"MASIS_VERIFIER: {name} cannot be loaded ({type(error).__name__}: {error})."
        raise ConfigurationError(message) from error
    if not isinstance(made, Verifier):
        message = f"MASIS_VERIFIER: {name} did not return a verifier. A verifier has verify(pairs)."
        raise ConfigurationError(message)
    return made


def second_look(
    ledger: tuple[Claim, ...], evidence: Sequence[EvidenceChunk], verifier: Verifier | None
) -> tuple[tuple[Claim, ...], str]:
    """Return the ledger with the verifier's doubts, and how the verifier failed, if it did.

    Only a sentence that code found supported by wording alone is asked about: what code established, a copied
    sentence, a row, a figure that is worked out, and every verdict against a sentence, stays as it is.
    """
    if verifier is None:
        return ledger, ""
    texts = {chunk.chunk_id: chunk.full_text for chunk in evidence}
    asked = [claim for claim in ledger if _open_to_doubt(claim, texts)]
    pairs = [Pair(claim.text, texts[chunk_id]) for claim in asked for chunk_id in _known(claim, texts)]
    if not pairs:
        return ledger, ""
    try:
        chances = [float(chance) for chance in verifier.verify(pairs)]
    except Exception as error:  # noqa: BLE001 - an operator's model may fail in any way; the ledger stands without it
        return ledger, f"The verifier failed ({type(error).__name__}: {error})."
    if len(chances) != len(pairs) or not all(0.0 <= chance <= 1.0 for chance in chances):
        return ledger, "The verifier did not return one chance from 0 to 1 per sentence and passage."
    told = iter(chances)
    best = {claim.position: max(next(told) for _ in _known(claim, texts)) for claim in asked}
    return tuple(_doubted(claim, best) for claim in ledger), ""


def _open_to_doubt(claim: Claim, texts: Mapping[str, str]) -> bool:
    return claim.verdict == "supported" and claim.by_wording and bool(_known(claim, texts))


def _known(claim: Claim, texts: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(chunk_id for chunk_id in claim.citations if chunk_id in texts)


def _doubted(claim: Claim, best: Mapping[int, float]) -> Claim:
    chance = best.get(claim.position, 1.0)
    if chance >= LEAST_CHANCE:
        return claim
    reason = f"The verifier finds that the cited text does not carry it (chance {chance:.2f})."
    changes = {
        "verdict": "not_in_source",
        "decided_by": "model",
        "code_verdict": "supported",
        "reason": reason,
    }
    return claim.model_copy(update={**changes, "support": min(claim.support, chance)})
