"""What an address means: which workspace and what on the page; pure, so every case is a row."""

import pytest

from masis.ui.shared.address import Address, Opening, PageName, opening, page_name, read, refusal

KNOWN = ("acme", "harbor")
TAB = Address(workspace="harbor", run="r1", case="c1", audit="m1", document="d1", page=4)


@pytest.mark.parametrize(
    ("url_path", "page"),
    [("", "ask"), ("documents", "documents"), ("draft_audit", "draft_audit"), ("calibration", "other")],
)
def test_a_path_names_its_page(url_path: str, page: PageName) -> None:
    assert page_name(url_path) == page


@pytest.mark.parametrize(
    "address",
    [
        Address(workspace="acme"),
        Address(workspace="acme", run="r9"),
        Address(workspace="acme", before="r1", after="r2"),
        Address(workspace="acme", document="d1", page=7),
        Address(workspace="acme", case="c1"),
        Address(workspace="acme", audit="m1"),
        Address(workspace="acme", run="r9", asked_of="~".join(f"d.d{number:020}" for number in range(60))),
        Address(workspace="acme", search="net debt & cash", ended="needs_review", stale="1", part="3"),
    ],
)
def test_what_is_written_is_read_again(address: Address) -> None:
    assert read(address.query) == address


def test_a_first_page_needs_no_number() -> None:
    assert Address(workspace="acme", document="d1", page=1).query == {"workspace": "acme", "document": "d1"}


@pytest.mark.parametrize("page", ["-1", "x", "²", "1234567", ""])
def test_a_page_that_is_no_number_is_not_read(page: str) -> None:
    assert read({"document": "d1", "page": page}).page == 0


@pytest.mark.parametrize(
    ("page", "asked", "opened"),
    [
        # Complete: what it does not name is closed, whatever was open in the tab.
        ("ask", Address(workspace="acme"), Address(workspace="acme")),
        ("ask", Address(workspace="harbor"), Address(workspace="harbor")),
        ("ask", Address(workspace="acme", run="r7"), Address(workspace="acme", run="r7")),
        ("review", Address(workspace="acme", case="c7"), Address(workspace="acme", case="c7")),
        ("ask", Address(workspace="acme", asked_of="y.2024"), Address(workspace="acme", asked_of="y.2024")),
        # What belongs to another page is not this page's.
        ("history", Address(workspace="acme", asked_of="y.2024"), Address(workspace="acme")),
        ("documents", Address(workspace="acme", run="r7"), Address(workspace="acme")),
        ("other", Address(workspace="acme", case="c7"), Address(workspace="acme")),
        # Without a workspace the tab goes on where it was.
        ("ask", Address(), Address(workspace="harbor", run="r1")),
        ("review", Address(), Address(workspace="harbor", case="c1")),
        ("documents", Address(), Address(workspace="harbor", document="d1", page=4)),
        ("other", Address(), Address(workspace="harbor")),
        # It may still name what it wants.
        ("ask", Address(run="r7"), Address(workspace="harbor", run="r7")),
    ],
)
def test_the_address_says_what_is_open(page: PageName, asked: Address, opened: Address) -> None:
    assert opening(page, asked, TAB, KNOWN) == Opening(address=opened)


@pytest.mark.parametrize(
    ("part", "pages"), [("", 0), ("1", 0), ("3", 2), ("-4", 0), ("x", 0), ("99999999", 0)]
)
def test_the_open_page_of_the_history_is_a_number(part: str, pages: int) -> None:
    assert read({"part": part}).listed.pages_back == pages


def test_what_narrows_the_history_is_not_another_pages() -> None:
    narrowed = Address(workspace="acme", search="debt", ended="finalized", stale="1", part="2")
    assert narrowed.on("history") == narrowed
    assert narrowed.on("review") == Address(workspace="acme")
    assert len(read({"search": "x" * 5000}).search) == 200


def test_a_first_visit_opens_the_first_workspace() -> None:
    assert opening("ask", Address(), Address(), KNOWN).address == Address(workspace="acme")
    assert opening("ask", Address(), Address(), ()).address == Address()


def test_nothing_of_a_workspace_that_is_gone_from_the_tab_stays_open() -> None:
    assert opening("ask", Address(), TAB, ("acme",)).address == Address(workspace="acme")


def test_a_workspace_that_is_gone_is_said_and_no_other_is_opened_for_it() -> None:
    found = opening("ask", Address(workspace="zebra", run="r1"), TAB, KNOWN)
    assert found.gone
    assert found.address.workspace == "zebra"


def test_nothing_is_gone_while_the_database_does_not_answer() -> None:
    assert not opening("ask", Address(workspace="zebra"), TAB, None).gone
    assert opening("ask", Address(), TAB, None).address.workspace == "harbor"


def test_a_question_is_refused_in_another_workspace_than_its_own() -> None:
    assert refusal("acme", "acme") == ""
    assert "was not asked" in refusal("acme", "harbor")
