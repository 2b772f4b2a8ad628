"""What the fake model says: sensible answers for each role, made from the prompt alone."""

import hashlib
import json
import math
import re
from typing import Any

PASSAGE = re.compile(
    r"^<<<(?P<mark>\w+) passage \[(?P<id>[^\]]+)\](?P<place>[^\n]*)>>>\n(?P<text>.*?)\n<<<(?P=mark) end>>>$",
    re.DOTALL | re.MULTILINE,
)
FENCED = r"^<<<(\w+) {label}>>>\n(.*?)\n<<<\1 end>>>$"
ROLES = {
    "You are the Writer": "writer",
    "You are the Auditor": "auditor",
    "You are the Scorecard": "judge",
    "You are the Desk": "desk",
    "You are the Librarian": "planner",
    "You are the Planner": "outliner",
    "You check a connection": "probe",
}
_COMMON = frozenset(
    re.findall(
        r"\w+",
        "a an and are as at be by did do does for from had has have how in is it its many much of on or our "
        "that the their there this to was we were what when where which who why will with",
    )
)


def role_of(system: str) -> str:
    """Return the role a system prompt speaks to."""
    return next((role for opening, role in ROLES.items() if system.startswith(opening)), "unknown")


def fenced(user: str, label: str) -> str:
    """Return the text inside one of the prompt's fences."""
    found = re.search(FENCED.format(label=label), user, re.DOTALL | re.MULTILINE)
    return found.group(2) if found else ""


def passages(user: str) -> list[tuple[str, str]]:
    """Return the ids and texts of the passages in a prompt."""
    return [(found["id"], found["text"]) for found in PASSAGE.finditer(user)]


def words(text: str) -> set[str]:
    """Return the telling words of a text."""
    return {word for word in re.findall(r"[a-z0-9]+", text.lower()) if word not in _COMMON}


def written(user: str) -> str:
    """Answer with the passages' own sentences that share most words with the question."""
    wanted = words(fenced(user, "question"))
    ranked: list[tuple[int, int, str, str]] = []
    for place, (chunk_id, text) in enumerate(passages(user)):
        for sentence in re.split(r"(?<=[.!?])\s+|\n+", text):
            told = " ".join(sentence.split())
            if len(told) > 25 and told[-1] in ".!?":
                ranked.append((-len(wanted & words(told)), place, told, chunk_id))
    best = [(told, chunk_id) for shared, _, told, chunk_id in sorted(ranked)[:3] if shared]
    if not best:
        return "The documents hold insufficient evidence to answer this question."
    return " ".join(f"{told} [{chunk_id}]" for told, chunk_id in best)


def cited(user: str, sentence: str) -> str:
    """Return a sentence under the id of the first passage."""
    return f"{sentence} [{passages(user)[0][0]}]."


def reversed_statement(user: str) -> str:
    """Say the opposite of the first sentence of the first passage, in its own words."""
    chunk_id, text = passages(user)[0]
    told = re.split(r"(?<=[.!?])\s+|\n+", text)[0].rstrip(".")
    for word, other in (("rose", "fell"), ("grew", "shrank"), ("was", "was not")):
        if f" {word} " in told:
            told = told.replace(f" {word} ", f" {other} ", 1)
            break
    return f"{told} [{chunk_id}]."


def audited(user: str) -> dict[str, Any]:
    """Approve a draft that cites, doubt one that does not."""
    cites = any(f"[{chunk_id}]" in fenced(user, "draft") for chunk_id, _ in passages(user))
    return {
        "confidence": 0.9 if cites else 0.3,
        "hallucination_detected": False,
        "unsupported_claims": [],
        "logical_gaps": [] if cites else ["What do the documents say about this?"],
        "conflicts": [],
        "needs_retry": False,
        "issues": [],
    }


def judged(user: str) -> dict[str, Any]:
    """Judge one sentence by whether the passages hold its words."""
    held = words(fenced(user, "sentence")) <= {word for _, text in passages(user) for word in words(text)}
    return {"reason": "", "verdict": "supported"} if held else {"reason": "other", "verdict": "unsupported"}


def conflicting(user: str) -> dict[str, Any]:
    """Report a conflict between the first amounts or percentages of two passages."""
    sides = []
    for chunk_id, text in passages(user):
        figure = re.search(r"[$€£]\s?\d[\d,.]*\d(?: (?:m|b|tr)illion)?|\d[\d,.]*\s?%", text)
        if figure:
            sides.append({"chunk_id": chunk_id, "value": figure.group(), "quote": figure.group(), "note": ""})
    return audited(user) | {"conflicts": [{"subject": "the figure", "sides": sides[:2]}]}


def answer(role: str, user: str) -> str:
    """Return the good answer of a role, as text."""
    if role == "writer":
        return written(user)
    replies: dict[str, Any] = {
        "auditor": judged(user) if fenced(user, "sentence") else audited(user),
        "judge": {"faithfulness": 0.9, "relevance": 0.9, "completeness": 0.8, "reasoning_quality": 0.85},
        "planner": {"calls": [{"tool": "web", "question": fenced(user, "question"), "why": "recent"}]},
        "outliner": {"calls": [], "work_out": []},
        "probe": {"state": "ready"},
        "desk": {"kind": "clear", "reason": "names what to look for", "question_back": "", "choices": []},
    }
    return json.dumps(replies.get(role, {}))


def vector(text: str, dimension: int) -> list[float]:
    """Return a unit vector: half of it common to all texts, half a hash of the words."""
    bag = [0.0] * dimension
    for word in sorted(words(text)):
        bag[int.from_bytes(hashlib.blake2b(word.encode(), digest_size=4).digest(), "big") % dimension] += 1.0
    length = math.sqrt(sum(part * part for part in bag)) or 1.0
    common = math.sqrt(0.5 / dimension)
    vector = [common + math.sqrt(0.5) * part / length for part in bag]
    length = math.sqrt(sum(part * part for part in vector))
    return [part / length for part in vector]
