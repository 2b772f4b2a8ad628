"""Drawings: a chart's figures are rows as it shows them, a diagram's words are kept, no page breaks."""

import datetime
from collections.abc import Callable
from io import BytesIO

import docx
import pptx
import pytest
from conftest import ReadHere
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml as word_xml
from pptx.chart.chart import Chart
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.oxml import parse_xml
from pptx.util import Inches

from masis.domain.document import Page
from masis.domain.language.tables import Table, amount_of
from masis.ingest.readers.drawings import diagram_words

_RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_DIAGRAM = "http://schemas.openxmlformats.org/drawingml/2006/diagram"
_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"


def sales(number_format: str = "General") -> CategoryChartData:
    data = CategoryChartData(number_format=number_format)
    data.categories = ["2030", "2031"]
    data.add_series("Coast", (41.2, 45.8))
    data.add_series("Inland", (30.1, 33))
    return data


def deck(
    data: CategoryChartData,
    kind: XL_CHART_TYPE = XL_CHART_TYPE.COLUMN_CLUSTERED,
    change: Callable[[Chart], None] | None = None,
) -> bytes:
    """Return a slide called "Growth" with one chart."""
    made = pptx.Presentation()
    slide = made.slides.add_slide(made.slide_layouts[5])
    slide.shapes.title.text = "Growth"
    chart = slide.shapes.add_chart(kind, Inches(1), Inches(1), Inches(6), Inches(4), data).chart
    if change is not None:
        change(chart)
    buffer = BytesIO()
    made.save(buffer)
    return buffer.getvalue()


def titled(chart: Chart, title: str = "", axis: str = "") -> None:
    if title:
        chart.has_title = True
        chart.chart_title.text_frame.text = title
    if axis:
        chart.value_axis.has_title = True
        chart.value_axis.axis_title.text_frame.text = axis


def only(page: Page) -> Table:
    (table,) = page.tables
    return table


def said(table: Table) -> list[list[str]]:
    return [[table.corner, *(column.header for column in table.columns)]] + [
        [row.label, *(cell.text for cell in row.cells)] for row in table.rows
    ]


def test_periods_stand_in_columns_and_title_and_axis_say_what_the_figures_are(read_here: ReadHere) -> None:
    content = deck(sales(), change=lambda chart: titled(chart, "Sales by region", "EUR million"))
    table = only(read_here(content, "pptx").pages[0])
    assert said(table) == [["", "2030", "2031"], ["Coast", "41.2", "45.8"], ["Inland", "30.1", "33"]]
    assert table.title == "Sales by region (EUR million)"
    amount = amount_of(table, table.rows[0], table.rows[0].cells[0])
    assert amount is not None
    assert (amount.unit, int(amount.value)) == ("EUR", 41_200_000)


def test_a_chart_without_a_title_has_that_of_its_slide(read_here: ReadHere) -> None:
    assert only(read_here(deck(sales()), "pptx").pages[0]).title == "Growth"


def test_shares_are_shown_in_per_cent(read_here: ReadHere) -> None:
    data = CategoryChartData(number_format="0%")
    data.categories = ["Coast", "Inland"]
    data.add_series("Share", (0.453, 0.547))

    def labelled(chart: Chart) -> None:
        chart.plots[0].has_data_labels = True
        chart.plots[0].data_labels.number_format = "0.0%"
        chart.plots[0].data_labels.number_format_is_linked = False

    plain = only(read_here(deck(data, XL_CHART_TYPE.PIE), "pptx").pages[0])
    assert said(plain)[1:] == [["Coast", "45%"], ["Inland", "55%"]]
    shown = only(read_here(deck(data, XL_CHART_TYPE.PIE, labelled), "pptx").pages[0])
    assert said(shown)[1:] == [["Coast", "45.3%"], ["Inland", "54.7%"]]


def test_the_format_of_the_axis_counts_where_figures_have_none(read_here: ReadHere) -> None:
    def in_per_cent(chart: Chart) -> None:
        chart.value_axis.tick_labels.number_format = "0.0%"
        chart.value_axis.tick_labels.number_format_is_linked = False

    data = CategoryChartData()
    data.categories = ["Q1 2031", "Q2 2031"]
    data.add_series("Churn", (0.021, 0.019))
    table = only(read_here(deck(data, XL_CHART_TYPE.LINE, in_per_cent), "pptx").pages[0])
    assert said(table) == [["", "Q1 2031", "Q2 2031"], ["Churn", "2.1%", "1.9%"]]


def test_what_an_axis_divides_by_is_said(read_here: ReadHere) -> None:
    def divided(chart: Chart) -> None:
        axis = chart.value_axis._element
        axis.append(
            parse_xml(
                '<c:dispUnits xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart">'
                '<c:builtInUnit val="millions"/></c:dispUnits>'
            )
        )

    data = CategoryChartData(number_format="#,##0.0")
    data.categories = ["2030", "2031"]
    data.add_series("Dues", (41_200_000, 45_800_000))
    table = only(read_here(deck(data, change=divided), "pptx").pages[0])
    assert said(table) == [["", "2030", "2031"], ["Dues", "41.2", "45.8"]]
    assert table.title == "Growth"
    assert (table.declared, int(table.scale)) == ("in millions", 1_000_000)


def test_dates_and_parents_of_categories_are_written_out(read_here: ReadHere) -> None:
    dated = CategoryChartData()
    dated.categories = [datetime.date(2031, 1, 31), datetime.date(2031, 2, 28)]
    dated.add_series("Staff", (512, 530))
    table = only(read_here(deck(dated, XL_CHART_TYPE.LINE), "pptx").pages[0])
    assert said(table)[0] == ["", "2031-01-31", "2031-02-28"]

    nested = CategoryChartData()
    north = nested.add_category("North")
    north.add_sub_category("Malmo")
    north.add_sub_category("Turku")
    nested.add_category("South").add_sub_category("Graz")
    nested.add_series("Cranes", (12, 9, 4))
    table = only(read_here(deck(nested), "pptx").pages[0])
    assert said(table)[1:] == [["North Malmo", "12"], ["North Turku", "9"], ["South Graz", "4"]]


@pytest.mark.parametrize("reference", ["rId99", "broken", "chart"])
def test_a_chart_of_a_word_file_is_read_and_one_that_is_not_there_takes_no_page_along(
    read_here: ReadHere, reference: str
) -> None:
    slide = pptx.Presentation(
        BytesIO(deck(sales(), change=lambda chart: titled(chart, "Sales, EUR million")))
    )
    blob = slide.slides[0].shapes[1].chart.part.blob[: 40 if reference == "broken" else None]
    document = docx.Document()
    document.add_paragraph("The quay was mended.")
    part = Part(PackURI("/word/charts/chart1.xml"), "application/xml", blob, document.part.package)
    related = document.part.relate_to(part, RELATIONSHIP_TYPE.CHART)
    paragraph, number = document.add_paragraph(), reference if reference == "rId99" else related
    paragraph._p.append(
        word_xml(
            '<w:r xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:drawing>'
            '<c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" '
            f'xmlns:r="{_RELATED}" r:id="{number}"/></w:drawing></w:r>'
        )
    )
    buffer = BytesIO()
    document.save(buffer)
    page = read_here(buffer.getvalue(), "docx").pages[0]
    assert "The quay was mended." in page.text
    assert ("| Coast | 41.2 | 45.8 |" in page.text) == (reference == "chart")
    assert [table.title for table in page.tables] == (["Sales, EUR million"] if reference == "chart" else [])


def diagram(points: str, links: str) -> list[str]:
    return diagram_words(
        parse_xml(
            f'<dgm:dataModel xmlns:dgm="{_DIAGRAM}" xmlns:a="{_DRAWING}">'
            f"<dgm:ptLst>{points}</dgm:ptLst><dgm:cxnLst>{links}</dgm:cxnLst></dgm:dataModel>"
        )
    )


def point(number: str, words: str, kind: str = "node") -> str:
    said = f"<dgm:t><a:p><a:r><a:t>{words}</a:t></a:r></a:p></dgm:t>"
    return f'<dgm:pt modelId="{number}" type="{kind}">{said}</dgm:pt>'


def link(parent: str, child: str, order: int) -> str:
    return f'<dgm:cxn modelId="{parent}{child}" srcId="{parent}" destId="{child}" srcOrd="{order}"/>'


def test_a_diagram_is_read_from_its_root_in_the_order_of_its_branches() -> None:
    points = (
        point("0", "", "doc")
        + point("2", "Sell")
        + point("1", "Make")
        + point("3", "Ship")
        + point("9", "x", "pres")
    )
    links = link("0", "1", 0) + link("0", "2", 1) + link("1", "3", 0)
    assert diagram(points, links) == ["Make", "Ship", "Sell"]


def test_a_diagram_that_turns_in_a_circle_ends() -> None:
    assert diagram(point("1", "Plan") + point("2", "Act"), link("1", "2", 0) + link("2", "1", 0)) == [
        "Plan",
        "Act",
    ]
