"""Fit ranking and gate of the extractive engine: ``python -m scripts.fit_answers FILE ... [--squad FILE]``.

Each FILE holds one JSON line a question: its row (``phrases``, ``gold``, ``kind``) and the passages that
were found for it, as ``scripts.collect_evidence`` writes them. ``--left-out`` names what
``scripts.train_reader`` wrote: readings of the organisations that the head was not trained on; only their
questions are fitted on. Ranking is fitted listwise (softmax over a question), the gate by a
logistic regression whose signs are held where a sign is known. Companies are left out in turn for the curve
that is printed. Writes the engine's ``weights.json``.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from masis.analysts.extractive import gate
from masis.analysts.extractive.columns import shown_columns
from masis.analysts.extractive.features import FEATURES, KINDS, MODEL_FEATURES
from masis.analysts.extractive.rank import (
    READ_BY_MODEL,
    Ranked,
    Ranker,
    VectorCache,
    fitted,
    shipped,
    squashed,
)
from masis.analysts.extractive.select import find
from masis.analysts.extractive.statements import Statement, statements_of
from masis.analysts.extractive.understand import Asked, understand
from masis.domain.evidence import EvidenceChunk
from masis.domain.language.tables import worded
from masis.embeddings.local import LocalEmbedder
from masis.embeddings.reader import LocalReader
from masis.evaluation.matching import holds_any

TARGET = Path(__file__).parent.parent / "masis" / "analysts" / "extractive" / "weights.json"
FACTS = frozenset({"text_fact", "table_fact", "several_parts", "comparison", "squad"})
ABSENT = frozenset({"absent", "squad_absent"})
READ = 24
RANK_RIDGE, GATE_RIDGE, SQUAD_WEIGHT = 2.0, 3.0, 0.3
CALLED_ABSENT = 0.05
"""Share of answerable parts that may end as "not in your documents"."""
SIGNS = {
    **dict.fromkeys(("score", "margin", "cover_all", "measure", "period", "kind", "names", "exact"), 1),
    **dict.fromkeys(("reader_direct", "direct_lead", "passage", "agreement", "looked_up"), 1),
    **dict.fromkeys(("extra_scope", "broad", "rivals"), -1),
}
"""Signs the gate's weights must have: better cover never makes an answer less likely to be right."""
SQUAD = frozenset({"squad", "squad_absent"})
PAGED = (".pdf", ".pptx", ".xlsx")
"""Documents whose pages a set counts as they are taken in; of others it can only say which one."""
SAME_PLACE = 0.6
"""Share of the shorter one's words that a statement shares with the place of an answer (own choice)."""
Array = NDArray[np.float64]
_SIGNALS: dict[int, tuple["Example", dict[str, float]]] = {}


class Example(NamedTuple):
    """One part of a question with its best statements and which of them hold what was expected."""

    row: dict[str, Any]
    asked: Asked
    ranked: tuple[Ranked, ...]
    hits: tuple[frozenset[int], ...]
    """For each ranked statement: which phrase groups it holds."""
    gold: tuple[bool, ...]
    weight: float


def main() -> None:
    """Read, fit, print the cross-validated curve, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("evidence", type=Path, nargs="+")
    parser.add_argument("--squad", type=Path)
    parser.add_argument("--left-out", type=Path)
    parser.add_argument("--line", type=float, default=0.8)
    options = parser.parse_args()
    ranker = Ranker(VectorCache(LocalEmbedder().embed), LocalReader())
    found = (example for path in options.evidence for example in read(path, ranker, 1.0))
    # What documents disagree about has no right answer: only a reading can learn from it.
    examples = [example for example in found if example.row["kind"] != "conflict"]
    squad = list(read(options.squad, ranker, SQUAD_WEIGHT)) if options.squad else []
    if options.left_out:
        known = left_out(options.left_out)
        kept = ([one for one in some if part_key(one) in known] for some in (examples, squad))
        examples, squad = ([unseen(one, known) for one in some] for some in kept)
    weights = fit_ranking([*examples, *squad])
    rescored = [again(example, weights) for example in examples]
    more = [again(example, weights) for example in squad]
    first_and_five(rescored)
    curve(rescored, more)
    near = fit_nearness(rescored)
    write(weights, fit_gate([*rescored, *more]), near, [*examples, *squad], options)


def read(
    path: Path, ranker: Ranker, weight: float, topics: Container[str] | None = None
) -> Iterator[Example]:
    """Yield the examples of a file, of some organisations or of all."""
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if topics is not None and row["topic"] not in topics:
            continue
        chunks = [EvidenceChunk.model_validate(chunk) for chunk in row.pop("evidence")]
        statements = statements_of(chunks)
        gold = {(place["document"], page) for place in row["gold"] for page in place["pages"]}
        documents = {place["document"] for place in row["gold"]}
        paged = {document for document, _ in gold}
        files = row["files"]
        for asked in understand(row["question"], chunks):
            ranked = ranker.rank(asked, statements)[:READ]
            places = [
                (files[one.statement.chunk.document_id], one.statement.chunk.page_number) for one in ranked
            ]
            hits = [
                groups(row, one.statement) if place[0] in documents else frozenset[int]()
                for one, place in zip(ranked, places, strict=True)
            ]
            on_page = tuple(
                (
                    place in gold
                    if place[0] in paged and (place[0].endswith(PAGED) or row["kind"] in SQUAD)
                    else place[0] in documents
                )
                and at_place(row.get("at", ()), one.statement)
                for one, place in zip(ranked, places, strict=True)
            )
            yield Example(row, asked, ranked, tuple(hits), on_page, weight)


def part_key(example: Example) -> str:
    """Return what tells a part from all others."""
    return f"{example.row['id']} {example.asked.part.text}"


def left_out(path: Path) -> dict[str, dict[tuple[str, int, int], float]]:
    """Return, by part and statement, the log odds of a head that had not seen the company."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {row["part"]: {(c, a, b): odds for c, a, b, odds in row["readings"]} for row in rows}


def unseen(example: Example, known: dict[str, dict[tuple[str, int, int], float]]) -> Example:
    """Return an example with left-out readings in place of the shipped head's."""
    odds = known.get(part_key(example), {})
    ranked = tuple(
        one._replace(values={**one.values, "reader_direct": squashed(odds[one.statement.key])})
        if one.statement.key in odds
        else one
        for one in example.ranked
    )
    return example._replace(ranked=ranked)


def groups(row: dict[str, Any], statement: Statement, columns: Sequence[int] | None = None) -> frozenset[int]:
    """Return the phrase groups a statement holds; of a row the given columns alone, or all."""
    said = statement.text
    if statement.row is not None and statement.table is not None:
        cells = statement.row.cells
        shown = cells if columns is None else [cells[at] for at in columns]
        said = f"{worded(statement.table, statement.row, shown)} {' '.join(statement.row.path)}"
    return frozenset(at for at, group in enumerate(row["phrases"]) if holds_any(said, group))


def at_place(places: Sequence[str], statement: Statement) -> bool:
    """Tell whether a statement is where the writer of a question found the answer; without a place all are.

    The places are sentences, or labels and cells of rows, in the document's words.
    """
    own = set(re.findall(r"\w+", statement.text.casefold()))
    told = [set(re.findall(r"\w+", place.casefold())) for place in places]
    return not told or any(
        len(own & words) >= SAME_PLACE * min(len(own), len(words)) for words in told if words
    )


def vector(ranked: Ranked) -> Array:
    """Return the numbers the ranking reads: each kind of statement has weights of its own."""
    own = np.array([1.0, *(ranked.values[name] for name in FEATURES)])
    blank = np.zeros_like(own)
    return np.concatenate([own, blank] if ranked.statement.kind == KINDS[0] else [blank, own])


def fit_ranking(examples: Sequence[Example]) -> Array:
    """Return the weights that make the statements with the answer likeliest among those of a question."""
    lists = []
    for example in examples:
        share = np.array(
            [
                (1.0 if gold else 0.5) if hit else 0.0
                for hit, gold in zip(example.hits, example.gold, strict=True)
            ]
        )
        if share.any() and len(share) > 1 and example.row["kind"] in FACTS:
            lists.append((np.stack([vector(one) for one in example.ranked]), share, example.weight))
    start = np.concatenate([fitted().by_kind[kind] for kind in KINDS])
    total = sum(weight for *_, weight in lists)

    def slope(weights: Array) -> Array:
        grown = RANK_RIDGE * weights / total
        for rows, share, weight in lists:
            score = np.exp(rows @ weights - (rows @ weights).max())
            every, right = score / score.sum(), score * share / (score * share).sum()
            grown = grown + weight * (rows.T @ (every - right)) / total
        return grown

    return descend(slope, start, 500)


def descend(slope: Any, start: Array, rounds: int, signs: Array | None = None) -> Array:  # noqa: ANN401
    """Return where a convex loss is least (Adam), the weights held on their side of 0."""
    weights, mean, square = start.copy(), np.zeros_like(start), np.zeros_like(start)
    for step in range(1, rounds + 1):
        steep = slope(weights)
        mean, square = 0.9 * mean + 0.1 * steep, 0.99 * square + 0.01 * steep**2
        weights = weights - 0.05 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
        if signs is not None:
            weights = np.where(signs * weights < 0, 0.0, weights)
    return weights


def again(example: Example, weights: Array) -> Example:
    """Return an example with its statements ordered by new weights."""
    scored = [
        (one._replace(score=float(vector(one) @ weights)), hit, gold)
        for one, hit, gold in zip(example.ranked, example.hits, example.gold, strict=True)
    ]
    # As the ranking does: what no model read stays behind what one read.
    read, unread = scored[:READ_BY_MODEL], scored[READ_BY_MODEL:]
    scored = [pair for some in (read, unread) for pair in sorted(some, key=lambda part: -part[0].score)]
    ranked, hits, gold = zip(*scored, strict=True) if scored else ((), (), ())
    return example._replace(ranked=tuple(ranked), hits=tuple(hits), gold=tuple(gold))


def found_in(example: Example) -> dict[str, float]:
    """Return the signals of an example's lead, worked out once: the curve asks for them for every company."""
    if id(example) not in _SIGNALS:
        found = gate.signals(example.asked, example.ranked[0], example.ranked)
        _SIGNALS[id(example)] = (example, found)  # the example is held, so that its id stays its own
    return _SIGNALS[id(example)][1]


def gate_row(example: Example) -> Array:
    """Return the signals of an example's lead; parts that ask a figure have weights of their own."""
    found = found_in(example)
    own = np.array([1.0, *(found[name] for name in gate.SIGNALS)])
    blank = np.zeros_like(own)
    return np.concatenate([own, blank] if found["asks_figure"] else [blank, own])


def fit_gate(examples: Sequence[Example]) -> Array:
    """Return the gate's weights: figure parts first, then the others."""
    usable = [example for example in examples if example.ranked]
    rows = np.stack([gate_row(example) for example in usable])
    right = np.array([float(answered(example)) for example in usable])
    share = np.array([example.weight for example in usable])
    signs = np.tile(np.array([0.0, *(SIGNS.get(name, 0) for name in gate.SIGNALS)]), 2)

    def slope(weights: Array) -> Array:
        chance = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        return (rows.T @ (share * (chance - right)) + GATE_RIDGE * weights) / share.sum()

    return descend(slope, np.zeros(rows.shape[1]), 1500, signs)


def fit_nearness(examples: Sequence[Example]) -> dict[str, float]:
    """Return the weights and the line that tell what the documents speak of from what is not in them."""
    kinds = FACTS | ABSENT
    usable = [example for example in examples if example.ranked and example.row["kind"] in kinds]
    rows = np.stack([np.array([1.0, *gate.nearness(example.ranked)]) for example in usable])
    there = np.array([float(example.row["kind"] not in ABSENT) for example in usable])

    def slope(weights: Array) -> Array:
        return (rows.T @ (1 / (1 + np.exp(-(rows @ weights))) - there) + GATE_RIDGE * weights) / len(rows)

    weights = descend(slope, np.zeros(rows.shape[1]), 1500)
    chance = 1 / (1 + np.exp(-(rows @ weights)))
    line = float(np.quantile(chance[there > 0], CALLED_ABSENT))
    admitted = np.mean(chance[there == 0] < line)
    print(f"not in the documents: {CALLED_ABSENT:.0%} of answerable parts, {admitted:.0%} of absent ones")
    return {**block(weights, gate.NEARNESS), "line": round(line, 3)}


def first_and_five(examples: Sequence[Example]) -> None:
    """Print, by kind, for how many parts the best statement, or one of five, holds something expected."""
    for kind in sorted(FACTS):
        of_kind = [example for example in examples if example.row["kind"] == kind]
        first = sum(bool(example.hits and example.hits[0]) for example in of_kind)
        five = sum(any(example.hits[:5]) for example in of_kind)
        print(f"{kind}: first {first}, in five {five} of {len(of_kind)} parts (weights have seen them)")


def answered(example: Example) -> bool:
    """Tell whether what would be shown of a part's best statement holds something expected."""
    shown = example.hits[0] & shown_groups(example, example.ranked[0].statement)
    return bool(shown) and example.row["kind"] not in ABSENT


def shown_groups(example: Example, statement: Statement) -> frozenset[int]:
    """Return the phrase groups that would be shown of a statement: of a row what its chosen columns hold."""
    columns = shown_columns(example.asked, statement) if statement.row is not None else None
    return groups(example.row, statement, columns or None)


def curve(examples: Sequence[Example], squad: Sequence[Example]) -> None:
    """Print, with companies left out in turn, what is finalized and how much of it is wrong at each line."""
    outcomes: list[tuple[float, bool, str]] = []
    for company in sorted({example.row["topic"] for example in examples}):
        weights = fit_gate([*(one for one in examples if one.row["topic"] != company), *squad])
        by_id: dict[str, list[Example]] = {}
        for example in examples:
            if example.row["topic"] == company:
                by_id.setdefault(example.row["id"], []).append(example)
        for parts in by_id.values():
            row = parts[0].row
            shown: set[int] = set()
            chance = 1.0
            for part in parts:
                if not part.ranked:
                    chance = 0.0
                    continue
                found = found_in(part)
                likely = 1 / (1 + np.exp(-float(gate_row(part) @ weights)))
                chance = min(chance, likely if gate.fills_slots(found) else 0.0)
                shown |= _shown(part)
            needed = row.get("least") or len(row["phrases"])
            right = bool(row["phrases"]) and len(shown) >= needed and row["kind"] not in ABSENT
            outcomes.append((chance, right, row["kind"]))
    facts = sum(kind in FACTS for *_, kind in outcomes)
    for line in (0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.83, 0.86, 0.88, 0.9):
        final = [(right, kind) for chance, right, kind in outcomes if chance >= line]
        wrong = Counter(kind for right, kind in final if not right)
        good = sum(right and kind in FACTS for right, kind in final)
        print(
            f"line {line}: finalized {len(final)} of {len(outcomes)}, wrong {sum(wrong.values())}, "
            f"facts right {good} of {facts}; wrong by kind {dict(wrong)}"
        )


def _shown(part: Example) -> frozenset[int]:
    """Return the phrase groups that what would be shown for a part holds."""
    chosen = find_in(part)
    return frozenset(
        group
        for one, hit in zip(part.ranked, part.hits, strict=True)
        if one.statement.key in chosen
        for group in hit & groups(part.row, one.statement, chosen[one.statement.key] or None)
    )


def find_in(part: Example) -> dict[tuple[str, int, int], tuple[int, ...]]:
    """Return the places of the statements that are shown for a part, with the columns of rows."""

    class Given:
        def rank(self, *_: object) -> tuple[Ranked, ...]:
            return part.ranked

    statements = [one.statement for one in part.ranked]
    finding = find(part.asked, statements, Given())  # type: ignore[arg-type]
    return {point.statement.key: point.cells for point in finding.points}


def write(
    weights: Array,
    gates: Array,
    near: dict[str, float],
    examples: Sequence[Example],
    options: argparse.Namespace,
) -> None:
    """Write the weights as data."""
    half, width = len(FEATURES) + 1, len(gate.SIGNALS) + 1
    unread = {
        name: round(float(np.mean([one.values[name] for e in examples for one in e.ranked])), 3)
        for name in MODEL_FEATURES
    }
    names = ", ".join(path.name for path in [*options.evidence, *([options.squad] if options.squad else [])])
    made = {
        "fitted_on": f"{len({e.row['id'] for e in examples})} questions: {names}",
        "rank": {
            KINDS[0]: block(weights[:half], FEATURES),
            KINDS[1]: block(weights[half:], FEATURES),
            "unread": unread,
        },
        "gate": {
            "figure": block(gates[:width], gate.SIGNALS),
            "text": block(gates[width:], gate.SIGNALS),
            "line": options.line,
        },
        "written": shipped()["written"],
        "near": near,
    }
    TARGET.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


def block(numbers: Array, names: Sequence[str]) -> dict[str, float]:
    """Return weights by name, those of no account left out."""
    told = {name: round(float(value), 3) for name, value in zip(names, numbers[1:], strict=True)}
    return {"intercept": round(float(numbers[0]), 3), **{n: v for n, v in told.items() if abs(v) >= 0.005}}


if __name__ == "__main__":
    main()
