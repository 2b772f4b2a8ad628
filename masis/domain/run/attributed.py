"""Attributed: a question that names the document to go by is answered from that document."""

import re
from collections.abc import Sequence

from masis.domain.evidence import EvidenceChunk
from masis.domain.language.vocabulary import listed
from masis.domain.language.words import stem, stems

_BEFORE = re.compile(
    r"^(?:according to|as per|going by|based on|judging by|in|from) (?P<name>[^,?]{3,80}), ?(?=\w)",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r",? (?:according to|as stated in|as reported in|as per) (?P<name>[^,?]{3,80})\??$", re.IGNORECASE
)
_WRAPPING = frozenset(map(stem, listed("the our its document file")))
_KINDS = frozenset(
    map(
        stem,
        listed(
            """
            report memo memorandum minutes plan note brief analysis pack review account release policy
            register statement letter contract agreement survey presentation paper study filing prospectus
            update determination guideline protocol summary budget forecast manual
            """
        ),
    )
)
_MOST_OF = 0.6


def by_document(question: str, chunks: Sequence[EvidenceChunk]) -> tuple[str, tuple[EvidenceChunk, ...]]:
    """Return the question without the document it names, and that document's passages.

    A name that fits no title is part of the question: "according to the safety unit".
    """
    for pattern in (_BEFORE, _AFTER):
        match = pattern.search(question)
        named = frozenset(stems(match["name"])) - _WRAPPING if match else frozenset()
        own = tuple(chunk for chunk in chunks if is_named(named, frozenset(stems(chunk.document_title))))
        if match and own:
            rest = f"{question[: match.start()]}{question[match.end() :]}".strip()
            return f"{rest[:1].upper()}{rest[1:]}", own
    return question, tuple(chunks)


def is_named(named: frozenset[str], title: frozenset[str]) -> bool:
    """Tell whether words are a document's name: all in its title, and a kind of document or most of it.

    "In 2024" and "according to Veldrin" stand in titles too, and name none.
    """
    return bool(named) and named <= title and (bool(named & _KINDS) or len(named) >= _MOST_OF * len(title))
