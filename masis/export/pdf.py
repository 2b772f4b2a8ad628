"""PDF: the report as a printed page: verdict, answer, evidence, audit trail."""

import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from masis.domain.printable import single_line
from masis.domain.run.labels import CLAIMS, VERDICTS, page_name
from masis.domain.verification.claims import PROBLEMS
from masis.export import pdf_style as look
from masis.export import sections
from masis.export.blocks import Block, Piece, answer_blocks
from masis.export.dossier import Dossier, sources_of
from masis.export.fonts import REGULAR, Typesetter
from masis.export.pdf_parts import Parts, numbered_canvas
from masis.export.pictures import CitedPage

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

FRAME_PADDING = 6.0
"""What reportlab keeps free inside the margins."""
_FAILED = frozenset(CLAIMS[verdict] for verdict in PROBLEMS)


def render(dossier: Dossier, pages: Sequence[CitedPage] = ()) -> bytes:
    """Return the report; equal dossiers give equal bytes."""
    from reportlab.lib.pagesizes import A4
    from reportlab.platypus import SimpleDocTemplate

    report = dossier.report
    setter = Typesetter(report.model_dump_json(include={"question", "answer", "claims", "struck", "parts"}))
    parts = Parts(setter, A4[0] - 2 * look.MARGIN)
    story = [*_story(dossier, parts), *_pictures(parts, pages)]
    notes = setter.notes()
    if notes:
        story[2:2] = [parts.text(" ".join(notes), "note")]
    out = io.BytesIO()
    document = SimpleDocTemplate(
        out,
        pagesize=A4,
        **dict.fromkeys(
            ("leftMargin", "rightMargin", "topMargin", "bottomMargin"), look.MARGIN - FRAME_PADDING
        ),
        title=single_line(report.question)[:200],
        author="MASIS",
        subject=f"Evidence report of run {report.run_id}",
        lang="en",
        invariant=1,  # no clock and no random id in the file
    )
    document.build(
        story, canvasmaker=numbered_canvas(f"MASIS evidence report · run {report.run_id}", REGULAR)
    )
    return out.getvalue()


def _story(dossier: Dossier, parts: Parts) -> Iterator["Flowable"]:
    numbered = sources_of(dossier.report)
    yield from _front(dossier, parts)
    yield from _answer(dossier, parts, answer_blocks(dossier.report, numbered))
    yield from _left_out(dossier, parts)
    yield from _conflicts(dossier, parts)
    yield from _sources(sections.sources(dossier, numbered), parts)
    yield from _ledger(sections.ledger(dossier, numbered), parts)
    yield from _quality(dossier, parts)
    yield from _plain(
        parts, "Human decisions", ("When", "Who", "What", "Why"), sections.decisions(dossier), (3, 2, 3, 5)
    )
    rows = [
        (n, agent, f"{what} ({model})" if model else what, time)
        for n, agent, what, time, model in sections.trace(dossier)
    ]
    yield from _plain(parts, "Trace", ("Round", "Agent", "Found or decided", "Time"), rows, (1.1, 2, 9, 1.6))
    hashed = [(title, detail, parts.text(sha, "mono")) for title, detail, sha in sections.documents(dossier)]
    yield from _plain(
        parts, "Documents read", ("Document", "Version", "sha256 of the file"), hashed, (4, 4, 5)
    )
    yield from _plain(parts, "How it was made", (), sections.record(dossier), (2, 9))
    yield from _plain(parts, "Settings changed from their defaults", (), sections.settings(dossier), (4, 7))


def _front(dossier: Dossier, parts: Parts) -> Iterator["Flowable"]:
    from reportlab.platypus import Paragraph

    question = dossier.report.question.strip()
    markup = parts.setter.markup(question).replace("\n", "<br/>")
    yield parts.text("MASIS  ·  EVIDENCE REPORT", "eyebrow")
    yield Paragraph(markup, look.title_style(question))
    colour, paper = look.VERDICT_COLOURS.get(dossier.verdict, look.PLAIN_COLOURS)
    yield parts.band(
        [
            parts.marked(f'<font color="{colour}">{VERDICTS[dossier.verdict]}</font>', "verdict"),
            parts.text(sections.explanation(dossier), "small"),
        ],
        colour,
        paper,
    )
    yield parts.facts(sections.facts(dossier))


def _answer(dossier: Dossier, parts: Parts, blocks: Sequence[Block]) -> Iterator["Flowable"]:
    yield from parts.section(sections.heading(dossier))
    if not blocks:
        yield parts.text("No answer was written.")
    for block in blocks:
        if block.kind == "table":
            rows = [[parts.marked(_inline(parts, cell), "small") for cell in row] for row in block.rows]
            yield parts.table((), rows, [1] * len(rows[0]))
        elif block.kind == "item":
            bullet = block.mark if block.mark[0].isdigit() else "•"
            yield parts.marked(_inline(parts, block.pieces), "item", bullet)
        else:
            yield parts.marked(_inline(parts, block.pieces), "part" if block.kind == "heading" else "body")
    if sections.problems(dossier):
        yield parts.marked(
            f'<font backColor="{look.AMBER_PAPER}"> Tinted </font> sentences failed their check; '
            "the ledger says why.",
            "note",
        )


def _inline(parts: Parts, pieces: Sequence[Piece]) -> str:
    made = []
    for piece in pieces:
        text = parts.setter.markup(piece.text)
        if piece.cites:
            colour = look.ACCENT if piece.cites > 0 else look.RED
            made.append(f'<super size="6.4" rise="3.2"><font color="{colour}">{text}</font></super>')
            continue
        if piece.strong:
            text = f"<b>{text}</b>"
        made.append(
            f'<font backColor="{look.AMBER_PAPER}">{text}</font>' if piece.problem and text.strip() else text
        )
    return "".join(made)


def _left_out(dossier: Dossier, parts: Parts) -> Iterator["Flowable"]:
    """Set what was struck, and for parts without a verified answer the passages to read."""
    heads = ("Sentence", "Verdict", "Why")
    yield from _plain(parts, "Left out of the answer", heads, sections.left_out(dossier), (6, 2, 5))
    for part, rows in sections.passages(dossier):
        yield from parts.section(f"Passages to read: {part}")
        for title, where, words in rows:
            yield parts.text(title, "strong")
            yield parts.text(where, "quiet")
            yield parts.quote(words)


def _conflicts(dossier: Dossier, parts: Parts) -> Iterator["Flowable"]:
    found = sections.conflicts(dossier)
    if found:
        yield from parts.section("Competing claims")
    for subject, sides in found:
        yield parts.text(subject[:1].upper() + subject[1:], "part")
        rows = [
            (parts.text(value, "figure"), f"{where}{f' ({note})' if note else ''}", words)
            for value, where, words, note in sides
        ]
        yield parts.table(("Value", "Source", "Words"), rows, (2.2, 4, 6))


def _sources(cited: Sequence[sections.Cited], parts: Parts) -> Iterator["Flowable"]:
    from reportlab.platypus import CondPageBreak

    for position, source in enumerate(cited):
        yield CondPageBreak(130 if position == 0 else 80)
        if position == 0:
            yield from parts.section("Sources")
        head = f'<font color="{look.ACCENT}">{source.label}</font>&nbsp; {parts.setter.markup(source.title)}'
        yield parts.marked(head, "strong")
        if source.where:
            yield parts.text(source.where, "quiet")
        for quote in source.quotes:
            yield parts.quote(quote)
        if source.note:
            yield parts.text(source.note, "note")


def _ledger(rows: Sequence[sections.Row], parts: Parts) -> Iterator["Flowable"]:
    shown: list[list[Any]] = []
    for number, sentence, verdict, reason, cited, support, decided in rows:
        colour = look.RED if verdict in _FAILED else look.GREEN if verdict == "Supported" else look.QUIET
        why = parts.setter.markup(reason)
        what = parts.marked(
            f'<font color="{colour}"><b>{verdict}</b></font><br/><font color="{look.QUIET}">{why}</font>',
            "small",
        )
        shown.append([number, sentence, what, cited, f"{support} {decided}".strip()])
    if shown:
        yield from parts.section("Claim ledger")
        yield parts.text("Every sentence of the answer, checked against the words it cites.", "note")
        heads = ("#", "Sentence", "Verdict", "Sources", "Support, decided by")
        yield parts.table(heads, shown, (0.7, 7, 4.2, 1.5, 1.7))


def _quality(dossier: Dossier, parts: Parts) -> Iterator["Flowable"]:
    rows = [
        (
            score.name,
            parts.bar(score.value, score.limit),
            parts.text(f"{score.value:.2f}", "strong"),
            score.note,
        )
        for score in sections.scores(dossier)
    ]
    lines = sections.confidence(dossier)
    if rows or lines:
        yield from parts.section("Quality")
    if rows:
        yield parts.table((), rows, (2.2, 4.2, 1, 5))
    if lines:
        yield parts.text("\n".join(lines), "note")


def _plain(
    parts: Parts, title: str, heads: Sequence[str], rows: Sequence[Sequence[Any]], shares: Sequence[float]
) -> Iterator["Flowable"]:
    if rows:
        yield from parts.section(title)
        yield parts.table(heads, rows, shares)


def _pictures(parts: Parts, pages: Sequence[CitedPage]) -> Iterator["Flowable"]:
    from reportlab.platypus import Image, KeepTogether, PageBreak

    shown = [page for page in pages if page.png]
    if shown:
        yield PageBreak()
        yield from parts.section("Cited pages")
    for page in shown:
        numbers = " ".join(f"[{number}]" for number in page.numbers)
        caption = f"{numbers}  {page.view.document_title}, {page_name(page.view.page.label, page.view.kind)}"
        picture = Image(io.BytesIO(page.png))
        scale = min(parts.width / picture.imageWidth, 620 / picture.imageHeight)
        picture.drawWidth, picture.drawHeight = picture.imageWidth * scale, picture.imageHeight * scale
        yield KeepTogether([parts.text(caption, "strong"), parts.text(" ", "mono"), parts.framed(picture)])
