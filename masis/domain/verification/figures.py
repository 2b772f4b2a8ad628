"""Figures: what becomes of each number and period of a sentence against the facts it cites."""

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from masis.domain.language.currencies import CURRENCIES
from masis.domain.language.periods import covered, find_periods
from masis.domain.language.quantities import Figure, period_figures
from masis.domain.language.units import MEASURES
from masis.domain.value import Value
from masis.domain.verification.derivation import derivations
from masis.domain.verification.facts import Fact
from masis.domain.verification.matching import (
    FEATURES,
    Said,
    best_nearness,
    chance,
    counts_another,
    cover,
    fitted,
    measures,
    outdone,
    said_figures,
)
from masis.domain.verification.values import holds, same_digits, same_value

State = Literal["supported", "differs", "not_verified", "absent"]
# A counted list ("three drivers") up to this number may be the writer's own count of what the source lists.
_OWN_COUNT = 12
MOST_FIGURES = 60
"""Figures of one sentence that are compared with every fact: more are a table without its columns."""
_LEAST_HELD, _LEAST_COVER, _LEAST_LABEL = 0.8, 0.6, 0.5
"""Shares of the words beside a figure, and of all its words, that a fact must hold to say otherwise, and of
the fact's own that the sentence must."""
_VETOES = tuple(FEATURES.index(name) for name in ("sign_clashes", "period_clashes", "counts_another"))


_BEHIND = re.compile(r"\s?(?:±|\+/[-−–]|/|[(\[])[^()\[\]]*")
_WITH_SIGN = re.compile(r"(?<![\w.,])[-−–]?\d+(?:[.,]\d+)*")
_MINUS = str.maketrans("−–", "--")


class FigureFinding(Value):
    """What became of one figure of a sentence."""

    figure: Figure
    state: State
    fact: Fact | None = None
    """The fact that carries it, or that says otherwise."""
    formula: str = ""
    """``214.0 - 199.6 = 14.4`` where it is worked out."""
    chance: float = 0.0
    values: tuple[float, ...] = ()
    """Its features, for the fit."""
    reason: str = ""


def check_figures(
    sentence: str, facts: Sequence[Fact], names: frozenset[str] = frozenset()
) -> tuple[FigureFinding, ...]:
    """Return what became of every number of a sentence; ``names`` are concepts of its organisation."""
    said = said_figures(sentence, names)
    if len(said) > MOST_FIGURES:
        reason = (
            f"The sentence has {len(said):,} figures; at most {MOST_FIGURES} are compared with the source."
        )
        return tuple(FigureFinding(figure=one.figure, state="not_verified", reason=reason) for one in said)
    found = [_checked(figure, facts) for figure in said if not is_aside(figure, facts)]
    beside = [_or_beside(finding, found, sentence) for finding in found]
    return tuple(_unless_said(finding, beside) for finding in beside)


def _or_beside(finding: FigureFinding, every: Sequence[FigureFinding], sentence: str) -> FigureFinding:
    """Accept what a cell holds behind its figure where the sentence gives it right behind that figure too.

    The interval of an estimate, the spread of a mean: of ``-27.6 (-34.1, -20.5)`` the two in brackets.
    """
    start = finding.figure.start
    before = (other for other in reversed(every) if other.state == "supported" and other.figure.end <= start)
    lead = next(before, None)
    if finding.state == "supported" or lead is None or lead.fact is None:
        return finding
    behind = sentence[lead.figure.end : start]
    if lead.fact.origin != "cell" or lead.formula or not _BEHIND.fullmatch(behind):
        return finding
    said = _WITH_SIGN.search(sentence, max(start - 1, 0))
    _, *told = _WITH_SIGN.findall(lead.fact.shown)
    signed = [number.translate(_MINUS) for number in told]
    if said is None or said.group().translate(_MINUS) not in signed:
        return finding
    return finding.model_copy(update={"state": "supported", "fact": lead.fact, "reason": ""})


def _unless_said(finding: FigureFinding, every: Sequence[FigureFinding]) -> FigureFinding:
    """Doubt that a value says otherwise which another figure of the sentence gives rightly."""
    if finding.state != "differs" or finding.fact is None:
        return finding
    fact = finding.fact
    told = any(other.state == "supported" and same_value(other.figure, fact) for other in every)
    reason = f"The source says {fact.shown} of something near it, and the sentence does so too."
    doubted = finding.model_copy(update={"state": "not_verified", "chance": 0.0, "reason": reason})
    return doubted if told else finding


def is_aside(said: Said, facts: Sequence[Fact]) -> bool:
    """Tell a small spelled number that counts what the source lists, and that no fact speaks of."""
    figure = said.figure
    counted = figure.unit not in MEASURES | CURRENCIES | {"%", "pp", "x"}
    own = figure.spelled and figure.value <= _OWN_COUNT and counted and bool(said.counted)
    return own and not any(same_value(figure, fact) for fact in facts)


def _checked(said: Said, facts: Sequence[Fact]) -> FigureFinding:
    lines = fitted()
    rivals = best_nearness(said, facts)
    found = [_weighed(said, fact, rivals) for fact in facts if same_value(said.figure, fact)]
    best = max(found, key=_worth, default=None)
    if best is None or _worth(best) < lines.supported:
        worked = [
            _weighed(said, derivation.fact, rivals, derivation.formula)
            for derivation in derivations(said, facts)
        ]
        best = max((*found, *worked), key=_worth, default=None)
    if best is not None and _worth(best) >= lines.supported:
        return best
    if best is None or best.chance < lines.unbound:
        other = _stated_otherwise(said, rivals)
        if other is not None:
            return other
    if best is None and said.figure.unit == "%" and said.figure.spelled:
        return FigureFinding(
            figure=said.figure,
            state="not_verified",
            reason=f"Nothing cited gives “{said.figure.text}” a value.",
        )
    if best is None:
        return FigureFinding(
            figure=said.figure, state="absent", reason=f"The cited text does not contain {said.figure.text}."
        )
    reason = f"The cited text has {best.fact.shown if best.fact else ''}; whether it means this is unsure."
    return best.model_copy(update={"state": "not_verified", "reason": reason})


def _worth(finding: FigureFinding) -> float:
    """Return how far a fact can carry the figure: not at all with another sign or for another period."""
    vetoed = any(finding.values[at] for at in _VETOES)
    return finding.chance - 1 if vetoed else finding.chance


def _weighed(
    said: Said, fact: Fact, rivals: Sequence[tuple[float, Fact]], formula: str = ""
) -> FigureFinding:
    values = measures(said, fact, rivals)
    return FigureFinding(
        figure=said.figure,
        state="supported",
        fact=fact,
        formula=formula,
        chance=0.0 if not formula and outdone(said, fact, rivals) else chance(values),
        values=values,
    )


def _stated_otherwise(said: Said, rivals: Sequence[tuple[float, Fact]]) -> FigureFinding | None:
    """Return the same fact with another value, where one is bound beyond doubt."""
    best: FigureFinding | None = None
    for _, fact in rivals:
        values = measures(said, fact, rivals)
        sure = 0.0 if counts_another(said, fact) else chance(values)
        if sure >= fitted().differs and (best is None or sure > best.chance) and _comparable(said, fact):
            reason = f"The source says {fact.shown} for this, the sentence says {said.figure.text}."
            best = FigureFinding(
                figure=said.figure,
                state="differs",
                fact=fact,
                chance=sure,
                values=tuple(values),
                reason=reason,
            )
    return best


def _comparable(said: Said, fact: Fact) -> bool:
    """Tell whether a value of the same unit and kind stands against the figure."""
    other = abs(fact.value)
    if (
        cover(said, fact) < _LEAST_COVER
        or not any(map(str.isdigit, fact.shown))
        or fact.unit != said.figure.unit
    ):
        return False
    if fact.unit in CURRENCIES and not fact.scales and same_digits(said.figure, fact):
        return True
    bounded = said.figure.bound not in {"exact", "about", "nearly"} and holds(said.figure, other, fact.bound)
    rounded = said.figure.quantum > fact.quantum and abs(other - said.figure.value) <= said.figure.quantum
    return said.change == fact.change and not (bounded or rounded or same_value(said.figure, fact))


def missing_periods(sentence: str, known: Iterable[str]) -> tuple[Figure, ...]:
    """Return the periods of a sentence that nothing cited names; ``known`` are labels."""
    from masis.domain.language.questions import period_of

    named = frozenset(period_of(label) for label in known)
    return tuple(
        figure
        for mention in find_periods(sentence)
        if not all(covered(period, named) for period in mention.periods)
        for figure in period_figures(sentence, (mention,))
    )
