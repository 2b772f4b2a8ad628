"""Organisations: whose documents a question is about, where a workspace holds those of several."""

import re
from collections.abc import Sequence

from masis.domain.conversation.patterns import listed, pattern
from masis.domain.conversation.slots import added, closed, is_attribute, possessive
from masis.domain.conversation.turns import Conversation
from masis.domain.language.organisations import is_ordinary, short_name
from masis.domain.language.periods import without_periods
from masis.domain.language.questions import MOST_PARTS, Part, parse
from masis.domain.language.words import names, stems, words
from masis.domain.profile import DocumentProfile, by_organisation, names_organisation
from masis.domain.value import Value

ALL_OF_THEM = "All of them"
_IN = re.compile(r"\b(?:in|within|across)\s+(?:the\s+)?\Z", re.IGNORECASE)
_MOST_LISTED = 12
_FEWEST_OF_HOUSE, _SHARE_OF_HOUSE = 3, 0.75
"""Documents of one organisation, and their share of all that say whose they are, from which on a workspace is
that organisation's own (own choice)."""


class Organisation(Value):
    """An organisation, with the profiles of the documents that are its own."""

    name: str
    """As people say it."""
    profiles: tuple[DocumentProfile, ...]

    def named_in(self, text: str) -> bool:
        """Tell whether a text names it."""
        return any(names_organisation(text, profile) for profile in self.profiles)


def organisations_of(profiles: Sequence[DocumentProfile]) -> tuple[Organisation, ...]:
    """Return the organisations of a workspace's documents by name; documents that name none are left out."""
    groups = by_organisation(profiles)
    found = [Organisation(name=short_name(group[0].names[0]), profiles=group) for group in groups]
    return tuple(sorted(found, key=lambda organisation: organisation.name.casefold()))


def open_between(profiles: Sequence[DocumentProfile]) -> tuple[Organisation, ...]:
    """Return the organisations that a question without a name leaves open; none in a house of its own.

    Where most documents do not say whose they are, or nearly all are one's, they are the asker's own, with
    papers on others among them. Guesses by a file's name or by what stands before a heading's colon, which is
    as often a committee or a project, say nothing here.
    """
    known = [profile for profile in profiles if profile.organisation and not _is_guessed(profile)]
    groups = by_organisation(known)
    largest = max(map(len, groups), default=0)
    is_house = largest >= _FEWEST_OF_HOUSE and largest >= _SHARE_OF_HOUSE * len(known)
    return () if 2 * len(known) < len(profiles) or is_house else organisations_of(known)


def _is_guessed(profile: DocumentProfile) -> bool:
    return dict(profile.basis).get("organisation") in {"file_name", "heading"}


def named(text: str, organisations: Sequence[Organisation]) -> tuple[Organisation, ...]:
    """Return the organisations a text names."""
    return tuple(organisation for organisation in organisations if organisation.named_in(text))


def leaves_open(question: str, organisations: Sequence[Organisation]) -> bool:
    """Tell whether a question could be about any of several organisations, and is not about all of them."""
    if len(organisations) < 2 or named(question, organisations):
        return False
    if _names_something(question):
        return False
    of_one = any(not found["owner"] for found in pattern("itself").finditer(question))
    if pattern("across").search(question) and not of_one:
        return False
    return of_one or not all(_spans_documents(part) for part in parse(question).parts)


def _spans_documents(part: Part) -> bool:
    """Tell a comparison of things and a request for advice from a question about one organisation."""
    return part.operation == "advise" or (part.operation == "compare" and len(part.periods) < 2)


def _names_something(question: str) -> bool:
    """Tell whether a question names a person, product or title: such a name belongs to one organisation.

    Capitalised everyday words do not count, nor does a place or segment after ``in``: all may have one.
    """
    bare = without_periods(question)
    return any(
        not is_attribute(name.text)
        and not _IN.search(bare[: name.start])
        and any(not is_ordinary(word) for word in words(name.text))
        for name in names(bare)
        if name.sure
    )


def question_back(organisations: Sequence[Organisation]) -> str:
    """Return the question which organisation is meant."""
    listed = [organisation.name for organisation in organisations[:_MOST_LISTED]]
    more = len(organisations) - len(listed)
    return (
        f"Which organisation do you mean: {', '.join(listed)}{f', or one of {more} others' if more else ''}?"
    )


def choices_of(organisations: Sequence[Organisation], most: int) -> tuple[str, ...]:
    """Return the first organisations to choose from, and all of them at once."""
    return (*(organisation.name for organisation in organisations[:most]), ALL_OF_THEM)


def carried_over(question: str, conversation: Conversation, organisations: Sequence[Organisation]) -> str:
    """Return the question about the organisation the thread is about; empty when that is not what is open."""
    if not leaves_open(question, organisations):
        return ""
    spoken_of = (named(turn.meaning, organisations) for turn in reversed(conversation.turns))
    last = next((found for found in spoken_of if found), ())
    return of(question, last[0].name) if len(last) == 1 else ""


def answered_for(asked: str, reply: str, organisations: Sequence[Organisation]) -> str:
    """Return the question asked back about, for the organisations a reply chooses; else empty."""
    if not leaves_open(asked, organisations):
        return ""
    said = set(words(reply))
    if said & listed("each") and not stems(reply):
        return each_of(asked, organisations)
    chosen = named(reply, organisations)
    own = {stem for organisation in chosen for profile in organisation.profiles for stem in _stems(profile)}
    return each_of(asked, chosen) if chosen and set(stems(reply)) <= own else ""


def _stems(profile: DocumentProfile) -> tuple[str, ...]:
    return stems(" ".join(profile.names))


def each_of(question: str, organisations: Sequence[Organisation]) -> str:
    """Return the question for each organisation, one after the other, as far as one question has room."""
    room = max(1, MOST_PARTS // len(parse(question).parts))
    return " ".join(of(question, organisation.name) for organisation in organisations[:room])


def left_out(made: str, organisations: Sequence[Organisation]) -> str:
    """Say whose documents a question made for each organisation had no room for; empty when it had."""
    rest = [organisation.name for organisation in organisations if not organisation.named_in(made)]
    room = len(organisations) - len(rest)
    return f"One question has room for {room} organisations; ask again for {', '.join(rest)}." if rest else ""


def of(question: str, name: str) -> str:
    """Return the question about an organisation: part by part where it has several."""
    parts = parse(question).parts
    if len(parts) == 1:
        return _of(question, name)
    return " ".join(_of(part.text, name) for part in parts)


def _of(question: str, name: str) -> str:
    itself = pattern("itself").search(question)
    if itself is None:
        return added(question, f"for {name}")
    owns = itself["owns"] or itself["owner"]
    said = f"{name}{possessive(name) if owns else ''}"
    return closed(f"{question[: itself.start()]}{said}{question[itself.end() :]}")
