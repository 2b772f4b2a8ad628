"""The ledger: right sentences stand, and every way of bending one is caught."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.domain.evidence import EvidenceChunk
from masis.domain.language.tables import worded, worded_cell
from masis.domain.language.windows import ClaimWindows
from masis.domain.verification.backing import MOST_OF_FIGURES
from masis.domain.verification.claims import STRUCK_VERDICTS, Claim
from masis.domain.verification.facts import tables_of
from masis.domain.verification.ledger import build_ledger

PROSE = (
    "Harbor Group increased net revenue by 13.3 % to EUR 199.6 million in 2024 (2023: EUR 176.2 million). "
    "Operating profit fell to EUR 21.4 million from EUR 24.9 million a year earlier, and the operating "
    "margin declined to 10.7 %. "
    "The Board of Directors approved a dividend of EUR 0.45 per share on 14 March 2025. "
    "The number of employees was 1,240 at 31 December 2024. "
    "The group did not impair goodwill during the year. "
    "Customer churn in the Coastal segment stood at 4.2 % in Q3 2024, while the Inland segment "
    "reported 6.8 %. Approximately 62 % of sales came from Germany, and 21 % from Portugal."
)
HEADER = "| EUR million | 2023 | 2024 |\n|---|---|---|"
ROWS = "| Net revenue | 176.2 | 199.6 |\n| Operating profit | 24.9 | 21.4 |"
TABLE = f"{HEADER}\n{ROWS}\n| Employees (number) | 1,102 | 1,240 |\n| Equity ratio (%) | 41.2 | 43.8 |"


def chunk(chunk_id: str, text: str, lead: str = "", heading: str = "", start: int = 100) -> EvidenceChunk:
    """Return a chunk of page 7."""
    return EvidenceChunk(
        chunk_id=chunk_id,
        workspace_id="acme",
        document_id="d1",
        version_id="v1",
        document_title="Annual report 2024",
        text=text,
        lead=lead,
        heading=heading,
        page_number=7,
        page_label="vii",
        char_start=start,
        char_end=start + len(text),
    )


EVIDENCE = (
    chunk("c1", PROSE),
    chunk("c2", TABLE, heading="Key figures"),
    chunk("c3", f"{ROWS}\n| Net profit | (3.1) | 12.5 |", lead=HEADER),
)


def verdict_of(sentence: str) -> Claim:
    """Return the one row of a one-sentence answer."""
    (claim,) = build_ledger(sentence, EVIDENCE)
    return claim


FAIR = (
    "Harbor Group increased net revenue by 13.3 % to EUR 199.6 million in 2024. [c1]",
    "Net revenue grew 13.3 % to €199.6m in 2024 [c1].",
    "According to the Annual report 2024, operating profit fell to EUR 21.4 million [c1].",
    "Annual report 2024: The number of employees was 1,240 at 31 December 2024. [c1]",
    "Net revenue reached around EUR 200 million in FY2024 [c1].",
    "The group employed 1,240 people at the end of 2024 [c1].",
    "A dividend of EUR 0.45 per share was approved by the Board [c1].",
    "No goodwill impairment was recorded during the year [c1].",
    "In Q3 2024, churn in the Coastal segment was 4.2 % [c1].",
    "Germany accounted for about 62 % of sales [c1].",
    "Net revenue (EUR million) - 2023: 176.2; 2024: 199.6 [c2]",
    "Net revenue (EUR million) - 2023: 176.2; 2024: 199.6 [c3]",
    "Annual report 2024: Net revenue (EUR million) - 2023: 176.2; 2024: 199.6 [c3]",
    "Net revenue rose from EUR 176.2 million in 2023 to EUR 199.6 million in 2024 [c2].",
    "Net revenue rose by EUR 23.4 million, or 13.3 %, in 2024 [c2].",
    "The equity ratio was 43.8 % in 2024 [c2].",
    "The group had 1,240 employees in 2024 [c2].",
    "Net profit was EUR 12.5 million in 2024 after a loss of EUR 3.1 million in 2023 [c3].",
    "Operating profit declined from EUR 24.9 million to EUR 21.4 million [c1].",
    "Operating profit decreased by EUR 3.5 million [c1].",
    "Coastal churn was 4.2 % compared with 6.8 % in Inland [c1].",
    "Germany and Portugal together accounted for 83 % of sales [c1].",
    "| Net revenue | 176.2 | 199.6 | [c2]",
)
BENT = (
    "Harbor Group increased net revenue by 31.3 % to EUR 199.6 million in 2024. [c1]",
    "Harbor Group increased net revenue by 13.3 % to USD 199.6 million in 2024. [c1]",
    "Harbor Group increased net revenue by 13.3 % to EUR 199.6 billion in 2024. [c1]",
    "Harbor Group increased net revenue by 13.3 % to EUR 199.6 million in 2022. [c1]",
    "Harbor Group increased net revenue by 13.3 percentage points to EUR 199.6 million in 2024. [c1]",
    "Meridian Group increased net revenue by 13.3 % to EUR 199.6 million in 2024. [c1]",
    "Harbor Group decreased net revenue by 13.3 % to EUR 199.6 million in 2024. [c1]",
    "Net revenue was EUR 199.6 million in 2023 [c1].",
    "Operating profit rose to EUR 21.4 million from EUR 24.9 million a year earlier [c1].",
    "The Board of Directors rejected a dividend of EUR 0.45 per share on 14 March 2025 [c1].",
    "The Board of Directors did not approve a dividend of EUR 0.45 per share on 14 March 2025 [c1].",
    "The Board of Directors approved a dividend of EUR 0.45 per share on 14 April 2025 [c1].",
    "The number of employees was 1,420 at 31 December 2024 [c1].",
    "The number of employees was around 1,500 at 31 December 2024 [c1].",
    "The group impaired goodwill during the year [c1].",
    "Customer churn in the Coastal segment stood at 6.8 % in Q3 2024 [c1].",
    "Customer churn in the Coastal segment stood at 4.2 % in Q2 2024 [c1].",
    "Approximately 62 % of sales came from France [c1].",
    "Approximately 62 % of sales came from Portugal [c1].",
    "Net revenue (EUR million) - 2023: 199.6; 2024: 176.2 [c2]",
    "Operating profit was EUR 199.6 million in 2024 [c2].",
    "Operating profit was EUR 199.6 million in 2024 [c1].",
    "Net revenue was EUR 199.6 thousand in 2024 [c2].",
    "The equity ratio was 41.2 % in 2024 [c2].",
    "Net profit was EUR 12.5 million in 2023 [c3].",
    "Net profit was EUR 3.1 million in 2023 [c3].",
    "Net revenue rose by EUR 25.4 million in 2024 [c2].",
    "Net revenue rose by 15.3 % in 2024 [c2].",
    "The company plans to open a research centre in Madrid [c1].",
    "Weather patterns influence crop yields across continents [c1].",
    "Net revenue was EUR 199.61 million in 2024 [c1].",
    "Operating profit was EUR 24.9 million in 2024 [c2].",
)


@pytest.mark.parametrize("sentence", FAIR)
def test_a_copy_or_fair_paraphrase_is_never_struck(sentence: str) -> None:
    """Rounding, scale, order, attribution and arithmetic may at worst leave a sentence unverified."""
    assert verdict_of(sentence).verdict in {"supported", "not_verified"}


def test_most_copies_and_fair_paraphrases_are_supported() -> None:
    supported = [sentence for sentence in FAIR if verdict_of(sentence).verdict == "supported"]
    assert len(supported) >= 0.8 * len(FAIR)


@pytest.mark.parametrize("sentence", BENT)
def test_bent_sentences_do_not_stand(sentence: str) -> None:
    """A wrong number, unit, scale, period, row, name or direction is never supported."""
    claim = verdict_of(sentence)
    assert claim.verdict in {*STRUCK_VERDICTS, "not_verified"}
    assert claim.reason
    assert claim.support <= 0.5


def test_most_bent_sentences_do_not_reach_an_answer() -> None:
    """``not_verified`` is for what is unsure, not a way round a verdict."""
    struck = [sentence for sentence in BENT if verdict_of(sentence).verdict in STRUCK_VERDICTS]
    assert len(struck) >= 0.8 * len(BENT)


@pytest.mark.parametrize(
    ("sentence", "verdict", "words"),
    [
        ("Net revenue rose by 31.3 % in 2024 [c1].", "number_mismatch", "13.3 %"),
        ("Operating profit rose to EUR 21.4 million from EUR 24.9 million [c1].", "contradicted", "fell"),
        ("Approximately 62 % of sales came from France [c1].", "contradicted", "Germany"),
        ("Operating profit was EUR 24.9 million in 2024 [c2].", "number_mismatch", "21.4"),
        ("Operating profit was EUR 199.6 million in 2024 [c2].", "number_mismatch", "21.4"),
        ("Net revenue rose by EUR 23.4 million in 2024 [c2].", "supported", "199.6 - 176.2 = "),
        ("Net revenue rose [chunk_99].", "not_in_source", "chunk_99"),
        ("Net revenue rose.", "uncited", "cites no passage"),
        ("The report lacks sufficient evidence on churn by region.", "hedge", "do not hold"),
        (
            "Churn is not provided, but net revenue was EUR 300 million in 2024 [c1].",
            "number_mismatch",
            "199.6",
        ),
        ("## Net revenue", "heading", "introduces"),
    ],
)
def test_the_reason_tells_a_person_what_is_wrong(sentence: str, verdict: str, words: str) -> None:
    """Verdict and reason fit each other."""
    claim = verdict_of(sentence)
    assert claim.verdict == verdict
    assert words in claim.reason


def test_quotes_are_exact_slices_of_the_page() -> None:
    """A quote's offsets are those of the page, and its text is what stands there."""
    claim = verdict_of("The group employed 1,240 people at the end of 2024 [c1][c2].")
    first, second = claim.quotes
    assert first.text == "The number of employees was 1,240 at 31 December 2024."
    assert second.text == "| Employees (number) | 1,102 | 1,240 |"
    for quote in claim.quotes:
        source = next(c for c in EVIDENCE if c.chunk_id == quote.chunk_id)
        assert source.text[quote.char_start - 100 : quote.char_end - 100] == quote.text
        assert (quote.page_number, quote.page_label) == (7, "vii")


def test_rows_follow_the_answer() -> None:
    """One row per sentence, in order, with spans that hold the sentence and its citations."""
    answer = "## Growth\n\nNet revenue grew 13.3 % in 2024. [c1] Costs fell.\n"
    rows = build_ledger(answer, EVIDENCE)
    assert [row.position for row in rows] == [0, 1, 2]
    assert [row.verdict for row in rows] == ["heading", "supported", "uncited"]
    assert answer[rows[1].answer_start : rows[1].answer_end] == "Net revenue grew 13.3 % in 2024. [c1]"
    assert rows[1].text == "Net revenue grew 13.3 % in 2024."
    assert rows[1].citations == ("c1",)


def test_a_fabricated_citation_beside_a_real_one_is_mentioned() -> None:
    """The real passage decides the verdict; the reason still names the invented id."""
    claim = verdict_of("Net revenue grew 13.3 % in 2024 [c1, c9].")
    assert claim.citations == ("c1", "c9")
    assert "c9" in claim.reason


class Sure:
    """A reader that finds every claim borne out, or none."""

    def __init__(self, odds: float) -> None:
        self.asked: list[ClaimWindows] = []
        self._odds = odds

    def backing(self, claims: Sequence[ClaimWindows]) -> tuple[tuple[float, ...], ...]:
        """Return the same reading for every place."""
        self.asked.extend(claims)
        return tuple((self._odds,) * len(claim.windows) for claim in claims)


def test_a_sentence_that_leans_on_another_is_read_after_it_and_alone() -> None:
    reader = Sure(6.0)
    told = "The Coastal segment of Harbor lost customers [c1]."
    leaning, alone = "It was better off than the Inland one.", "Churn was low in the Coastal segment."
    build_ledger(f"{told} ## Churn\n\n{leaning[:-1]} [c1]. {alone[:-1]} [c1].", EVIDENCE, reader)
    first = "The Coastal segment of Harbor lost customers."
    assert [(asked.claim, asked.before) for asked in reader.asked] == [
        (first, ""),
        (leaning, first),
        (alone, ""),
        (leaning, ""),
    ]
    build_ledger("It was better off than the Inland one [c1].", EVIDENCE, reader := Sure(6.0), before=first)
    assert [asked.before for asked in reader.asked] == [first, ""]


def test_a_place_that_only_bears_out_the_sentence_before_counts_half() -> None:
    class Leaning(Sure):
        def backing(self, claims: Sequence[ClaimWindows]) -> tuple[tuple[float, ...], ...]:
            return tuple((6.0 if asked.before else -6.0,) * len(asked.windows) for asked in claims)

    said, before = "It left goodwill as it was [c1].", "Harbor sold nothing."
    supports = [
        build_ledger(said, EVIDENCE, reader, before)[0].support for reader in (Leaning(0.0), Sure(0.0))
    ]
    assert supports[0] == supports[1]
    assert supports[0] < build_ledger(said, EVIDENCE, Sure(6.0), before)[0].support


def test_the_reader_is_asked_once_for_what_has_to_be_weighed_and_moves_its_support() -> None:
    """Headings, uncited sentences and copies of the source are not read."""
    copied = EVIDENCE[0].text.split(". ")[0].rstrip(".")
    prose = "The group left goodwill as it was [c1]. Costs fell. Churn was low [c1]."
    answer = f"## Goodwill\n\n{prose} {copied} [c1]."
    sure, unsure = Sure(6.0), Sure(-6.0)
    high, low = build_ledger(answer, EVIDENCE, sure), build_ledger(answer, EVIDENCE, unsure)
    assert [windows.claim for windows in sure.asked] == [
        "The group left goodwill as it was.",
        "Churn was low.",
    ]
    assert high[1].support > low[1].support
    assert high[4].verdict == low[4].verdict == "supported"


def test_a_reading_lifts_no_figure_that_is_nowhere_and_no_unknown_name() -> None:
    """However sure the reader is, a figure or a name must stand in the cited text."""
    for answer in ("Net revenue grew 99 % in 2024 [c1].", "Umbrella Corporation bought the group [c1]."):
        (claim,) = build_ledger(answer, EVIDENCE, Sure(8.0))
        assert claim.verdict != "supported", claim.reason


def test_figures_stand_only_where_the_reader_agrees() -> None:
    """Code binds them; that a place says of them what the claim says is for the reader to see."""
    answer = "In 2024 net revenue grew by 13.3 % [c1]."
    (agreed,), (doubted,) = (build_ledger(answer, EVIDENCE, Sure(odds)) for odds in (6.0, -6.0))
    assert agreed.verdict == "supported"
    assert (doubted.verdict, doubted.support < agreed.support) == ("not_verified", True)
    assert doubted.reason == "The cited text has its figures; whether it says this of them is unsure."
    (unread,) = build_ledger(answer, EVIDENCE)
    assert unread.verdict == "supported"


def test_of_a_claim_with_figures_few_places_are_read_and_none_where_one_is_nowhere() -> None:
    sure = Sure(6.0)
    answer = (
        "In 2024 net revenue grew by 13.3 % [c1]. Net revenue of 13.3 % paid for 4,711 boats in 2024 [c1]."
    )
    build_ledger(answer, EVIDENCE, sure)
    assert [windows.claim for windows in sure.asked] == ["In 2024 net revenue grew by 13.3 %."]
    assert 0 < len(sure.asked[0].windows) <= MOST_OF_FIGURES


def test_a_reading_alone_is_no_source() -> None:
    """A claim of whose words the cited text has hardly one does not stand, however sure the reader is."""
    (claim,) = build_ledger("Umbrellas dry slowly beside painted wooden fences [c1].", EVIDENCE, Sure(8.0))
    assert claim.verdict in {"not_verified", "not_in_source"}


subjects = st.sampled_from(
    ["Net revenue", "The Coastal segment", "Harbor Group", "EBITDA", "Headcount at Dr. A. Smith's unit"]
)
verbs = st.sampled_from(["rose to", "did not exceed", "fell from 12 % to", "was never above", "stood at"])
amounts = st.decimals(min_value=1, max_value=9999, places=1).map(lambda d: f"{d:,}")
units = st.sampled_from(
    ["EUR {} million", "{} %", "{} employees", "USD {}bn", "({})", "-{} %", "{} percentage points"]
)
endings = st.sampled_from(
    [" in 2024", " in Q3 2024", " at 31 December 2023", " (2023: 12.4)", "", ", not counting Malta"]
)
sentences = st.builds(
    lambda s, v, a, u, e: f"{s} {v} {u.format(a)}{e}.", subjects, verbs, amounts, units, endings
)


@given(st.lists(sentences, min_size=1, max_size=6, unique=True), st.data())
def test_a_sentence_of_the_source_is_always_supported(source: list[str], data: st.DataObject) -> None:
    """Word for word, with or without naming the report, a copy stands."""
    evidence = (chunk("k1", " ".join(source)),)
    copied = data.draw(st.sampled_from(source))
    prefix = data.draw(st.sampled_from(["", "According to the Annual report 2024, ", "Annual report 2024: "]))
    (claim,) = build_ledger(f"{prefix}{copied} [k1]", evidence)
    assert claim.verdict == "supported", claim.reason
    assert claim.support == 1.0


LABELS = ("Road freight", "Sea freight", "Warehousing", "Customs services", "Other income")
cell = st.decimals(min_value=-999, max_value=9999, places=1).map(
    lambda d: f"{d:,}" if d >= 0 else f"({-d:,})"
)


@given(st.lists(st.tuples(cell, cell), min_size=1, max_size=5), st.data(), st.booleans())
def test_a_rendered_row_of_a_table_is_always_supported(
    values: list[tuple[str, str]], data: st.DataObject, in_lead: bool
) -> None:
    """A row written out with its column headers stands; with its values swapped it does not."""
    rows = [f"| {LABELS[i]} | {first} | {second} |" for i, (first, second) in enumerate(values)]
    body = "\n".join(rows)
    source = chunk("k1", body, lead=HEADER) if in_lead else chunk("k1", f"{HEADER}\n{body}")
    row = data.draw(st.integers(0, len(values) - 1))
    label, (first, second) = f"{LABELS[row]} (EUR million)", values[row]
    (fair,) = build_ledger(f"Annual report 2024: {label} - 2023: {first}; 2024: {second} [k1]", (source,))
    assert fair.verdict == "supported", fair.reason
    assert [quote.text for quote in fair.quotes] == [rows[row]]
    (bent,) = build_ledger(f"{label} - 2023: {second}; 2024: {first} [k1]", (source,))
    assert first == second or bent.verdict != "supported"


@pytest.mark.parametrize(
    "sentence",
    [
        "Pharma (Segment revenue, EUR million) – 2024: 78.3; Growth: 23.3% [k1].",
        "Segment revenue of Pharma was EUR 78.3 million in 2024 [k1].",
    ],
)
def test_a_row_is_quoted_and_not_the_header_that_shares_more_words_with_it(sentence: str) -> None:
    header, other = "| Segment revenue, EUR million | 2024 | Growth |", "| Food | 96.4 | 14.9% |"
    source = chunk("k1", f"{header}\n{other}\n| Pharma | 78.3 | 23.3% |")
    (claim,) = build_ledger(sentence, (source,))
    assert claim.verdict == "supported"
    assert [quote.text for quote in claim.quotes] == ["| Pharma | 78.3 | 23.3% |"]


@given(st.integers(0, 2), st.lists(st.integers(0, 1), min_size=1, max_size=2, unique=True))
def test_a_row_in_words_stands_and_its_values_exchanged_do_not(number: int, columns: list[int]) -> None:
    """What ``worded`` makes of a row is supported and quotes that row."""
    source = chunk("k1", f"{HEADER}\n{ROWS}\n| Net profit | (3.1) | 12.5 |")
    (table,) = tables_of(source)
    row = table.rows[number]
    (claim,) = build_ledger(f"{worded(table, row, [row.cells[at] for at in columns])} [k1]", (source,))
    assert claim.verdict == "supported", claim.reason
    assert claim.quotes[0].text == source.text[row.char_start - 100 : row.char_end - 100]
    first, second = (worded_cell(table, row, cell) for cell in row.cells)
    bent = worded(table, row, row.cells).replace(first, first.replace("2023", "2024"))
    (claim,) = build_ledger(f"{bent.replace(second, second.replace('2024', '2023'))} [k1]", (source,))
    assert claim.verdict != "supported"


@given(st.integers(100, 989), st.integers(1, 9), st.sampled_from([2022, 2023, 2024]))
def test_another_number_is_never_supported(number: int, shift: int, year: int) -> None:
    """A figure that differs from the source's only figure does not stand."""
    evidence = (chunk("k1", f"Net revenue was EUR {number}.4 million in {year}."),)
    (claim,) = build_ledger(f"In {year}, net revenue was EUR {number + shift}.4 million [k1].", evidence)
    assert claim.verdict in STRUCK_VERDICTS


@given(st.text(max_size=200), st.text(min_size=1, max_size=200))
def test_no_text_makes_the_ledger_fail(answer: str, source: str) -> None:
    """Whatever a model writes and a document holds, there is a row for every sentence."""
    for claim in build_ledger(f"{answer} [k1]", (chunk("k1", source),)):
        assert 0.0 <= claim.support <= 1.0
