"""PDFium calls by the hundred: many boxes or objects of a page in one go, results as plain numbers.

pypdfium2's typed functions turn every argument into an object; a call with plain addresses costs a third.
"""

import ctypes
import struct
from collections.abc import Callable, Iterator, Sequence
from itertools import repeat
from typing import Any, NamedTuple

from pypdfium2 import PdfPage, PdfTextPage, raw

_Sides = tuple[float, float, float, float]


def _address(handle: Any) -> int:  # noqa: ANN401 - ctypes has no types
    return ctypes.cast(handle, ctypes.c_void_p).value or 0


def _plain(function: Any, result: Any, *kinds: Any) -> Callable[..., Any]:  # noqa: ANN401 - ctypes has no types
    """Return a function of PDFium that takes addresses as numbers."""
    return ctypes.CFUNCTYPE(result, *kinds)(_address(function))


_POINTER, _INT = ctypes.c_void_p, ctypes.c_int
_loose_box = _plain(raw.FPDFText_GetLooseCharBox, _INT, _POINTER, _INT, _POINTER)
_ink_box = _plain(raw.FPDFText_GetCharBox, _INT, _POINTER, _INT, _POINTER, _POINTER, _POINTER, _POINTER)
_font_size = _plain(raw.FPDFText_GetFontSize, ctypes.c_double, _POINTER, _INT)
_matrix = _plain(raw.FPDFText_GetMatrix, _INT, _POINTER, _INT, _POINTER)
_font_info = _plain(
    raw.FPDFText_GetFontInfo, ctypes.c_ulong, _POINTER, _INT, _POINTER, ctypes.c_ulong, _POINTER
)
_angle = _plain(raw.FPDFText_GetCharAngle, ctypes.c_float, _POINTER, _INT)
_unicode = _plain(raw.FPDFText_GetUnicode, ctypes.c_uint, _POINTER, _INT)
_object = _plain(raw.FPDFPage_GetObject, _POINTER, _POINTER, _INT)
_kind = _plain(raw.FPDFPageObj_GetType, _INT, _POINTER)
_bounds = _plain(raw.FPDFPageObj_GetBounds, _INT, _POINTER, _POINTER, _POINTER, _POINTER, _POINTER)
_LONGEST_NAME = 128
_FORCE_BOLD = 1 << 18


class Objects(NamedTuple):
    """The first objects of a page, each by its address and its kind."""

    addresses: Sequence[int]
    kinds: Sequence[int]

    def bounds(self, kind: int) -> Iterator[_Sides]:
        """Yield left, bottom, right, top of the objects of one kind that have them."""
        found = [address for address, its in zip(self.addresses, self.kinds, strict=True) if its == kind]
        sides = ctypes.create_string_buffer(16 * len(found))
        first = ctypes.addressof(sides)
        last = first + 16 * len(found)
        starts = (range(first + shift, last, 16) for shift in (0, 4, 8, 12))
        has_bounds = [*map(_bounds, found, *starts)]
        for is_known, edges in zip(has_bounds, struct.iter_unpack("4f", sides), strict=True):
            if is_known:
                yield edges


def first_objects(page: PdfPage, most: int) -> Objects:
    """Return at most so many objects of a page."""
    count = min(raw.FPDFPage_CountObjects(page.raw), most)
    addresses = [*map(_object, repeat(_address(page.raw)), range(count))]
    return Objects(addresses, [*map(_kind, addresses)])


class Characters:
    """Characters of an open text page by PDFium's indexes."""

    def __init__(self, text_page: PdfTextPage) -> None:
        self._page = _address(text_page.raw)
        self._room = ctypes.create_string_buffer(32)
        start = ctypes.addressof(self._room)
        self._sides = (start, start + 8, start + 16, start + 24)
        self._name = ctypes.create_string_buffer(_LONGEST_NAME)
        self._flags = ctypes.c_int()
        self._name_at, self._flags_at = ctypes.addressof(self._name), ctypes.addressof(self._flags)

    def loose_boxes(self, indexes: Sequence[int]) -> Iterator[_Sides]:
        """Yield left, top, right, bottom of characters with their side bearings; all zero where unknown."""
        sides = ctypes.create_string_buffer(16 * len(indexes))
        first = ctypes.addressof(sides)
        starts = range(first, first + 16 * len(indexes), 16)
        for _ in map(_loose_box, repeat(self._page), indexes, starts):
            pass
        return struct.iter_unpack("4f", sides)

    def ink_box(self, index: int) -> _Sides:
        """Return left, right, bottom, top of one character's ink; all zero when it has none."""
        known = _ink_box(self._page, index, *self._sides)
        return struct.unpack("4d", self._room) if known else (0.0, 0.0, 0.0, 0.0)

    def font_size(self, index: int) -> float:
        """Return the size of a character's font as it is drawn."""
        size: float = _font_size(self._page, index)
        if not _matrix(self._page, index, self._sides[0]):
            return size
        _, b, _, d = struct.unpack_from("4f", self._room)
        return size * (abs(d) or abs(b) or 1.0)

    def is_bold(self, index: int) -> bool:
        """Tell a character in bold print by the name or the flags of its font."""
        self._flags.value = 0
        length = _font_info(self._page, index, self._name_at, _LONGEST_NAME, self._flags_at)
        known = self._name.value.lower() if 0 < length <= _LONGEST_NAME else b""
        is_named = b"bold" in known or b"black" in known or b"heavy" in known
        return is_named or bool(self._flags.value & _FORCE_BOLD)

    def angles(self, indexes: Sequence[int]) -> list[float]:
        """Return the angle of each character that is more than a space, told clockwise in radians."""
        angles, signs = (map(each, repeat(self._page), indexes) for each in (_angle, _unicode))
        return [
            angle for angle, sign in zip(angles, signs, strict=True) if angle >= 0 and not chr(sign).isspace()
        ]
