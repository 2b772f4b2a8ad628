"""Splitting: a question with several parts becomes questions with one part each."""

import re

from masis.domain.terms import stems

_WH = (
    r"(?:who|whom|whose|what|when|where|why|how|which|by how much|in which|at what|on what|for what|to what|"
    r"from what|under what)"
)
_AUXILIARY = r"(?:is|are|was|were|did|does|do|has|have|should|can|could|will|would)"
_ASKERS = rf"(?:{_WH}|{_AUXILIARY})"
_JOINED = re.compile(
    rf"(?:,?\s+and(?:\s+also)?\s+|;\s*(?:and\s+)?)"
    rf"(?={_WH}\b|{_AUXILIARY}\s+(?:the|it|they|we|our|there|this|any|its|he|she)\b)",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(?:^|\s)\(?(?:\d{1,2}|[a-h])[.)]\s+(?=\S)")
_SENTENCE = re.compile(r"(?<=[?!])\s+|\n+|(?<=[a-z]{3}\.)\s+(?=[A-Z])")
_POINTS_BACK = re.compile(
    r"\b(?:it|its|they|them|their|this|that|these|those|he|she|his|her|there)\b", re.IGNORECASE
)
_SHARED = re.compile(
    r"^(?P<head>(?:what|how)\s+(?:was|were|is|are|did|do|does|has|have|much|many|(?:big|high|"
    r"large)\s+(?:was|were))\s+"
    r"(?:the\s+|our\s+)?)(?P<first>[\w%&’'-]+(?:\s+[\w%&’'-]+){0,3}?)\s+and\s+(?:the\s+)?"
    r"(?P<second>[\w%&’'-]+(?:\s+[\w%&’'-]+){0,3}?)(?P<tail>\s+(?:in|for|during|at|develop\w*|change\w*|"
    r"evolve\w*|perform\w*|grow|move\w*|as of|by the end)\b.*)$",
    re.IGNORECASE,
)
_FIXED_PAIRS = (
    "research development",
    "profit loss",
    "mergers acquisitions",
    "terms conditions",
    "sales marketing",
    "supply demand",
    "health safety",
    "property plant",
    "plant equipment",
    "food beverage",
    "goods services",
    "products services",
    "environmental social",
    "learning development",
    "oil gas",
    "selling general",
    "strengths weaknesses",
    "opportunities threats",
)
_PLURAL = re.compile(r"\b(?:were|are|have)\b")
_INNER = re.compile(r"\b(?:of|in|for|by|with|between|from|to|on)\b", re.IGNORECASE)
_COMPARES = re.compile(r"\b(?:compar\w+|versus|vs\.?|differ\w*|between|relat\w+)\b", re.IGNORECASE)


def split_parts(question: str) -> tuple[str, ...]:
    """Return the single questions inside a question, in order; at least one, at most six."""
    text = question.strip()
    items = [item for item in _NUMBERED.split(text) if item.strip()]
    if len(items) < 2 or not _NUMBERED.search(text):
        items = [text]
    elif not _asks(items[0]):
        items = items[1:]
    parts = [part for item in items for part in _sentences(item)]
    parts = [single for part in parts for joined in _clauses(part) for single in _conjuncts(joined)]
    return tuple(_bare(part) for part in parts if _bare(part))[:6] or (text,)


def lone_parts(question: str) -> tuple[str, ...]:
    """Return the parts of a question that can be looked for by themselves; none when it asks one thing."""
    parts = split_parts(question)
    return tuple(part for part in parts if not points_back(part)) if len(parts) > 1 else ()


def points_back(part: str) -> bool:
    """Tell whether a part leans on an earlier one: ``who approved it?``."""
    return bool(_POINTS_BACK.search(part)) or len(stems(part)) < 2


def _sentences(text: str) -> list[str]:
    """Split at sentence ends; a statement before a question only sets the scene and joins it."""
    pieces = [piece.strip() for piece in _SENTENCE.split(text) if piece.strip()]
    merged: list[str] = []
    scene = ""
    for piece in pieces:
        if len(pieces) > 1 and not piece.endswith("?") and not _asks(piece):
            scene = f"{scene} {piece}".strip()
            continue
        merged.append(f"{scene} {piece}".strip())
        scene = ""
    if scene:
        merged = [*merged[:-1], f"{merged[-1]} {scene}"] if merged else [scene]
    return merged


def _clauses(part: str) -> list[str]:
    """Split at ``and`` or a comma before another question word, when both sides ask something."""
    if _COMPARES.search(part):
        return [part]
    pieces = [piece for piece in _JOINED.split(part) if piece.strip()]
    merged: list[str] = []
    for piece in pieces:
        if merged and (not _asks(merged[-1]) or not stems(piece) or len(merged[-1].split()) < 3):
            merged[-1] = f"{merged[-1]}, {piece}"
        else:
            merged.append(piece)
    return merged


def _conjuncts(part: str) -> list[str]:
    """Ask the same of two measures one by one: ``what were revenue and EBITDA in 2024``."""
    match = _SHARED.match(part)
    if not match or _COMPARES.search(part):
        return [part]
    first, second = match["first"], match["second"]
    if _INNER.search(first):
        return [part]
    plain = " ".join(stems(first)[-1:] + stems(second)[:1])
    proper = first[0].isupper() and second[0].isupper() and not (first.isupper() or second.isupper())
    if plain in _FIXED_STEMS or proper:
        return [part]
    return [f"{_agreeing(match['head'], side)}{side}{match['tail']}" for side in (first, second)]


def _agreeing(head: str, side: str) -> str:
    """Ask of one thing in the singular what was asked of two: ``what was revenue``, ``what were sales``."""
    if side.endswith("s"):
        return head
    return _PLURAL.sub(lambda match: {"were": "was", "are": "is", "have": "has"}[match.group()], head)


_FIXED_STEMS = frozenset(" ".join(stems(pair)) for pair in _FIXED_PAIRS)


def _asks(text: str) -> bool:
    return bool(re.match(rf"\W*{_ASKERS}\b", text, re.IGNORECASE))


def _bare(part: str) -> str:
    return part.strip().strip("?;,").strip().removeprefix("and ").strip()
