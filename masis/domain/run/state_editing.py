"""State editing: what a person may change in the state before an agent, and what then differs."""

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from pydantic import Field

from masis.domain.evidence import place_of
from masis.domain.run.labels import AGENTS, counted
from masis.domain.run.provenance import ForkNode, Origin, StateEdit
from masis.domain.value import Value
from masis.errors import InvalidInput

Editable = Literal["passages", "draft", "findings", "gap_questions", "retries"]
Standing = Literal["current", "replaced", "deleted", "outside"]

LONGEST_DRAFT: Final = 20_000
MOST_QUESTIONS: Final = 10
LONGEST_QUESTION: Final = 400
MOST_FINDINGS: Final = 10
LONGEST_FINDING: Final = 1_000
LONGEST_REASON: Final = 1_000
"""Characters and counts (own choice): more than a person types, less than a row of the database minds."""

_BEFORE: dict[ForkNode, frozenset[Editable]] = {
    "researcher": frozenset({"gap_questions", "retries"}),
    "synthesizer": frozenset({"passages", "findings", "retries"}),
    "critic": frozenset({"passages", "draft", "retries"}),
    # What the audit found is nobody's to change: an edited ledger would verify a sentence by hand.
    "evaluator": frozenset({"retries"}),
}
_NAMES: dict[Editable, str] = {
    "passages": "the passages",
    "draft": "the draft",
    "findings": "the findings",
    "gap_questions": "the questions searched for",
    "retries": "the retries",
}


class StatePassage(Value):
    """A passage of the state, or one that the searches before had filtered out."""

    chunk_id: str
    document_title: str
    page_label: str
    text: str
    score: float
    standing: Standing = "current"
    """What became of its document since; ``outside`` is from the web."""

    @property
    def name(self) -> str:
        """Document and place, as the record names it."""
        return f"“{self.document_title}”, {place_of(self.page_label)}"


class RecordedState(Value):
    """A run's state as it stood before an agent, as far as a person can judge and change it."""

    node: ForkNode
    iteration: int
    question: str
    """As typed; never changed."""
    understood: str = ""
    """As the agents read it, where that is not what was typed."""
    passages: tuple[StatePassage, ...] = ()
    filtered: tuple[StatePassage, ...] = ()
    draft: str = ""
    """What the auditor checks next, or what the writer wrote before."""
    findings: tuple[str, ...] = ()
    """What the writer is told about the draft before."""
    gap_questions: tuple[str, ...] = ()
    retry: bool = False
    """Whether a round before was audited, so that the writer is told findings."""
    guidance: str = ""
    """What a reviewer sent the run on with before."""
    retries_left: int = Field(ge=0)
    most_retries: int = Field(ge=0)
    """The highest number that can be set now."""

    @property
    def editable(self) -> frozenset[Editable]:
        """What can be changed before this agent; findings only where the writer is told any."""
        able = _BEFORE[self.node]
        return able if self.retry else able - {"findings"}

    @property
    def gone(self) -> tuple[str, ...]:
        """Ids of passages whose document was deleted since."""
        return tuple(passage.chunk_id for passage in self.passages if passage.standing == "deleted")


def checked(recorded: RecordedState, edit: StateEdit) -> StateEdit:
    """Return the edit without what is as recorded; ``InvalidInput`` in words when it cannot be done."""
    edit = _tidy(recorded, edit)
    wrong = [part for part in _touched(edit) if part not in recorded.editable]
    if wrong:
        message = f"Before the {AGENTS[recorded.node][0]} {_NAMES[wrong[0]]} cannot be changed."
        raise InvalidInput(message)
    if not edit.anything:
        message = "Nothing differs from the recorded state. Change something first, or run it again."
        raise InvalidInput(message)
    if "passages" in recorded.editable:
        _check_passages(recorded, edit)
    _check_texts(edit)
    if edit.retries_left is not None and not 0 <= edit.retries_left <= recorded.most_retries:
        message = f"Between 0 and {recorded.most_retries} retries can be left in this round."
        raise InvalidInput(message)
    return edit


def _tidy(recorded: RecordedState, edit: StateEdit) -> StateEdit:
    draft = None if edit.draft is None else edit.draft.strip()
    questions = None if edit.gap_questions is None else _lines(edit.gap_questions)
    return StateEdit(
        left_out=tuple(dict.fromkeys(edit.left_out)),
        brought_back=tuple(dict.fromkeys(edit.brought_back)),
        draft=None if draft == recorded.draft.strip() else draft,
        dropped_findings=tuple(dict.fromkeys(edit.dropped_findings)),
        added_findings=tuple(text for text in _lines(edit.added_findings) if text not in recorded.findings),
        gap_questions=None if questions == recorded.gap_questions else questions,
        retries_left=None if edit.retries_left == recorded.retries_left else edit.retries_left,
    )


def _lines(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(line for text in texts if (line := " ".join(text.split()))))


def _touched(edit: StateEdit) -> list[Editable]:
    parts: dict[Editable, bool] = {
        "passages": bool(edit.left_out or edit.brought_back),
        "draft": edit.draft is not None,
        "findings": bool(edit.dropped_findings or edit.added_findings),
        "gap_questions": edit.gap_questions is not None,
        "retries": edit.retries_left is not None,
    }
    return [part for part, touched in parts.items() if touched]


def _check_passages(recorded: RecordedState, edit: StateEdit) -> None:
    held = {passage.chunk_id: passage for passage in recorded.passages}
    known = {passage.chunk_id: passage for passage in recorded.filtered}
    strange = [*(name for name in edit.left_out if name not in held)]
    strange += [name for name in edit.brought_back if name not in known]
    if strange:
        message = "A passage you chose is not there any more. Open the state again and look."
        raise InvalidInput(message)
    back = [known[name] for name in edit.brought_back]
    kept = [passage for name, passage in held.items() if name not in edit.left_out]
    deleted = [passage for passage in (*kept, *back) if passage.standing == "deleted"]
    if deleted:
        message = (
            f"The document of {deleted[0].name} was deleted meanwhile, so nothing can rest on it. "
            "Leave its passages out."
        )
        raise InvalidInput(message)
    if not (kept or back):
        message = "No passage is left to write from. Keep one, bring one back, or go on before the Librarian."
        raise InvalidInput(message)


def _check_texts(edit: StateEdit) -> None:
    if edit.draft is not None:
        _fits(edit.draft, "The draft", LONGEST_DRAFT)
    for texts, what, most, longest in (
        (edit.gap_questions or (), "A question to search for", MOST_QUESTIONS, LONGEST_QUESTION),
        (edit.added_findings, "A finding", MOST_FINDINGS, LONGEST_FINDING),
    ):
        if len(texts) > most:
            message = f"At most {most} of these can be given; {len(texts)} were."
            raise InvalidInput(message)
        for text in texts:
            _fits(text, what, longest)


def _fits(text: str, what: str, longest: int) -> None:
    if not text:
        message = f"{what} is empty."
        raise InvalidInput(message)
    if len(text) > longest:
        message = f"{what} has {len(text):,} characters; at most {longest:,} fit."
        raise InvalidInput(message)
    if any("\ud800" <= sign <= "\udfff" for sign in text):
        message = f"{what} holds broken characters (half of a pair). Please type it again."
        raise InvalidInput(message)


def reason_of(text: str) -> str:
    """Return why somebody edited the state, as it is kept."""
    tidy = " ".join(text.split())
    if tidy:
        _fits(tidy, "The reason", LONGEST_REASON)
    return tidy


def differences(recorded: RecordedState, edit: StateEdit) -> tuple[str, ...]:
    """Return what a checked edit changes, a line for each, in words that stay true when documents go."""
    told = [
        *_named("Left out", recorded.passages, edit.left_out),
        *_named("Brought back", recorded.filtered, edit.brought_back),
    ]
    if edit.draft is not None:
        told.append("Draft written by hand" if not recorded.draft else "Draft changed by hand")
    told += [f"Finding withheld from the writer: {text}" for text in edit.dropped_findings]
    told += [f"Finding added: {text}" for text in edit.added_findings]
    if edit.gap_questions is not None:
        before, after = recorded.gap_questions, edit.gap_questions
        told += [f"No longer searched for: {text}" for text in before if text not in after]
        told += [f"Also searched for: {text}" for text in after if text not in before]
        if not set(before) ^ set(after):
            told.append("Order of the questions searched for changed")
    if edit.retries_left is not None:
        told.append(f"Retries left: {edit.retries_left} instead of {recorded.retries_left}")
    return tuple(told)


def _named(what: str, passages: Sequence[StatePassage], chosen: Sequence[str]) -> list[str]:
    return [f"{what}: {passage.name}" for passage in passages if passage.chunk_id in chosen]


def in_short(edit: StateEdit) -> str:
    """Return what an edit changes without a word of a question, a document or an answer: for the log."""
    findings = len(edit.dropped_findings) + len(edit.added_findings)
    told = [
        f"{counted(len(edit.left_out), 'passage')} left out" if edit.left_out else "",
        f"{counted(len(edit.brought_back), 'passage')} brought back" if edit.brought_back else "",
        "draft changed" if edit.draft is not None else "",
        f"{counted(findings, 'finding')} changed" if findings else "",
        "questions to search for changed" if edit.gap_questions is not None else "",
        f"{edit.retries_left} retries left" if edit.retries_left is not None else "",
    ]
    return ", ".join(filter(None, told))


def place_name(node: str, iteration: int) -> str:
    """Return ``before the Writer of round 2``."""
    return f"before the {AGENTS.get(node, (node, ''))[0]} of round {iteration}"


def edited_sentence(origin: Origin) -> str:
    """Return who edited the state a run went on from and what; empty where nobody did."""
    made = origin.edited
    if made is None:
        return ""
    why = f" Reason: {made.reason}" if made.reason else ""
    what = "; ".join(made.changes)
    return f"{made.person} edited the state {place_name(origin.node, origin.iteration)}. {what}.{why}"


def edited_by(origin: Origin) -> str:
    """Return who edited the state where; what they changed stands in the trace."""
    return f"{origin.edited.person}, {place_name(origin.node, origin.iteration)}" if origin.edited else ""
