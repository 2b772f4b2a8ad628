"""Follow-up: a question that leans on the thread, made into one that stands alone."""

import re
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from masis.domain.conversation import slots
from masis.domain.conversation.organisations import Organisation, answered_for, carried_over
from masis.domain.conversation.topics import LEAD, POINTERS, nameless
from masis.domain.conversation.turns import Conversation, Turn, question_in_view
from masis.domain.conversation.why import why_question
from masis.domain.language.periods import find_periods, without_periods
from masis.domain.language.words import names, stems
from masis.domain.value import Value

How = Literal["as typed", "reply", "why", "more", "period", "slot", "comparison", "pointing", "organisation"]

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
_COMPARE = re.compile(
    rf"^{_SMALL}(?:(?:can you |could you )?(?:please )?compare (?:it|that|this|them|those)? ?(?:with|to|against)|"
    r"how does (?:it|that|this) compare (?:with|to)) (?P<other>[^?.!]{1,60})[\s?.!]*$",
    re.IGNORECASE,
)
_OPENS_A_QUESTION = re.compile(
    r"^(?:who|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|has|have|had|can|could|will|would|"
    r"should|may|name|list|compare|describe|explain|show|give|tell|summari[sz]e|find|please)\b",
    re.IGNORECASE,
)
_OVERVIEW = re.compile(r"the main points of\b", re.IGNORECASE)
_FINITE = re.compile(r"\b(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)\b", re.I)
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


def resolve(
    question: str, conversation: Conversation, organisations: Sequence[Organisation] = ()
) -> Resolution:
    """Return the standalone question; one that leans on nothing is returned as typed.

    ``organisations`` are those whose documents the workspace holds.
    """
    if not conversation.turns:
        return Resolution(question=question)
    last = conversation.turns[-1]
    if last.asked_back:
        return _reply(question, conversation, organisations)
    text = " ".join(question.split())
    for how, rule in _RULES:
        found = rule(text, last if rule is _why else _base(conversation.turns))
        if found and found != text:
            return _of_whom(Resolution(question=found, how=how), conversation, organisations)
    return _of_whom(Resolution(question=question), conversation, organisations)


def _of_whom(
    resolution: Resolution, conversation: Conversation, organisations: Sequence[Organisation]
) -> Resolution:
    """Fill the empty slot of the organisation from the thread."""
    made = carried_over(resolution.question, conversation, organisations)
    how = resolution.how if resolution.changed else "organisation"
    return Resolution(question=made, how=how) if made else resolution


def _reply(question: str, conversation: Conversation, organisations: Sequence[Organisation]) -> Resolution:
    """Read a reply with the question it clarifies: what it names fills the slot that was open.

    A reply that is a question of its own only leans on the one before.
    """
    *before, last = conversation.turns
    fragment = fragment_of(question)
    pointer = POINTERS.search(last.meaning)
    if pointer and not pointer["owned"] and fragment and not (last.social or _OVERVIEW.match(question)):
        named = question.strip(" .?!")
        read = last.meaning[: pointer.start()] + named + last.meaning[pointer.end() :]
        return Resolution(question=read[:1].upper() + read[1:], how="reply")
    if last.social or nameless(last.meaning) or _same(question, last.question):
        return resolve(question, conversation.model_copy(update={"turns": tuple(before)}), organisations)
    answered = answered_for(last.meaning, question, organisations)
    if answered:
        return Resolution(question=answered, how="organisation")
    if _OVERVIEW.match(question):
        return Resolution(question=question)
    if _OPENS_A_QUESTION.match(question) and not nameless(question):
        turns = (*before, last.model_copy(update={"asked_back": False}))
        return resolve(question, conversation.model_copy(update={"turns": turns}), organisations)
    return Resolution(question=question_in_view(question, conversation), how="reply")


def _same(reply: str, asked: str) -> bool:
    return reply.casefold().split() == asked.casefold().split()


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


def _compared(text: str, last: Turn) -> str:
    """Answer ``compare that with Apple``: the question before, of both; or of both periods."""
    found, frame = _COMPARE.match(text), slots.frame_of(last.meaning)
    if found is None:
        return ""
    other = slots.dated(found["other"].strip(), last.meaning, last.answer)
    if slots.is_period(other) or frame is None:
        return f"{slots.closed(last.meaning)[:-1]} compared with {other}?"
    return f"How did {frame.topic} compare with that of {other}{frame.tail}?"


class Fragment(NamedTuple):
    """What an unfinished question names, and whether it opens like one: ``what about``."""

    named: str
    opened: bool


def fragment_of(text: str) -> Fragment | None:
    """Return what follows the opening of an unfinished question; ``None`` for a whole one."""
    lead = LEAD.match(text)
    rest = text[lead.end() if lead else 0 :].strip(" ,?.!")
    whole = _OPENS_A_QUESTION.match(rest) or _FINITE.search(rest)
    if not rest or whole or len(rest.split()) > _LONGEST_FRAGMENT:
        return None
    return Fragment(rest, bool(lead and lead.group().strip(" ,")))


def _period(text: str, last: Turn) -> str:
    """Answer ``and the year before?``, ``what about 2023?``, ``compared to Q3?``."""
    fragment = fragment_of(text)
    if fragment is None:
        return ""
    rest = slots.dated(fragment.named, last.meaning, last.answer)
    if slots.COMPARED.match(rest):
        return f"{slots.closed(last.meaning).rstrip('?')} {rest}?"
    return slots.with_period(last.meaning, rest) if slots.is_period(rest) else ""


def _slot(text: str, last: Turn) -> str:
    """Answer ``and in Pharma?``, ``what about gross margin?``, ``and Harbor in 2023?``."""
    fragment = fragment_of(text)
    if fragment is None:
        return ""
    rest = slots.dated(fragment.named, last.meaning, last.answer)
    said, when = slots.split_period(rest)
    found = slots.with_topic(last.meaning, said, opened=fragment.opened)
    return slots.with_period(found, when) if found and when else found


def _pointing(text: str, last: Turn) -> str:
    """Put what ``it``, ``its``, ``they`` or ``that year`` points to in its place."""
    before = last.meaning
    when = find_periods(before)
    if when and _THAT_PERIOD.search(text):
        text = _THAT_PERIOD.sub(before[when[-1].start : when[-1].end], text)
    pointer = POINTERS.search(text)
    if pointer is None:
        return text
    ahead = text[: pointer.start()]
    if any(name.sure for name in names(without_periods(ahead))) or len(stems(ahead)) > 1:
        return ""  # it points back inside this very question
    frame = slots.frame_of(before)
    several = pointer.group().lower() in {"they", "them", "their", "those", "these"}
    if frame is None or (several and not frame.several):
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
    ("comparison", _compared),
    ("period", _period),
    ("slot", _slot),
    ("pointing", _pointing),
)
