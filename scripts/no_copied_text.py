"""No copied text: tell whether a set repeats a run of words of the documents it is about.

Run: ``python -m scripts.no_copied_text FOLDER SET...``; prints the ids of such rows, and ends with 1 then.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from masis.config import Settings
from masis.ingest.guard import check_upload
from masis.ingest.readers import read

RUN = 12
"""Words in a row that two writers do not choose alike by chance."""
_SENTENCES = ("question", "statement", "judged_by", "truth", "reply")
_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*")


def copied(texts: Mapping[str, str], documents: Iterable[str]) -> tuple[str, ...]:
    """Return the ids of texts that share a run of words with a document."""
    owners: dict[tuple[str, ...], set[str]] = {}
    for name, text in texts.items():
        for run in _runs(text):
            owners.setdefault(run, set()).add(name)
    found = {name for document in documents for run in _runs(document) for name in owners.get(run, ())}
    return tuple(sorted(found))


def _runs(text: str) -> Iterator[tuple[str, ...]]:
    words = _WORD.findall(text.casefold())
    return zip(*(words[start:] for start in range(RUN)), strict=False)


def _texts(path: Path) -> dict[str, str]:
    """Return the sentences of each row and of its passages; a table as printed, and values, are left out."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {
        f"{path.name} {row['id']}": "\n".join(
            [
                *(row.get(name, "") for name in _SENTENCES),
                *(answer["text"] for answer in row.get("answers", ())),
                *map(_prose, row.get("evidence", ())),
            ]
        )
        for row in rows
    }


def _prose(passage: Mapping[str, Any]) -> str:
    """Return what is no row of a table."""
    lines = f"{passage.get('lead', '')}\n{passage['text']}".splitlines()
    return "\n".join(line for line in lines if not line.startswith("|"))


def _documents(folder: Path) -> Iterator[str]:
    settings = Settings(_env_file=None)
    for path in sorted(path for path in folder.iterdir() if path.is_file()):
        content = path.read_bytes()
        kind, name = check_upload(path.name, content, settings)
        yield "\n".join(page.text for page in read(content, kind, name, None, settings).pages)


def main(arguments: list[str]) -> int:
    """Compare the sets with the documents of the folder."""
    folder, *sets = map(Path, arguments)
    texts = {name: text for path in sets for name, text in _texts(path).items()}
    found = copied(texts, _documents(folder))
    print(f"{len(texts)} rows, {len(found)} with {RUN} words in a row that a document has", *found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
