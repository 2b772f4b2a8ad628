"""Near but not there: absent attributes and false premises are admitted, their neighbours answered."""

import pytest

from masis.analysts.extractive import extractive_analysts
from masis.domain.context import Context, Passage
from tests.analysts.extract.corpus import chunk, embed

PASSAGES = (
    (
        "Annual report",
        "Results",
        "Revenue of Harlow Marine was EUR 91.4 million in 2024, up from EUR 84.0 million in "
        "2023. Revenue grew because shipyards ordered more pumps. Gross margin of the group "
        "was 41.2% in 2024. Net profit reached EUR 6.3 million. The loan from Northern Bank "
        "of EUR 20.0 million runs until June 2028.",
    ),
    (
        "Annual report",
        "Segments",
        "| EUR million | 2023 | 2024 |\n|---|---|---|\n| Pumps revenue | 50.1 | 56.7 |\n| Valves "
        "revenue | 33.9 | 34.7 |\n| Operating profit | 7.0 | 8.9 |",
    ),
    (
        "Annual report",
        "People",
        "Harlow Marine had 412 employees at the end of 2024. The plant in Gdansk had 96 "
        "employees. Staff turnover was 7.4%. Ingrid Solberg has been chief executive officer "
        "since 2021. Accounts were audited by Brandt and Partners, the auditor since 2019.",
    ),
    (
        "Annual report",
        "Environment",
        "Scope 1 emissions were 2,100 tonnes and scope 2 emissions were 3,400 tonnes in 2024. "
        "Water consumption fell to 18,000 cubic metres because the Gdansk plant recycles "
        "cooling water.",
    ),
    (
        "Board minutes",
        "Decisions",
        "The board approved the expansion plan on 4 November 2024. Harlow Marine acquired "
        "Tidewell in March 2023 for EUR 11.5 million because Tidewell owns a foundry. The "
        "board postponed the entry into Chile because permits were missing. The Lisbon office "
        "was closed in May 2024 to save EUR 0.4 million.",
    ),
    (
        "Product note",
        "HM-70 pump",
        "The HM-70 pump will be launched in September 2025. The price of the HM-60 pump is "
        "EUR 4,900. A cyber attack stopped the order system for two days in 2024. Returned "
        "HM-60 pumps fell to 120 in 2024. Harlow Marine sold its boat rental business in 2022 "
        "because it was not profitable.",
    ),
    (
        "Annual report",
        "Outlook",
        "Rigging grew by 2.1% in 2024. Steel was dear all year long. The segment made an operating loss of "
        "EUR 1.2 million in 2024.",
    ),
)
CHUNKS = tuple(
    chunk(number, title, text, heading=heading) for number, (title, heading, text) in enumerate(PASSAGES)
)
CONTEXT = Context(passages=tuple(Passage(chunk=one, text=one.text) for one in CHUNKS))


def write(question: str) -> str:
    return extractive_analysts(embed).writer.write(question, CONTEXT, None).text


ABSENT = [
    "What is the average salary at Harlow Marine?",
    "What does the HM-70 pump cost?",
    "What is the price of the HM-70 pump?",
    "What is the interest rate of the loan from Northern Bank?",
    "What were the scope 3 emissions in 2024?",
    "What was the remuneration of the board in 2024?",
    "What was the gross margin of the Pumps segment in 2024?",
    "What was the return on equity in 2024?",
    "What is the premium of the cyber insurance?",
    "What rent did Harlow Marine pay for the Lisbon office?",
    "How much interest did Harlow Marine pay on its loan in 2024?",
    "How many employees did the Lisbon office have?",
    "What was the dividend in 2024?",
    "What was the staff turnover of the Lisbon office in 2024?",
    "What was the net margin in 2024?",
    "What was the tax rate in 2024?",
    "What was the operating profit of the Valves segment in 2024?",
    "How many customers did Harlow Marine have in 2024?",
    "Who is the chairman of the board?",
    "Who is the chief financial officer?",
]
FALSE = [
    ("Why did the board reject the expansion plan?", "the board rejected the expansion plan"),
    ("When did Harlow Marine acquire Northern Bank?", "Harlow Marine acquired Northern Bank"),
    ("When did Harlow Marine sell Tidewell?", "Harlow Marine sold Tidewell"),
    ("Why did Ingrid Solberg resign?", "Ingrid Solberg resigned"),
    ("Why did Harlow Marine close the Gdansk plant?", "Harlow Marine closed the Gdansk plant"),
    ("Why did revenue fall in 2024?", "revenue fell"),
    ("Why did water consumption rise in 2024?", "water consumption rose"),
    ("Why did the board cancel the expansion plan?", "the board cancelled the expansion plan"),
    ("Why did Harlow Marine sell its Valves segment?", "Harlow Marine sold its Valves segment"),
    ("When did Harlow Marine dismiss its auditor?", "Harlow Marine dismissed its auditor"),
]
ANSWERABLE = [
    ("How many employees did Harlow Marine have at the end of 2024?", "412"),
    ("How many people work at the plant in Gdansk?", "96"),
    ("What is the headcount of Harlow Marine?", "412"),
    ("What does the HM-60 pump cost?", "4,900"),
    ("What is the price of the HM-60 pump?", "4,900"),
    ("How high was the loan from Northern Bank?", "20.0 million"),
    ("What were the scope 2 emissions in 2024?", "3,400"),
    ("What was the gross margin in 2024?", "41.2%"),
    ("What was net profit in 2024?", "6.3 million"),
    ("What was the revenue of the Pumps segment in 2024?", "56.7"),
    ("What was operating profit in 2024?", "8.9"),
    ("What was staff turnover?", "7.4%"),
    ("Who is the auditor?", "Brandt"),
    ("Who is the CEO?", "Ingrid Solberg"),
    ("When did the board approve the expansion plan?", "4 November 2024"),
    ("When did Harlow Marine acquire Tidewell?", "March 2023"),
    ("When did Harlow Marine buy Tidewell?", "March 2023"),
    ("How much did Harlow Marine pay to acquire Tidewell?", "11.5 million"),
    ("Why did the board postpone the entry into Chile?", "permits were missing"),
    ("Why did Harlow Marine sell its boat rental business?", "not profitable"),
    ("When was the Lisbon office closed?", "May 2024"),
    ("Why did revenue grow in 2024?", "shipyards"),
    ("Why did revenue increase in 2024?", "shipyards"),
    ("Why did water consumption fall in 2024?", "recycles cooling water"),
    ("What was the turnover of Harlow Marine in 2024?", "91.4"),
    ("What was operating income in 2024?", "8.9"),
    ("What is the job of Ingrid Solberg?", "chief executive officer"),
    ("How many staff does the Gdansk plant have?", "96"),
    ("What operating loss did the Rigging segment make in 2024?", "1.2 million"),
    ("When will the HM-70 pump be launched?", "September 2025"),
]


@pytest.mark.parametrize("question", ABSENT)
def test_a_measure_that_is_not_stated_is_admitted_though_its_neighbours_are(question: str) -> None:
    text = write(question)
    assert text.startswith("Insufficient evidence"), text
    assert "[" not in text


@pytest.mark.parametrize(("question", "premise"), FALSE, ids=[row[0] for row in FALSE])
def test_a_false_premise_is_named(question: str, premise: str) -> None:
    assert write(question) == f"Insufficient evidence: the documents do not say that {premise}."


@pytest.mark.parametrize(("question", "words"), ANSWERABLE, ids=[row[0] for row in ANSWERABLE])
def test_what_is_stated_in_other_words_is_still_answered(question: str, words: str) -> None:
    text = write(question)
    assert words in text
    assert "Insufficient evidence" not in text
