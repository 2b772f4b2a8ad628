"""Slides: each slide of a PPTX as a page, its title as heading, notes at the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import TYPE_CHECKING, cast

from masis.domain.document import Page, ReadDocument
from masis.ingest.readers.building import PageBuilder, core_date, core_title, heading_of, one_line
from masis.ingest.readers.drawings import BROKEN, add_drawn, has_drawing
from masis.ingest.readers.job import Job, damaged, no_text

if TYPE_CHECKING:
    from pptx.shapes.autoshape import Shape
    from pptx.shapes.base import BaseShape
    from pptx.shapes.graphfrm import GraphicFrame
    from pptx.slide import Slide

_DEEPEST_GROUP = 20


def read(job: Job) -> ReadDocument:
    """Read a PPTX file."""
    import pptx

    try:
        deck = pptx.Presentation(BytesIO(job.content))
        slides = list(deck.slides)
    except Exception as error:
        raise damaged(job) from error
    job.check_pages(len(slides), "slides")
    pages = []
    for number, slide in enumerate(slides, start=1):
        try:
            pages.append(_page(slide, number))
        except BROKEN as error:
            raise damaged(job) from error
        job.on_page(number, len(slides))
    if not any(page.text for page in pages):
        raise no_text(job)
    title = core_title(deck.core_properties) or heading_of(pages) or job.stem
    return ReadDocument(
        kind="pptx", title=title, date=core_date(deck.core_properties, job.content), pages=tuple(pages)
    )


def _page(slide: Slide, number: int) -> Page:
    builder = PageBuilder()
    title = slide.shapes.title
    if title is not None and title.has_text_frame:
        builder.heading(title.text_frame.text, 1)
    has_image = False
    for shape in _shapes(slide.shapes):
        has_image = has_image or shape._element.tag.endswith("}pic")
        if title is not None and shape.shape_id == title.shape_id:
            continue
        _add_shape(builder, shape)
    if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
        notes = one_line(slide.notes_slide.notes_text_frame.text)
        if notes:
            builder.paragraph(f"Notes: {notes}")
    return builder.build(number, has_image=has_image)


def _shapes(shapes: Iterable[BaseShape], depth: int = 0) -> Iterator[BaseShape]:
    """Yield shapes from top to bottom, groups opened."""
    placed = sorted(shapes, key=lambda shape: (shape.top or 0, shape.left or 0))
    for shape in placed:
        if hasattr(shape, "shapes") and depth < _DEEPEST_GROUP:
            yield from _shapes(shape.shapes, depth + 1)
        else:
            yield shape


def _add_shape(builder: PageBuilder, shape: BaseShape) -> None:
    if getattr(shape, "has_table", False):
        builder.table([cell.text for cell in row.cells] for row in cast("GraphicFrame", shape).table.rows)
    elif has_drawing(shape._element):
        add_drawn(builder, shape._element, shape.part)
    elif getattr(shape, "has_text_frame", False):
        paragraphs = [one_line(item.text) for item in cast("Shape", shape).text_frame.paragraphs]
        filled = [text for text in paragraphs if text]
        for text in filled:
            if len(filled) > 1:
                builder.list_item(text)
            else:
                builder.paragraph(text)
