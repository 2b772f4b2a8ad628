"""Inputs for the benchmarks, made on the spot: a long report as PDF, and many passages."""

import io
import random
from collections.abc import Iterator

SUBJECTS = (
    "The northern division",
    "Our maintenance business",
    "The board",
    "Each regional depot",
    "The pension fund",
    "Demand for rental pumps",
    "The water utility",
    "Management",
    "The joint venture in Gdansk",
    "Inventory",
)
VERBS = (
    "increased",
    "reduced",
    "reported",
    "expects",
    "reviewed",
    "postponed",
    "completed",
    "financed",
    "renewed",
)
OBJECTS = (
    "its capital expenditure",
    "the framework contract with municipal customers",
    "the provision for warranty claims",
    "energy consumption per tonne",
    "the share of recurring revenue",
    "the training programme for field engineers",
    "working capital",
    "the replacement of older pumping stations",
    "the audit of its suppliers",
)
TAILS = (
    "by {n} percent compared with {y}",
    "to EUR {n}.{d} million in {y}",
    "within {n} months of the decision in {y}",
    "after {n} sites had been inspected during {y}",
    "because input prices rose by {n}.{d} percent in {y}",
    "although {n} of the planned measures were carried over from {y}",
)


def sentences(seed: int) -> Iterator[str]:
    """Yield business sentences without end, the same for the same seed."""
    rng = random.Random(seed)  # noqa: S311 - repeatable text, not a secret
    while True:
        tail = rng.choice(TAILS).format(n=rng.randint(2, 97), d=rng.randint(1, 9), y=rng.randint(2015, 2024))
        yield f"{rng.choice(SUBJECTS)} {rng.choice(VERBS)} {rng.choice(OBJECTS)} {tail}."


def passages(count: int, sentences_each: int = 7, seed: int = 7) -> list[str]:
    """Return ``count`` passages of about 700 characters."""
    source = sentences(seed)
    return [" ".join(next(source) for _ in range(sentences_each)) for _ in range(count)]


def report_pdf(pages: int, seed: int = 11) -> bytes:
    """Return a text PDF with headings, paragraphs and a table on every third page."""
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Table

    styles = getSampleStyleSheet()
    source = sentences(seed)
    rng = random.Random(seed)  # noqa: S311 - repeatable text, not a secret
    story = []
    for number in range(1, pages + 1):
        story.append(Paragraph(f"Section {number}: {rng.choice(OBJECTS)}", styles["Heading1"]))
        for _ in range(4):
            story.append(Paragraph(" ".join(next(source) for _ in range(6)), styles["BodyText"]))
        if number % 3 == 0:
            rows = [
                [name, f"{rng.randint(10, 900)}.{rng.randint(0, 9)}", f"{rng.randint(10, 900)}.0"]
                for name in SUBJECTS[:6]
            ]
            story.append(Table([["EUR million", "2024", "2023"], *rows]))
        story.append(PageBreak())
    buffer = io.BytesIO()
    SimpleDocTemplate(buffer, pagesize=A4, title=f"Report of {pages} pages", invariant=1).build(story)
    return buffer.getvalue()
