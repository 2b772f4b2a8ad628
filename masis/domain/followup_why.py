"""Follow-up why: the claim an answer opens with, turned into a question for its reason."""

import re

from masis.domain.followup_slots import closed, frame_of
from masis.domain.metrics import is_metric
from masis.domain.sentence_kinds import classify
from masis.domain.sentences import split_sentences
from masis.domain.terms import FUNCTION_WORDS, word_list

_BASES = word_list(
    """increase decrease decline improve double triple expand narrow widen remain stay exceed miss open close
    launch acquire report record achieve deliver generate reach raise reduce move change weaken strengthen
    recover slow accelerate outperform underperform add gain end total"""
)
_PAST = {
    **{f"{base}{'d' if base.endswith('e') else 'ed'}": base for base in _BASES},
    "rose": "rise", "fell": "fall", "grew": "grow", "dropped": "drop", "slipped": "slip", "lost": "lose",
    "won": "win", "sold": "sell", "bought": "buy", "shrank": "shrink", "cut": "cut", "hit": "hit",
    "left": "leave", "went": "go", "came": "come", "made": "make", "met": "meet", "kept": "keep",
    "held": "hold", "spent": "spend", "planned": "plan", "jumped": "jump", "stood": "stand", "led": "lead",
}  # fmt: skip
_AUXILIARIES = frozenset(word_list("is are was were has have had will can could"))
_REASON_GIVEN = re.compile(
    r"(?:,|;| -| –)?\s+(?:because|driven by|due to|owing to|thanks to|as a result of|"
    r"which|while|whereas)\b.*$|"
    r";.*$|,\s+(?:up|down|after|compared|reflecting|as)\b.*$",
    re.IGNORECASE | re.DOTALL,
)
_CITED = re.compile(r"\s*\[[^\[\]\n]{1,80}\]")
_MARKER = re.compile(r"^\s*(?:[-*•+#]+|\d{1,2}[.)])\s+")
_LONGEST_SUBJECT = 14


def why_question(question: str, answer: str) -> str:
    """Return ``Why did <what the answer says first>?``; without an answer it asks about the question."""
    claim = _first_claim(answer)
    if claim:
        return _inverted(claim) or f"What explains that {' '.join(_lowered(claim.split()))}?"
    frame = frame_of(question)
    return f"What explains {frame.topic}{frame.tail}?" if frame else f"{closed(question)} Why?"


def _first_claim(answer: str) -> str:
    for span in split_sentences(answer):
        sentence = answer[span.start : span.end]
        if classify(sentence) == "claim" and not sentence.lstrip().startswith("|"):
            plain = _MARKER.sub("", _CITED.sub("", sentence)).replace("**", "").strip().rstrip(".!?: ")
            return _REASON_GIVEN.sub("", plain).strip()
    return ""


def _inverted(claim: str) -> str:
    said = claim.split()
    for place, word in enumerate(said[: _LONGEST_SUBJECT + 1]):
        subject, rest = _lowered(said[:place]), said[place + 1 :]
        if place and word in _AUXILIARIES:
            return " ".join(["Why", word, *subject, *rest]) + "?"
        if place and word in _PAST:
            return " ".join(["Why did", *subject, _PAST[word], *rest]) + "?"
        if word.endswith(","):
            return ""  # the subject comes later, and which word it is nobody can tell by rule
    return ""


def _lowered(subject: list[str]) -> list[str]:
    """Take the capital off a first word that has it only because it came first."""
    first = subject[0] if subject else ""
    everyday = first.lower() in FUNCTION_WORDS or is_metric(first)
    return [first.lower(), *subject[1:]] if everyday and first[1:].islower() else subject
