"""The citation engine tells real, fabricated and mere brackets apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.domain.verification.citations import audit_citations, parse_citations, strip_citations

KNOWN = {"c1", "c2", "k3f9a1c07b2d4", "doc-3-p4"}


@pytest.mark.parametrize(
    ("text", "cited", "fabricated"),
    [
        pytest.param("It rose [c1].", ("c1",), (), id="one"),
        pytest.param("It rose [c1][c2].", ("c1", "c2"), (), id="adjacent"),
        pytest.param("It rose [c2, c1].", ("c2", "c1"), (), id="comma"),
        pytest.param("It rose [c1; c2].", ("c1", "c2"), (), id="semicolon"),
        pytest.param("It rose [k3f9a1c07b2d4].", ("k3f9a1c07b2d4",), (), id="real-id"),
        pytest.param("It rose [source: c1].", ("c1",), (), id="prefixed"),
        pytest.param("It rose [chunk_99].", (), ("chunk_99",), id="fabricated"),
        pytest.param("It rose [k000000000000].", (), ("k000000000000",), id="fabricated-real-shape"),
        pytest.param("It rose [doc-3-p5].", (), ("doc-3-p5",), id="fabricated-hyphens"),
        pytest.param("It rose [c1, c9].", ("c1",), ("c9",), id="mixed"),
        pytest.param("It rose [c1][c1] and [c1].", ("c1",), (), id="repeated"),
    ],
)
def test_citations_are_found(text: str, cited: tuple[str, ...], fabricated: tuple[str, ...]) -> None:
    """Every way of writing a group counts."""
    audit = audit_citations(text, KNOWN)
    assert (audit.cited, audit.fabricated, audit.uncited_claims) == (cited, fabricated, ())


@pytest.mark.parametrize(
    "text",
    [
        "[sic]", "[...]", "[…]", "[ ]", "[x]", "[]", "[1]", "[1, 2]", "[2024]", "[Q3 2024]", "[FY2024]",
        "[^1]", "[^note]", "[the company]", "[emphasis added]", "[Harbor]", "[the 2nd plant]", "[2nd]",
        "[30bn]",
        "[the report](http://a.b/c1)", "[c9](http://a.b)", "![c9](chart.png)", "[market-leading]", "[CO2]",
    ],
)  # fmt: skip
def test_other_brackets_are_left_alone(text: str) -> None:
    """Links, images, footnotes, boxes and an editor's insertions are no citations."""
    assert parse_citations(f"The plan {text} was good.", KNOWN) == ()


def test_word_ids_teach_the_engine_what_an_id_looks_like() -> None:
    """Where the known ids are bare words, an unknown word of that length is a fabricated one."""
    assert audit_citations("It rose [a][b].", {"a"}).fabricated == ("b",)
    assert audit_citations("It [company] rose [a].", {"a"}).fabricated == ()


def test_groups_carry_their_spans() -> None:
    """A run of brackets is one group."""
    text = "It rose [c1] [c9]. It fell."
    (group,) = parse_citations(text, KNOWN)
    assert text[group.start : group.end] == "[c1] [c9]"
    assert (group.ids, group.fabricated) == (("c1",), ("c9",))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It rose [c1].", "It rose."),
        ("It rose. [c1] It fell [c9].", "It rose. It fell."),
        ("[c1] It rose.", "It rose."),
        ("It [sic] rose [1].", "It [sic] rose [1]."),
    ],
)
def test_stripping(text: str, expected: str) -> None:
    """Citations go, with the space they leave; other brackets stay."""
    assert strip_citations(text, KNOWN) == expected


def test_uncited_claims_are_listed_and_the_rest_is_not() -> None:
    """Headings, lead-ins and hedges need no source; a fabricated citation is another fault."""
    answer = (
        "## Revenue\n\nRevenue rose by 13 %. [c1] Costs fell.\nThree drivers:\n- Prices rose.\n"
        "- Volumes rose. [c9]\n\nThe documents lack sufficient evidence on churn."
    )
    assert audit_citations(answer, KNOWN).uncited_claims == ("Costs fell.", "- Prices rose.")


ids = st.from_regex(r"[A-Za-z][A-Za-z0-9_.:-]{0,15}", fullmatch=True)


@given(st.lists(ids, min_size=1, max_size=5, unique=True))
def test_known_ids_are_always_found(known: list[str]) -> None:
    """Whatever an id looks like, citing it counts and is never fabricated."""
    audit = audit_citations("".join(f"It rose [{i}]. " for i in known), known)
    assert audit.cited == tuple(known)
    assert audit.fabricated == ()


@given(st.text(alphabet="abc1 [](),;^!:\n", max_size=120))
def test_stripping_twice_changes_nothing_more_than_once(text: str) -> None:
    """No citation survives on text of any shape, and nothing raises."""
    assert len(strip_citations(text, {"a", "b1"})) <= len(text)
    audit_citations(text, {"a", "b1"})
