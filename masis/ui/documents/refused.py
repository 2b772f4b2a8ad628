"""Refused: the files the browser does not hand over, each by its name, until they are dismissed."""

import json

import streamlit as st

from masis.domain.formats import BY_ENDING
from masis.ui.safe_text import safe_label
from masis.ui.shared import wording
from masis.ui.shared.mounted import mount
from masis.ui.shared.session import session

MEGABYTE = 1024 * 1024
_MOST_TOLD, _MOST_KEPT = 20, 1000


def listen(slot: str) -> None:
    """Note which of the files that are dropped on a zone its uploader refuses."""
    data = {"most": most_megabytes() * MEGABYTE, "endings": tuple(BY_ENDING), "kept": _MOST_KEPT}
    told = mount("refused", data, key=f"refused-{slot}", event="refused")
    if told:
        new, session().left_out_until = refused_of(told, most_megabytes(), session().left_out_until)
        session().left_out = (*session().left_out, *new)[-_MOST_KEPT:]


def refused_of(told: str, most_megabytes: int, after: float) -> tuple[tuple[tuple[str, str], ...], float]:
    """Read what the browser told after a moment, in its milliseconds, and until which it has told."""
    new = [(str(name), int(size), float(at)) for name, size, at in json.loads(told) if at > after]
    files = tuple((name, _why(size, most_megabytes)) for name, size, _ in new)
    return files, max((at for _, _, at in new), default=after)


def show() -> None:
    """Draw the files that were not taken in, wherever the uploads are told."""
    every = session().left_out
    if not every:
        return
    with st.container(border=True, key="refused-files", gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center"):
            said = f"{wording.counted(len(every), 'file')} not taken in"
            st.markdown(f":material/error: {said}", width="content")
            st.button("Dismiss", key="dismiss-refused", type="tertiary", on_click=_dismiss)
        for name, why in every[:_MOST_TOLD]:
            st.markdown(f"**{safe_label(name)}** {why}")
        if len(every) > _MOST_TOLD:
            st.caption(f"and {len(every) - _MOST_TOLD:,} more")


def most_megabytes() -> int:
    """Return how large one file may be."""
    return int(st.get_option("server.maxUploadSize"))


def _why(size: int, most_megabytes: int) -> str:
    if size > most_megabytes * MEGABYTE:
        then = "Split it into parts, or save it with smaller pictures."
        return f"is {size / MEGABYTE:,.1f} MB; the limit is {most_megabytes} MB. {then}"
    return "is of a kind that is not read. Save it as one of the kinds above and add it again."


def _dismiss() -> None:
    session().left_out = ()
