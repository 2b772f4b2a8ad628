"""Training: files of what the reading model was trained on, as they stand beside a public set."""

import gzip
import json
from pathlib import Path


def trained_on(folder: Path, *examples: tuple[str, str]) -> None:
    """Write questions or claims with their passages into the folder beside the sets of ``folder``."""
    beside = folder / "reader"
    beside.mkdir(exist_ok=True)
    rows = [{"task": "qa", "q": asked, "title": "", "ctx": passage} for asked, passage in examples]
    with gzip.open(beside / "made_up.jsonl.gz", "wt", encoding="utf-8") as file:
        file.write("".join(json.dumps(row) + "\n" for row in rows))
