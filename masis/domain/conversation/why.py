"""Why: the claim an answer opens with, turned into a question for its reason."""

import re
from collections.abc import Iterator

from masis.domain.conversation.patterns import pattern
from masis.domain.conversation.slots import closed, frame_of, is_attribute
from masis.domain.language.organisations import is_ordinary
from masis.domain.language.sentences import classify, split_sentences
from masis.domain.language.words import fold, lexicon, stem, stems

_AUXILIARIES = frozenset(["is", "are", "was", "were", "has", "have", "had", "will", "can", "could"])
_CITED = re.compile(r"\s*\[[^\[\]\n]{1,80}\]")
_MARKER = re.compile(r"^\s*(?:[-*•+#]+|\d{1,2}[.)])\s+")
_ROW = re.compile(r"^\s*\||\s–\s.*: ")
_IRREGULAR_NOUNS = frozenset({"person", "child"})
_LONGEST_SUBJECT = 14
_CLAIMS_READ = 6


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
    """Yield the sentences that claim something, plain, without the reasons they give; rows are left out."""
    for span in split_sentences(answer):
        sentence = answer[span.start : span.end]
        if classify(sentence) == "claim" and not _ROW.search(sentence):
            plain = _MARKER.sub("", _CITED.sub("", sentence)).replace("**", "").strip().rstrip(".!?: ")
            yield pattern("reason").sub("", plain).strip()


def _of_an_event(claim: str) -> str:
    """Turn ``Revenue rose to …`` around."""
    said = claim.split()
    place, base = next(((at, base) for at, word in enumerate(said) if (base := _base_form(word))), (0, ""))
    plain = base and _is_subject(said[:place])
    return " ".join(["Why did", *_lowered(said[:place]), base, *said[place + 1 :]]) + "?" if plain else ""


def _of_a_state(claim: str) -> str:
    """Turn ``The margin was …`` around."""
    said = claim.split()
    place = next((at for at, word in enumerate(said) if word in _AUXILIARIES), 0)
    plain = _is_subject(said[:place])
    return " ".join(["Why", said[place], *_lowered(said[:place]), *said[place + 1 :]]) + "?" if plain else ""


def _is_subject(said: list[str]) -> bool:
    """Tell whether words are what a sentence is about: no clause, no verb, not too many."""
    return 0 < len(said) <= _LONGEST_SUBJECT and not any(
        word.endswith(",") or word in _AUXILIARIES for word in said
    )


def _base_form(word: str) -> str:
    """Return the base of a past form of a verb that says what happened; empty for any other word."""
    known = lexicon()
    if known.irregular.get(word, "person") not in _IRREGULAR_NOUNS:
        return known.irregular[word]
    if not word.endswith("ed") or not known.sides.get(stem(word)):
        return ""
    bases = (word[:-1], word[:-2], word[:-3])  # increased, opened, dropped
    return next((base for base in bases if is_ordinary(base) and stem(base) == stem(word)), "")


def _lowered(subject: list[str]) -> list[str]:
    """Take the capital off a first word that has it only because it came first."""
    first = subject[0] if subject else ""
    everyday = (
        fold(first) in lexicon().stop | lexicon().wrapping
        or is_attribute(first)
        or is_attribute(" ".join(subject))
    )
    return [first.lower(), *subject[1:]] if everyday and first[1:].islower() else subject
