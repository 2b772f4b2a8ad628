"""Follow-up: a question that leans on the thread, made into one that stands alone."""

import re
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from masis.domain.conversation import slots
from masis.domain.conversation.organisations import Organisation, answered_for, carried_over
from masis.domain.conversation.patterns import pattern
from masis.domain.conversation.topics import nameless
from masis.domain.conversation.turns import Conversation, Turn, question_in_view
from masis.domain.conversation.why import why_question
from masis.domain.language.periods import find_periods, without_periods
from masis.domain.language.words import names, stems
from masis.domain.value import Value

How = Literal["as typed", "reply", "why", "more", "period", "slot", "comparison", "pointing", "organisation"]

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
    overview = bool(pattern("overview").match(question))
    pointed = "" if last.social or overview else _pointed_at(last.meaning, question)
    if pointed:
        return Resolution(question=pointed, how="reply")
    if last.social or nameless(last.meaning) or _same(question, last.question):
        return resolve(question, conversation.model_copy(update={"turns": tuple(before)}), organisations)
    answered = answered_for(last.meaning, question, organisations)
    if answered:
        return Resolution(question=answered, how="organisation")
    if overview:
        return Resolution(question=question)
    if pattern("whole").search(question) and not nameless(question):
        turns = (*before, last.model_copy(update={"asked_back": False}))
        return resolve(question, conversation.model_copy(update={"turns": turns}), organisations)
    says_nothing = nameless(question) and not find_periods(question)
    read = last.meaning if says_nothing else question_in_view(question, conversation)
    return Resolution(question=read, how="reply")


def _pointed_at(asked: str, reply: str) -> str:
    """Return the question asked back about with a reply in the place of its ``it``."""
    pointer = pattern("pointer").search(asked)
    if pointer is None or pointer["owned"] or not fragment_of(reply):
        return ""
    read = asked[: pointer.start()] + reply.strip(" .?!") + asked[pointer.end() :]
    return read[:1].upper() + read[1:]


def _same(reply: str, asked: str) -> bool:
    return reply.casefold().split() == asked.casefold().split()


def _base(turns: Sequence[Turn]) -> Turn:
    """Return the turn whose slots a follow-up changes: not a ``why?`` or ``tell me more`` in between."""
    own = (
        turn
        for turn in reversed(turns)
        if not (pattern("why").match(turn.question) or pattern("more").match(turn.question))
    )
    return next((turn for turn in own if not turn.asked_back), turns[-1])


def _why(text: str, last: Turn) -> str:
    return why_question(last.meaning, last.answer) if pattern("why").match(text) else ""


def _more(text: str, last: Turn) -> str:
    if not pattern("more").match(text):
        return ""
    frame = slots.frame_of(last.meaning)
    if frame is None:
        return f"{slots.closed(last.meaning)} Please go into more detail."
    return f"What do the documents say in detail about {frame.topic}{frame.tail}?"


def _compared(text: str, last: Turn) -> str:
    """Answer ``compare that with Apple``: the question before, of both; or of both periods."""
    found, frame = pattern("comparison").match(text), slots.frame_of(last.meaning)
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
    lead = pattern("lead").match(text)
    rest = text[lead.end() if lead else 0 :].strip(" ,?.!")
    if not rest or pattern("whole").search(rest) or len(rest.split()) > _LONGEST_FRAGMENT:
        return None
    return Fragment(rest, bool(lead and lead.group().strip(" ,")))


def _period(text: str, last: Turn) -> str:
    """Answer ``and the year before?``, ``what about 2023?``, ``compared to Q3?``."""
    fragment = fragment_of(text)
    if fragment is None:
        return ""
    rest = slots.dated(fragment.named, last.meaning, last.answer)
    if pattern("compared").match(rest):
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
    if when and pattern("that_period").search(text):
        text = pattern("that_period").sub(before[when[-1].start : when[-1].end], text)
    pointer = pattern("pointer").search(text)
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
