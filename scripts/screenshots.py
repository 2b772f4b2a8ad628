"""Take the pictures in docs/ from the real app: ``PYTHONPATH=. python scripts/screenshots.py``.

Needs the development requirements and a Chromium program. Remake them when a page changes.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.fakes.oidc_provider import SETTINGS, oidc_provider, signed_in

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PORT = 8719
ADDRESS = f"http://127.0.0.1:{PORT}"
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
QUESTION = "What was net revenue retention in 2024 and how many employees were there at year end?"
WIDE, NARROW = {"width": 1440, "height": 900}, {"width": 390, "height": 844}


def wait_until_ready() -> None:
    """Wait for the app's health route."""
    for _ in range(200):
        try:
            urllib.request.urlopen(f"{ADDRESS}/healthz", timeout=1).close()  # noqa: S310 - our own address
        except OSError:
            time.sleep(0.2)
        else:
            return
    message = "the app did not start"
    raise RuntimeError(message)


def ask(page: Page, question: str) -> str:
    """Ask and wait for the verdict; return the run's address."""
    page.goto(f"{ADDRESS}/?workspace=sample")
    box = page.get_by_test_id("stChatInputTextArea")
    box.wait_for()
    box.fill(question)
    box.press("Enter")
    page.get_by_text("Trace", exact=True).first.wait_for(timeout=180_000)
    page.wait_for_timeout(4000)
    return page.url


def without_hints(page: Page) -> None:
    """Put the hints away, as somebody does who has read them."""
    button = page.get_by_role("button", name="No more hints")
    button.click(timeout=120_000)
    page.wait_for_timeout(500)


@contextmanager
def browser_on_app(**settings: str) -> Iterator[Browser]:
    """Start the app on fresh data and yield a browser."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        environment = {**os.environ, "MASIS_DATA_DIR": folder, "MASIS_PORT": str(PORT), **settings}
        app = subprocess.Popen([sys.executable, "-m", "masis", "serve"], cwd=ROOT, env=environment)
        try:
            wait_until_ready()
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
            yield browser
            browser.close()
        finally:
            app.terminate()
            app.wait(20)


def of_one_analyst() -> None:
    """Load the sample and take the pictures of each page."""
    with browser_on_app() as browser:
        page = browser.new_page(viewport=WIDE, color_scheme="light")
        page.goto(ADDRESS)
        page.get_by_role("button", name="Try the sample").first.click(timeout=30_000)
        page.wait_for_timeout(20_000)
        without_hints(page)
        answer = ask(page, QUESTION)
        page.screenshot(path=DOCS / "ask-light.png")
        ask(page, "What was revenue in 2024?")
        page.screenshot(path=DOCS / "needs-review.png")
        page.get_by_role("button", name="Decide").click()
        page.wait_for_timeout(5000)
        page.screenshot(path=DOCS / "review.png")
        page.goto(f"{ADDRESS}/documents?workspace=sample")
        page.wait_for_timeout(4000)
        page.screenshot(path=DOCS / "documents.png")
        page.goto(f"{ADDRESS}/facts?workspace=sample&measure=revenue")
        page.wait_for_timeout(5000)
        page.screenshot(path=DOCS / "facts.png")
        page.goto(f"{ADDRESS}/draft_audit?workspace=sample")
        page.get_by_role("button", name="Try the sample memo").click(timeout=30_000)
        page.locator(".memo .sentence").first.wait_for(timeout=120_000)
        page.wait_for_timeout(4000)
        page.screenshot(path=DOCS / "draft-audit.png")
        dark = browser.new_page(viewport=WIDE, color_scheme="dark")
        dark.goto(answer)
        without_hints(dark)
        dark.wait_for_timeout(5000)
        dark.screenshot(path=DOCS / "ask-dark.png")
        phone = browser.new_page(viewport=NARROW, color_scheme="light")
        phone.goto(answer)
        without_hints(phone)
        phone.wait_for_timeout(5000)
        phone.get_by_test_id("stMain").evaluate("main => main.scrollTo(0, 0)")
        phone.wait_for_timeout(500)
        phone.screenshot(path=DOCS / "ask-narrow.png")


def of_a_team() -> None:
    """Sign people in at a provider of this machine and take the picture of those of a workspace."""
    with oidc_provider() as provider:
        address = {"MASIS_OIDC_METADATA_URL": f"{provider}/.well-known/openid-configuration"}
        with browser_on_app(**SETTINGS, **address, MASIS_PUBLIC_URL=ADDRESS) as browser:
            signed_in(browser.new_page(), ADDRESS, "ben")
            page = browser.new_page(viewport=WIDE, color_scheme="light")
            signed_in(page, ADDRESS, "anna")
            page.get_by_role("button", name="Try the sample").first.click(timeout=30_000)
            page.wait_for_timeout(20_000)
            page.goto(f"{ADDRESS}/people?workspace=sample")
            for known in ("ben@example.com", "dora@example.com"):
                page.get_by_label("E-mail address").fill(known)
                page.wait_for_timeout(1000)
                page.get_by_role("button", name="Invite", exact=True).click()
                page.get_by_text(f"{known} ").first.wait_for()
                page.wait_for_timeout(6000)
            page.screenshot(path=DOCS / "people.png")


def main() -> None:
    """Take each picture."""
    DOCS.mkdir(exist_ok=True)
    of_one_analyst()
    of_a_team()


if __name__ == "__main__":
    main()
