"""Collect what is found for each question of a set, for ``scripts.fit_answers``.

``python -m scripts.collect_evidence SET --documents FOLDER --data KEPT --out FILE`` takes a folder of
documents into one workspace under KEPT (once; later calls reuse it) and writes each question with its
passages. A set of paragraph questions (``squad_questions.jsonl``, its corpus beside it) takes ``--squad``
in place of the folder: the articles are read that the reading model was trained on, as nothing is reported on
them (``benchmarks.sets.seen``, which needs the training files in the folder ``reader`` beside). A set of
statements takes ``--statements``, beside the folder unless its rows name folders of papers, for
``scripts.train_backing``: each is written with the passages the draft audit looks at.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

from benchmarks.sets.seen import chosen_articles
from masis.config import load_settings
from masis.domain.evidence import Chunk
from masis.domain.memo_audit.memo import clean_memo, sentences_of
from masis.domain.memo_audit.scope import Scoping
from masis.domain.person import Caller
from masis.embeddings.local import LocalEmbedder
from masis.retrieval.edge import EdgeStore
from masis.retrieval.retriever import HybridRetriever
from masis.service import Masis
from masis.service.memo_audit.auditing import candidates_of
from masis.wiring import build_masis

ME = Caller(person="fit")
SQUAD = "squad"


def main() -> None:
    """Collect from documents or from paragraphs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("set", type=Path)
    parser.add_argument("--documents", type=Path)
    parser.add_argument("--squad", action="store_true")
    parser.add_argument(
        "--golden", action="store_true", help="a golden set: its fit half, with its own documents"
    )
    parser.add_argument("--statements", action="store_true")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    rows = lines(options.set)
    ways = {"squad": paragraphs, "golden": golden, "statements": statements}
    collect = next((way for name, way in ways.items() if getattr(options, name)), filings)
    found = collect(rows, options)
    options.out.write_text("".join(json.dumps(row) + "\n" for row in found), encoding="utf-8")


def lines(path: Path) -> list[dict[str, Any]]:
    """Read JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def filings(rows: list[dict[str, Any]], options: argparse.Namespace) -> list[dict[str, Any]]:
    """Return each question with what a first search over the documents finds."""
    masis = build_masis(load_settings().model_copy(update={"data_dir": options.data}))
    try:
        workspace_id = _filled(masis, options)
        files = {one.document_id: one.file_name for one in masis.documents(ME, workspace_id)}
        retriever = masis.parts.deps().retriever
        made = []
        for row in rows:
            selection = retriever.retrieve(workspace_id, row["question"], (), retry=False)
            evidence = [chunk.model_dump(mode="json") for chunk in selection.evidence]
            made.append({**row, "files": files, "evidence": evidence})
        return made
    finally:
        masis.close()


def statements(rows: list[dict[str, Any]], options: argparse.Namespace) -> list[dict[str, Any]]:
    """Return each statement that is one claim with the passages the draft audit looks at.

    Those that name a folder of papers beside the set are looked up in these, all others in the folder given.
    """
    masis = build_masis(load_settings().model_copy(update={"data_dir": options.data}))
    made = []
    try:
        for folder in sorted({row.get("documents", "") for row in rows}):
            given = options.set.parent / folder
            workspace_id = _ground(masis, given) if folder else _filled(masis, options)
            files = {one.document_id: one.file_name for one in masis.documents(ME, workspace_id)}
            library = masis.drafts.library(workspace_id)
            for row in rows:
                if row.get("documents", "") != folder:
                    continue
                memo = clean_memo(f"{row.get('before', '')} {row['statement']}")
                claims = [sentence for sentence in sentences_of(memo) if sentence.kind == "claim"]
                if len(claims) != (2 if "before" in row else 1):
                    continue
                (found,) = candidates_of(claims[-1:], library, Scoping(memo, library.profiles))
                usable = [chunk.model_dump(mode="json") for chunk in found.chunks if not chunk.flagged]
                made.append({**row, "files": files, "body": claims[-1].body, "evidence": usable})
        return made
    finally:
        masis.close()


def _filled(masis: Masis, options: argparse.Namespace) -> str:
    """Return the workspace of a folder's documents; they are taken in once."""
    marker = options.data / "workspace.txt"
    if not marker.exists():
        workspace_id = masis.create_workspace(ME, "fit").workspace_id
        for path in sorted(options.documents.glob("*.pdf")):
            masis.upload(ME, workspace_id, path.name, path.read_bytes())
        while not all(job.finished for job in masis.jobs(ME, workspace_id)):
            time.sleep(1)
        marker.write_text(workspace_id, encoding="utf-8")
    return marker.read_text(encoding="utf-8")


def golden(rows: list[dict[str, Any]], options: argparse.Namespace) -> list[dict[str, Any]]:
    """Return each question of a golden set's fit half with what is found for it.

    Where documents disagree each side counts as right: a reading has to find both.
    """
    masis = build_masis(load_settings().model_copy(update={"data_dir": options.data}))
    made = []
    try:
        for folder in sorted({row.get("documents", "") for row in rows}):
            workspace_id = _ground(masis, options.set.parent / folder if folder else None)
            files = {one.document_id: one.file_name for one in masis.documents(ME, workspace_id)}
            retriever = masis.parts.deps().retriever
            for row in rows:
                if row.get("documents", "") != folder or row["split"] != "fit":
                    continue
                selection = retriever.retrieve(workspace_id, row["question"], (), retry=False)
                evidence = [chunk.model_dump(mode="json") for chunk in selection.evidence]
                topic = folder or "sample"
                made.append({**_expected(row), "topic": topic, "files": files, "evidence": evidence})
        return made
    finally:
        masis.close()


def _expected(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row of a golden set with the kind and the phrases of a fit."""
    if row["expected"] == "absent":
        return {**row, "kind": "absent", "phrases": []}
    if row["expected"] == "conflict":
        return {**row, "kind": "conflict", "phrases": [[said for group in row["phrases"] for said in group]]}
    return {**row, "kind": "text_fact"}


def _ground(masis: Masis, folder: Path | None) -> str:
    """Return a workspace with the sample or with the documents of a folder."""
    if folder is None:
        workspace_id = masis.load_sample(ME).workspace_id
    else:
        workspace_id = masis.create_workspace(ME, " ".join(folder.parts[-3:])).workspace_id
        for path in sorted(path for path in folder.iterdir() if path.is_file()):
            masis.upload(ME, workspace_id, path.name, path.read_bytes())
    while not all(job.finished for job in masis.jobs(ME, workspace_id)):
        time.sleep(0.3)
    return workspace_id


def paragraphs(rows: list[dict[str, Any]], options: argparse.Namespace) -> list[dict[str, Any]]:
    """Return each question about an article that is not reported on with the paragraphs found for it."""
    corpus = lines(options.set.with_name(options.set.name.replace("questions", "corpus")))
    articles = {paragraph["id"]: paragraph["article"] for paragraph in corpus}
    fit = chosen_articles(options.set, "seen")
    embedder = LocalEmbedder()
    store = EdgeStore(options.data / "paragraphs", embedder.profile)
    store.ensure()
    chunks = [
        Chunk(
            chunk_id=paragraph["id"],
            workspace_id=SQUAD,
            document_id=paragraph["article"],
            version_id="v1",
            document_title=paragraph["article"].replace("_", " "),
            text=paragraph["text"],
            page_number=number,
            page_label=str(number),
            char_start=0,
            char_end=len(paragraph["text"]),
        )
        for number, paragraph in enumerate(corpus, 1)
    ]
    store.upsert(chunks, embedder.embed([chunk.embedding_text for chunk in chunks]))
    store.set_visible(SQUAD, "v1", visible=True)
    pages = {chunk.chunk_id: chunk.page_number for chunk in chunks}
    retriever = HybridRetriever(store, embedder.embed_query, embedder.profile)
    made = []
    for row in rows:
        article = articles.get(row["gold"], "")
        if article not in fit:
            continue
        selection = retriever.retrieve(SQUAD, row["question"], (), retry=False)
        answers = row.get("answers") or []
        answerable = row.get("answerable", True)
        made.append(
            {
                "id": row["id"],
                "question": row["question"],
                "kind": "squad" if answerable else "squad_absent",
                "topic": article,
                "phrases": [answers] if answerable else [],
                "gold": [{"document": article, "pages": [pages[row["gold"]]]}],
                "files": {name: name for name in articles.values()},
                "evidence": [chunk.model_dump(mode="json") for chunk in selection.evidence],
            }
        )
    store.close()
    return made


if __name__ == "__main__":
    main()
