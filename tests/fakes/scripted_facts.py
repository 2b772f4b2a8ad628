"""Scripted facts: the real table over made documents, for pages without a database."""

from collections.abc import Sequence

from masis.domain.facts.asked import AskedTable, asked_table
from masis.domain.facts.table import Wanted, fact_table, measures_stated
from masis.domain.facts.values import FactTable, Source
from masis.domain.person import Caller


class ScriptedFacts:
    """Answers like ``masis.service.facts.Facts``."""

    def __init__(self, sources: Sequence[Source] = ()) -> None:
        self.sources = sources

    def table(self, caller: Caller, workspace_id: str, wanted: Wanted) -> FactTable:
        return fact_table(self.sources, wanted)

    def asked(self, caller: Caller, workspace_id: str, question: str) -> AskedTable | None:
        return asked_table(question, self.sources)

    def suggestions(self, caller: Caller, workspace_id: str) -> tuple[str, ...]:
        return measures_stated(self.sources, 12)
