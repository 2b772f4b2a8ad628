"""Events: verbs of business that a question presupposes, with the words that report the same event."""

import re
from functools import lru_cache

_GROUPS = """
acquire: buy bought purchase takeover acquisition acquirer merge merger absorb
sell: sold sale divest divestment divestiture disposal dispose disposed
reject: refuse refusal rejection veto declined turned-down oppose dismiss
approve: approval endorse endorsement authorise authorize authorisation adopt pass passed sign-off ratify
resign: resignation stepped-down leave left departure depart retire retirement quit stood-down
dismiss: dismissal fire remove removal sack replace
close: closure shut shut-down closing wind-down discontinue
cancel: cancellation abandon scrap terminate termination withdraw withdrew withdrawn stop
rise: rose risen rising grow grew grown growth increase gain climb improve improvement up higher double
fall: fell fallen decline decrease drop dropped shrink shrank reduce reduction lower down decreased worse
lose: lost losing loss churn leave left
merge: merger combine combination acquire acquisition
recall: recall withdrawn withdrawal
sue: lawsuit litigation claim suit proceedings
fine: fined penalty sanction
postpone: delay defer deferral postponement later put-off
invest: investment spend spent fund funding capital
hire: recruit appoint appointment employ join recruitment
win: won award winning
relocate: move relocation transfer
raise: raised increase rise rose
cut: cutting reduce reduction decrease lower fell
succeed: successor succession replace replacement follow take-over took-over
"""
_ALIKE = {
    "grow": "rise",
    "increase": "rise",
    "improve": "rise",
    "decline": "fall",
    "decrease": "fall",
    "drop": "fall",
    "shrink": "fall",
    "buy": "acquire",
    "purchase": "acquire",
    "divest": "sell",
    "refuse": "reject",
    "delay": "postpone",
    "leave": "resign",
    "replace": "succeed",
    "shut": "close",
    "fire": "dismiss",
}
_PAST = {
    "sell": "sold",
    "rise": "rose",
    "fall": "fell",
    "lose": "lost",
    "win": "won",
    "cut": "cut",
    "buy": "bought",
    "grow": "grew",
    "shrink": "shrank",
    "leave": "left",
    "shut": "shut",
    "drop": "dropped",
}
_PARTICIPLE = {"rise": "risen", "fall": "fallen", "grow": "grown", "shrink": "shrunk"}
_OPPOSITES = {"rise": "fall", "fall": "rise", "raise": "cut", "cut": "raise"}


def _inflected(word: str) -> tuple[str, ...]:
    root = word.removesuffix("e")
    doubled = f"{word}{word[-1]}" if re.search(r"[^aeiou][aeiou][lptg]$", word) else root
    tails = (f"{root}es", f"{word}s", f"{root}ed", f"{root}ing", f"{doubled}ed", f"{doubled}ing")
    return (word, *tails)


@lru_cache(maxsize=1)
def _forms() -> dict[str, frozenset[str]]:
    made = {}
    for line in _GROUPS.strip().splitlines():
        head, _, members = line.partition(":")
        made[head] = frozenset(form for word in (head, *members.split()) for form in _inflected(word))
    return made


def verb_of(word: str, *, base: bool) -> str:
    """Return the base form of an event verb as a question writes it, empty when it is none.

    ``base`` asks for the bare form ("did they sell"); otherwise for the past ("who sold").
    """
    for verb in (*_forms(), *_ALIKE):
        if word == (verb if base else past(verb)) or (not base and word == _PARTICIPLE.get(verb)):
            return verb
    return ""


def past(verb: str) -> str:
    """Return the simple past of an event verb."""
    if verb in _PAST:
        return _PAST[verb]
    if verb.endswith("e"):
        return f"{verb}d"
    return f"{verb}led" if verb == "cancel" else f"{verb}ed"


def reports(verb: str) -> frozenset[str]:
    """Return the words that report the event."""
    return _forms()[_ALIKE.get(verb, verb)]


def denies(verb: str) -> frozenset[str]:
    """Return the words that report the opposite."""
    opposite = _OPPOSITES.get(_ALIKE.get(verb, verb))
    return _forms()[opposite] if opposite else frozenset()


def is_change(verb: str) -> bool:
    """Tell whether the verb says which way a value went."""
    return _ALIKE.get(verb, verb) in _OPPOSITES


def active(verb: str) -> frozenset[str]:
    """Return the forms of the verb itself, nouns and synonyms left out."""
    return frozenset((*_inflected(verb), past(verb)))
