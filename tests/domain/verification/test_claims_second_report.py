"""The ledger on a second company's report: dollars, segments, a table with the years as rows."""

import pytest

from masis.domain.evidence import EvidenceChunk
from masis.domain.verification.claims import STRUCK_VERDICTS
from masis.domain.verification.ledger import build_ledger

PROSE = (
    "Northwind Logistics plc reported revenue of $1.42 billion for the year ended 30 September 2025,"
    " up from $1.31 billion the year before. "
    "Gross margin widened by 140 basis points to 31.2%, helped by lower fuel costs. "
    "Net debt stood at $412 million, equivalent to 2.1x EBITDA. "
    "The company opened four depots in Poland and closed its site in Rotterdam. "
    "Chief Executive Maria Lund said that pricing would remain stable in 2026. "
    "Net income attributable to shareholders was $88.5 million (2024: $79.3 million). "
    "Free cash flow was negative at $(12.4) million. "
    "Management does not expect the Kestrel contract, worth approximately $60 million a year, to be "
    "renewed after March 2026. "
    "Staff turnover was 11% in Q1, 12% in Q2 and 9% in Q3 2025, respectively. "
    "The dividend was raised by 5 cents to 42 cents per share. "
    "Capital expenditure will be between $90 million and $110 million in 2026. "
    "No single customer accounted for more than 8% of revenue. "
)
SEGMENTS = (
    "| Segment | Revenue 2024 | Revenue 2025 | Margin 2025 |\n"
    "| --- | --- | --- | --- |\n"
    "| Road | 640 | 702 | 12.4% |\n"
    "| Sea | 410 | 428 | 8.1% |\n"
    "| Air | 260 | 290 | 10.2% |\n"
    "| Total | 1,310 | 1,420 | 10.7% |\n"
)
YEARS = (
    "| Year | Net revenue | Employees |\n|---|---|---|\n| 2023 | 176.2 | 1,102 |\n| 2024 | 199.6 | 1,240 |"
)


def chunk(chunk_id: str, text: str, title: str, heading: str = "") -> EvidenceChunk:
    """Return a chunk of its own document."""
    return EvidenceChunk(
        chunk_id=chunk_id,
        workspace_id="acme",
        document_id=chunk_id,
        version_id="v1",
        document_title=title,
        text=text,
        heading=heading,
        page_number=1,
        page_label="1",
        char_start=0,
        char_end=len(text),
    )


EVIDENCE = (
    chunk("c1", PROSE, "Full-year results 2025"),
    chunk("c2", SEGMENTS, "Segment note", heading="Segment results (USD million)"),
    chunk("c3", YEARS, "History", heading="EUR million"),
)


UNSEEN = pytest.mark.xfail(reason="a known weakness: see docs/quality.md")
FAIR = (
    "Northwind's revenue rose to $1.42 billion in the year to 30 September 2025 [c1].",
    "Revenue grew by $110 million [c1].",
    "Gross margin improved 1.4 percentage points to 31.2% [c1].",
    "Net debt was $412m, or 2.1 times EBITDA [c1].",
    "Four depots were opened in Poland while the Rotterdam site was closed [c1].",
    "Maria Lund, the CEO, expects pricing to stay stable in 2026 [c1].",
    "Net income was $88.5 million, compared with $79.3 million in 2024 [c1].",
    "Free cash flow was -$12.4 million [c1].",
    "The Kestrel contract, worth about $60 million a year, is not expected to be renewed [c1].",
    "Staff turnover was 12% in Q2 2025 [c1].",
    "Capital expenditure of $90-110 million is planned for 2026 [c1].",
    "No customer made up more than 8% of revenue [c1].",
    "Road revenue was USD 702 million in 2025, up from USD 640 million in 2024 [c2].",
    "Road accounted for 49 % of total revenue in 2025 [c2].",
    "Air revenue grew 11.5 % in 2025 [c2].",
    "Sea had the lowest margin at 8.1% [c2].",
    "Total revenue was $1.42 billion in 2025 [c2].",
    "Road and Air together generated USD 992 million in 2025 [c2].",
    "Net revenue reached EUR 199.6 million in 2024 [c3].",
    "The number of employees grew from 1,102 in 2023 to 1,240 in 2024 [c3].",
    "Road (USD million) - Revenue 2024: 640; Revenue 2025: 702; Margin 2025: 12.4% [c2]",
)
BENT = (
    "Northwind's revenue rose to $1.24 billion in the year to 30 September 2025 [c1].",
    "Northwind's revenue rose to $1.42 billion in the year to 30 September 2024 [c1].",
    "Northwind's revenue rose to $1.42 million in the year to 30 September 2025 [c1].",
    "Gross margin narrowed by 140 basis points to 31.2% [c1].",
    "Gross margin widened by 140 percentage points to 31.2% [c1].",
    "Five depots were opened in Poland [c1].",
    "The company opened four depots in Spain [c1].",
    "Net debt stood at $412 million, equivalent to 1.2x EBITDA [c1].",
    "Net income was $79.3 million in 2025 [c1].",
    "Free cash flow was $12.4 million [c1].",
    "Management expects the Kestrel contract to be renewed [c1].",
    "The Kestrel contract is worth approximately $90 million a year [c1].",
    "Staff turnover was 9% in Q1 [c1].",
    "The dividend was cut by 5 cents to 42 cents per share [c1].",
    "Sea revenue was USD 702 million in 2025 [c2].",
    "Road revenue was USD 640 million in 2025 [c2].",
    "Road revenue was USD 702 thousand in 2025 [c2].",
    "Air margin was 12.4% in 2025 [c2].",
    "Air revenue grew 9.4 % in 2025 [c2].",
    "Road accounted for 59 % of total revenue in 2025 [c2].",
    "Net revenue reached EUR 199.6 million in 2023 [c3].",
    "The number of employees was 1,102 in 2024 [c3].",
    "Chief Executive Martin Lund said that pricing would remain stable in 2026 [c1].",
    "Capital expenditure will be between $90 million and $120 million in 2026 [c1].",
    "The dividend was raised by 5 cents to 45 cents per share [c1].",
    "Revenue fell by $110 million [c1].",
)
SLIPS_THROUGH = (
    "The company closed four depots in Poland [c1].",
    "Chief Executive Maria Lund said that pricing would remain volatile in 2026 [c1].",
)
FLAGGED_THOUGH_TRUE = ("Revenue increased 8.4% from $1.31 billion to $1.42 billion [c1].",)


def verdict_of(sentence: str) -> str:
    """Return the verdict on a sentence."""
    (claim,) = build_ledger(sentence, EVIDENCE)
    return claim.verdict


@pytest.mark.parametrize(
    "sentence", [*FAIR, *(pytest.param(sentence, marks=UNSEEN) for sentence in FLAGGED_THOUGH_TRUE)]
)
def test_a_true_sentence_is_never_struck(sentence: str) -> None:
    """Paraphrase, arithmetic and rendered rows may at worst stay unverified."""
    assert verdict_of(sentence) in {"supported", "not_verified"}


def test_most_true_sentences_are_supported() -> None:
    supported = [sentence for sentence in FAIR if verdict_of(sentence) == "supported"]
    assert len(supported) >= 0.8 * len(FAIR)


@pytest.mark.parametrize(
    "sentence", [*BENT, *(pytest.param(sentence, marks=UNSEEN) for sentence in SLIPS_THROUGH)]
)
def test_a_bent_sentence_is_never_supported(sentence: str) -> None:
    """One bent detail is enough."""
    assert verdict_of(sentence) in {*STRUCK_VERDICTS, "not_verified"}
