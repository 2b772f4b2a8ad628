"""Answer: what was asked for in large type, its support and verdict, and the open source beside it."""

from collections.abc import Collection, Iterable, Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import streamlit as st

from masis.domain.evidence import place_of
from masis.domain.review.case import Case
from masis.domain.review.precedence import statement
from masis.domain.run.absence import absence_of
from masis.domain.run.lead import Lead, leads_of
from masis.domain.run.report import RunReport
from masis.ui.ask import nearest, passages, rating, strip, struck, verdict
from masis.ui.shared import source_pane, web_sources, wording
from masis.ui.shared.mounted import mount
from masis.ui.shared.reading import Passage, Source, answer_blocks, chip
from masis.ui.shared.reading import passages as behind_chips
from masis.ui.shared.session import session

if TYPE_CHECKING:
    from masis.service import Masis

Block = dict[str, Any]


def view(masis: "Masis", workspace_id: str, report: RunReport, case: Case | None) -> None:
    """Draw the answer, or what came nearest to one, beside the source that is open."""
    absence = absence_of(report) if report.requires_human_review else None
    if not report.answer:
        st.caption(wording.unanswered(report.cause))
        nearest.show(report)
        return
    left, right = st.columns(2, gap="large")
    with left:
        if verdict.ending(report, case) == "passages" and passages.to_read(report):
            opened = _beside_passages(report)
        elif absence and absence.near:
            opened = nearest.read(absence)
        else:
            opened = _written(masis, report, case)
        struck.show(report)
    with right:
        source_pane.show(masis, workspace_id, strip.open_side(report) or opened)


def show(report: RunReport, beside: Collection[str] = ()) -> None:
    """Draw the answer, then what of it comes from the web, and remember which citation is open.

    ``beside`` are the places that something else on the page can open.
    """
    behind = behind_chips(report)
    current = session()
    blocks = blocks_of(report, leads_of(report))
    if current.cite not in behind and current.cite not in beside:
        current.cite = next(chips_of(blocks), next(iter(behind), ""))
    open_passage = behind.get(current.cite)
    clicked = mount(
        "answer",
        {
            "blocks": blocks,
            "active": current.cite,
            "claim": open_passage.claim.position if open_passage else -2,
        },
        key=f"answer-{report.run_id}",
        event="cite",
    )
    web_sources.show(report)
    if clicked in behind and (clicked != current.cite or current.side):
        current.cite, current.page_number, current.side = str(clicked), None, ""
        st.rerun()


def keys(report: RunReport) -> frozenset[str]:
    """Return what the chips of the answer can open."""
    return frozenset(behind_chips(report))


def opened(report: RunReport) -> Passage | None:
    """Return what stands behind the open citation."""
    behind = behind_chips(report)
    return behind.get(session().cite) or next(iter(behind.values()), None)


def blocks_of(report: RunReport, leads: Iterable[Lead]) -> list[Block]:
    """Return the lead lines and under them what else the answer says.

    A claim that only repeats a lead is not said again; without a lead the first sentence leads.
    """
    led = tuple(leads)
    said = {position for lead in led for position in (lead.position,) * lead.whole + lead.agreeing}
    written = _answered_only(report) if report.partly_answered else answer_blocks(report)
    chosen = {lead.what for lead in led if lead.chosen}
    written = _beside_a_choice(report, written, chosen) if chosen else written
    rest = _without(written, said, {lead.position for lead in led})
    behind = behind_chips(report)
    if led:
        return [*(_line(lead, behind) for lead in led), *rest]
    rest = _said_once(rest)
    plain = not report.requires_human_review and bool(rest) and rest[0]["kind"] == "text"
    return [{**rest[0], "kind": "first"}, *rest[1:]] if plain else rest


def _line(lead: Lead, behind: dict[str, Passage]) -> Block:
    """Return a lead line: the value, then what it is and where it stands, each place with its chip."""
    page = place_of(lead.page_label).replace(" ", "\u00a0")
    place = f"{lead.document_title}, {page}"
    chips = [chip(behind[cite]) for cite in _cites(lead, behind)]
    own = {behind[cite].chunk_id for cite in _cites(lead, behind)}
    other = [
        cite
        for cite, passage in behind.items()
        if passage.claim.position in lead.agreeing and passage.chunk_id not in own
    ]
    also = [chip(behind[cite]) for cite in other]
    chosen = f"Counts by {lead.chosen}" if lead.chosen else ""
    told = {"value": lead.value, "what": lead.what, "place": place, "chosen": chosen}
    return {"kind": "lead", "parts": chips, "also": also, **told}


def _beside_a_choice(report: RunReport, blocks: list[Block], chosen: Collection[str]) -> list[Block]:
    """Shorten the lines that say which value counts and why: the lead says it, the others stand beneath."""
    settled = report.critique.settled if report.critique else ()
    lines = {statement(one) for one in settled if one.conflict.subject in chosen}
    said = {claim.position for claim in report.claims if claim.text in lines}
    also = {"runs": [{"text": "The documents also give:", "strong": False}]}
    return [
        {**block, "parts": [{**part, **(also if _position(part) in said else {})} for part in block["parts"]]}
        for block in blocks
    ]


def _cites(lead: Lead, behind: dict[str, Passage]) -> list[str]:
    """Return the chips of a lead's claim, its own passage first."""
    own = [cite for cite, passage in behind.items() if passage.claim.position == lead.position]
    return sorted(own, key=lambda cite: behind[cite].chunk_id != lead.chunk_id)


def _answered_only(report: RunReport) -> list[Block]:
    """Return the sections that hold no reservation: the passages speak for the parts without an answer."""
    hedges = {claim.position for claim in report.claims if claim.verdict == "hedge"}
    return [
        block
        for section in _sections(answer_blocks(report))
        if not {_position(part) for of in section for part in of["parts"]} & hedges
        for block in section
    ]


def _sections(blocks: Iterable[Block]) -> list[list[Block]]:
    """Return the blocks with a new section from each heading on; the first one may be empty."""
    sections: list[list[Block]] = [[]]
    for block in blocks:
        sections = [*sections, []] if block["kind"] == "heading" else sections
        sections[-1].append(block)
    return sections


def _said_once(blocks: list[Block]) -> list[Block]:
    """Return one section without its heading where all parts are answered in the same words."""
    opening, *sections = _sections(blocks)
    if opening or len(sections) < 2:
        return blocks
    said = [[part.get("runs") for block in section[1:] for part in block["parts"]] for section in sections]
    return sections[0][1:] if all(words == said[0] for words in said) else blocks


def chips_of(blocks: Iterable[Block]) -> Iterator[str]:
    """Return what the chips open, in the order they are drawn."""
    for block in blocks:
        yield from (part["cite"] for part in block["parts"] if part["type"] == "chip")


def _without(blocks: list[Block], said: Collection[int], led: Collection[int]) -> list[Block]:
    """Return the blocks without what is said already, and without headings that then say nothing."""
    kept: list[Block] = []
    for block in blocks:
        parts = [part for part in block["parts"] if _position(part) not in said]
        if any(part["type"] == "chip" or _letters(part) for part in parts):
            kept.append({**block, "parts": parts})
    if not led:
        return kept
    return [
        block
        for block, after in zip_longest(kept, kept[1:])
        if block["kind"] != "heading" or not _is_idle(after, led)
    ]


def _is_idle(after: Block | None, led: Collection[int]) -> bool:
    """Tell a heading over nothing, or over what only supports a lead line, which says what it is itself."""
    if after is None or after["kind"] == "heading":
        return True
    return {_position(part) for part in after["parts"]} - {-1} <= set(led)


def _position(part: Block) -> int:
    return int(part["cite"].partition(":")[0]) if part["type"] == "chip" else int(part["claim"])


def _letters(part: Block) -> bool:
    return any(run["text"].strip(" .") for run in part["runs"])


def _beside_passages(report: RunReport) -> Source | None:
    """Draw what is answered, where a part is, and the passages for what is not."""
    if all(part.outcome != "answered" for part in report.parts):
        return passages.cards(report)
    show(report, beside=passages.keys(report))
    return passages.cards(report, beside=keys(report)) or opened(report)


def _written(masis: "Masis", report: RunReport, case: Case | None) -> Source | None:
    ended = verdict.ending(report, case)
    if ended == "waits":
        st.html('<div class="m-sub">Best draft so far</div>')
    show(report)
    verdict.line(report, case)
    if ended == "answered":
        rating.show(masis, report, case)
    return opened(report)
