"""Judging: what became of a question over filings: right or not, where it looked, whom it cited."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from masis.evaluation.asking import Asked
from masis.evaluation.matching import holds_any
from masis.evaluation.sets import GoldenQuestion
from masis.evaluation.workspaces import Page

SHOWN = 5
"""Statements a reader looks at before giving up."""
FIRST_PIECES = 3
_STATES_NOTHING = frozenset({"heading", "hedge"})
_ABSENT = frozenset({"absent", "false_premise"})


class Item(NamedTuple):
    """A statement or a passage that the reader is shown, with the pages it stands on."""

    text: str
    pages: frozenset[Page]
    passage: bool


class Judged(NamedTuple):
    """A question with its run, and the places of what the run found."""

    row: GoldenQuestion
    asked: Asked
    pages: Mapping[str, Page]
    """Page of every passage of the workspace."""
    owners: Mapping[str, frozenset[str]]
    """Whose each document is."""

    @property
    def group(self) -> str:
        """What intervals are drawn over: the topic; a row without one stands for itself."""
        return self.row.topic or self.row.id

    @property
    def finalized(self) -> bool:
        """Whether an answer was given without asking anybody."""
        return self.asked.ending == "answered"

    @property
    def answerable(self) -> bool:
        """Whether the documents hold the answer."""
        return self.row.kind not in _ABSENT and self.row.expected == "answer"

    @property
    def cited(self) -> frozenset[Page]:
        """The pages that the answer cites."""
        return frozenset(self._page(chunk.chunk_id) for chunk in self.asked.cited)

    @property
    def right(self) -> bool:
        """Whether the draft, finalized or not, says the expected and cites a document that says it.

        To a false premise the right answer names the truth; to what is absent there is none.
        """
        if not self.row.phrases or holds_any(self.asked.stated, self.row.forbidden):
            return False
        held = sum(holds_any(self.asked.stated, group) for group in self.row.phrases)
        return held >= self._needed and not self._gold_documents.isdisjoint(name for name, _ in self.cited)

    @property
    def finalized_wrong(self) -> bool:
        """Whether a reader was given a wrong answer as a sure one."""
        return self.finalized and not self.right

    @property
    def evidence(self) -> tuple[Page, ...]:
        """The page of each piece of evidence, in order."""
        chunks = self.asked.report.evidence if self.asked.report else ()
        return tuple(self._page(chunk.chunk_id) for chunk in chunks)

    @property
    def gold_page_found(self) -> bool:
        """Whether a page that holds the answer is among the evidence."""
        return not self.gold.isdisjoint(self.evidence)

    @property
    def gold_document_first(self) -> bool:
        """Whether a document that holds the answer is among the first pieces of evidence."""
        return any(name in self._gold_documents for name, _ in self.evidence[:FIRST_PIECES])

    @property
    def gold(self) -> frozenset[Page]:
        """The pages that hold the answer."""
        return frozenset((place.document, page) for place in self.row.gold for page in place.pages)

    @property
    def right_shown(self) -> bool:
        """Whether the first statements and passages shown hold the answer between them."""
        first = self.shown[:SHOWN]
        held = sum(any(self._tells(item, group) for item in first) for group in self.row.phrases)
        return bool(self.row.phrases) and held >= self._needed

    @property
    def shown(self) -> tuple[Item, ...]:
        """What the reader is shown, in order: the answer's statements, its parts' passages, the evidence."""
        report = self.asked.report
        if report is None:
            return ()
        claims = [
            Item(claim.text, frozenset(self._page(chunk_id) for chunk_id in claim.citations), passage=False)
            for claim in report.claims
            if claim.verdict not in _STATES_NOTHING
        ]
        told = [chunk_id for part in report.parts for chunk_id in part.passages]
        texts = {chunk.chunk_id: chunk.full_text for chunk in report.evidence}
        passages = [
            Item(texts[chunk_id], frozenset({self._page(chunk_id)}), passage=True)
            for chunk_id in dict.fromkeys((*told, *texts))
            if chunk_id in texts
        ]
        return (*claims, *passages)

    @property
    def strangers(self) -> frozenset[str]:
        """Documents cited that belong to another organisation than the question names; none without topic."""
        if not self.row.topic:
            return frozenset()
        asked_of = {self.row.topic}.union(*(self.owners.get(name, ()) for name in self._gold_documents))
        cited = {name for name, _ in self.cited if name}
        return frozenset(name for name in cited if asked_of.isdisjoint(self.owners.get(name, ())))

    @property
    def mixed_conflicts(self) -> int:
        """How many conflicts hold documents of different organisations against each other."""
        return sum(
            len({self.owners.get(self._page(side.chunk_id)[0], frozenset()) for side in conflict.sides}) > 1
            for conflict in self.asked.conflicts
        )

    @property
    def _needed(self) -> int:
        return self.row.least or len(self.row.phrases)

    @property
    def _gold_documents(self) -> frozenset[str]:
        return frozenset(place.document for place in self.row.gold)

    def _page(self, chunk_id: str) -> Page:
        return self.pages.get(chunk_id, ("", 0))

    def _tells(self, item: Item, group: Sequence[str]) -> bool:
        """Tell whether a shown item says it; the words of a long passage count on a gold page alone."""
        places = item.pages & self.gold if item.passage else item.pages
        return any(name in self._gold_documents for name, _ in places) and holds_any(item.text, group)


def owners_of(rows: Sequence[GoldenQuestion]) -> dict[str, frozenset[str]]:
    """Return whose each document is: the topic of the questions that it alone answers."""
    found: dict[str, frozenset[str]] = {}
    for row in rows:
        if len(row.gold) == 1:
            name = row.gold[0].document
            found[name] = found.get(name, frozenset()) | {row.topic}
    return found
