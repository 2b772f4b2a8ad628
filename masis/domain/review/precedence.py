"""Precedence: a workspace's rules about which document counts, and what they make of a conflict."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime

from masis.domain.language.periods import find_periods, period_fit
from masis.domain.language.words import lexicon
from masis.domain.run.critique import Opinion
from masis.domain.value import Value
from masis.domain.verification.binding import measured_words
from masis.domain.verification.conflicts import Conflict, ConflictSide, Settlement


class PrecedenceRule(Value):
    """A person's word that one document counts more than another, where their values differ."""

    rule_id: str
    workspace_id: str
    preferred_id: str
    preferred_title: str
    over_id: str = ""
    """The document that stands back; empty means every other one."""
    over_title: str = ""
    subject: str = ""
    """Entity and measure the rule is about; empty means everything."""
    period: str = ""
    effective_from: date
    reason: str = ""
    created_at: datetime
    created_by: str
    revoked_at: datetime | None = None
    revoked_by: str = ""
    once: bool = False
    """True for a choice that holds for one run only."""

    @property
    def source(self) -> str:
        """Whose word it is, as an answer cites it."""
        day = f"{self.created_at:%-d %b %Y}"
        if self.once:
            return f"the choice made for this run on {day} by {self.created_by}"
        return f"the workspace's rule of {day} by {self.created_by}"

    @property
    def scope(self) -> str:
        """What the rule is about, in words."""
        return ", ".join(part for part in (self.subject, self.period) if part) or "everything"

    @property
    def told(self) -> str:
        """What it says, in a sentence for a writer."""
        over = self.over_title or "every other document"
        return f"For {self.scope}, “{self.preferred_title}” takes precedence over “{over}”, by {self.source}."

    def in_force(self, today: date) -> bool:
        """Tell whether the rule counts on a day."""
        return self.revoked_at is None and self.effective_from <= today


def settle(
    conflicts: Sequence[Conflict], rules: Sequence[PrecedenceRule]
) -> tuple[tuple[Conflict, ...], tuple[Settlement, ...]]:
    """Return the conflicts that stay open and those that rules settle; no side is ever dropped."""
    still_open: list[Conflict] = []
    settled: list[Settlement] = []
    for conflict in conflicts:
        settlement = settlement_of(conflict, rules)
        if settlement is None:
            still_open.append(conflict)
        else:
            settled.append(settlement)
    return tuple(still_open), tuple(settled)


def settlement_of(conflict: Conflict, rules: Sequence[PrecedenceRule]) -> Settlement | None:
    """Return how rules settle a conflict: one side must take precedence over each of the others."""
    fitting = [rule for rule in rules if _is_about(rule, conflict.subject)]
    winners = []
    for side in conflict.sides:
        others = [other for other in conflict.sides if other is not side]
        deciding = [_deciding(side, other, fitting) for other in others]
        if others and all(rule is not None for rule in deciding):
            winners.append((side, others, [rule for rule in deciding if rule is not None]))
    if len(winners) != 1:
        return None
    side, others, used = winners[0]
    return Settlement(
        conflict=conflict,
        preferred=side,
        others=tuple(others),
        rule_ids=tuple(dict.fromkeys(rule.rule_id for rule in used)),
        source=" and ".join(dict.fromkeys(rule.source for rule in used)),
    )


def _deciding(
    side: ConflictSide, other: ConflictSide, rules: Iterable[PrecedenceRule]
) -> PrecedenceRule | None:
    """Return the rule that puts a side before another: the narrowest wins, among equals the latest word."""
    between = [rule for rule in rules if _names(rule, side, other) or _names(rule, other, side)]
    if not between:
        return None
    first = max(between, key=lambda rule: (_narrowness(rule), rule.created_at, rule.rule_id))
    return first if first.preferred_id == side.document_id else None


def _names(rule: PrecedenceRule, side: ConflictSide, other: ConflictSide) -> bool:
    return (
        side.document_id != other.document_id
        and rule.preferred_id == side.document_id
        and rule.over_id in {"", other.document_id}
    )


def _narrowness(rule: PrecedenceRule) -> tuple[bool, int]:
    return rule.once, sum(map(bool, (rule.subject, rule.period, rule.over_id)))


def _is_about(rule: PrecedenceRule, subject: str) -> bool:
    """Tell whether a rule covers what a conflict is about."""
    stated = _labels(subject)
    if rule.period and stated and all(period_fit(label, stated) <= 0 for label in _labels(rule.period)):
        return False
    if not rule.subject:
        return True
    ruled, disputed = measured_words(rule.subject), measured_words(subject)
    measures = lexicon().measures
    return ruled <= disputed and ruled & measures == disputed & measures


def _labels(text: str) -> frozenset[str]:
    return frozenset(period.label for mention in find_periods(text) for period in mention.periods)


def statement(settlement: Settlement) -> str:
    """Return the line that says which value takes precedence and why; what follows it cites both."""
    preferred = settlement.preferred
    others = " and ".join(f"{side.value} ({side.document_title})" for side in settlement.others)
    return (
        (
            f"The documents give different values for {settlement.conflict.subject}; by {settlement.source}, "
            f"{preferred.value} ({preferred.document_title}) takes precedence over {others}:"
        )
        .replace("[", "(")
        .replace("]", ")")
    )


def stated(draft: str, settlements: Sequence[Settlement]) -> str:
    """Return the draft with each settled conflict named as such, all its values shown and cited."""
    for settlement in settlements:
        plain = f"The documents give different values for {settlement.conflict.subject}:"
        if plain in draft:
            draft = draft.replace(plain, statement(settlement), 1)
        else:
            sides = (settlement.preferred, *settlement.others)
            lines = "\n".join(f"- {_quoted(side)} [{side.chunk_id}]." for side in sides)
            draft = f"{draft.rstrip()}\n\n{statement(settlement)}\n\n{lines}"
    return draft


def _quoted(side: ConflictSide) -> str:
    return side.quote.strip().rstrip(".").replace("[", "(").replace("]", ")")


def applied(opinion: Opinion, rules: Sequence[PrecedenceRule]) -> tuple[Opinion, tuple[Settlement, ...]]:
    """Return the opinion without the conflicts that rules settle, and the settlements."""
    still_open, settled = settle(opinion.conflicts, rules)
    if not settled:
        return opinion, ()
    summaries = {settlement.conflict.summary for settlement in settled}
    changes = {
        "conflicts": still_open,
        "conflicting_evidence": tuple(
            summary for summary in opinion.conflicting_evidence if summary not in summaries
        ),
        "issues": tuple(
            issue for issue in opinion.issues if not (issue.kind == "conflict" and issue.claim in summaries)
        ),
    }
    return opinion.model_copy(update=changes), settled
