"""Dossiers: small finished runs to export, complete and right unless a test changes them."""

import hashlib
import io
from datetime import UTC, datetime, timedelta
from typing import Any

from masis.domain.document import Page, PageImage, PageView
from masis.domain.evidence import EvidenceChunk, passage_id
from masis.domain.run.critique import Critique, Penalty
from masis.domain.run.evaluation import Clamp, Evaluation
from masis.domain.run.human import HumanDecision, ReviewAction
from masis.domain.run.report import RunReport
from masis.domain.system import SettingView
from masis.domain.verification.citations import audit_citations
from masis.domain.verification.ledger import build_ledger
from masis.export import DocumentRecord, Dossier
from tests.builders import chunk, conflict

FINISHED = datetime(2026, 3, 4, 5, 6, 7, 890, tzinfo=UTC)
SHA = hashlib.sha256(b"the original").hexdigest()
PAGE = "Annual report\n\nRevenue was 12 million euros in 2024. Costs were 7 million euros in 2024.\n"
SENTENCES = ("Revenue was 12 million euros in 2024.", "Costs were 7 million euros in 2024.")


def passage(text: str = SENTENCES[0], page: str = PAGE, **changes: Any) -> EvidenceChunk:
    """Build a passage with the place and the id that ingestion would give it."""
    start = page.index(text)
    place = {"char_start": start, "char_end": start + len(text)}
    return chunk(passage_id(SHA, 1, start, text), text, **{**place, **changes})


def report(
    answer: str | None = None, evidence: tuple[EvidenceChunk, ...] | None = None, **changes: Any
) -> RunReport:
    """Build a finalized run; the ledger and the audit are worked out from its answer."""
    evidence = (passage(), passage(SENTENCES[1])) if evidence is None else evidence
    if answer is None:
        answer = " ".join(f"{one.text[:-1]} [{one.chunk_id}]." for one in evidence)
    values: dict[str, Any] = {
        "run_id": "r0123456789",
        "workspace_id": "acme",
        "thread_id": "t1",
        "question": "How high were revenue and costs?",
        "status": "success",
        "answer": answer,
        "confidence": 0.9,
        "requires_human_review": False,
        "claims": build_ledger(answer, evidence),
        "citation_audit": audit_citations(answer, {one.chunk_id for one in evidence}),
        "evidence": evidence,
        "engine": "extractive",
        "started_at": FINISHED - timedelta(seconds=1.5),
        "finished_at": FINISHED,
    }
    return RunReport(**{**values, **changes})


def unanswered(**changes: Any) -> RunReport:
    """Build a run that wrote no answer."""
    return report("", (), **changes).model_copy(update={"answer": None})


def troubled() -> RunReport:
    """Build a run that was handed to a person, with everything an audit can find."""
    first = passage()
    answer = (
        f"## Result\n\n- Revenue was **99 million** euros in 2024 [{first.chunk_id}].\n"
        f"- Costs fell to 7 million euros. Profit was 1 million euros [chunk_99].\n\n"
        f"| Item | Value |\n|---|---|\n| Revenue | 12 million euros [{first.chunk_id}] |\n"
    )
    penalties = (
        Penalty(name="fabricated_citation", factor=0.5, count=1),
        Penalty(name="uncited_claims", factor=0.97, count=1),
    )
    critique = Critique(
        confidence=0.44,
        model_confidence=0.9,
        hallucination_detected=True,
        conflicts=(conflict(),),
        penalties=penalties,
    )
    evaluation = Evaluation(
        faithfulness=0.4,
        relevance=0.8,
        completeness=0.7,
        reasoning_quality=0.6,
        overall_score=0.605,
        clamps=(Clamp(name="hallucination", limit=0.4, before=0.9),),
    )
    return report(
        answer,
        requires_human_review=True,
        cause="conflict",
        confidence=0.44,
        critique=critique,
        evaluation=evaluation,
        metrics={"confidence_history": [0.3, 0.44]},
        trace=(
            step("orchestrator", 1, 1.0, decision="clear", reason="Names a topic."),
            step("researcher", 1, 5.0, warning="qdrant_unavailable", error="no answer"),
            step("synthesizer", 2, 812.0, model="writer-1", answer_length=10, citations=2),
            step("supervisor", 2, 0.1, decision="escalate", reason="no_gain"),
        ),
    )


def step(node: str, iteration: int, duration_ms: float, **found: Any) -> dict[str, Any]:
    """Build a trace entry as the state keeps it."""
    return {"node": node, "iteration": iteration, "duration_ms": duration_ms, **found}


def dossier(of: RunReport | None = None, **changes: Any) -> Dossier:
    """Build what an export is made from."""
    of = of or report()
    values: dict[str, Any] = {
        "report": of,
        "verdict": "needs_review" if of.requires_human_review else "finalized",
        "workspace": "Acme",
        "message": "Please decide which source counts." if of.requires_human_review else "",
        "documents": (record(),),
        "settings": (
            SettingView(name="OPENAI_API_KEY", value="set (hidden)", changed=True, meaning="Key."),
            SettingView(name="MASIS_PORT", value="8501", changed=False, meaning="Port."),
        ),
        "versions": {"masis": "1.2.3", "python": "3.11"},
        "models": {"Embedder": "toy, 8 dimensions"},
    }
    return Dossier(**{**values, **changes})


def record(**changes: Any) -> DocumentRecord:
    """Build the record of the only document."""
    values: dict[str, Any] = {
        "document_id": "d1",
        "version_id": "v1",
        "title": "Annual report",
        "file_name": "annual.pdf",
        "kind": "pdf",
        "version": 1,
        "sha256": SHA,
        "size_bytes": 12,
        "pages": 1,
        "added_at": FINISHED,
    }
    return DocumentRecord(**{**values, **changes})


def page(
    document_id: str, version_id: str, number: int, highlight: tuple[int, int] | None
) -> PageView | None:
    """Return the only page there is, with a picture and one box for the highlight."""
    if (document_id, version_id, number) != ("d1", "v1", 1):
        return None
    top = 40.0 + (highlight[0] if highlight else 0)
    return PageView(
        document_id=document_id,
        version_id=version_id,
        document_title="Annual report",
        file_name="annual.pdf",
        kind="pdf",
        page=Page(number=1, label="1", text=PAGE),
        page_count=1,
        image=PageImage(png=_white(600, 800), width=600, height=800, boxes=((100.0, top, 300.0, top + 14),)),
        highlight=highlight,
    )


def no_page(
    document_id: str, version_id: str, number: int, highlight: tuple[int, int] | None
) -> PageView | None:
    """Return nothing: the document was deleted."""
    return None


def _white(width: int, height: int) -> bytes:
    from PIL import Image

    out = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(out, "PNG")
    return out.getvalue()


def decision(number: int, action: ReviewAction, **changes: Any) -> HumanDecision:
    """Build something Anna did about the run."""
    values: dict[str, Any] = {
        "case_id": "c1",
        "run_id": "r0123456789",
        "at": FINISHED + timedelta(minutes=number),
        "person": "Anna",
    }
    return HumanDecision(number=number, action=action, **{**values, **changes})
