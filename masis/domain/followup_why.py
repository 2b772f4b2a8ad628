"""Follow-up why: the claim an answer opens with, turned into a question for its reason."""

import re
from collections.abc import Iterator

from masis.domain.followup_slots import closed, frame_of
from masis.domain.language.sentence_kinds import classify
from masis.domain.language.sentences import split_sentences
from masis.domain.metrics import is_metric
from masis.domain.terms import FUNCTION_WORDS, stems, word_list

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
_CLAIMS_READ = 6
_ROW = re.compile(r"^\s*\||\s–\s.*: ")


def why_question(question: str, answer: str) -> str:
    """Return ``Why did <what the answer says>?``; without such a claim it asks about the question."""
    claims = [*_claims(answer)][:_CLAIMS_READ]
    wanted = set(stems(question))
    near = [claim for claim in claims if wanted & set(stems(claim))] or claims
    for invert in (_of_an_event, _of_a_state):
        found = next((made for claim in near if (made := invert(claim))), "")
        if found:
            return found
    frame = frame_of(question)
    return f"What explains {frame.topic}{frame.tail}?" if frame else f"{closed(question)} Why?"


def _claims(answer: str) -> Iterator[str]:
    """Return the sentences that claim something, plain, without the reasons they give; rows are left out."""
    for span in split_sentences(answer):
        sentence = answer[span.start : span.end]
        if classify(sentence) == "claim" and not _ROW.search(sentence):
            plain = _MARKER.sub("", _CITED.sub("", sentence)).replace("**", "").strip().rstrip(".!?: ")
            yield _REASON_GIVEN.sub("", plain).strip()


def _of_an_event(claim: str) -> str:
    """Turn ``Revenue rose to …`` around."""
    subject, verb, rest = _parted(claim, frozenset(_PAST))
    return " ".join(["Why did", *_lowered(subject), _PAST[verb], *rest]) + "?" if verb else ""


def _of_a_state(claim: str) -> str:
    """Turn ``The margin was …`` around."""
    subject, verb, rest = _parted(claim, _AUXILIARIES)
    return " ".join(["Why", verb, *_lowered(subject), *rest]) + "?" if verb else ""


def _parted(claim: str, verbs: frozenset[str]) -> tuple[list[str], str, list[str]]:
    """Return what stands before and after the first verb; nothing when a clause comes before the subject."""
    said = claim.split()
    for place, word in enumerate(said[: _LONGEST_SUBJECT + 1]):
        if place and word in verbs:
            return said[:place], word, said[place + 1 :]
        if word.endswith(",") or (word in _AUXILIARIES or word in _PAST):
            break
    return [], "", []


def _lowered(subject: list[str]) -> list[str]:
    """Take the capital off a first word that has it only because it came first."""
    first = subject[0] if subject else ""
    everyday = first.lower() in FUNCTION_WORDS or is_metric(first) or is_metric(" ".join(subject))
    return [first.lower(), *subject[1:]] if everyday and first[1:].islower() else subject
