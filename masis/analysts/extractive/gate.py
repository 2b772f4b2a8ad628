"""Gate: whether a claim answers a part of the question, by a fitted chance; the same for every engine."""

import math
from collections.abc import Container, Mapping, Sequence
from typing import NamedTuple

from masis.analysts.extractive import written
from masis.analysts.extractive.disputes import dispute
from masis.analysts.extractive.features import share_a_value, stated_values
from masis.analysts.extractive.planned import CHANCE, FIGURES, follows, planned
from masis.analysts.extractive.quoting import of_kind, quoted, says_kind, whole
from masis.analysts.extractive.rank import READ_BY_MODEL, READ_CLOSELY, Ranked, Ranker, shipped
from masis.analysts.extractive.slots import SLOTS, fills_slots, slots_of
from masis.analysts.extractive.statements import Statement, statements_of
from masis.analysts.extractive.understand import Asked, side_parts, understand
from masis.domain.evidence import EvidenceChunk
from masis.domain.language.words import concepts, lexicon
from masis.domain.run.gate import MOST_PASSAGES, PartVerdict
from masis.domain.verification.claims import Claim
from masis.domain.verification.conflicts import Conflict

SIGNALS = (
    "score",  # log odds of the statement by the ranking
    "margin",  # over the best statement that says something else; below 0: a rival is better
    "cover_all",
    "extra_scope",
    "measure",
    "period",
    "kind",
    "names",
    "reader_direct",
    "direct_lead",  # how far its direct reading is over the best one of those that say something else
    "passage",
    "agreement",  # statements of other passages that give the same value, at most 3, / 3
    "rivals",  # statements as near, of the same label, that give another value, at most 3, / 3
    "looked_up",  # the tables of the evidence state this one value for what is asked, and no other
    "exact",  # concepts it shares with the question, of all that either has
    "row",  # it is a row of a table
    "asks_figure",
    "broad",  # the part asks for text at large: why, list, describe, advise
)
"""Named features of the gate, in the order of the fit; what the fit gave no weight to is gone."""
NEARNESS = ("names", "reader_direct")
"""What tells whether the documents say a thing: asked names in the best one, the best reading of any."""
_AS_NEAR = 3.0
"""A rival stands at most so far behind, in log odds (own choice)."""
_BROAD = frozenset({"why", "list", "describe", "advise"})


def signals(asked: Asked, chosen: Ranked, ranked: Sequence[Ranked]) -> dict[str, float]:
    """Return what the gate looks at for a part and the statement that answers it."""
    values = chosen.values
    rival = next(
        (candidate for candidate in ranked if not _alike(candidate.statement, chosen.statement)), None
    )
    margin = chosen.score - rival.score if rival else 3.0
    rivals, agreement = _rivals(asked, chosen, ranked), _agreement(asked, chosen.statement, ranked)
    return {
        "score": chosen.score,
        "margin": max(-3.0, min(3.0, margin)),
        **{name: values[name] for name in (*SIGNALS, *SLOTS) if name in values},
        **slots_of(asked, chosen.statement),
        "direct_lead": _direct_lead(chosen, ranked),
        "agreement": agreement,
        "rivals": min(3, len(rivals)) / 3,
        "disputed": float(any(_agreement(asked, other.statement, ranked) >= agreement for other in rivals)),
        "exact": _exact(asked, chosen.statement),
        "looked_up": _looked_up(asked, chosen, ranked),
        "row": float(chosen.statement.kind == "row"),
        "asks_figure": float(asked.part.wants in FIGURES),
        "broad": float(asked.part.operation in _BROAD),
    }  # fmt: skip


def _direct_lead(chosen: Ranked, ranked: Sequence[Ranked]) -> float:
    """Return how much more directly a statement is read to answer than what says something else, -2..2."""
    others = [
        candidate.values["reader_direct"]
        for candidate in ranked[:READ_BY_MODEL]
        if not _alike(candidate.statement, chosen.statement)
    ]
    return chosen.values["reader_direct"] - max(others, default=-1.0)


def _agreement(asked: Asked, statement: Statement, ranked: Sequence[Ranked]) -> float:
    """Return how many other passages give a value of a statement; a report repeats its main figures."""
    others = {
        candidate.statement.chunk.chunk_id
        for candidate in ranked[:READ_CLOSELY]
        if candidate.statement.chunk.chunk_id != statement.chunk.chunk_id
        and share_a_value(asked, statement, candidate.statement)
    }
    return min(3, len(others)) / 3


def _rivals(asked: Asked, chosen: Ranked, ranked: Sequence[Ranked]) -> list[Ranked]:
    """Return the rows of the same label that give another value: whose scope is meant, nothing says.

    Where the chosen row stands under every asked word that the other one stands under, and under one more,
    the question says it. What could not be the answer, a row of another year or quarter, is no rival.
    """
    if not stated_values(asked, chosen.statement):
        return []
    held = _asked_at(asked, chosen.statement)
    return [
        candidate
        for candidate in ranked[:READ_CLOSELY]
        if chosen.score - candidate.score < _AS_NEAR
        and candidate.statement.kind == chosen.statement.kind == "row"
        and _alike(candidate.statement, chosen.statement)
        and stated_values(asked, candidate.statement)
        and not share_a_value(asked, chosen.statement, candidate.statement)
        and not _asked_at(asked, candidate.statement) < held
        and _could_answer(asked, candidate)
    ]


def _could_answer(asked: Asked, candidate: Ranked) -> bool:
    """Tell whether a statement fills the slots of a part, whatever its rivals say."""
    found = {**candidate.values, **slots_of(asked, candidate.statement), "disputed": 0.0}
    return fills_slots({**found, "asks_figure": float(asked.part.wants in FIGURES)})


def _asked_at(asked: Asked, statement: Statement) -> frozenset[str]:
    """Return the asked words that a row holds, or stands under: label, section, caption and headers."""
    return asked.attribute & (statement.own | statement.path | statement.header)


def settled_lead(asked: Asked, ranked: Sequence[Ranked]) -> Ranked:
    """Return the lead, or its rival whose value more passages give: a report repeats its main figures."""
    lead = ranked[0]
    rivals = _rivals(asked, lead, ranked)
    return max((lead, *rivals), key=lambda candidate: _agreement(asked, candidate.statement, ranked))


def _looked_up(asked: Asked, chosen: Ranked, ranked: Sequence[Ranked]) -> float:
    """Return 1 for the row that a look-up of one value finds."""
    plan = planned(asked, [candidate.statement for candidate in ranked])
    alone = plan is not None and not plan.sentence
    return float(alone and plan is not None and plan.rows[0].statement.key == chosen.statement.key)


def _exact(asked: Asked, statement: Statement) -> float:
    said = statement.own | (statement.path if statement.kind == "row" else frozenset())
    own = {word for profile in asked.organisations for name in profile.names for word in concepts(name)}
    return len(said & asked.attribute) / (len((said | asked.attribute) - own) or 1)


def _alike(left: Statement, right: Statement) -> bool:
    """Tell whether two statements are one in other places: the same label, or most words in common.

    How firm a figure is said to be makes no other statement of it: which one counts is a conflict's matter.
    """
    if left.key == right.key:
        return True
    firmness = frozenset(lexicon().firmness)
    small, large = sorted((left.own - firmness, right.own - firmness), key=len)
    return bool(small) and len(small & large) >= 0.9 * len(large)


def fitted() -> tuple[Mapping[str, Mapping[str, float]], float]:
    """Return the shipped weights for parts that ask a figure and for others, and the line of an answer."""
    raw = shipped()["gate"]
    return {"figure": raw["figure"], "text": raw["text"]}, raw["line"]


def chance(found: Mapping[str, float]) -> float:
    """Return how likely a statement with these signals answers its part rightly."""
    return 1 / (1 + math.exp(-_log_odds(found))) if fills_slots(found) else 0.0


def _log_odds(found: Mapping[str, float]) -> float:
    weights = fitted()[0]["figure" if found["asks_figure"] else "text"]
    log_odds = weights["intercept"] + sum(weights.get(name, 0.0) * value for name, value in found.items())
    return max(-30.0, min(30.0, log_odds))


def nearness(ranked: Sequence[Ranked]) -> tuple[float, ...]:
    """Return how near the statements of the evidence come to a part, in the order of ``NEARNESS``."""
    read = (candidate.values["reader_direct"] for candidate in ranked[:READ_BY_MODEL])
    return ranked[0].values["names"], max(read)


def speaks_of_it(ranked: Sequence[Ranked]) -> bool:
    """Tell whether the evidence speaks of what is asked; where it does not, the documents are said not to.

    The line leaves one in twenty answerable parts under it (``scripts/fit_answers.py``).
    """
    if not ranked:
        return False
    there: Mapping[str, float] = shipped()["near"]
    parts = zip(NEARNESS, nearness(ranked), strict=True)
    slope = there["intercept"] + sum(there[name] * value for name, value in parts)
    return 1 / (1 + math.exp(-slope)) >= there["line"]


def likely(
    ranker: Ranker,
    asked: Asked,
    ranked: Sequence[Ranked],
    statements: Sequence[Statement],
    said: Container[tuple[str, int, int]],
    told: str = "",
) -> float:
    """Return the chance that what is said answers a part; of two things compared, that of the weaker side.

    ``told``: all that is said beside the statements; what code works out of one is a result that it lacks.
    """
    best = next((candidate for candidate in ranked if candidate.statement.key in said), None)
    if best is None:
        return 0.0
    result = follows(asked, best.statement) if asked.part.result and told else ""
    if result and result in told:
        asked = asked._replace(part=asked.part.model_copy(update={"result": ""}))
    chances: list[float] = []
    for side in side_parts(asked):
        own = ranker.rank(side, statements)
        lead = next((candidate for candidate in own if candidate.statement.key in said), None)
        chances.append(chance(signals(side, lead, own)) if lead else 0.0)
    return min(chances) if chances else chance(signals(asked, best, ranked))


class FittedGate:
    """Fills ``analysts.base.Gate``."""

    def __init__(self, ranker: Ranker) -> None:
        self._ranker = ranker

    def decide(
        self, question: str, claims: Sequence[Claim], evidence: Sequence[EvidenceChunk]
    ) -> tuple[PartVerdict, ...]:
        """Return one verdict a part; answered only when a supported claim reaches the fitted line."""
        asked = understand(question, evidence)
        statements = statements_of(evidence)
        return tuple(
            _worked_out(part, statements, claims) or self._verdict(part, statements, claims) for part in asked
        )

    def disputes(
        self, question: str, claims: Sequence[Claim], evidence: Sequence[EvidenceChunk]
    ) -> tuple[Conflict, ...]:
        """Return the other values that further documents give for what claims answer."""
        statements = statements_of(evidence)
        found: list[Conflict] = []
        for asked in understand(question, evidence):
            best = self._best(asked, statements, claims)
            if best.source and best.chance >= fitted()[1]:
                disputed = dispute(asked, best.source, self._ranker.rank(asked, statements))
                found.extend([disputed] if disputed else [])
        return tuple(found)

    def _verdict(self, asked: Asked, statements: Sequence[Statement], claims: Sequence[Claim]) -> PartVerdict:
        ranked = self._ranker.rank(asked, statements)
        text = f"{asked.part.text.strip().rstrip('?')}?"
        nearest = tuple(
            dict.fromkeys(candidate.statement.chunk.chunk_id for candidate in ranked[: 3 * MOST_PASSAGES])
        )
        searched = tuple(sorted(asked.attribute))
        best = self._best(asked, statements, claims)
        if best.claim is not None and best.chance >= fitted()[1]:
            return PartVerdict(
                part=text, outcome="answered", chance=best.chance, position=best.claim.position,
                reason="A supported sentence says what is asked.", passages=nearest[:MOST_PASSAGES],
                searched=searched,
            )  # fmt: skip
        there = speaks_of_it(ranked)
        return PartVerdict(
            part=text,
            outcome="passages" if there else "absent",
            chance=best.chance,
            reason="No sentence was verified to say what is asked." if there else "No passage speaks of it.",
            passages=nearest[:MOST_PASSAGES],
            searched=searched,
        )

    def _best(self, asked: Asked, statements: Sequence[Statement], claims: Sequence[Claim]) -> "_Answer":
        """Return what answers a part best, with its chance."""
        said = self._saying(asked, statements, claims)
        placed = of_kind(asked, quoted(said, statements), statements)
        ranked = self._ranker.rank(asked, statements)
        best = next((candidate for candidate in ranked if candidate.statement.key in placed), None)
        if best is None:
            return _Answer()
        told = "\n".join(claim.text for claim in claims if claim.verdict == "supported")
        chances = likely(self._ranker, asked, ranked, statements, placed, told)
        return _Answer(chances, placed[best.statement.key][0], best)

    def _saying(self, asked: Asked, statements: Sequence[Statement], claims: Sequence[Claim]) -> list[Claim]:
        """Return the supported claims that copy their source, or are read to say what is asked."""
        supported = [claim for claim in claims if claim.verdict == "supported"]
        own = [claim for claim in supported if not claim.is_copy]
        direct = dict(zip(own, self._ranker.direct(asked, [claim.text for claim in own]), strict=False))
        ranked = self._ranker.rank(asked, statements)
        rests = {claim: resting(asked, claim, statements, ranked) for claim in direct}
        denied = {
            claim
            for claim, source in rests.items()
            if source is None or not written.says_it(written.signals(claim, source, direct[claim]))
        }
        return [claim for claim in supported if claim not in denied]


class _Answer(NamedTuple):
    """What answers a part best, with its chance."""

    chance: float = 0.0
    claim: Claim | None = None
    source: Ranked | None = None
    """The statement it rests on."""


def resting(
    asked: Asked, claim: Claim, statements: Sequence[Statement], ranked: Sequence[Ranked]
) -> float | None:
    """Return the log odds by the gate's weights that the best statement a claim quotes answers a part.

    None where the claim cannot answer it: it does not give the kind of value asked for, or what it quotes is
    of another organisation or period.
    """
    placed = quoted([claim], statements)
    best = next((candidate for candidate in ranked if candidate.statement.key in placed), None)
    if best is None or not says_kind(asked, claim.text, whole(best.statement)):
        return None
    found = signals(asked, best, ranked)
    return None if found["organisation"] < 0 or found["period"] < 0 else _log_odds(found)


def _worked_out(asked: Asked, statements: Sequence[Statement], claims: Sequence[Claim]) -> PartVerdict | None:
    """Return the verdict where a supported claim says what code works out of looked-up values."""
    plan = planned(asked, statements)
    if plan is None or not plan.sentence:
        return None
    said = (claim for claim in claims if claim.verdict == "supported" and plan.sentence in claim.text)
    claim = next(said, None)
    if claim is None:
        return None
    return PartVerdict(
        part=f"{asked.part.text.strip().rstrip('?')}?", outcome="answered", chance=CHANCE,
        position=claim.position, reason="It follows from the values that the tables state.",
        passages=plan.chunk_ids[:MOST_PASSAGES], searched=tuple(sorted(asked.attribute)),
    )  # fmt: skip
