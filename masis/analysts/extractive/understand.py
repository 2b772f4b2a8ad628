"""Understanding: what a question asks beside the documents: whose organisation, which attribute."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from masis.domain.evidence import EvidenceChunk
from masis.domain.language.grammar import grammar
from masis.domain.language.questions import Part, parse
from masis.domain.language.words import concept, concepts, tokens
from masis.domain.profile import DocumentProfile, by_organisation, names_organisation


class Asked(NamedTuple):
    """One part of a question with the organisations it names told from what it asks of them."""

    part: Part
    attribute: frozenset[str]
    """Concepts of what is asked and of which scope, organisations and periods left out."""
    organisations: tuple[DocumentProfile, ...]
    """The organisations it names, one profile each; empty when it names none that is known."""
    names: tuple[str, ...]
    """The other names in it."""
    carried: str = ""
    """Words of the question that a pronoun stands for: ``what did it cost`` of the ``Brno plant``."""

    @property
    def spoken(self) -> str:
        """The part as a model reads it: by itself ``what did it cost`` asks for any cost."""
        return f"{self.part.text}, {self.carried}" if self.carried else self.part.text


def understand(question: str, evidence: Sequence[EvidenceChunk]) -> tuple[Asked, ...]:
    """Return the parts of a question; what an earlier part named holds for the ones that point back."""
    known = organisations(evidence)
    return tuple(_asked(part, known, question) for part in parse(question).parts)


def organisations(evidence: Sequence[EvidenceChunk]) -> tuple[DocumentProfile, ...]:
    """Return one profile of each organisation among the evidence."""
    groups = _grouped(tuple(dict.fromkeys(chunk.profile for chunk in evidence)))
    return tuple(group[0] for group in groups)


_grouped = lru_cache(maxsize=256)(by_organisation)


def _asked(part: Part, known: Sequence[DocumentProfile], question: str) -> Asked:
    named = tuple(profile for profile in known if names_organisation(part.text, profile))
    if not named and part.carried:
        named = tuple(profile for profile in known if names_organisation(question, profile))
    own = {word for profile in named for name in profile.names for word in concepts(name)}
    attribute = [word for word in (*part.terms, *part.carried) if word not in own]
    if not any(word not in own for word in part.terms):
        attribute = attribute or list(part.terms)
    elif not any(word in part.carried for word in attribute) or len(part.terms) >= _ENOUGH_TERMS:
        attribute = [word for word in part.terms if word not in own]
    others = tuple(name for name in part.names if not set(concepts(name)) <= own)
    return Asked(part, frozenset(attribute), named, others, _carried(part, question))


def _carried(part: Part, question: str) -> str:
    """Return the words of a question, as written, that a part takes from the one before it by a pronoun."""
    if not (part.carried and grammar().pointing_back.search(part.text)):
        return ""
    said = (token.text for token in tokens(question) if concept(token.stem) in part.carried)
    return " ".join(dict.fromkeys(said))


_ENOUGH_TERMS = 3
"""A part with so many words of its own stands alone, whatever it points back to."""


def side_parts(asked: Asked) -> tuple[Asked, ...]:
    """Return what is asked of each of two things compared, or of each of several organisations named.

    None where the question names neither: then one statement may say it all.
    """
    sides = asked.part.sides
    if len(sides) != 2:
        return _of_each(asked)
    both = [frozenset(concepts(side)) for side in sides]
    part = asked.part.model_copy(update={"sides": (), "operation": "lookup"})
    made = []
    for side, own, other in zip(sides, both, both[::-1], strict=True):
        named = tuple(profile for profile in asked.organisations if names_organisation(side, profile))
        narrowed = asked._replace(
            part=part,
            attribute=asked.attribute - (other - own),
            organisations=named or asked.organisations,
            names=tuple(name for name in asked.names if not set(concepts(name)) <= other),
        )
        made.append(narrowed)
    return tuple(made)


def _of_each(asked: Asked) -> tuple[Asked, ...]:
    """Return what is asked of each organisation: no one of them answers for the others."""
    if len(asked.organisations) < 2:
        return ()
    part = asked.part.model_copy(update={"operation": "lookup"})
    return tuple(asked._replace(part=part, organisations=(profile,)) for profile in asked.organisations)
