"""Follow-up: a question that leans on the thread, made by rules into one that stands alone."""

import re
from collections.abc import Callable, Sequence
from typing import Literal

from masis.domain import followup_slots as slots
from masis.domain.conversation import Conversation, Turn, question_in_view
from masis.domain.followup_why import why_question
from masis.domain.language.periods import find_periods
from masis.domain.terms import names, stems
from masis.domain.timeframes import without_periods
from masis.domain.topics import topic_words
from masis.domain.value import Value

How = Literal["as typed", "reply", "why", "more", "period", "slot", "pointing"]

_SMALL = r"(?:(?:and|but|so|or|ok(?:ay)?|then|now|also)\b[, ]*)?"
_WHY = re.compile(
    rf"^{_SMALL}(?:why|how come|what (?:is|was) the reason(?: for (?:it|that|this))?|"
    r"what (?:caused|drove|explains|is behind|was behind) (?:it|that|this))"
    r"(?: (?:is|was|did|does|are|were|has|had)(?: (?:that|it|this|they))?"
    r"(?: (?:so|the case|happen|happened))?)?"
    r"(?: (?:so|that|this|it))?[\s?.!]*$",
    re.IGNORECASE,
)
_MORE = re.compile(
    rf"^{_SMALL}(?:please )?(?:can you |could you )?(?:tell (?:me|us) more|"
    r"more(?: details?| information)?|go on|continue|elaborate|"
    r"explain(?: (?:more|further|it|that|this))*|(?:in )?more detail|(?:what|anything) else|"
    r"expand(?: on (?:it|that|this))?|and)(?: (?:about|on) (?:it|that|this))?(?:,? please)?[\s?.!]*$",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:(?:and|but|or|so|ok(?:ay)?|then|now|also)\b[, ]*)?"
    r"(?:(?:what|how) about\b|what of\b|"
    r"(?:how|what) (?:was|were) (?:it|that|they)\b(?= in| for| at)|same(?: for)?\b)?",
    re.IGNORECASE,
)
_OPENS_A_QUESTION = re.compile(
    r"^(?:who|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|has|have|had|can|could|will|would|"
    r"should|may|name|list|compare|describe|explain|show|give|tell|summari[sz]e|find|please)\b",
    re.IGNORECASE,
)
_OVERVIEW = re.compile(r"the main points of\b", re.IGNORECASE)
_FINITE = re.compile(r"\b(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)\b", re.I)
_POINTER = re.compile(
    r"\b(?P<owned>its|their|his|her)\b|\b(?P<bare>it|they|them|he|she)\b|"
    r"\b(?P<shown>that|this|those|these)\b(?=\s*[?.!,]|\s*$|\s+(?:is|was|are|were|mean|change|happen|compare|be|"
    r"in|since|than|of|more|less|higher|lower|enough)\b)",
    re.IGNORECASE,
)
_THAT_PERIOD = re.compile(r"\b(?:that|the same) (?:year|quarter|period|month)\b", re.IGNORECASE)
_LONGEST_FRAGMENT = 8


class Resolution(Value):
    """A question as it stands alone, and which rule made it so."""

    question: str
    how: How = "as typed"

    @property
    def changed(self) -> bool:
        """Whether it is more than what was typed."""
        return self.how != "as typed"


def resolve(question: str, conversation: Conversation) -> Resolution:
    """Return the standalone question; one that leans on nothing is returned as typed."""
    if not conversation.turns:
        return Resolution(question=question)
    last = conversation.turns[-1]
    if last.asked_back:
        return _reply(question, conversation)
    text = " ".join(question.split())
    for how, rule in _RULES:
        found = rule(text, last if rule is _why else _base(conversation.turns))
        if found and found != text:
            return Resolution(question=found, how=how)
    return Resolution(question=question)


def _reply(question: str, conversation: Conversation) -> Resolution:
    """Read a reply with the question it clarifies: a name takes the place of what was pointed at."""
    last = conversation.turns[-1]
    if last.social or not topic_words(last.meaning):
        return resolve(question, conversation.model_copy(update={"turns": conversation.turns[:-1]}))
    if _OVERVIEW.match(question):
        return Resolution(question=question)
    pointer = _POINTER.search(last.meaning)
    if pointer and not pointer["owned"] and _fragment(question):
        named = question.strip(" .?!")
        read = last.meaning[: pointer.start()] + named + last.meaning[pointer.end() :]
        return Resolution(question=read[:1].upper() + read[1:], how="reply")
    return Resolution(question=question_in_view(question, conversation), how="reply")


def _base(turns: Sequence[Turn]) -> Turn:
    """Return the turn whose slots a follow-up changes: not a ``why?`` or ``tell me more`` in between."""
    own = (turn for turn in reversed(turns) if not (_WHY.match(turn.question) or _MORE.match(turn.question)))
    return next((turn for turn in own if not turn.asked_back), turns[-1])


def _why(text: str, last: Turn) -> str:
    return why_question(last.meaning, last.answer) if _WHY.match(text) else ""


def _more(text: str, last: Turn) -> str:
    if not _MORE.match(text):
        return ""
    frame = slots.frame_of(last.meaning)
    if frame is None:
        return f"{slots.closed(last.meaning)} Please go into more detail."
    return f"What do the documents say in detail about {frame.topic}{frame.tail}?"


def _fragment(text: str) -> tuple[str, bool] | None:
    """Return what follows the opening of an unfinished question, and whether there was an opening."""
    lead = _LEAD.match(text)
    rest = text[lead.end() if lead else 0 :].strip(" ,?.!")
    whole = _OPENS_A_QUESTION.match(rest) or _FINITE.search(rest)
    if not rest or whole or len(rest.split()) > _LONGEST_FRAGMENT:
        return None
    return rest, bool(lead and lead.group().strip(" ,"))


def _period(text: str, last: Turn) -> str:
    """Answer ``and the year before?``, ``what about 2023?``, ``compared to Q3?``."""
    fragment = _fragment(text)
    if fragment is None:
        return ""
    rest = slots.dated(fragment[0], last.meaning, last.answer)
    compared = slots.COMPARED.match(rest)
    if compared:
        return f"{slots.closed(last.meaning).rstrip('?')} {rest}?"
    return slots.with_period(last.meaning, rest) if slots.is_period(rest) else ""


def _slot(text: str, last: Turn) -> str:
    """Answer ``and in Pharma?``, ``what about gross margin?``, ``and Harbor in 2023?``."""
    fragment = _fragment(text)
    if fragment is None:
        return ""
    rest = slots.dated(fragment[0], last.meaning, last.answer)
    said, when = slots.split_period(rest)
    found = slots.with_topic(last.meaning, said, opened=fragment[1])
    return slots.with_period(found, when) if found and when else found


def _pointing(text: str, last: Turn) -> str:
    """Put what ``it``, ``its``, ``they`` or ``that year`` points to in its place."""
    before = last.meaning
    when = find_periods(before)
    if when and _THAT_PERIOD.search(text):
        said = before[when[-1].start : when[-1].end]
        text = _THAT_PERIOD.sub(said, text)
    pointer = _POINTER.search(text)
    if pointer is None:
        return text
    ahead = text[: pointer.start()]
    own = [name for name in names(without_periods(ahead)) if name.split()[0].lower() not in {"and", "but"}]
    if own or len(stems(ahead)) > 1:
        return ""  # it points back inside this very question
    frame = slots.frame_of(before)
    several = pointer.group().lower() in {"they", "them", "their", "those", "these"}
    if frame is None or (several and not frame.core.endswith("s")):
        return f"{slots.closed(before)} {text[:1].upper()}{text[1:]}"
    topic = frame.topic + (slots.possessive(frame.topic) if pointer["owned"] else "")
    made = text[: pointer.start()] + topic + text[pointer.end() :]
    started = re.sub(r"^(?:and|but|so)\b[, ]*", "", made, flags=re.IGNORECASE)
    made = started[:1].upper() + started[1:]
    if when and not find_periods(made):
        return slots.with_period(made, before[when[-1].start : when[-1].end])
    return made


_Rule = Callable[[str, Turn], str]
_RULES: tuple[tuple[How, _Rule], ...] = (
    ("why", _why),
    ("more", _more),
    ("period", _period),
    ("slot", _slot),
    ("pointing", _pointing),
)
