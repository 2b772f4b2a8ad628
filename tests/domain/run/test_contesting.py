"""Contesting: a model adds doubt and never takes one away; against code only the source's words count."""

import pytest

from masis.domain.run.contesting import heard, verbatim
from masis.domain.run.critique import RowOpinion
from masis.domain.verification.claims import BY_WORDING, Claim
from tests.builders import chunk

EVIDENCE = (
    chunk(
        "k1", "Revenue was 12 million euros in 2024. Under the old method it was 13 million euros in 2024."
    ),
    chunk("k2", "Revenue was 14 million euros in 2024."),
)


def claim(verdict: str, text: str = "Revenue was 13 million euros in 2024.", **changes: object) -> Claim:
    """Return a sentence that cites the first passage."""
    values = {"position": 0, "text": text, "answer_start": 0, "answer_end": 9, "citations": ("k1",)}
    return Claim.model_validate({**values, "verdict": verdict, "reason": "The source gives 12.", **changes})


def contested(quote: str, chunk_id: str = "k1") -> RowOpinion:
    """Return a contest with a quote."""
    return RowOpinion(at=0, kind="contested", chunk_id=chunk_id, quote=quote)


def after(before: Claim, opinion: RowOpinion) -> Claim:
    """Return what becomes of a claim."""
    return heard((before,), {0: opinion}, EVIDENCE)[0]


@pytest.mark.parametrize("verdict", ["number_mismatch", "contradicted"])
def test_a_contest_with_the_sources_words_leaves_the_sentence_unverified(verdict: str) -> None:
    made = after(claim(verdict), contested("it was  13 MILLION euros in 2024"))
    assert (made.verdict, made.code_verdict, made.decided_by) == ("not_verified", verdict, "model")
    assert "The source gives 12." in made.reason
    assert "“it was 13 million euros in 2024”" in made.reason


@pytest.mark.parametrize(
    "opinion",
    [
        contested("it was 13 million dollars in 2024"),
        contested("Revenue was 12 million euros in 2024"),
        contested("13 million"),
        contested(""),
        contested("Revenue was 14 million euros in 2024", "k2"),
        contested("it was 13 million euros in 2024", "k9"),
    ],
    ids=["not_there", "other_figure", "too_short", "empty", "not_cited", "unknown"],
)
def test_any_other_contest_changes_nothing(opinion: RowOpinion) -> None:
    assert after(claim("number_mismatch"), opinion) == claim("number_mismatch")


def test_a_quote_that_itself_says_otherwise_is_no_contest() -> None:
    evidence = (chunk("k1", "Revenue rose to 12 million euros in 2024."),)
    before = claim("contradicted", "Revenue fell to 12 million euros in 2024.")
    opinion = contested("Revenue rose to 12 million euros in 2024")
    assert heard((before,), {0: opinion}, evidence) == (before,)


def test_the_quote_is_of_the_sentences_period() -> None:
    before = claim("number_mismatch", "Revenue was 13 million euros in 2023.")
    assert after(before, contested("it was 13 million euros in 2024")) == before


@pytest.mark.parametrize("verdict", ["not_in_source", "uncited", "not_verified", "hedge"])
def test_only_what_differs_can_be_contested(verdict: str) -> None:
    before = claim(verdict)
    assert after(before, contested("it was 13 million euros in 2024")) == before


def test_a_doubt_counts_where_code_has_the_wording_alone() -> None:
    doubt = RowOpinion(at=0, kind="doubted", reason="It is about a plan.")
    made = after(claim("supported", reason=BY_WORDING), doubt)
    assert (made.verdict, made.code_verdict) == ("not_verified", "supported")
    assert made.reason == "The auditor doubts it: It is about a plan."
    for settled in (claim("supported"), claim("number_mismatch"), claim("not_in_source")):
        assert after(settled, doubt) == settled
    unreasoned = RowOpinion(at=0, kind="doubted")
    assert after(claim("supported", reason=BY_WORDING), unreasoned).verdict == "supported"


def test_a_quote_is_found_whatever_its_spaces_and_case() -> None:
    assert verbatim("“REVENUE was\n12”", EVIDENCE[0].text) == "Revenue was 12"
    assert verbatim("", "text") == ""
