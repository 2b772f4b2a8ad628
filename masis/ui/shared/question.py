"""Question: what was asked as a heading; a long one is folded, so that it never buries its answer."""

from masis.ui.safe_text import safe_html

_MOST = 280
"""About four lines of the reading column."""


def heading(question: str, level: int = 2, attributes: str = "") -> str:
    """Return the question as a heading of this level; ``attributes`` are ours, already HTML."""
    shown, folded = safe_html(question), ""
    if len(question) > _MOST:
        shown = f"{safe_html(question[:_MOST].rsplit(' ', 1)[0])} …"
        folded = (
            '<details class="m-idle"><summary>The whole question</summary>'
            f'<p class="m-whole">{safe_html(question)}</p></details>'
        )
    return f'<h{level} class="m-question"{attributes}>{shown}</h{level}>{folded}'
