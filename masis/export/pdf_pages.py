"""PDF pages: the footer of every page, numbered once their count is known."""

from typing import TYPE_CHECKING, Any

from masis.export import pdf_style as look

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas


def numbered_canvas(footer: str, font: str) -> "type[Canvas]":
    """Return a canvas that holds its pages back until it can say how many there are."""
    from reportlab.pdfgen.canvas import Canvas

    class Numbered(Canvas):  # type: ignore[misc]
        """Draws the footers when the document is saved."""

        def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - reportlab's own arguments
            super().__init__(*args, **kwargs)
            self._held: list[dict[str, Any]] = []

        def showPage(self) -> None:  # noqa: N802 - reportlab's name
            """Hold the page back."""
            self._held.append(dict(self.__dict__))
            self._startPage()

        def save(self) -> None:
            """Draw every page with its footer."""
            for number, page in enumerate(self._held, 1):
                self.__dict__.update(page)
                self._foot(number, len(self._held))
                super().showPage()
            super().save()

        def _foot(self, number: int, total: int) -> None:
            width = self._pagesize[0]
            self.setFont(font, 7)
            self.setFillColor(look.FAINT)
            self.drawString(look.MARGIN, 30, footer)
            self.drawRightString(width - look.MARGIN, 30, f"{number} of {total}")

    return Numbered
