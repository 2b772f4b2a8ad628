"""Steps the browser tests share: wait until the page is settled, make a workspace, ask."""

from collections import Counter
from typing import Any

_OPEN = """name => {
  const box = document.querySelector('[data-testid=stSidebar] [data-testid=stSelectbox]');
  return box && (box.innerText.includes(name) || box.querySelector('input')?.value === name);
}"""


def opened(page: Any, address: str) -> None:
    """Go to the address and wait until its page is settled."""
    page.goto(address)
    page.get_by_test_id("stMain").locator("h1").first.wait_for()
    settled(page)


def settled(page: Any) -> None:
    """Wait until the script is done and nothing on the page is still faded as out of date."""
    page.locator("[data-test-script-state=notRunning]").wait_for()
    page.wait_for_function("() => !document.querySelector('[data-stale=true]')")
    page.wait_for_timeout(700)
    page.locator("[data-test-script-state=notRunning]").wait_for()


def pressed(page: Any, key: str) -> None:
    """Press a key of the Review page once the page hears it."""
    page.locator("html[data-keys=heard]").wait_for(state="attached")
    page.keyboard.press(key)


_made: Counter[tuple[str, str]] = Counter()
"""How often a workspace of a name was made in an app: a second try of a test needs one of its own."""


def made_workspace(page: Any, app: str, name: str, files: dict[str, bytes]) -> str:
    """Create a workspace and upload the files into it; return what it is called."""
    _made[app, name] += 1
    name = name if _made[app, name] == 1 else f"{name}, try {_made[app, name]}"
    page.goto(f"{app}/documents")
    box = page.get_by_label("New workspace")
    more = page.get_by_test_id("stSidebar").get_by_role("button", name="Manage")
    box.or_(more).first.wait_for()
    settled(page)
    if not box.is_visible():
        more.click()
    box.fill(name)
    page.get_by_role("button", name="Create workspace").click()
    # The page of the workspace before may say the same and still hold its own drop zone.
    page.wait_for_function(_OPEN, arg=name)
    settled(page)
    page.get_by_text("This workspace holds no documents yet").wait_for()
    payload = [{"name": key, "mimeType": "application/pdf", "buffer": value} for key, value in files.items()]
    page.locator("input[type=file]").set_input_files(payload)
    counted = "1 file" if len(files) == 1 else f"{len(files)} files"
    page.get_by_text(f"{counted} ready").wait_for(timeout=120_000)
    return name


def asked(page: Any, question: str) -> None:
    """Ask in the open workspace once the page stands still: a slow machine redraws while one types."""
    page.get_by_test_id("stSidebar").get_by_role("link", name="Ask").click()
    page.get_by_test_id("stChatInputTextArea").wait_for()
    settled(page)
    page.get_by_test_id("stChatInputTextArea").fill(question)
    page.keyboard.press("Enter")
