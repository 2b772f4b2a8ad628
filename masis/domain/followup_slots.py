"""Follow-up slots: the parts of a question that a follow-up leaves out or puts another in the place of."""

import re
from typing import NamedTuple

from masis.domain.language.periods import Period, PeriodMention, find_periods
from masis.domain.metrics import is_metric
from masis.domain.terms import FUNCTION_WORDS, names, word_list, words
from masis.domain.timeframes import without_periods

_FRAME = re.compile(
    r"^(?P<open>(?:how (?:high|large|big|low|much|many|strong|fast) (?:is|was|are|were)|"
    r"what (?:is|was|are|were|will be|has been)|how (?:is|was|are|were|did|does|do|has|have|will)|"
    r"by how much did|who (?:is|are|was)|did|does|is|was|are|were))\s+"
    r"(?P<owner>(?:[\w&-]+\s){0,2}[\w&-]+(?:['’]s|s['’])\s+)?"
    r"(?P<det>(?:the|a|an|our)\s+)?"
    r"(?P<core>.+?)"
    r"(?P<of>\s+of\s+(?:the\s+)?(?-i:[A-Z]).*?)?"
    r"(?P<tail>(?:\s+(?:in|for|during|at|by|since|from|between|as of|on|over|across|under|"
    r"compared|versus|vs|than|"
    r"develop|change|evolve|grow|rise|fall|increase|decrease|decline|perform|look|compare)\b.*?)?)[?.!\s]*$",
    re.IGNORECASE,
)
COMPARED = re.compile(r"^(?:compared (?:to|with)|versus|vs\.?|against|relative to)\s", re.IGNORECASE)
_RELATIVE = re.compile(
    r"\b(?:the |a |one )?(?:(?P<before>year|quarter|half)s? (?:before(?: that)?|earlier|prior|ago)|"
    r"(?:previous|prior|preceding|last) (?P<last>year|quarter|half)|"
    r"(?P<after>year|quarter|half)s? (?:after(?: that)?|later)|"
    r"(?:next|following|subsequent) (?P<next>year|quarter|half)|(?P<that>before that))\b",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(
    r"^(?P<preposition>in|for|at|from|with|by|on|within|across|under|of)\s+(?P<said>.+)$", re.I
)
_RANGE = re.compile(r"(?:from|between)\s*$", re.IGNORECASE)
_CURRENCIES = frozenset(word_list("EUR USD GBP CHF JPY"))
_PERIOD_WRAPPING = frozenset(word_list("fiscal financial year quarter month half full calendar end"))


class Frame(NamedTuple):
    """A question's parts: ``How high was`` ``Harbor's`` ``revenue`` ``in 2024``."""

    opening: str
    owner: str
    determiner: str
    core: str
    of: str
    tail: str

    @property
    def topic(self) -> str:
        """What the question is about, as it reads inside a sentence."""
        return f"{self.owner or self.determiner}{self.core}{self.of}"


def frame_of(question: str) -> Frame | None:
    """Return the parts of a question of a common form."""
    found = _FRAME.match(question.strip())
    return (
        Frame(*(found[name] or "" for name in ("open", "owner", "det", "core", "of", "tail")))
        if found
        else None
    )


def closed(question: str) -> str:
    """Return the question with one mark at its end."""
    return f"{question.strip().rstrip('?.! ')}?"


def possessive(noun: str) -> str:
    """Return what makes a noun an owner."""
    return "’" if noun.endswith("s") else "’s"


def is_period(text: str) -> bool:
    """Tell whether a text names a period and nothing else."""
    left = words(without_periods(text))
    return bool(find_periods(text)) and all(one in FUNCTION_WORDS or one in _PERIOD_WRAPPING for one in left)


def split_period(text: str) -> tuple[str, str]:
    """Return a text without its last period, and that period."""
    found = find_periods(text)
    if not found:
        return text, ""
    last = found[-1]
    said = re.sub(r"\s*\b(?:in|for|of|during|at|as of)\s*$", "", text[: last.start], flags=re.I)
    return f"{said.rstrip()} {text[last.end :].strip()}".strip(), text[last.start : last.end]


def dated(text: str, before: str, answer: str) -> str:
    """Put the period that ``the year before`` means in its place, counted from the question before."""
    relative = _RELATIVE.search(text)
    anchor = _anchor(before) or _anchor(answer)
    if relative is None or anchor is None:
        return text
    mention, source = anchor
    step = 1 if relative["after"] or relative["next"] else -1
    unit = next((relative[name] for name in ("before", "last", "after", "next") if relative[name]), "")
    shifted = _shifted(source[mention.start : mention.end], mention.periods[-1], unit.lower(), step)
    return f"{text[: relative.start()]}{shifted}{text[relative.end() :]}" if shifted else text


def _anchor(text: str) -> tuple[PeriodMention, str] | None:
    found = [mention for mention in find_periods(text) if mention.periods[0].year]
    return (found[-1], text) if found else None


def _shifted(said: str, period: Period, unit: str, step: int) -> str:
    """Return the period one unit away, written the way it was."""
    letter = period.part[:1]
    if not unit:
        unit = {"Q": "quarter", "H": "half"}.get(letter, "year")
    if unit == "year":
        return re.sub(
            r"(?:19|20)\d{2}|(?<=[/–-])\d{2}\b|(?<=FY)\d{2}\b|(?<=FY )\d{2}\b",
            lambda found: f"{int(found.group()) + step:0{len(found.group())}d}",
            said,
        )
    count = {"quarter": 4, "half": 2}[unit]
    if letter != unit[0].upper():
        return ""
    number = period.year * count + int(period.part[1]) - 1 + step
    return f"{letter}{number % count + 1} {number // count}"


def with_period(question: str, period: str) -> str:
    """Return the question about another period; one that named none gets it at its end."""
    bare = re.sub(r"^(?:in|for|of|during|at|as of|the)\s+(?=\S)", "", period.strip(), flags=re.I)
    found = find_periods(question)
    if not found:
        joint = "at" if re.match(r"end\b", bare, re.I) else "in"
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
    """Return the question with another measure, name or place in its slot; empty when nothing fits."""
    found = _PREPOSITION.match(said)
    preposition, noun = (found["preposition"].lower(), found["said"]) if found else ("", said)
    noun = noun.strip()
    named = bool(names(f"for {noun}")) and not is_metric(noun)
    if not noun or not (opened or preposition or named):
        return ""  # bare key words are a question of their own
    if is_metric(noun) and not preposition:
        return _with_metric(question, noun)
    if preposition or noun.removeprefix("the ")[:1].isupper():
        return _with_name(question, noun, preposition)
    return _about(question, noun)


def _with_metric(question: str, metric: str) -> str:
    frame = frame_of(question)
    if frame is None or not is_metric(frame.core):
        return _about(question, metric)
    determiner = "" if frame.owner or metric.lower().startswith("the ") else frame.determiner
    return f"{frame.opening} {frame.owner}{determiner}{metric}{frame.of}{frame.tail}?"


def _with_name(question: str, name: str, preposition: str) -> str:
    """Put a name in the place of the one the question has, else add it."""
    bare = re.sub(r"^the\s+", "", name, flags=re.I)
    for old in reversed(_entities(question)):
        if _held(question, old, bare, preposition):
            return closed(_replaced(question, old, bare))
    added = f"{preposition or 'for'} {name}"
    found = find_periods(question)
    if found and (tail := re.search(r"\s+(?:in|for|during|at|as of)\s*$", question[: found[-1].start], re.I)):
        return closed(f"{question[: tail.start()]} {added}{question[tail.start() :]}")
    return closed(f"{closed(question)[:-1]} {added}")


def _held(question: str, name: str, new: str, preposition: str) -> bool:
    """Tell whether a name stands where a follow-up's own would: ``for Mill`` goes where ``Harbor’s`` is."""
    before = rf"\b{preposition}\s+(?:the\s+)?{re.escape(name)}\b" if preposition else re.escape(name)
    if not preposition and name.isupper() != new.isupper():
        return False  # a role or a code does not stand where a company does
    owned = preposition in {"for", "of", "at"} and re.search(rf"{re.escape(name)}['’]", question)
    return bool(owned or re.search(before, question, re.I))


def _replaced(question: str, old: str, new: str) -> str:
    at = question.rindex(old)
    return question[:at] + new + question[at + len(old) :]


def _entities(question: str) -> tuple[str, ...]:
    return tuple(
        name
        for name in names(without_periods(question))
        if not is_metric(name) and name in question and name not in _CURRENCIES
    )


def _about(question: str, topic: str) -> str:
    """Ask for a new topic of the same company and period."""
    named = topic if re.match(r"(?:the|a|an|our)\s", topic, re.I) else f"the {topic}"
    owner = next(iter(_entities(question)), "")
    opening = "What was" if is_metric(topic) else "What do the documents say about"
    made = f"{opening} {named}{f' of {owner}' if owner else ''}?"
    found = find_periods(question)
    return with_period(made, question[found[-1].start : found[-1].end]) if found else made
