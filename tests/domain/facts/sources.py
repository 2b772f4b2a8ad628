"""Sources: documents with tables written as pipes, for the tests of facts."""

from decimal import Decimal

from masis.domain.facts.reading import known_of
from masis.domain.facts.values import Source, TablePage
from masis.domain.language.pipes import pipe_tables
from masis.domain.profile import DocumentProfile


def source(
    *tables: str,
    organisation: str = "Acme Inc.",
    title: str = "",
    year: int = 2022,
    document_id: str = "",
    kind: str = "annual_report",
    scale: int = 10**6,
    superseded: bool = False,
) -> Source:
    """Return a document with a page for each table; text above the pipes is its caption."""
    name = document_id or f"{organisation.split(maxsplit=1)[0].lower()}-{year}"
    pages = tuple(TablePage(number, str(number), pipe_tables(text)) for number, text in enumerate(tables, 1))
    profile = DocumentProfile.model_validate(
        {
            "organisation": organisation,
            "kind": kind,
            "fiscal_year": year,
            "period_end": f"{year}-12-31" if year else "",
            "scale": Decimal(scale),
        }
    )
    shown = title or f"{organisation} {year}"
    return Source(name, f"v-{name}", shown, profile, pages, known_of(pages), superseded)


INCOME = """Income statement (in $ millions)

| $ million | 2022 | 2021 | 2020 |
| --- | --- | --- | --- |
| Net sales | 34,229 | 35,355 | 32,184 |
| Cost of sales | 19,232 | 18,795 | 16,605 |
| Net sales growth | (3.2)% | 9.9% | 1.0% |
| Net income (loss) | 5,777 | 5,921 | (449) |
| Earnings per share | $10.18 | $10.12 | $(0.78) |
"""
SEGMENTS = """Net sales by segment

| $ million | 2022 | 2021 | Change |
| --- | --- | --- | --- |
| Health Care | 8,421 | 9,050 | (7.0)% |
| Consumer | 25,808 | 26,305 | (1.9)% |
| Total | 34,229 | 35,355 | (3.2)% |
"""
