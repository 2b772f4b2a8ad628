"""Labels: how a run ended and why a sentence was left out, in the words people read everywhere."""

from masis.domain.run.gate import Outcome, PartOutcome
from masis.domain.run.publishing import StruckVerdict
from masis.domain.verification.claims import ClaimVerdict

CLAIMS: dict[ClaimVerdict, str] = {
    "supported": "Supported",
    "not_verified": "Not verified",
    "number_mismatch": "Figure differs",
    "contradicted": "Contradicted",
    "not_in_source": "Not in source",
    "uncited": "No source",
    "hedge": "Reservation",
    "heading": "Heading",
}
STRUCK: dict[StruckVerdict, str] = {
    **{verdict: word for verdict, word in CLAIMS.items()},  # noqa: C416 - dict() keeps the narrower key
    "fabricated": "Made-up source",
    "leaning": "Points back",
}
OUTCOMES: dict[Outcome, str] = {
    "answered": "Answered",
    "passages": "Passages to read",
    "absent": "Not in your documents",
    "conflict": "Sources disagree",
    "unavailable": "Not available",
    "clarification": "Asked back",
}
PARTS: dict[PartOutcome, str] = {
    "answered": "answered",
    "passages": "no verified answer",
    "absent": "not in your documents",
}
