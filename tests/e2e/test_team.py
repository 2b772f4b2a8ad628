"""A team in browsers: people sign in at a real provider and work on one workspace as their roles allow."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.e2e.conftest import free_port, guarded_page, serve
from tests.e2e.steps import asked, made_workspace, settled
from tests.e2e.test_app import REPORT, pdf
from tests.e2e.test_twin import violations
from tests.fakes.oidc_provider import SETTINGS, oidc_provider, signed_in

QUESTION = "What was net revenue retention in 2025?"


def served(folder: Path, provider: str) -> Iterator[str]:
    """Serve the app with sign-in at a provider."""
    port = free_port()
    settings = {
        **SETTINGS,
        "MASIS_OIDC_METADATA_URL": f"{provider}/.well-known/openid-configuration",
        "MASIS_PUBLIC_URL": f"http://127.0.0.1:{port}",
        "MASIS_DATA_DIR": str(folder / "data"),
    }
    command = [sys.executable, "-m", "masis", "serve", "--port", str(port)]
    yield from serve(command, port, folder / "log", **settings)


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app with sign-in at a provider beside it."""
    with oidc_provider() as provider:
        yield from served(tmp_path_factory.mktemp("team"), provider)


@pytest.fixture
def anna(browser: Any) -> Iterator[Any]:
    yield from guarded_page(browser, width=1440, height=900)


@pytest.fixture
def ben(browser: Any) -> Iterator[Any]:
    yield from guarded_page(browser, width=1440, height=900)


def role_given(page: Any, person: str, role: str) -> None:
    """Choose another role for somebody on the People page."""
    page.get_by_label(f"Role of {person}").click()
    page.get_by_role("option", name=role).click()
    page.get_by_text(f"{person} is {role.lower()} now.").wait_for()
    settled(page)


def test_two_people_work_on_one_queue_as_their_roles_allow(anna: Any, ben: Any, team: str) -> None:
    address = shared(anna, ben, team)
    looks_on(ben, address)
    role_given(anna, "Ben Holm", "Reviewer")
    ben.goto(address)
    asked(ben, QUESTION)
    ben.locator(".m-pill").get_by_text("Verified:").wait_for(timeout=120_000)
    settled(ben)
    contested(anna)
    told(ben)
    decided(ben)

    anna.get_by_test_id("stSidebar").get_by_role("link", name="People").click()
    anna.get_by_role("heading", name="What was done").wait_for()
    anna.get_by_text("Decided").first.wait_for()
    settled(anna)
    assert violations(anna) == []
    anna.get_by_role("button", name="Remove").click()
    anna.get_by_text("Ben Holm does not belong to this workspace any more.").wait_for()
    ben.goto(address)
    ben.get_by_role("heading", name="No such workspace").wait_for()


def address_of(page: Any, team: str) -> str:
    """Return where the workspace that the page has open is asked."""
    page.wait_for_url("**?workspace=**")
    return f"{team}/?workspace={parse_qs(urlsplit(page.url).query)['workspace'][0]}"


def shared(anna: Any, ben: Any, team: str) -> str:
    """Anna makes a workspace, Ben cannot see it, Anna lets him in as a reader; return its address."""
    anna.goto(f"{team}/documents")
    anna.get_by_role("heading", name="Sign in to MASIS").wait_for()
    settled(anna)
    assert anna.get_by_role("link", name="Documents").count() == 0
    signed_in(anna, team, "anna")
    # The app leads on to the page that she wanted before; another goto meanwhile would be interrupted.
    anna.wait_for_url("**/documents**")
    made_workspace(anna, team, "Shared work", {"annual.pdf": pdf(REPORT)})
    address = address_of(anna, team)
    signed_in(ben, team, "ben")
    ben.goto(address)
    ben.get_by_role("heading", name="No such workspace").wait_for()

    anna.get_by_test_id("stSidebar").get_by_role("link", name="People").click()
    anna.get_by_label("E-mail address").fill("Ben@Example.com")
    settled(anna)
    anna.get_by_role("button", name="Invite", exact=True).click()
    anna.get_by_text("Ben@Example.com is in, as analyst.").wait_for()
    settled(anna)
    role_given(anna, "Ben Holm", "Reader")
    return address


def looks_on(ben: Any, address: str) -> None:
    """A reader sees documents and can neither ask nor upload."""
    ben.goto(address)
    ben.get_by_text("for the role owner, reviewer or analyst; yours in this workspace is reader").wait_for()
    assert ben.get_by_test_id("stChatInputTextArea").is_disabled()
    ben.get_by_test_id("stSidebar").get_by_role("link", name="Documents").click()
    ben.get_by_text("annual.pdf").first.wait_for()
    assert ben.locator("input[type=file]").count() == 0


def contested(anna: Any) -> None:
    """Anna contests what Ben asked and gives him the case."""
    anna.get_by_test_id("stSidebar").get_by_role("link", name="History").click()
    anna.get_by_role("button", name=QUESTION).click()
    anna.locator(".m-pill").get_by_text("Verified:").wait_for()
    anna.get_by_text("Asked by Ben Holm").wait_for()
    settled(anna)
    anna.get_by_role("button", name="Wrong or incomplete").click()
    anna.get_by_label("What is wrong or missing?").fill("Which entity?")
    anna.get_by_role("button", name="Send for review").click()
    anna.get_by_role("button", name="Open the case").click()
    settled(anna)
    anna.get_by_role("button", name="Nobody assigned").click()
    anna.get_by_label("Assignee").last.click()
    anna.get_by_role("option", name="Ben Holm").click()
    anna.get_by_role("button", name="Ben Holm").wait_for()


def told(ben: Any) -> None:
    """Ben is told of the case and that it is his; a click opens it and reads what he was told of it."""
    ben.get_by_test_id("stSidebar").get_by_role("link", name="Insights").click()
    ben.get_by_test_id("stSidebar").get_by_role("link", name="Notifications (2)").click()
    ben.get_by_text("2 notifications, 2 unread").wait_for()
    ben.get_by_text("Said by Anna Berg.").wait_for()
    settled(ben)
    assert violations(ben) == []
    ben.get_by_role("button", name="Anna Berg gave you a case").click()
    ben.wait_for_url("**/review?**case=**")
    ben.get_by_text("Which entity?").wait_for()
    settled(ben)
    ben.get_by_test_id("stSidebar").get_by_role("link", name="Notifications", exact=True).click()
    ben.get_by_text("2 notifications, all read").wait_for()
    settled(ben)


def decided(ben: Any) -> None:
    """Ben decides the case in his name."""
    ben.get_by_test_id("stSidebar").get_by_role("link", name="Review").click()
    ben.get_by_role("button", name=QUESTION).first.click()
    ben.get_by_text("Which entity?").wait_for()
    settled(ben)
    ben.get_by_role("button", name="Approve").click()
    ben.get_by_label("Why this answer can be used").fill("The group.")
    ben.get_by_role("button", name="Approve as final").click()
    ben.locator(".m-decided", has_text="Approved").wait_for()


def test_an_address_that_nobody_checked_opens_nothing(anna: Any, ben: Any, team: str) -> None:
    signed_in(anna, team, "anna")
    made_workspace(anna, team, "For Ben alone", {"annual.pdf": pdf(REPORT)})
    address = address_of(anna, team)
    anna.get_by_test_id("stSidebar").get_by_role("link", name="People").click()
    anna.get_by_label("E-mail address").fill("nobody.yet@example.com")
    settled(anna)
    anna.get_by_role("button", name="Invite", exact=True).click()
    anna.get_by_text("will be in after the next sign-in").first.wait_for()

    signed_in(ben, team, "carl")  # carries Ben's address, unchecked
    ben.goto(address)
    ben.get_by_role("heading", name="No such workspace").wait_for()
    assert ben.get_by_test_id("stSidebar").get_by_role("link", name="Administration").count() == 0
    ben.get_by_role("button", name="Sign out").click()
    ben.wait_for_url("**/end_session?**")  # the provider asks whether its own session ends too
    ben.goto(f"{team}/documents")
    ben.get_by_role("heading", name="Sign in to MASIS").wait_for()


def test_a_link_leads_on_after_the_sign_in_and_a_provider_that_is_down_is_said(
    anna: Any, ben: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with oidc_provider() as provider:
        serving = served(tmp_path_factory.mktemp("alone"), provider)
        app = next(serving)
        anna.goto(f"{app}/insights?over=30")
        anna.get_by_role("heading", name="Sign in to MASIS").wait_for()
        settled(anna)
        anna.get_by_role("button", name="Sign in", exact=True).click()
        anna.locator("form[aria-labelledby=heading-auth-predefined]").get_by_role(
            "button", name="anna"
        ).click()
        anna.wait_for_url("**/insights?**")
        anna.locator(".st-key-signed-in").wait_for()
    ben.goto(app)
    settled(ben)
    ben.get_by_role("button", name="Sign in", exact=True).click()
    ben.get_by_text("The sign-in service does not answer.").wait_for()
    serving.close()


def test_an_administrator_sees_people_and_places_and_shuts_somebody_out(
    anna: Any, ben: Any, team: str
) -> None:
    signed_in(ben, team, "ben")
    signed_in(anna, team, "root")
    anna.get_by_test_id("stSidebar").get_by_role("link", name="Administration").click()
    anna.get_by_role("heading", name="What was done").wait_for()
    settled(anna)
    assert violations(anna) == []
    told = ".m-part .d"  # of the parts that the sidebar names, engine first
    assert all(anna.locator(told).all_inner_texts())
    assert not any(ben.locator(told).all_inner_texts()[1:])
    row = anna.locator("[class*=st-key-known-]", has_text="Ben Holm").first
    row.get_by_role("button", name="Shut out").click()
    anna.get_by_role("dialog").get_by_role("button", name="Shut out").click()
    anna.get_by_text("Ben Holm is shut out.").wait_for()
    ben.reload()
    ben.get_by_role("heading", name="Not let in").wait_for()
    settled(anna)
    anna.get_by_role("button", name="Let in again").click()
    anna.get_by_text("Ben Holm may sign in again.").wait_for()
