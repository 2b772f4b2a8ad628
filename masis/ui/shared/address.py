"""Address: what the address of a page names, and what is opened for it; no Streamlit in here.

Every link that MASIS makes names a workspace, so an address with one is complete: what it does not name is
closed. An address without one was typed, or is that of a first visit: this tab goes on where it was.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from masis.domain.value import Value

PageName = Literal["ask", "documents", "review", "history", "draft_audit", "facts", "insights", "other"]

_NAMES: dict[str, PageName] = {
    "": "ask",
    "documents": "documents",
    "review": "review",
    "history": "history",
    "draft_audit": "draft_audit",
    "facts": "facts",
    "insights": "insights",
}
_PARAMETERS = {
    "workspace": "workspace",
    "run": "run",
    "case": "case",
    "audit": "audit",
    "before": "a",
    "after": "b",
    "document": "document",
    "only": "only",
    "over": "over",
    "search": "search",
    "ended": "ended",
    "stale": "stale",
    "part": "part",
    "asked_of": "of",
}
_OF_PAGE: dict[PageName, tuple[str, ...]] = {
    "ask": ("run", "asked_of"),
    "documents": ("document", "page"),
    "review": ("case",),
    "history": ("before", "after", "only", "search", "ended", "stale", "part"),
    "draft_audit": ("audit",),
    "facts": (),
    "insights": ("over",),
    "other": (),
}
LONGEST_TEXT = 200
"""What is longer in an address is cut: ids are shorter, and so are words one searches for."""
_LONGEST = {"asked_of": 20_000}
"""A choice of documents names each of them."""


class Listed(Value):
    """What the list of the history is narrowed to; an empty field narrows nothing."""

    search: str = ""
    ended: str = ""
    """The verdict of the runs, as it is stored."""
    stale: str = ""
    """``1`` for stale answers only."""
    part: str = ""
    """Which page of the list is open, from 2; empty for the first."""

    @property
    def pages_back(self) -> int:
        """Return how many pages of newer runs lie before the open one."""
        return max(_number(self.part), 1) - 1


class Address(Listed):
    """What an address names; an empty field is not named."""

    workspace: str = ""
    run: str = ""
    case: str = ""
    audit: str = ""
    before: str = ""
    """The first of two runs side by side."""
    after: str = ""
    only: str = ""
    """The runs behind a point of the insights, as ``Slice`` writes them."""
    over: str = ""
    """The span of the insights, as ``Over`` writes it."""
    asked_of: str = ""
    """The documents that the next questions are put to, as ``AskedOf`` writes them."""
    document: str = ""
    page: int = 0
    """The open page of the document."""

    @property
    def listed(self) -> Listed:
        """Return what the list of the history is narrowed to."""
        return Listed(search=self.search, ended=self.ended, stale=self.stale, part=self.part)

    @property
    def query(self) -> dict[str, str]:
        """Return it as the parameters of an address."""
        named = {key: str(getattr(self, field)) for field, key in _PARAMETERS.items() if getattr(self, field)}
        return named | ({"page": str(self.page)} if self.document and self.page > 1 else {})

    def on(self, page: PageName) -> "Address":
        """Return what of it can be open on a page: its workspace and what the page shows."""
        return Address(workspace=self.workspace, **{field: getattr(self, field) for field in _OF_PAGE[page]})


class Opening(Value):
    """What a page opens."""

    address: Address
    gone: bool = False
    """The address names a workspace that is gone or somebody else's."""


def page_name(url_path: str) -> PageName:
    """Return which page stands under this path."""
    return _NAMES.get(url_path, "other")


def read(query: Mapping[str, str]) -> Address:
    """Return what an address names; what cannot be an id or a page is not read."""
    named = {
        field: query.get(key, "")[: _LONGEST.get(field, LONGEST_TEXT)] for field, key in _PARAMETERS.items()
    }
    return Address(**named, page=_number(query.get("page", "")))


def _number(written: str) -> int:
    """Return a page's number; 0 for what is none."""
    return int(written) if written.isascii() and written.isdigit() and len(written) < 7 else 0


def opening(page: PageName, asked: Address, tab: Address, known: Sequence[str] | None) -> Opening:
    """Return what a page opens.

    Args:
        page: the page that is drawn.
        asked: what its address names.
        tab: what was open in this tab before.
        known: the workspaces of the person, or ``None`` when they cannot be asked for now.
    """
    if asked.workspace:
        gone = known is not None and asked.workspace not in known
        return Opening(address=asked.on(page), gone=gone)
    here = tab.workspace
    if known is not None and here not in known:
        here = next(iter(known), "")
    named = asked if asked.on(page) != Address() or here != tab.workspace else tab
    return Opening(address=named.model_copy(update={"workspace": here}).on(page))


def refusal(drawn_for: str, here: str) -> str:
    """Say why a question is not asked when the page moved on while it was typed; empty when it may be."""
    if drawn_for == here:
        return ""
    return (
        "Your question was not asked: it was typed in another workspace than the one that is open now. "
        "Go back to that workspace, or ask it again here."
    )
