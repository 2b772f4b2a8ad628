"""Formats: the one list of what is read: endings, names, and what a page of each is called."""

from collections.abc import Sequence
from pathlib import PurePath
from types import MappingProxyType
from typing import NamedTuple

from masis.domain.document import MediaKind


class Format(NamedTuple):
    """A kind of file."""

    name: str
    """As listed beside others."""
    called: str
    """As part of a sentence."""
    endings: tuple[str, ...]
    """Each with its dot, the usual one first."""
    page: str = "page"
    """What its parts are called."""
    lockable: bool = False
    """Whether an upload is kept until its password is typed."""


FORMATS: MappingProxyType[MediaKind, Format] = MappingProxyType(
    {
        "pdf": Format("PDF", "a PDF", (".pdf",), lockable=True),
        "docx": Format("Word", "a Word document", (".docx",), lockable=True),
        "pptx": Format("PowerPoint", "a PowerPoint presentation", (".pptx",), "slide", lockable=True),
        "xlsx": Format("Excel", "an Excel workbook", (".xlsx",), "sheet", lockable=True),
        "odt": Format("OpenDocument", "an OpenDocument text", (".odt",)),
        "rtf": Format("RTF", "a Rich Text file", (".rtf",)),
        "csv": Format("CSV", "a CSV table", (".csv", ".tsv"), "rows"),
        "html": Format("HTML", "a web page", (".html", ".htm"), "section"),
        "markdown": Format("Markdown", "a Markdown text", (".md", ".markdown")),
        "text": Format("Text", "a text file", (".txt", ".text", ".log")),
        "eml": Format("E-mail", "an e-mail", (".eml",)),
        "msg": Format("Outlook", "an Outlook message", (".msg",)),
        "image": Format("Picture", "a picture", (".png", ".jpg", ".jpeg", ".tif", ".tiff")),
    }
)
BY_ENDING: MappingProxyType[str, MediaKind] = MappingProxyType(
    {ending: kind for kind, known in FORMATS.items() for ending in known.endings}
)


def ending_of(file_name: str) -> str:
    """Return the ending of a file name in small letters, with its dot; empty where there is none."""
    return PurePath(file_name).suffix.lower()


def all_named(last: str = "and") -> str:
    """Return the formats as part of a sentence: ``PDF, Word, …, Outlook and Picture``."""
    return listed([known.name for known in FORMATS.values()], last)


def listed(names: Sequence[str], last: str = "and") -> str:
    """Return names as a sentence lists them."""
    return f"{', '.join(names[:-1])} {last} {names[-1]}" if len(names) > 1 else "".join(names)
