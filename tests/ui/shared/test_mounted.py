"""Mounted: what a component is given arrives whole, without the libraries of data frames."""

import subprocess
import sys

_PAGE = """
from masis.ui.shared.mounted import mount
mount("hint", {"hints": [{"name": "a"}, {"name": "b"}], "number": 1}, "hint", "ready")
"""
_DRAWN = f"""
import json, sys
from streamlit.testing.v1 import AppTest
app = AppTest.from_string({_PAGE!r}, default_timeout=60).run()
assert not app.exception, app.exception
sent = [json.loads(item.proto.json) for item in app.get("bidi_component")]
print(json.dumps([sent, sorted({{"pandas", "pyarrow"}} & {{*sys.modules}})]))
"""


def test_lists_reach_the_browser_and_no_data_frame_library_is_loaded() -> None:
    command = [sys.executable, "-c", _DRAWN]
    told = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own code
    assert told.stdout.splitlines()[-1:] == [
        '[[{"hints": [{"name": "a"}, {"name": "b"}], "number": 1}], []]'
    ], told.stderr
