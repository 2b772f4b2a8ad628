"""Model text: an answer as it came, cut to what can be kept."""

import re

_WHOLE_FENCE = re.compile(r"\A```[A-Za-z]*\n(.*?)\n?(?:```\s*)?\Z", re.DOTALL)
_FENCE_LINE = re.compile(r"^```[A-Za-z]*[ \t]*(?:\n|\Z)", re.MULTILINE)
_SENTENCE_END = re.compile(r"(?:[.!?][\"”')]?(?:\s*\[[^\[\]\n]{1,200}\])*|\[[^\[\]\n]{1,200}\]\.?)(?=\s|\Z)")
_CHARS_PER_TOKEN = 6


def tidy_answer(text: str, *, truncated: bool, max_tokens: int) -> tuple[str, bool]:
    """Return the answer without wrapping or runaway tail, and whether it was cut."""
    fenced = _WHOLE_FENCE.match(text.strip())
    text = _FENCE_LINE.sub("", fenced.group(1) if fenced else text).strip()
    cap = max_tokens * _CHARS_PER_TOKEN
    cut = truncated or len(text) > cap
    return _without_echo(_whole_sentences(text[:cap]) if cut else text), cut


def _whole_sentences(text: str) -> str:
    """Drop a last sentence that was cut off: it has lost its citation, and maybe its meaning."""
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    if not ends:
        return text
    if len(ends) > 1 and text[ends[-1] :].lstrip().startswith("["):
        return text[: ends[-2]]  # the cut went through the citation
    return text[: ends[-1]]


def _without_echo(text: str) -> str:
    """Drop lines said before, the mark of a model that no longer stops; short ones and tables may repeat."""
    seen: set[str] = set()
    kept = []
    for line in text.split("\n"):
        words = line.strip()
        if len(words) > 40 and not words.startswith("|") and words in seen:
            continue
        seen.add(words)
        kept.append(line)
    return "\n".join(kept).strip()
