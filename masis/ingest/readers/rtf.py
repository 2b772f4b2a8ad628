"""RTF: what a Rich Text file says, as words and marks in their order; no group is entered by recursion."""

import codecs
import re
from collections.abc import Iterator
from typing import NamedTuple

_TOKEN = re.compile(
    r"\\([a-zA-Z]{1,32})(-?\d{1,9})? ?|\\'([0-9a-fA-F]{2})|\\([{}])|\\(.)|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\",
    re.DOTALL,
)
_DEEPEST = 2000
"""Groups within groups; a document has some twenty."""
_MARKS = frozenset(
    "par sect page cell row trowd trhdr clvmrg cellx pard intbl pagebb s outlinelevel li".split()  # noqa: SIM905
)
_SIGNS = {
    "tab": "\t", "line": "\n", "emdash": "\u2014", "endash": "\u2013", "emspace": " ", "enspace": " ",
    "qmspace": " ", "bullet": "\u2022", "lquote": "\u2018", "rquote": "\u2019", "ldblquote": "\u201c",
    "rdblquote": "\u201d", "nestcell": " ", "nestrow": "\n",
}  # fmt: skip
_SYMBOLS = {"~": "\u00a0", "_": "-", "\\": "\\"}
_SKIPPED = frozenset(
    "annotation atnauthor atnid atndate atnref atntime bkmkend bkmkstart colortbl comment company datafield "  # noqa: SIM905
    "datastore falt fldinst filetbl footer footerf footerl footerr ftncn ftnsep ftnsepc "
    "aftncn aftnsep aftnsepc generator header headerf headerl headerr info keywords latentstyles listtable "
    "listoverridetable nonesttables nonshppict objdata objclass objname operator pict author category "
    "manager subject doccomm rsidtbl revtbl shprslt sn sp sv tc template themedata xe".split()
)
_TOLD = {
    "fonttbl": "fonts", "stylesheet": "styles", "title": "title", "creatim": "created", "revtim": "changed",
    "footnote": "note", "listtext": "bullet", "pntext": "bullet",
}  # fmt: skip
"""Destinations that are read, apart from the body; what they hold is kept, or is a word of its own."""
_BODY_ALTHOUGH_MARKED = frozenset({"shpinst", "shptxt"})
_CODE_PAGES = {
    77: "mac_roman", 128: "cp932", 129: "cp949", 134: "cp936", 136: "cp950", 161: "cp1253", 162: "cp1254",
    163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250",
    254: "cp437", 255: "cp850",
}  # fmt: skip
"""Character set of a font -> code page; every other one is that of the document."""


class TooDeep(Exception):
    """Groups within groups without end."""


class Said(NamedTuple):
    """Words of the body, or of a note to it."""

    text: str
    in_note: bool


class Mark(NamedTuple):
    """A control word that shapes the body; ``note`` and ``bullet`` stand for groups of that name."""

    name: str
    number: int | None


class _Group(NamedTuple):
    destination: str = ""
    font: int = 0
    after_unicode: int = 1
    """Signs that stand for a Unicode one in readers that know none."""
    hidden: bool = False


class RichText:
    """One file; what it says of itself is known once it was read."""

    def __init__(self, content: bytes) -> None:
        """Read nothing yet."""
        self._content = content.decode("latin-1")
        self._group = _Group()
        self._above: list[_Group] = []
        self._starred = False
        self._left_out = 0
        self._bytes = bytearray()
        self._code_page = "cp1252"
        self._fonts: dict[int, str] = {}
        self._number = 0
        self._name = ""
        self.whole = False
        """Whether the outermost group was closed; a file that was cut off never does."""
        self.title = ""
        self.dates: dict[str, dict[str, int]] = {"created": {}, "changed": {}}
        self.styles: dict[int, str] = {}
        """Number of a paragraph style -> its name."""

    def read(self) -> Iterator[Said | Mark]:
        """Yield words and marks.

        Raises:
            TooDeep: the groups never end.
        """
        place = 0
        while not self.whole and (found := _TOKEN.match(self._content, place)):
            place = found.end()
            word, number, code, escaped, symbol, brace, run = found.groups()
            if code or escaped or run:
                self._add(bytes.fromhex(code) if code else (escaped or run).encode("latin-1"))
                continue
            if self._bytes:
                yield from self._spoken()
            if word == "bin":
                place += max(0, int(number or 0))
            elif word:
                yield from self._word(word, None if number is None else int(number))
            else:
                yield from self._sign(brace or symbol or "")
        if self._bytes:
            yield from self._spoken()

    def _add(self, data: bytes) -> None:
        """Keep bytes until something else comes: a sign may be made of several."""
        left_out = min(self._left_out, len(data))
        self._left_out -= left_out
        self._bytes += data[left_out:]

    def _spoken(self) -> Iterator[Said]:
        code_page = self._fonts.get(self._group.font) or self._code_page
        text = self._bytes.decode(code_page, "replace")
        self._bytes.clear()
        yield from self._say(text)

    def _say(self, text: str) -> Iterator[Said]:
        destination = self._group.destination
        if destination in {"", "note"}:
            if not self._group.hidden:
                yield Said(text, destination == "note")
        elif destination == "title":
            self.title += text
        elif destination == "styles":
            self._name += text
            if text.rstrip().endswith(";"):
                self.styles.setdefault(self._number, self._name.strip(" ;"))
                self._number, self._name = 0, ""

    def _sign(self, sign: str) -> Iterator[Said | Mark]:
        """Take a brace, or a sign that stood behind a backslash."""
        if sign == "{":
            self._enter()
        elif sign == "}":
            yield from self._leave()
        elif sign == "*":
            self._starred = True
        elif sign in _SYMBOLS:
            yield from self._say(_SYMBOLS[sign])
        elif sign in {"\r", "\n"}:
            yield from self._word("par", None)

    def _enter(self) -> None:
        if len(self._above) >= _DEEPEST:
            raise TooDeep
        self._above.append(self._group)
        self._starred, self._left_out = False, 0

    def _leave(self) -> Iterator[Mark]:
        left = self._group.destination
        self._group = self._above.pop() if self._above else _Group()
        self._starred, self._left_out = False, 0
        self.whole = not self._above  # what comes behind the outermost group is no part of the document
        if left in {"note", "bullet"} and not self._group.destination:
            yield Mark(left, None)

    def _word(self, word: str, number: int | None) -> Iterator[Said | Mark]:
        starred, self._starred = self._starred, False
        if word == "u":
            yield from self._unicode(number or 0)
            return
        self._left_out = 0
        if word in _TOLD and self._group.destination in {"", "info"}:
            self._group = self._group._replace(destination=_TOLD[word])
            self._number, self._name = 0, ""
        elif word in _SKIPPED or (starred and word not in _BODY_ALTHOUGH_MARKED):
            self._group = self._group._replace(destination="info" if word == "info" else "skipped")
        elif word in _SIGNS:
            yield from self._say(_SIGNS[word])
        elif word == "shptxt":  # a text box stands by itself
            yield from self._mark("par", None)
        elif word in _MARKS:
            yield from self._mark(word, number)
        else:
            self._set(word, number)

    def _mark(self, word: str, number: int | None) -> Iterator[Said | Mark]:
        destination = self._group.destination
        if not destination:
            yield Mark(word, number)
        elif destination == "note":
            yield from self._say(" ")
        elif destination == "styles" and word == "s":
            self._number = number or 0

    def _unicode(self, number: int) -> Iterator[Said]:
        yield from self._say(chr(number & 0xFFFF))
        self._left_out = self._group.after_unicode

    def _set(self, word: str, number: int | None) -> None:
        """Take a word that changes how what follows it is to be read."""
        group = self._group
        if word in {"v", "deleted"}:
            self._group = group._replace(hidden=number != 0)
        elif word == "plain":
            self._group = group._replace(hidden=False)
        elif word == "f" and group.destination == "fonts":
            self._number = number or 0
        elif word == "f":
            self._group = group._replace(font=number or 0)
        elif word == "uc":
            self._group = group._replace(after_unicode=min(max(number or 0, 0), 9))
        else:
            self._set_for_all(word, number or 0)

    def _set_for_all(self, word: str, number: int) -> None:
        destination = self._group.destination
        if word == "ansicpg":
            self._code_page = code_page(number)
        elif word == "fcharset" and destination == "fonts":
            self._fonts[self._number] = _CODE_PAGES.get(number, "")
        elif word in {"yr", "mo", "dy"} and destination in self.dates:
            self.dates[destination][word] = number


def code_page(number: int) -> str:
    """Return the codec of a Windows code page; Western where it is not known."""
    known = {65001: "utf-8", 10000: "mac_roman", 20127: "cp1252", 1200: "utf-16-le"}
    name = known.get(number) or (f"iso8859_{number - 28590}" if 28591 <= number <= 28605 else f"cp{number}")
    try:
        return codecs.lookup(name).name
    except LookupError:
        return "cp1252"
