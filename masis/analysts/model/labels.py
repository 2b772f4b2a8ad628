"""Labels: S1 to Sn for the passages of a prompt, and back to the passages' ids in what a model wrote."""

import re
from collections.abc import Collection, Mapping, Sequence

from masis.domain.evidence import EvidenceChunk, by_score, place_of
from masis.domain.run.context import Context
from masis.domain.verification.citations import parse_citations, strip_citations

_LABEL = re.compile(r"(?<![\w-])S\d{1,4}(?![\w-])")
_BRACKETED = re.compile(r"[\[【]([^\[\]【】]{0,400})[\]】]")
_POINTS = re.compile(r"\[?(?<![\w-])(S\d{1,4})(?![\w-])\]?")


class Labels:
    """The labels of one round's evidence, best passage first: the same evidence, the same labels.

    Passages that read like an order to a model are left out: none is shown.
    """

    def __init__(self, evidence: Sequence[EvidenceChunk]) -> None:
        shown = by_score([chunk for chunk in evidence if not chunk.flagged])
        self.chunks: Mapping[str, EvidenceChunk] = {f"S{at}": chunk for at, chunk in enumerate(shown, 1)}
        self._labels = {chunk.chunk_id: label for label, chunk in self.chunks.items()}

    @property
    def ids(self) -> Collection[str]:
        """The ids of the passages shown."""
        return self._labels.keys()

    def passages(self, context: Context) -> tuple[tuple[str, EvidenceChunk, str], ...]:
        """Return label, passage and text as a prompt shows them."""
        texts = {passage.chunk.chunk_id: passage.text for passage in context.passages}
        return tuple(
            (label, chunk, unlabelled(texts[chunk.chunk_id])) for label, chunk in self.chunks.items()
        )

    def chunk_of(self, label: str) -> EvidenceChunk | None:
        """Return the passage a model means by a label, in brackets or not."""
        return self.chunks.get(label.strip("[]【】() "))

    def cited(self, text: str) -> str:
        """Return what a model wrote with each label of a citation as the passage's id.

        A label that was not given stays, and is found out as a source that does not exist.
        """
        pieces, end = [], 0
        for group in parse_citations(text, self.chunks):
            told = text[group.start : group.end]
            pieces += [text[end : group.start], _LABEL.sub(self._id, told)]
            end = group.end
        return "".join([*pieces, text[end:]])

    def _id(self, found: re.Match[str]) -> str:
        chunk = self.chunks.get(found.group())
        return chunk.chunk_id if chunk else found.group()

    def shown(self, text: str) -> str:
        """Return a text of ours with each id as a label; a source that is not shown is dropped."""
        pieces, end = [], 0
        for group in parse_citations(text, self._labels):
            labels = "".join(f"[{self._labels[chunk_id]}]" for chunk_id in group.ids)
            before = text[end : group.start]
            pieces += [before if labels else before.rstrip(" "), labels]
            end = group.end
        return "".join([*pieces, text[end:]])

    def bare(self, text: str) -> str:
        """Return a sentence that a model quotes back, without its citations, as the ledger keeps it."""
        return strip_citations(text, self.chunks)

    def told(self, text: str) -> str:
        """Return a remark for people: a label becomes the title and page of its passage."""

        def place(found: re.Match[str]) -> str:
            chunk = self.chunks.get(found.group(1))
            return f"{chunk.document_title} ({place_of(chunk.page_label)})" if chunk else found.group()

        return _POINTS.sub(place, text)


def unlabelled(text: str) -> str:
    """Return a document's text in which nothing reads like a citation of ours.

    A passage that prints ``[S3]`` could else lend a sentence copied from it a source it never had.
    """
    return _BRACKETED.sub(
        lambda found: f"({found.group(1)})" if _LABEL.search(found.group(1)) else found.group(), text
    )
