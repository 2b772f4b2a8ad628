"""Asked: what of a question the tables of the documents can show as a table of facts."""

from collections.abc import Mapping, Sequence

from masis.domain.facts.table import Wanted, fact_table, organisations_of
from masis.domain.facts.values import FactTable, Source
from masis.domain.language.questions import Part, parse
from masis.domain.language.words import concept, tokens
from masis.domain.profile import DocumentProfile, names_organisation
from masis.domain.value import Value

_OPERATIONS = frozenset({"lookup", "compare", "change", "rank", "list"})
_FIGURES = frozenset({"figure", "money", "count", "percent"})
_ONE_VALUE = frozenset({"lookup", "list"})


class Asked(Value):
    """A part of a question as it is put to the facts."""

    wanted: Wanted
    periods: tuple[str, ...]
    """Those the question names."""
    series: bool
    """Whether it asks for more than one value: over periods, over organisations, or how one moved."""


class AskedTable(Value):
    """What the tables state of a part of a question: the measure itself, none of its parts or kinds."""

    asked: Asked
    table: FactTable


def asked_table(question: str, sources: Sequence[Source]) -> AskedTable | None:
    """Return what the tables state of the first part of a question that they know."""
    for asked in asked_of(question, sources):
        found = whole_of(asked, fact_table(sources, asked.wanted))
        if found is not None:
            return found
    return None


def asked_of(question: str, sources: Sequence[Source]) -> tuple[Asked, ...]:
    """Return the parts of a question that ask for figures, in order."""
    owners = organisations_of(sources)
    profiles = {owners[source.document_id]: source.profile for source in sources}
    found = (_asked(part, profiles) for part in parse(question).parts)
    return tuple(asked for asked in found if asked is not None)


def _asked(part: Part, profiles: Mapping[str, DocumentProfile]) -> Asked | None:
    """Return a part by the words of its measure; scope and measure stay together, organisations are apart."""
    if part.operation not in _OPERATIONS or part.wants not in _FIGURES:
        return None
    named = [owner for owner, profile in profiles.items() if names_organisation(part.text, profile)]
    theirs = {
        concept(token.stem) for owner in named for name in profiles[owner].names for token in tokens(name)
    }
    found = [token for token in tokens(part.text) if concept(token.stem) in {*part.terms} - theirs]
    # A name that measure and organisation leave out, a product or an abbreviation, narrows what is asked.
    known = {*part.terms} | theirs
    lost = (name for name in part.names if " " in name or not part.text.startswith(name))
    if not found or any(concept(token.stem) not in known for name in lost for token in tokens(name)):
        return None
    several = len(part.periods) > 1
    return Asked(
        wanted=Wanted(
            measure=" ".join(token.text for token in found),
            organisations=tuple(named),
            periods=part.periods if several else (),
        ),
        periods=part.periods,
        series=several or len(named) > 1 or part.operation not in _ONE_VALUE,
    )


def whole_of(asked: Asked, table: FactTable) -> AskedTable | None:
    """Return the named organisations' lines that are the measure itself; nothing without an asked period."""
    named = asked.wanted.organisations
    lines = tuple(line for line in table.lines if line.whole and (not named or line.organisation in named))
    if not any(line.cell(period) for line in lines for period in asked.periods or table.shown_periods):
        return None
    owners = {line.organisation for line in lines}
    shown = tuple(name for name in table.shown_organisations if name in owners)
    return AskedTable(
        asked=asked,
        table=table.model_copy(update={"lines": lines, "more": (), "shown_organisations": shown}),
    )
