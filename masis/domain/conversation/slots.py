"""Slots: the parts of a question that a follow-up leaves out, or puts another in the place of."""

import re
from typing import NamedTuple

from masis.domain.conversation.patterns import listed, pattern
from masis.domain.language.currencies import CURRENCIES
from masis.domain.language.periods import PeriodMention, find_periods, shifted, without_periods
from masis.domain.language.words import Name, fold, is_movement, lexicon, names, names_measure, tokens

_OPENING = re.compile(
    r"(?:(?:by )?(?:how|what|who)(?: \w+)? )?"
    r"(?:is|are|was|were|did|does|do|has|have|had|will)(?: be(?:en)?)?\s+",
    re.IGNORECASE,
)
_BEFORE_A_VERB = re.compile(r"\b(?:did|does|do|has|have|had|will)\s+$", re.IGNORECASE)
_OWNER = re.compile(r"(?:[\w&-]+\s){0,2}[\w&-]+(?:['’]s|s['’])\s+")
_ARTICLE = re.compile(r"(?:the|a|an|our)\s+", re.IGNORECASE)
_OF_A_NAME = re.compile(r"\s+of\s+(?:the\s+)?[A-Z].*$")
_PREPOSITION = re.compile(
    r"^(?P<preposition>in|for|at|from|with|by|on|within|across|under|of)\s+(?P<said>.+)$", re.IGNORECASE
)
_DATED_BY = re.compile(
    r"\s+(?:in|for|during|at|as of)(?:\s+(?:the|end of|fiscal|financial|full|year))*\s*$", re.IGNORECASE
)
_RANGE = re.compile(r"(?:from|between)\s*$", re.IGNORECASE)


class Frame(NamedTuple):
    """A question's pieces: ``How high was``, ``Harbor's revenue``, ``in 2024``."""

    opening: str
    topic: str
    """What the question is about, as it reads inside a sentence."""
    tail: str
    """What follows, with the space before it."""
    attribute: tuple[int, int]
    """Where the asked attribute stands in the question."""

    @property
    def several(self) -> bool:
        """Whether the topic is a plural."""
        return _OF_A_NAME.sub("", self.topic).endswith("s")


def frame_of(question: str) -> Frame | None:
    """Return the pieces of a question of a common form."""
    text = question.rstrip("?.! \n")
    opened = _OPENING.match(text)
    rest = text[opened.end() :] if opened else ""
    if opened is None or not rest.strip():
        return None
    end = len(rest)
    verb_follows = bool(_BEFORE_A_VERB.search(opened.group()))
    said = False
    for token in tokens(rest):
        if said and (fold(token.text) in listed("tail") or (verb_follows and is_movement(token.stem))):
            end = len(rest[: token.start].rstrip())
            break
        said = said or token.content
    topic = rest[:end]
    return Frame(opened.group().strip(), topic, rest[end:], _attribute(text, opened.end(), topic))


def _attribute(text: str, start: int, topic: str) -> tuple[int, int]:
    """Return the span of a topic without owner, article, leading name and the name it is of."""
    for prefix in (_OWNER, _ARTICLE):
        found = prefix.match(topic)
        if found:
            start, topic = start + found.end(), topic[found.end() :]
    topic = _OF_A_NAME.sub("", topic)
    end = start + len(topic)
    for name in _names(text):
        if name.start == start and name.end < end:
            start = name.end + 1
    return start, end


def _names(text: str) -> tuple[Name, ...]:
    """Return the names of a question that are no period, measure, role or currency."""
    return tuple(
        name
        for name in names(without_periods(text))
        if not is_attribute(name.text) and name.text not in CURRENCIES
    )


def closed(question: str) -> str:
    """Return the question with one mark at its end."""
    return f"{question.strip().rstrip('?.! ')}?"


def possessive(noun: str) -> str:
    """Return what makes a noun an owner."""
    return "’" if noun.endswith("s") else "’s"


def is_attribute(noun: str) -> bool:
    """Tell whether a noun says what is asked, not of whom: a measure, or a short form such as ``CFO``."""
    bare = _ARTICLE.sub("", noun)
    return names_measure(bare) or fold(bare) in lexicon().short_forms


def is_period(text: str) -> bool:
    """Tell whether a text names a period and nothing else."""
    left = tokens(without_periods(text))
    return bool(find_periods(text)) and all(
        not token.content or token.stem in lexicon().period for token in left
    )


def split_period(text: str) -> tuple[str, str]:
    """Return a text without its last period, and that period."""
    found = find_periods(text)
    if not found:
        return text, ""
    last = found[-1]
    said = _DATED_BY.sub("", f" {text[: last.start]}").strip()
    return f"{said} {text[last.end :].strip()}".strip(), text[last.start : last.end]


def dated(text: str, before: str, answer: str) -> str:
    """Put the period that ``the year before`` means in its place, counted from the question before."""
    relative = pattern("relative_period").search(text)
    anchor = _anchor(before) or _anchor(answer)
    if relative is None or anchor is None:
        return text
    mention, source = anchor
    step = 1 if relative["after"] or relative["next"] else -1
    unit = next((relative[name] for name in ("before", "last", "after", "next") if relative[name]), "")
    moved = shifted(source[mention.start : mention.end], mention.periods[-1], unit.lower(), step)
    return f"{text[: relative.start()]}{moved}{text[relative.end() :]}" if moved else text


def _anchor(text: str) -> tuple[PeriodMention, str] | None:
    found = [mention for mention in find_periods(text) if mention.periods[0].year]
    return (found[-1], text) if found else None


def with_period(question: str, period: str) -> str:
    """Return the question about another period; one that named none gets it at its end."""
    bare = re.sub(r"^(?:in|for|of|during|at|as of|the)\s+(?=\S)", "", period.strip(), flags=re.IGNORECASE)
    found = find_periods(question)
    if not found:
        joint = "at" if bare.casefold().startswith("end ") else "in"
        return f"{closed(question)[:-1]} {joint} {bare}?"
    new, old = find_periods(bare), found[-1].periods[-1]
    if new and not new[0].periods[0].year and old.year:
        bare = f"{bare} {old.year}"
    start = found[-1].start
    opened = _RANGE.search(question[: found[0].start]) if len(found) > 1 else None
    if opened:
        return closed(f"{question[: opened.start()]}in {bare}{question[found[-1].end :]}")
    return closed(f"{question[:start]}{bare}{question[found[-1].end :]}")


def with_topic(question: str, said: str, *, opened: bool) -> str:
    """Return the question with another attribute, name or scope in its slot; empty when nothing fits."""
    found = _PREPOSITION.match(said)
    preposition, noun = (found["preposition"].lower(), found["said"]) if found else ("", said)
    noun = noun.strip()
    bare = _ARTICLE.sub("", noun)
    named = [name.start for name in _names(f"for {bare}")]
    if not noun or not (opened or preposition or named):
        return ""  # bare key words are a question of their own
    if is_attribute(noun) and not preposition:
        return _with_attribute(question, noun)
    if preposition or len("for ") in named:
        return _with_name(question, noun, preposition)
    return _about(question, noun)


def _with_attribute(question: str, noun: str) -> str:
    frame = frame_of(question)
    if frame is None or not is_attribute(question[slice(*frame.attribute)]):
        return _about(question, noun)
    start, end = frame.attribute
    given = _ARTICLE.search(question[:start]) and re.search(r"\b(?:the|a|an|our)\s+$", question[:start], re.I)
    return closed(f"{question[:start]}{_ARTICLE.sub('', noun) if given else noun}{question[end:]}")


def _with_name(question: str, name: str, preposition: str) -> str:
    """Put a name in the place of the one the question has, else add it."""
    bare = _ARTICLE.sub("", name)
    for old in reversed(_names(question)):
        if _held(question, old.text, preposition):
            start = old.start
            return closed(f"{question[:start]}{bare}{question[start + len(old.text) :]}")
    return added(question, f"{preposition or 'for'} {name}")


def _held(question: str, name: str, preposition: str) -> bool:
    """Tell whether a name stands where a follow-up's own would: ``for Mill`` goes where ``Harbor’s`` is."""
    before = rf"\b{preposition}\s+(?:the\s+)?{re.escape(name)}\b" if preposition else re.escape(name)
    owned = preposition in {"for", "of", "at"} and re.search(rf"{re.escape(name)}['’]", question)
    return bool(owned or re.search(before, question, re.IGNORECASE))


def added(question: str, phrase: str) -> str:
    """Return the question with a phrase before its last period, else at its end."""
    found = find_periods(question)
    if found and (tail := _DATED_BY.search(question[: found[-1].start])):
        return closed(f"{question[: tail.start()]} {phrase}{question[tail.start() :]}")
    return closed(f"{closed(question)[:-1]} {phrase}")


def _about(question: str, topic: str) -> str:
    """Ask for a new topic of the same company and period."""
    named = topic if _ARTICLE.match(topic) else f"the {topic}"
    owner = next((name.text for name in _names(question)), "")
    opening = "What was" if is_attribute(topic) else "What do the documents say about"
    made = f"{opening} {named}{f' of {owner}' if owner else ''}?"
    found = find_periods(question)
    return with_period(made, question[found[-1].start : found[-1].end]) if found else made
