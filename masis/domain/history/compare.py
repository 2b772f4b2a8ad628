"""Compare: what one run says that another does not - claims, evidence, decision, figures and settings."""

from collections.abc import Sequence
from typing import Literal, TypeVar

from masis.domain.evidence import EvidenceChunk
from masis.domain.history.alike import matches, normalised
from masis.domain.history.compare_figures import Figure, Setting, figures_of, settings_that_differ
from masis.domain.run.decision import EscalationCause
from masis.domain.run.report import RunReport, RunVerdict
from masis.domain.value import Value
from masis.domain.verification.claims import Claim

Kind = Literal["kept", "changed", "gained", "lost"]
T = TypeVar("T")

_TURNED: dict[Kind, Kind] = {"kept": "kept", "changed": "changed", "gained": "lost", "lost": "gained"}
_ORDER: dict[Kind, int] = {"changed": 0, "gained": 1, "lost": 2, "kept": 3}


class ClaimPair(Value):
    """A sentence in both answers, or in one of them only."""

    kind: Kind
    before: Claim | None = None
    after: Claim | None = None

    @property
    def verdict_changed(self) -> bool:
        """Whether both answers say it, and the ledger judges it differently."""
        return bool(self.before and self.after and self.before.verdict != self.after.verdict)

    @property
    def other_sources(self) -> bool:
        """Whether both answers say it and rest on different passages."""
        return bool(self.before and self.after and {*self.before.citations} != {*self.after.citations})

    @property
    def differs(self) -> bool:
        """Whether anything about it differs."""
        return self.kind != "kept" or self.verdict_changed or self.other_sources


class EvidencePair(Value):
    """A passage both runs found, or only one; ``changed`` is one whose document has new words there."""

    kind: Kind
    before: EvidenceChunk | None = None
    after: EvidenceChunk | None = None
    cited_before: bool = False
    cited_after: bool = False

    @property
    def score_change(self) -> float | None:
        """How the score moved, where both runs found the passage."""
        if self.before is None or self.after is None:
            return None
        return round(self.after.score - self.before.score, 6)

    @property
    def differs(self) -> bool:
        """Whether anything about it differs."""
        return self.kind != "kept" or bool(self.score_change) or self.cited_before != self.cited_after


class Ending(Value):
    """How a run ended."""

    verdict: RunVerdict
    cause: EscalationCause | None = None


class Subject(Value):
    """A run as it is compared: its report as people left it, and what the history calls it."""

    report: RunReport
    verdict: RunVerdict


class Comparison(Value):
    """What differs between two runs; figures and claims that agree are in it too, marked as kept."""

    before_id: str
    after_id: str
    same_question: bool
    same_answer: bool
    endings: tuple[Ending, Ending]
    claims: tuple[ClaimPair, ...] = ()
    evidence: tuple[EvidencePair, ...] = ()
    figures: tuple[Figure, ...] = ()
    settings: tuple[Setting, ...] = ()
    """Only those that differ."""

    @property
    def same(self) -> bool:
        """Whether nothing differs."""
        parts = (self.same_question, self.same_answer, self.endings[0] == self.endings[1], not self.settings)
        told = any(claim.differs for claim in self.claims) or any(pair.differs for pair in self.evidence)
        return all(parts) and not told and not self.moved

    @property
    def moved(self) -> tuple[Figure, ...]:
        """The figures that differ."""
        return tuple(figure for figure in self.figures if figure.differs)

    def count(self, kind: Kind) -> int:
        """Return how many claims were kept, changed, gained or lost."""
        return sum(pair.kind == kind for pair in self.claims)

    def swapped(self) -> "Comparison":
        """Return the comparison the other way round."""
        turned_claims = [
            pair.model_copy(update={"kind": _TURNED[pair.kind], "before": pair.after, "after": pair.before})
            for pair in self.claims
        ]
        turned_evidence = [
            EvidencePair(
                kind=_TURNED[pair.kind],
                before=pair.after,
                after=pair.before,
                cited_before=pair.cited_after,
                cited_after=pair.cited_before,
            )
            for pair in self.evidence
        ]
        return self.model_copy(
            update={
                "before_id": self.after_id,
                "after_id": self.before_id,
                "endings": self.endings[::-1],
                "claims": _claims_in_order(turned_claims),
                "evidence": _evidence_in_order(turned_evidence),
                "figures": tuple(figure.swapped() for figure in self.figures),
                "settings": tuple(setting.swapped() for setting in self.settings),
            }
        )


def compare(before: Subject, after: Subject) -> Comparison:
    """Return what the later run has that the earlier one has not, and the other way round."""
    old, new = before.report, after.report
    return Comparison(
        before_id=old.run_id,
        after_id=new.run_id,
        same_question=normalised(old.question) == normalised(new.question),
        same_answer=_words(old) == _words(new),
        endings=(_ending(before), _ending(after)),
        claims=_claims(old, new),
        evidence=_evidence(old, new),
        figures=figures_of(old, new),
        settings=settings_that_differ(old, new),
    )


def _ending(subject: Subject) -> Ending:
    waits = subject.report.requires_human_review
    return Ending(verdict=subject.verdict, cause=subject.report.cause if waits else None)


def _words(report: RunReport) -> tuple[str, ...]:
    """Return the sentences without their citations: ids change with every new version of a file."""
    return tuple(normalised(claim.text) for claim in report.claims) or (normalised(report.answer or ""),)


def _paired(
    olds: Sequence[T], news: Sequence[T], texts: tuple[Sequence[str], Sequence[str]]
) -> list[tuple[Kind, T | None, T | None]]:
    found = matches(*texts)
    pairs: list[tuple[Kind, T | None, T | None]] = [
        ("kept" if match.same else "changed", olds[match.left], news[match.right]) for match in found
    ]
    seen_left, seen_right = {match.left for match in found}, {match.right for match in found}
    pairs += [("lost", old, None) for number, old in enumerate(olds) if number not in seen_left]
    pairs += [("gained", None, new) for number, new in enumerate(news) if number not in seen_right]
    return pairs


def _claims(old: RunReport, new: RunReport) -> tuple[ClaimPair, ...]:
    olds = [claim for claim in old.claims if claim.verdict != "heading"]
    news = [claim for claim in new.claims if claim.verdict != "heading"]
    texts = ([claim.text for claim in olds], [claim.text for claim in news])
    paired = _paired(olds, news, texts)
    return _claims_in_order([ClaimPair(kind=kind, before=left, after=right) for kind, left, right in paired])


def _claims_in_order(pairs: Sequence[ClaimPair]) -> tuple[ClaimPair, ...]:
    def key(pair: ClaimPair) -> tuple[int, int, int]:
        after = pair.after.position if pair.after else -1
        return (_ORDER[pair.kind], after, pair.before.position if pair.before else -1)

    return tuple(sorted(pairs, key=key))


def _evidence(old: RunReport, new: RunReport) -> tuple[EvidencePair, ...]:
    cited = tuple({i for claim in report.claims for i in claim.citations} for report in (old, new))
    # The same file has the same passage ids, also when it was deleted and taken in again.
    left, right = ({chunk.chunk_id: chunk for chunk in report.evidence} for report in (old, new))
    pairs: list[tuple[Kind, EvidenceChunk | None, EvidenceChunk | None]] = [
        ("kept", left[item], right[item]) for item in left if item in right
    ]
    olds = [chunk for item, chunk in left.items() if item not in right]
    news = [chunk for item, chunk in right.items() if item not in left]
    for document in dict.fromkeys(_document(chunk) for chunk in (*olds, *news)):
        # Only passages of one document can be each other's new wording.
        mine = [chunk for chunk in olds if _document(chunk) == document]
        theirs = [chunk for chunk in news if _document(chunk) == document]
        texts = ([chunk.full_text for chunk in mine], [chunk.full_text for chunk in theirs])
        pairs += _paired(mine, theirs, texts)
    return _evidence_in_order([_told(*pair, cited) for pair in pairs])


def _document(chunk: EvidenceChunk) -> str:
    return chunk.document_id or chunk.url


def _told(
    kind: Kind, left: EvidenceChunk | None, right: EvidenceChunk | None, cited: tuple[set[str], ...]
) -> EvidencePair:
    return EvidencePair(
        kind=kind,
        before=left,
        after=right,
        cited_before=bool(left and left.chunk_id in cited[0]),
        cited_after=bool(right and right.chunk_id in cited[1]),
    )


def _evidence_in_order(pairs: Sequence[EvidencePair]) -> tuple[EvidencePair, ...]:
    def key(pair: EvidencePair) -> tuple[int, float, str, str]:
        scores = [chunk.score for chunk in (pair.before, pair.after) if chunk]
        ids = sorted(chunk.chunk_id for chunk in (pair.before, pair.after) if chunk)
        return (_ORDER[pair.kind], -max(scores), ids[0], ids[-1])

    return tuple(sorted(pairs, key=key))
