"""Competing: the sides of a conflict, next to each other, none preferred."""

from masis.domain.critique import Conflict, ConflictSide
from masis.ui import wording
from masis.ui.safe_text import safe_html


def as_html(conflict: Conflict) -> str:
    """Return one conflict as a heading and its sides."""
    sides = "".join(_side(side) for side in conflict.sides)
    why = f'<div class="w">{safe_html(conflict.cause)}</div>' if conflict.cause else ""
    return f'<div class="m-sub">{safe_html(conflict.subject)}</div><div class="m-sides">{sides}</div>{why}'


def _side(side: ConflictSide) -> str:
    note = f'<span class="n">{safe_html(side.note)}</span>' if side.note else ""
    place = f"{side.document_title}, {wording.page_name(side.page_label)}"
    return (
        f'<div class="m-side"><div><span class="v">{safe_html(side.value)}</span>{note}</div>'
        f'<div class="w">{safe_html(place)}</div>'
        f"<blockquote>“{safe_html(side.quote)}”</blockquote></div>"
    )
