"""PDF pages: text, tables, headings, labels, scans and what is left of damaged files."""

from itertools import pairwise

import files
import pytest
from conftest import ReadHere

from masis.domain.document import Block, Page, ReadDocument
from masis.errors import DocumentRejected, PasswordRequired


def pieces(page: Page, kind: str) -> list[str]:
    """Pieces."""
    return [page.text[block.char_start : block.char_end] for block in page.blocks if block.kind == kind]


def test_blocks_of_a_report(read_here: ReadHere) -> None:
    """Blocks of a report."""
    page = read_here(files.report_pdf(), "pdf").pages[1]
    assert pieces(page, "heading") == ["Season 2"]
    assert pieces(page, "paragraph")[0] == (files.PROSE * 3).strip()
    assert pieces(page, "paragraph")[1] == "The crane of season 2 lifted 27 boats."
    assert pieces(page, "table") == [
        "| EUR million | 2030 | 2031 |\n| Revenue | 176.2 | 199.6 |\n| Loss | (2.1) | 12.1% |"
    ]
    table = next(block for block in page.blocks if block.kind == "table")
    assert page.text[table.char_start : table.header_end] == "| EUR million | 2030 | 2031 |"


def test_title_and_date_come_from_the_file(read_here: ReadHere) -> None:
    """Title and date come from the file."""
    document = read_here(files.report_pdf(1), "pdf")
    assert document.title == "Harbour report"
    assert len(document.date) == 10


@pytest.mark.parametrize("poor", ["", "Microsoft Word - x.doc", "untitled", "scan.pdf", "(anonymous)", "---"])
def test_a_poor_title_gives_way(poor: str, read_here: ReadHere) -> None:
    """A poor title gives way."""
    assert read_here(files.report_pdf(1, poor), "pdf").title == "Season 1"
    assert (
        read_here(files.pdf([["Only some words of a log."]], poor), "pdf", "tide log.pdf").title == "tide log"
    )


def test_headers_footers_and_page_numbers_are_left_out(read_here: ReadHere) -> None:
    """Headers footers and page numbers are left out."""
    pages = [
        [f"The {word} vessel came in at dawn and left again at dusk."] for word in ("first", "next", "last")
    ]
    document = read_here(files.pdf(pages, footer="Harbour Ltd, confidential"), "pdf")
    assert [page.text for page in document.pages] == [page[0] for page in pages]


def test_hyphens_at_line_ends(read_here: ReadHere) -> None:
    """Hyphens at line ends."""
    lines = [
        "The well-known log was a tre-",
        "mendous help, as the well-",
        "known pilots said to every-",
        "one.",
    ]
    page = read_here(files.pdf([lines]), "pdf").pages[0]
    assert page.text == "The well-known log was a tremendous help, as the well-known pilots said to everyone."


def test_printed_labels(read_here: ReadHere) -> None:
    """Printed labels."""
    pages = read_here(files.labelled_pdf(), "pdf").pages
    assert [(page.number, page.label) for page in pages] == [(1, "i"), (2, "ii"), (3, "1"), (4, "2")]


def test_headings_named_by_the_outline(read_here: ReadHere) -> None:
    """Headings named by the outline."""
    assert pieces(read_here(files.outlined_pdf(), "pdf").pages[0], "heading") == ["Harbour dues"]


def test_columns_of_words_make_a_table_only_with_enough_of_them(read_here: ReadHere) -> None:
    """Columns of words make a table only with enough of them."""
    page = read_here(files.pdf([["A single line with 12 boats."]]), "pdf").pages[0]
    assert [block.kind for block in page.blocks] == ["paragraph"]


def test_progress_counts_every_page(read_here: ReadHere) -> None:
    """Progress counts every page."""
    from masis.ingest.child import read_document
    from masis.ingest.readers.job import Job

    seen: list[tuple[int, int]] = []
    read_document(
        Job(files.report_pdf(3), "pdf", "a.pdf", on_page=lambda done, total: seen.append((done, total)))
    )
    assert seen == [(1, 3), (2, 3), (3, 3)]


def test_a_user_password_is_asked_for(read_here: ReadHere) -> None:
    """A user password is asked for."""
    with pytest.raises(PasswordRequired) as asked:
        read_here(files.encrypted_pdf(), "pdf", "dues.pdf")
    assert asked.value.code == "encrypted"
    with pytest.raises(PasswordRequired) as wrong:
        read_here(files.encrypted_pdf(), "pdf", "dues.pdf", "guess")
    assert wrong.value.code == "wrong_password"
    assert "sealed" in read_here(files.encrypted_pdf(), "pdf", "dues.pdf", "key").pages[0].text


def test_an_owner_password_alone_does_not_lock(read_here: ReadHere) -> None:
    """An owner password alone does not lock."""
    assert "sealed" in read_here(files.encrypted_pdf(user=""), "pdf").pages[0].text


def test_too_many_pages(read_here: ReadHere) -> None:
    """Too many pages."""
    with pytest.raises(DocumentRejected) as refusal:
        read_here(files.report_pdf(3), "pdf", max_pages=2)
    assert refusal.value.code == "too_many_pages"
    assert "has 3 pages; the limit is 2" in str(refusal.value)


def test_pages_without_text_are_said(read_here: ReadHere) -> None:
    """Pages without text are said."""
    document = read_here(files.scanned_pdf(text_pages=3, scans=2), "pdf")
    (notice,) = document.notices
    assert (notice.kind, notice.pages) == ("no_text_pages", (4, 5))
    assert notice.message.startswith("2 of 5 pages have no text")
    assert [page.has_image for page in document.pages] == [False, False, False, True, True]


CUTS = {"cut in the middle": 0.6, "only the tail missing": 0.97}


@pytest.mark.parametrize("share", CUTS.values(), ids=CUTS)
def test_a_cut_file_is_recovered_as_far_as_it_goes(share: float, read_here: ReadHere) -> None:
    """A cut file is recovered as far as it goes."""
    document = read_here(files.truncated(files.report_pdf(30), share), "pdf")
    (notice,) = document.notices
    assert notice.kind == "recovered"
    assert "recovered" in notice.message
    assert any("The crane of season" in page.text for page in document.pages)


REFUSED = {
    "no text at all": (files.scanned_pdf, "no_text", "picture"),
    "empty pages": (lambda: files.pdf([[""]]), "no_text", "empty"),
    "only a header": (lambda: b"%PDF-1.7\n", "damaged", "damaged"),
    "noise": (lambda: b"%PDF-1.7\n" + bytes(range(256)) * 40, "damaged", "damaged"),
    "cut before any page": (lambda: files.truncated(files.report_pdf(), 0.02), "damaged", "damaged"),
}


@pytest.mark.parametrize(("make", "code", "words"), REFUSED.values(), ids=REFUSED)
def test_nothing_to_read(make: object, code: str, words: str, read_here: ReadHere) -> None:
    """Nothing to read."""
    with pytest.raises(DocumentRejected) as refusal:
        read_here(make(), "pdf", "log.pdf")  # type: ignore[operator]
    assert refusal.value.code == code
    assert words in str(refusal.value)


def test_blocks_never_overlap(read_here: ReadHere) -> None:
    """Blocks never overlap."""
    document: ReadDocument = read_here(files.report_pdf(3), "pdf")
    for page in document.pages:
        blocks: tuple[Block, ...] = page.blocks
        assert all(a.char_end <= b.char_start for a, b in pairwise(blocks))
        assert blocks[-1].char_end == len(page.text)


def test_a_page_whose_letters_are_codes_of_glyphs_counts_as_one_without_text(read_here: ReadHere) -> None:
    codes = ["".join(chr((ord(sign) - 32 + 66) % 95 + 32) for sign in files.PROSE[:80])] * 6
    document = read_here(files.pdf([[files.PROSE[:80]] * 6, codes]), "pdf")
    (notice,) = document.notices
    assert (notice.kind, notice.pages) == ("no_text_pages", (2,))
    assert document.pages[1].text == ""


@pytest.mark.parametrize(
    "line", ["Q3 FY31 EBITDA: 17.2%", "Příliš žluťoučký kůň úpěl ďábelské ódy", "XFRM TRK BLVD"]
)
def test_few_words_in_any_language_are_words(line: str, read_here: ReadHere) -> None:
    assert not read_here(files.pdf([[line] * 3]), "pdf").notices
