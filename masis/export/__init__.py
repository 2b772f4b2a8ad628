"""Export: a finished run as a file: PDF, Word, Markdown, JSON, or a pack that can be verified."""

from masis.export.dossier import (
    FORMATS,
    DocumentRecord,
    Dossier,
    ExportedFile,
    ExportFormat,
    PageSource,
    records,
)

__all__ = [
    "FORMATS",
    "DocumentRecord",
    "Dossier",
    "ExportFormat",
    "ExportedFile",
    "PageSource",
    "export",
    "records",
]

_MEDIA: dict[ExportFormat, tuple[str, str]] = {
    "pack": ("zip", "application/zip"),
    "pdf": ("pdf", "application/pdf"),
    "docx": ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    "md": ("md", "text/markdown; charset=utf-8"),
    "json": ("json", "application/json"),
}


def export(dossier: Dossier, kind: ExportFormat, page: PageSource) -> ExportedFile:
    """Return the run as a file of that kind; ``page`` gives the cited pages that are still stored."""
    from masis.export.pack import slug

    ending, media_type = _MEDIA[kind]
    name = "-".join(
        part for part in ("masis", slug(dossier.report.question), dossier.report.run_id[:9]) if part
    )
    return ExportedFile(name=f"{name}.{ending}", media_type=media_type, content=_content(dossier, kind, page))


def _content(dossier: Dossier, kind: ExportFormat, page: PageSource) -> bytes:
    if kind == "pack":
        from masis.export import pack

        return pack.build(dossier, page)
    if kind == "pdf":
        from masis.export import pdf
        from masis.export.dossier import sources_of
        from masis.export.pictures import cited_pages

        return pdf.render(dossier, cited_pages(sources_of(dossier.report), page))
    if kind == "docx":
        from masis.export import word

        return word.render(dossier)
    if kind == "md":
        from masis.export import markdown

        return markdown.render(dossier).encode("utf-8", "backslashreplace")
    from masis.export.pack import plain

    return plain({"format": "masis-report", "format_version": 1, **dossier.model_dump(mode="json")})
