"""Train the reader's head for claims: ``scripts.train_backing FILE ... --public FOLDER --out FOLDER``.

Each FILE is what ``scripts.collect_evidence --statements`` wrote; the folder holds public claims with what
speaks for or against them (``*.jsonl.gz``, as for the reader itself). The head goes on from itself (or from
the head for answers, ``--base``) over the states of the ``shared.onnx`` beside it as it is in use, and says
whether one row or sentence by itself bears a claim out. First the public claims are trained on, then the
statements with public ones between: of a true statement the best of the places on its gold pages has to bear
it out, of a false one none. Some organisations are left out: ``scripts.fit_carried`` fits the chance of a
claim on those.

Writes ``backing.onnx`` (8 bits). Needs torch and onnx, which nothing else here needs. About an hour on two
cores.
"""

import argparse
import copy
import gzip
import json
import random
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from masis.domain.evidence import EvidenceChunk
from masis.domain.language.windows import ReaderWindow
from masis.domain.verification.backing import backing_places, backing_windows
from masis.domain.verification.claims import Finding
from masis.domain.verification.ledger import checked_sentences
from masis.domain.verification.weighing import Found
from masis.embeddings.reader import READER_FOLDER, Frame, LocalReader
from scripts.answer_encoder import AnswerEncoder, SharedStates, export, odds_over
from scripts.encoder_layers import train
from scripts.left_out import OF_STATEMENTS

CLAIMS_A_STEP, PUBLIC_A_STEP = 8, 32
MOST_READ, SURELY_READ = 5, 2
"""Places of one claim in one step, and those of them that are always taken: the first."""
EACH = 0.3
"""Weight of every place of a false claim beside its best (own choice)."""
AFTER = 0.3
"""Share of the statements that stand alone and yet are read after another true one of their organisation."""
LEAST_RATE = {"public": 0.2, "own": 0.02}
SHARE = {"tatqa": 0.35, "tatqa_x": 0.35, "fever": 0.5, "fever_x": 0.5, "mnli": 0.4, "snli": 0.2}
"""Share of a public source that is drawn; of the others all."""
SUPPORTED = 0
"""Label of a public claim that what stands with it bears out; all others do not."""
SOME = 60
"""Claims of each kind whose windows are read to tell which inputs stand out (own choice)."""


class Claim(NamedTuple):
    """A statement with what is read for it."""

    true: bool
    places: tuple[tuple[Frame, ...], ...]
    gold: tuple[bool, ...]
    """Whether a place stands on a gold page."""

    @property
    def telling(self) -> tuple[Frame, ...]:
        """The windows one of which has to bear a true claim out, or none of which may a false one."""
        marked = zip(self.places, self.gold, strict=True)
        return tuple(frame for frames, gold in marked if gold or not self.true for frame in frames)


Told = tuple[bool, list[Frame]]
"""Whether a claim is true, and the windows that are read for it in one step."""


def main() -> None:
    """Read, train, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("statements", type=Path, nargs="+")
    parser.add_argument("--public", type=Path, required=True)
    parser.add_argument("--base", type=Path, default=READER_FOLDER / "backing.onnx")
    parser.add_argument("--between", type=int, default=4, help="public claims between eight statements")
    parser.add_argument("--minutes", type=float, nargs=2, default=(0.0, 45.0))
    parser.add_argument("--mean", action="store_true", help="write the mean of the weights before and after")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    torch.manual_seed(1)
    reader = LocalReader()
    rows = [json.loads(line) for path in options.statements for line in path.open(encoding="utf-8")]
    taught = [row for row in rows if row["topic"] not in OF_STATEMENTS]
    befores = befores_of(taught, random.Random(1))  # noqa: S311 - no secret
    claims = [claim for row in taught if (claim := claim_of(row, befores[row["id"]], reader))]
    encoder, below = AnswerEncoder(options.base), SharedStates(options.base.parent)
    before = copy.deepcopy(encoder.state_dict())
    source = random.Random(1)  # noqa: S311 - an order of training, no secret
    public = public_claims(options.public, reader, source)
    own = own_claims(claims, source)
    first, then = options.minutes
    train(encoder, lambda: public_loss(encoder, below, public), first, LEAST_RATE["public"])
    train(encoder, lambda: own_loss(encoder, below, own, public, options.between), then, LEAST_RATE["own"])
    if options.mean:
        encoder.load_state_dict(mean_of(before, encoder.state_dict()))
    some = [frame for told in (own, public) for _, frames in islice(told, SOME) for frame in frames]
    export(encoder, options.out / "backing.onnx", some)


def mean_of(first: dict[str, Tensor], second: dict[str, Tensor]) -> dict[str, Tensor]:
    """Return the mean of two trainings' weights (Wortsman et al. 2022, Model soups, section 2)."""
    return {name: (weight + second[name]) / 2 for name, weight in first.items()}


def befores_of(rows: Sequence[dict[str, Any]], source: random.Random) -> dict[str, str]:
    """Return by statement the sentence before it, which some that stand alone are given too."""
    true: dict[str, list[str]] = {}
    for row in rows:
        if row["label"] == "true" and "before" not in row:
            true.setdefault(row["topic"], []).append(row["statement"])
    befores = {}
    for row in rows:
        others = [said for said in true.get(row["topic"], ()) if said != row["statement"]]
        drawn = source.choice(others) if others and source.random() < AFTER else ""
        befores[row["id"]] = row.get("before", drawn)
    return befores


def claim_of(row: dict[str, Any], before: str, reader: LocalReader) -> Claim | None:
    """Return a statement with its windows; nothing where code alone settles it."""
    chunks = [EvidenceChunk.model_validate(chunk) for chunk in row["evidence"]]
    marks = "".join(f"[{chunk.chunk_id}]" for chunk in chunks)
    found = checked_sentences(f"{row['body'].rstrip('.')} {marks}.", chunks)
    if len(found) != 1 or isinstance(found[0].known, Finding):
        return None
    facts = [figure.fact for figure in found[0].figures if figure.fact]
    body, known = found[0].sentence.body, found[0].known
    places = backing_places(body, chunks, facts, before=before)
    bound = isinstance(known, Found) and known.bound
    shown = backing_windows(body, places, before, found[0].figures if bound else ())
    gold = (
        row["files"].get(place.chunk.document_id) == row["document"]
        and place.chunk.page_number in row["pages"]
        for place in places
    )
    frames = tuple(reader.claim_frames(shown.claim, window, before) for window in shown.windows)
    return Claim(row["label"] == "true", frames, tuple(gold))


def public_claims(folder: Path, reader: LocalReader, source: random.Random) -> Iterator[Told]:
    """Yield, without end, claims with the one text that bears them out or does not."""
    rows = []
    for path in sorted(folder.glob("*.jsonl.gz")):
        share = SHARE.get(path.name.split(".")[0], 1.0)
        with gzip.open(path, "rt", encoding="utf-8") as file:
            given = (row for row in map(json.loads, file) if row["task"] == "claim")
            rows += [row for row in given if source.random() < share]
    source.shuffle(rows)
    while True:
        for row in rows:
            window = ReaderWindow(context=row["title"], statements=(row["ctx"],))
            frames = reader.claim_frames(row["q"], window)
            if len(frames) == 1:
                yield row["label"] == SUPPORTED, [frames[0]]


def own_claims(claims: Sequence[Claim], source: random.Random) -> Iterator[Told]:
    """Yield, without end, the claims that have something to be read, each with some of its windows."""
    order = [(claim.true, claim.telling) for claim in claims if claim.telling]
    while True:
        source.shuffle(order)
        yield from ((true, _drawn(frames, source)) for true, frames in order)


def _drawn(frames: Sequence[Frame], source: random.Random) -> list[Frame]:
    if len(frames) <= MOST_READ:
        return list(frames)
    return [*frames[:SURELY_READ], *source.sample(frames[SURELY_READ:], MOST_READ - SURELY_READ)]


def public_loss(encoder: AnswerEncoder, below: SharedStates, public: Iterator[Told]) -> Tensor:
    """Return the loss of the next public claims."""
    some = list(islice(public, PUBLIC_A_STEP))
    odds = odds_over(encoder, [below.of(frames[0]) for _, frames in some])
    true = torch.tensor([float(true) for true, _ in some])
    return nn.functional.binary_cross_entropy_with_logits(odds, true)


def own_loss(
    encoder: AnswerEncoder, below: SharedStates, own: Iterator[Told], public: Iterator[Told], between: int
) -> Tensor:
    """Return the loss of the next claims: the best place of a true one, every place of a false one."""
    some = [*islice(own, CLAIMS_A_STEP), *islice(public, between)]
    odds = odds_over(encoder, [below.of(frame) for _, frames in some for frame in frames])
    loss = torch.zeros(())
    for (true, _), read in zip(some, torch.split(odds, [len(frames) for _, frames in some]), strict=True):
        if true:
            loss = loss + nn.functional.softplus(-(torch.softmax(read, 0) * read).sum())
        else:
            loss = loss + nn.functional.softplus(read.max()) + EACH * nn.functional.softplus(read).mean()
    return loss / len(some)


if __name__ == "__main__":
    main()
