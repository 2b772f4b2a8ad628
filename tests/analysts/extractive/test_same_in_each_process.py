"""The same question over the same passages ends the same way whatever the order of sets in a process."""

import os
import subprocess
import sys

import pytest

_SCRIPT = """
from masis.analysts.extractive.features import frame_of, lexical
from masis.analysts.extractive.statements import statements_of
from tests.analysts.extractive.harbour import REPORT, asked
question = "How did revenue, cost of sales, gross margin and employees of the north terminal move in 2024?"
statements = statements_of(REPORT)
frame = frame_of(asked(question, REPORT), statements)
print([sorted(lexical(frame, statement).items()) for statement in statements])
"""


@pytest.mark.slow
def test_features_are_equal_to_the_last_digit() -> None:
    printed = {
        subprocess.run(  # noqa: S603 - our own script
            [sys.executable, "-c", _SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in range(6)
    }
    assert len(printed) == 1
