"""Facts command: print what one file is and the rows of its tables; needs no workspace and stores nothing."""

import argparse
import sys
from pathlib import Path
from typing import TypeVar

from masis.errors import InvalidInput

P = TypeVar("P", bound=argparse.ArgumentParser)


def add_facts(commands: "argparse._SubParsersAction[P]") -> None:
    """Add the subcommand."""
    parser = commands.add_parser("facts", help="show what a file is, and the rows of its tables")
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--password", help="opens an encrypted file")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="print profile and rows as JSON")
    shape.add_argument("--csv", action="store_true", help="print the rows as CSV")
    parser.set_defaults(command=_facts)


def _facts(options: argparse.Namespace) -> int:
    from masis.config import load_settings
    from masis.export.rows import as_csv, as_json, as_text, flat_rows
    from masis.ingest.guard import check_upload
    from masis.ingest.readers import read

    content = _content(options.file)
    settings = load_settings()
    kind, name = check_upload(options.file.name, content, settings)
    document = read(content, kind, name, options.password, settings)
    rows = flat_rows(document.pages)
    if options.csv:
        made = as_csv(rows)
    elif options.json:
        made = as_json(document.profile, rows)
    else:
        made = as_text(document.profile, rows) + "\n"
    sys.stdout.buffer.write(made.encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()
    return 0


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror}."
        raise InvalidInput(message) from error
