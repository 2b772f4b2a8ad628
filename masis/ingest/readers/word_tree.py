"""Word tree: a DOCX as its reader sees it: tracked changes made, content controls opened, notes found.

python-docx passes over all of these, and with them over figures that stand on the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from docx.document import Document
    from docx.oxml.xmlchemy import BaseOxmlElement
    from lxml.etree import _Element

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_TAKEN_OUT = (f"{_W}del", f"{_W}moveFrom")
_OPENED = tuple(f"{_W}{name}" for name in ("sdt", "ins", "moveTo", "smartTag", "customXml", "fldSimple"))
_BOX = f"{_W}txbxContent"
_NOTES = ("footnote", "endnote")


def settle(root: BaseOxmlElement) -> None:
    """Take tracked changes as made and put what content controls hold in their place."""
    for row in [*root.iter(f"{_W}tr")]:
        if row.find(f"{_W}trPr/{_W}del") is not None:
            _remove(row)
    for gone in [*root.iter(*_TAKEN_OUT)]:
        _remove(gone)
    for holder in [*root.iter(*_OPENED)]:
        parent = holder.getparent()
        inner = holder.find(f"{_W}sdtContent") if holder.tag == f"{_W}sdt" else holder
        if parent is None:
            continue
        at = parent.index(holder)
        parent.remove(holder)
        for child in reversed([*inner] if inner is not None else []):
            parent.insert(at, child)


def _remove(element: _Element) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


def boxes(paragraph: BaseOxmlElement) -> Iterator[BaseOxmlElement]:
    """Yield the text boxes anchored in a paragraph; Word keeps an older copy of each, which is left out."""
    for box in paragraph.iter(_BOX):
        above = {one.tag for one in box.iterancestors()}
        if _FALLBACK not in above and _BOX not in above:
            yield cast("BaseOxmlElement", box)


def notes(document: Document) -> dict[tuple[str, str], str]:
    """Return the text of each footnote and endnote by its kind and id."""
    from docx.oxml import parse_xml

    found: dict[tuple[str, str], str] = {}
    for related in document.part.rels.values():
        kind = next((one for one in _NOTES if related.reltype.endswith(f"/{one}s")), "")
        if not kind or related.is_external:
            continue
        root = parse_xml(related.target_part.blob)
        settle(root)
        for note in root.iter(f"{_W}{kind}"):
            words = " ".join("".join(one.text or "" for one in p.iter(f"{_W}t")) for p in note.iter(f"{_W}p"))
            found[kind, str(note.get(f"{_W}id"))] = words
    return found


def referred(paragraph: BaseOxmlElement) -> Iterator[tuple[str, str]]:
    """Yield kind and id of the notes a paragraph refers to."""
    for kind in _NOTES:
        for mark in paragraph.iter(f"{_W}{kind}Reference"):
            yield kind, str(mark.get(f"{_W}id"))
