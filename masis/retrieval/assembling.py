"""Assembling: searches are put to a store, and its replies become hits, best first."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from masis.domain.embedding import EmbeddingProfile
from masis.domain.evidence import ROW_FLOOR, Chunk
from masis.domain.once import kept_at_work
from masis.retrieval import points as stored
from masis.retrieval.base import Hit, Lookup
from masis.retrieval.keywords import KEYWORD_FLOOR, keyword_score, token_id, tokens
from masis.retrieval.plan import ROW_PASSAGES, Ask, Found, SearchPlan, Wanted, plan_search
from masis.retrieval.points import from_payload
from masis.retrieval.rows import cover, row_words

ROW_WEIGHT: Final = 0.3
"""What the best row adds to its passage's fused score; .2 to .5 found as much on the fit half."""
ROW_PLACES: Final = 2
"""Places kept for passages of which a row says what was asked."""
PREFERENCE_WEIGHT: Final = 0.1
"""What a preferred document adds."""
_KEPT_SHARE = 3
_HEARD_SHARE = 5
"""One place in so many is for a document that is not among the others."""
_KEPT_WORDS = 1024
"""Passages whose words stay known: a retry and the next question about the same things find them again."""
_NEAR_ENOUGH = 0.6
"""Share of the best cosine under which such a passage is too far off to be worth its place."""


def run_searches(
    workspace_id: str, lookups: Sequence[Lookup], profile: EmbeddingProfile, ask: Ask
) -> tuple[tuple[Hit, ...], ...]:
    """Carry out several searches in one batch, and one more for passages only their rows were found of."""
    plans = [plan_search(workspace_id, lookup, profile.dimension) for lookup in lookups]
    answers = iter(ask([wanted for plan in plans for wanted in plan.requests]))
    replies = [Replies.of(plan, [next(answers) for _ in plan.requests]) for plan in plans]
    unknown = [reply.unknown_passages() for reply in replies]
    second = [
        Wanted(query.vector, stored.DENSE, len(ids), query.where, ids=ids, payload=number == 0)
        for plan, ids in zip(plans, unknown, strict=True)
        if ids
        for number, query in enumerate(plan.dense)
    ]
    more = iter(ask(second) if second else ())
    for plan, reply, ids in zip(plans, replies, unknown, strict=True):
        if ids:
            reply.add([next(more) for _ in plan.dense])
    return tuple(assemble(reply, profile.dense_weight) for reply in replies)


class Replies:
    """What a store answered to one plan, by the point ids of passages."""

    def __init__(self, plan: SearchPlan) -> None:
        self.plan = plan
        self.cosine: dict[str, float] = {}
        self.chunks: dict[str, Chunk] = {}
        self.sparse: dict[str, float] = {}
        self.rows: dict[str, float] = {}
        """For passages that rows led to: the best row's score against the best of its line."""
        self.places: dict[str, tuple[tuple[int, int], ...]] = {}
        """For the same passages: line and row number of each row found."""
        self.rarity: dict[str, float] = {}

    @classmethod
    def of(cls, plan: SearchPlan, answers: Sequence[Sequence[Found]]) -> "Replies":
        """Sort the first batch's answers."""
        replies = cls(plan)
        dense, rest = answers[: len(plan.dense)], answers[len(plan.dense) :]
        replies.add(dense)
        words, rows = rest[: len(plan.words)], rest[len(plan.words) :]
        if words:
            replies.sparse = {found.point_id: found.score for found in words[0]}
            replies.rarity = _rarity(plan.probed, words[1:])
        replies.rows, replies.places = _row_scores(rows)
        return replies

    def add(self, dense: Sequence[Sequence[Found]]) -> None:
        """Take in passages with their cosines, the best query counting."""
        for reply in dense:
            for found in reply:
                self.cosine[found.point_id] = max(found.score, self.cosine.get(found.point_id, -1.0))
                if found.payload is not None and found.point_id not in self.chunks:
                    self.chunks[found.point_id] = from_payload(found.payload)

    def unknown_passages(self) -> tuple[str, ...]:
        """Return the passages of the best rows that no other leg found."""
        best = best_first(self.rows, ROW_PASSAGES)
        return tuple(point for point in best if point not in self.chunks)


class _Candidates(NamedTuple):
    """What the replies say of each passage, by a name that orders equals."""

    chunks: Mapping[str, Chunk]
    cosine: Mapping[str, float]
    sparse: Mapping[str, float]
    words: Mapping[str, float]
    """Keyword evidence of what the keyword leg found."""
    rows: Mapping[str, float]
    """For what rows led to: the best row against the best of its line."""
    row_cover: Mapping[str, float]
    """For the same: how much of what was asked the row says."""

    @classmethod
    def of(cls, replies: Replies) -> "_Candidates":
        names = {point: _name(chunk) for point, chunk in replies.chunks.items()}
        chunks = {names[point]: chunk for point, chunk in replies.chunks.items()}
        sparse = _named(replies.sparse, names)
        return cls(
            chunks=chunks,
            cosine=_named(replies.cosine, names),
            sparse=sparse,
            words={name: _keyword_evidence(replies.plan, chunks[name], replies.rarity) for name in sparse},
            rows=_named(replies.rows, names),
            row_cover={names[point]: _row_cover(replies, point) for point in replies.rows if point in names},
        )


def assemble(replies: Replies, dense_weight: float) -> tuple[Hit, ...]:
    """Make hits of a store's replies, best first by fusion, ties by chunk id."""
    lookup, found = replies.plan.lookup, _Candidates.of(replies)
    fused = _fused(found, lookup.preferred, dense_weight)
    order = dict.fromkeys((*_kept(found, lookup.limit // _KEPT_SHARE), *best_first(fused, len(fused))))
    chosen = {name: fused[name] for name in _diverse(tuple(order), found, lookup.limit)}
    return tuple(
        Hit(
            chunk=found.chunks[name],
            dense_score=found.cosine[name],
            sparse_score=found.sparse.get(name),
            keyword_score=found.words.get(name, 0.0),
            row_score=found.row_cover.get(name, 0.0),
        )
        for name in best_first(chosen, lookup.limit)
    )


def _fused(found: _Candidates, preferred: Mapping[str, float], dense_weight: float) -> dict[str, float]:
    """Fuse meaning and words, and put forward what a row led to and what stands in a preferred document."""
    fused = convex(found.cosine, found.sparse, dense_weight)
    return {
        name: score
        + ROW_WEIGHT * found.rows.get(name, 0.0)
        + PREFERENCE_WEIGHT * preferred.get(found.chunks[name].version_id, 0.0)
        for name, score in fused.items()
    }


def _kept(found: _Candidates, most: int) -> tuple[str, ...]:
    """Return the passages that keep their place for the strongest row or keyword evidence.

    The passage with the asked-for code or statement line has little in common with the question's meaning,
    and fusion alone would leave it out of a large workspace.
    """
    firm = {name: score for name, score in found.rows.items() if found.row_cover[name] >= ROW_FLOOR}
    strong = {name: score for name, score in found.words.items() if score >= KEYWORD_FLOOR}
    return (*best_first(firm, min(ROW_PLACES, most)), *best_first(strong, most))


def _row_scores(
    answers: Sequence[Sequence[Found]],
) -> tuple[dict[str, float], dict[str, tuple[tuple[int, int], ...]]]:
    """Return for each passage the best of its rows against the best row of the same line, and its rows."""
    scores: dict[str, float] = {}
    places: dict[str, tuple[tuple[int, int], ...]] = {}
    for line, reply in enumerate(answers):
        best = max((found.score for found in reply), default=0.0)
        for found in reply:
            payload = found.payload or {}
            passage = str(payload.get(stored.PASSAGE_ID, ""))
            if best > 0 and passage:
                scores[passage] = max(found.score / best, scores.get(passage, 0.0))
                places[passage] = (*places.get(passage, ()), (line, int(payload.get(stored.ROW, 0))))
    return scores, places


def _row_cover(replies: Replies, point: str) -> float:
    """Return how much of a line of the question the best of a passage's rows holds, by rarity."""
    chunk, lines = replies.chunks[point], replies.plan.row_lines
    if chunk.table is None:
        return 0.0
    best = 0.0
    for line, number in replies.places.get(point, ()):
        held = row_words(chunk, chunk.table, chunk.table.rows[number])
        best = max(best, cover(lines[line], held, replies.rarity))
    return best


def _named(scores: Mapping[str, float], names: Mapping[str, str]) -> dict[str, float]:
    return {names[point]: score for point, score in scores.items() if point in names}


def _name(chunk: Chunk) -> str:
    """Return what candidates are told apart and ordered by."""
    return f"{chunk.chunk_id}\x1f{chunk.version_id}"


def _diverse(order: Sequence[str], found: _Candidates, limit: int) -> tuple[str, ...]:
    """Return the first ``limit`` names, the last places for documents that would not be heard at all.

    Ten passages of one long report say the same figure ten times; the one that contradicts it stands in
    another document.
    """
    head = order[: limit - limit // _HEARD_SHARE]
    heard = {found.chunks[name].document_id for name in head}
    enough = _NEAR_ENOUGH * max(found.cosine.values(), default=0.0)
    fresh: list[str] = []
    for name in order[len(head) :]:
        document = found.chunks[name].document_id
        if document not in heard and found.cosine[name] >= enough:
            heard.add(document)
            fresh.append(name)
    return tuple(dict.fromkeys((*head, *fresh[: limit - len(head)], *order)))[:limit]


def _rarity(probed: Sequence[str], replies: Sequence[Sequence[Found]]) -> dict[str, float]:
    rarity: dict[str, float] = {}
    for token, reply in zip(probed, replies, strict=bool(replies)):
        for found in reply:
            weight = (found.weights or {}).get(token_id(token), 0.0)
            if weight > 0:
                rarity[token] = found.score / weight
    return rarity


@kept_at_work(_KEPT_WORDS)
def _words_of(text: str) -> frozenset[str]:
    return frozenset(tokens(text))


def _keyword_evidence(plan: SearchPlan, chunk: Chunk, rarity: Mapping[str, float]) -> float:
    """Return the best line's keyword score; a document's title alone is no evidence for its passages."""
    found = _words_of(f"{chunk.heading}\n{chunk.full_text}")
    return max((keyword_score(line, found, rarity) for line in plan.lines), default=0.0)


def convex(dense: Mapping[str, float], sparse: Mapping[str, float], dense_weight: float) -> dict[str, float]:
    """Return the fused score, 0 to 1, of every candidate in either mapping.

    Reciprocal ranks would lose how far apart two candidates are, which cost recall on long reports.

    A candidate that a mapping lacks has the least score there: cosine as the worst of the others,
    keyword score zero (it shares no term, or too little to be listed).
    """
    candidates = dense.keys() | sparse.keys()
    worst = min(dense.values(), default=0.0)
    by_meaning = _spread({name: dense.get(name, worst) for name in candidates})
    by_words = _spread({name: sparse.get(name, 0.0) for name in candidates})
    return {
        name: dense_weight * by_meaning[name] + (1 - dense_weight) * by_words[name] for name in candidates
    }


def best_first(fused: Mapping[str, float], limit: int) -> tuple[str, ...]:
    """Return the best ``limit`` candidates; ties by name, so equal inputs give equal evidence."""
    return tuple(sorted(fused, key=lambda name: (-fused[name], name))[:limit])


def _spread(scores: Mapping[str, float]) -> dict[str, float]:
    low, high = min(scores.values(), default=0.0), max(scores.values(), default=0.0)
    if high <= low:  # no difference, no say
        return dict.fromkeys(scores, 0.0)
    return {name: (score - low) / (high - low) for name, score in scores.items()}
