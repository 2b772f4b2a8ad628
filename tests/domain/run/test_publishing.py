"""What of a draft is published: no sentence that does not hold, nothing that stood only over such ones."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.domain.run.gate import PartVerdict
from masis.domain.run.publishing import NOTHING_HOLDS, Published, publish, with_open_parts
from masis.domain.verification.citations import audit_citations
from masis.domain.verification.claims import STRUCK_VERDICTS, Claim
from masis.domain.verification.ledger import build_ledger
from tests.builders import chunk

EVIDENCE = (
    chunk("k1", "Revenue was 12 million euros in 2024. Margin was 31 percent. Costs fell by 2 percent."),
)
TRUE = "Revenue was 12 million euros in 2024 [k1]."
MARGIN = "Margin was 31 percent [k1]."
COSTS = "Costs fell by 2 percent [k1]."
FALSE = "Revenue was 19 million euros in 2024 [k1]."
HEADER = "| Measure | Value |\n|---|---|"
INVENTED = "Headcount doubled in Poland [chunk_99]."


def published(draft: str) -> Published:
    """Publish a draft that rests on the one passage."""
    ledger = build_ledger(draft, EVIDENCE)
    return publish(draft, ledger, audit_citations(draft, ["k1"]))


@pytest.mark.parametrize(
    ("draft", "text"),
    [
        (TRUE, TRUE),
        (f"{TRUE} {FALSE}", TRUE),
        (f"{FALSE} {TRUE}", TRUE),
        (f"{TRUE} {FALSE} {MARGIN}", f"{TRUE} {MARGIN}"),
        (f"{TRUE}\n\n{FALSE} {MARGIN}", f"{TRUE}\n\n{MARGIN}"),
        (f"{TRUE} {FALSE}\n\n{MARGIN}", f"{TRUE}\n\n{MARGIN}"),
        (f"{TRUE}\n\n{INVENTED}\n\n{MARGIN}\n", f"{TRUE}\n\n{MARGIN}"),
        (f"- {TRUE}\n- {FALSE}\n- {MARGIN}", f"- {TRUE}\n- {MARGIN}"),
        (f"- {TRUE}\n- {FALSE} {MARGIN}\n- {COSTS}", f"- {TRUE}\n- {MARGIN}\n- {COSTS}"),
        (f"1. {FALSE}\n2. {MARGIN}", f"2. {MARGIN}"),
        (f"{FALSE} It rose by 3 percent.", NOTHING_HOLDS),
        (f"{TRUE} {FALSE} It fell in 2025. {MARGIN}", f"{TRUE} {MARGIN}"),
        (f"{FALSE}\n\nIts margin was 31 percent [k1].", "Its margin was 31 percent [k1]."),
        (f"{FALSE} {INVENTED}", NOTHING_HOLDS),
    ],
)
def test_sentences_that_do_not_hold_are_struck(draft: str, text: str) -> None:
    assert published(draft).text == text


@pytest.mark.parametrize(
    ("draft", "text"),
    [
        (f"## Revenue\n\n{FALSE}\n\n## Margin\n\n{MARGIN}", f"## Margin\n\n{MARGIN}"),
        (f"## Revenue\n\n{TRUE}\n\n## Staff\n\n{INVENTED}", f"## Revenue\n\n{TRUE}"),
        (f"# All\n\n## Revenue\n\n{FALSE}\n\n## Margin\n\n{MARGIN}", f"# All\n\n## Margin\n\n{MARGIN}"),
        (f"**Revenue**\n\n{FALSE}\n\n**Margin**\n\n{MARGIN}", f"**Margin**\n\n{MARGIN}"),
        (
            f"## Staff\n\nThe figures given are these:\n\n- {INVENTED}\n\n## Margin\n\n{MARGIN}",
            f"## Margin\n\n{MARGIN}",
        ),
        (f"The figures of the year were as follows:\n\n- {FALSE}\n- {INVENTED}\n\n{MARGIN}", MARGIN),
        (
            f"The figures of the year were:\n\n- {FALSE}\n- {MARGIN}",
            f"The figures of the year were:\n\n- {MARGIN}",
        ),
        (
            f"## Revenue\n\nNo information about revenue.\n\n{FALSE}",
            "## Revenue\n\nNo information about revenue.",
        ),
        (
            f"## Empty from the start\n\n## Margin\n\n{MARGIN} {FALSE}",
            f"## Empty from the start\n\n## Margin\n\n{MARGIN}",
        ),
        (
            f"{MARGIN}\n\n| Year | Revenue |\n|---|---|\n| 2024 | 19 million euros [k1] |\n\n{COSTS}",
            f"{MARGIN}\n\n{COSTS}",
        ),
        (
            f"{HEADER}\n| Revenue | 19 million euros [k1] |\n| Margin | 31 percent [k1] |",
            f"{HEADER}\n| Margin | 31 percent [k1] |",
        ),
    ],
)
def test_what_stands_over_struck_sentences_alone_goes_with_them(draft: str, text: str) -> None:
    assert published(draft).text == text


def test_each_struck_sentence_says_why() -> None:
    found = published(f"{FALSE} It fell later. {MARGIN} {INVENTED}").struck
    assert [(one.sentence, one.verdict) for one in found] == [
        ("Revenue was 19 million euros in 2024.", "number_mismatch"),
        ("It fell later.", "leaning"),
        ("Headcount doubled in Poland.", "fabricated"),
    ]
    assert all(one.reason for one in found)
    assert found[2].citations == ("chunk_99",)


def test_a_made_up_source_beside_a_real_one_is_struck_too() -> None:
    draft = "Revenue was 12 million euros in 2024 [k1][chunk_99]."
    assert published(draft).text == NOTHING_HOLDS
    assert published(draft).struck[0].verdict == "fabricated"


def test_a_draft_that_holds_is_published_as_it_is() -> None:
    draft = f"## Revenue\n\n{TRUE}\n\n---\n\n{MARGIN}  \n"
    assert published(draft).text == draft
    assert not published(draft).struck


def test_of_a_draft_of_which_nothing_holds_an_admission_is_published() -> None:
    found = published(f"# Revenue\n\n{FALSE}")
    assert [claim.verdict for claim in found.claims] == ["hedge"]
    assert not found.states_something


pieces = st.sampled_from(
    [
        *(TRUE, MARGIN, COSTS, FALSE, INVENTED, f"- {TRUE}", f"- {FALSE}", f"- {INVENTED} {MARGIN}"),
        *("## Revenue", "The main figures of the year were:", "Nothing is cited here.", "It rose."),
        *("No information about staff.", "> Quoted words [k1].", f"{HEADER}\n| Revenue | 19 [k1] |"),
    ]
)
drafts = st.lists(st.tuples(pieces, st.sampled_from([" ", "\n", "\n\n"])), min_size=1, max_size=9).map(
    lambda parts: "".join(f"{_opened(text)}{gap}" for text, gap in parts).lstrip("\n")
)


def _opened(text: str) -> str:
    """Start what needs a line of its own on one."""
    if text.startswith(("#", "|", ">", "The main")):
        return f"\n\n{text}\n\n"
    return f"\n{text}" if text.startswith("-") else text


@given(drafts)
def test_the_published_ledger_is_that_of_the_published_text(draft: str) -> None:
    found = published(draft)
    assert [claim.position for claim in found.claims] == list(range(len(found.claims)))
    assert not STRUCK_VERDICTS & {claim.verdict for claim in found.claims}
    assert not found.citation_audit.fabricated
    assert build_ledger(found.text, EVIDENCE) == found.claims
    assert audit_citations(found.text, ["k1"]) == found.citation_audit


@given(drafts)
def test_publishing_again_strikes_nothing_more(draft: str) -> None:
    once = published(draft)
    again = publish(once.text, once.claims, once.citation_audit)
    assert (again.text, again.struck) == (once.text, ())


@given(drafts)
def test_every_sentence_is_either_published_or_struck(draft: str) -> None:
    found = published(draft)
    told = {text.removeprefix("- ") for text in (claim.text for claim in found.claims)}
    told |= {one.sentence.removeprefix("- ") for one in found.struck}
    said = [claim for claim in build_ledger(draft, EVIDENCE) if claim.verdict != "heading"]
    assert all(claim.text.removeprefix("- ") in told for claim in said)


def part(text: str, outcome: str) -> PartVerdict:
    """Build a verdict of the gate."""
    return PartVerdict(part=text, outcome=outcome, position=0 if outcome == "answered" else None)  # type: ignore[arg-type]


@pytest.mark.parametrize("outcome", ["passages", "absent"])
def test_the_answer_says_which_part_goes_unanswered(outcome: str) -> None:
    parts = (part("What was revenue?", "answered"), part("What was ARR [net] in 2024?", outcome))
    found = with_open_parts(published(TRUE), parts)
    assert found.text.startswith(f"{TRUE}\n\nNot answered")
    assert "“What was ARR (net) in 2024”" in found.text
    last = found.claims[-1]
    assert (last.verdict, last.position) == ("hedge", 1)
    assert found.text[last.answer_start : last.answer_end] == last.text
    assert build_ledger(found.text, EVIDENCE) == found.claims


@pytest.mark.parametrize(
    ("draft", "outcomes"),
    [
        (TRUE, ("answered", "answered")),
        (TRUE, ("passages", "absent")),
        (
            f"{TRUE}\n\nInsufficient evidence: the documents do not answer “What was ARR”.",
            ("answered", "absent"),
        ),
    ],
    ids=["all answered", "none answered", "said already"],
)
def test_nothing_is_added_where_the_answer_says_it_or_none_is_answered(
    draft: str, outcomes: Sequence[str]
) -> None:
    parts = (part("What was revenue?", outcomes[0]), part("What was ARR?", outcomes[1]))
    assert with_open_parts(published(draft), parts).text == draft


def test_a_claim_keeps_what_a_verifier_said_of_it() -> None:
    draft = f"{FALSE} {TRUE}"
    ledger = build_ledger(draft, EVIDENCE)
    doubted: tuple[Claim, ...] = (ledger[0], ledger[1].model_copy(update={"reason": "Looked at twice."}))
    assert publish(draft, doubted, audit_citations(draft, ["k1"])).claims[0].reason == "Looked at twice."
