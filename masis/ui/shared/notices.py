"""Notices: an exception as one calm sentence with the next step; details go to the log."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from masis.errors import (
    Cancelled,
    DataFolderInUse,
    InvalidInput,
    MasisError,
    OriginalsUnavailable,
    ServiceUnavailable,
    SignInUnavailable,
    StoreUnavailable,
)
from masis.ui.safe_text import safe_md

_log = logging.getLogger(__name__)

_SENTENCES: tuple[tuple[type[MasisError], str], ...] = (
    (DataFolderInUse, "Another MASIS process uses this data folder. Close it, then reload this page."),
    (Cancelled, "The work was stopped. What was finished is kept."),
    (
        StoreUnavailable,
        "The database does not answer. What was stored is kept; work goes on when it is back.",
    ),
    (SignInUnavailable, "The sign-in service does not answer. Nothing is lost; try again shortly."),
    (
        OriginalsUnavailable,
        "The store of original files does not answer. Nothing is lost; try again shortly.",
    ),
    (ServiceUnavailable, "A service MASIS depends on does not answer. Nothing is lost; try again shortly."),
)


def sentence_for(error: MasisError) -> str:
    """Say what happened, what was kept and what to do next."""
    if isinstance(error, InvalidInput):
        return str(error)
    for kind, sentence in _SENTENCES:
        if isinstance(error, kind):
            return sentence
    return "This did not work. What was stored before is kept; the log has the details."


def told(error: MasisError) -> str:
    """Return the sentence for an error and leave its details in the log."""
    if not isinstance(error, InvalidInput):
        # A page that polls through an outage says it every time; where it came from is known.
        origin = None if isinstance(error, StoreUnavailable) else error
        _log.warning("shown to the analyst: %s", error, exc_info=origin)
    return sentence_for(error)


def show(error: MasisError) -> None:
    """Draw the sentence where the action was taken."""
    st.error(safe_md(told(error)), icon=":material/info:")


@contextmanager
def calmly() -> Iterator[None]:
    """Turn any error MASIS raises on purpose into its notice; bugs stay loud."""
    try:
        yield
    except MasisError as error:
        show(error)
