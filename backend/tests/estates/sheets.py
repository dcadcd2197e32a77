"""Workbooks written by hand: large ones fast, and such as no library writes."""

import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from xml.sax.saxutils import escape

_NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"


def letters(column: int) -> str:
    """The letters of a column, counted from 0."""
    found = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        found = chr(65 + rest) + found
    return found


def sheet_xml(rows: str, dimension: str = "") -> str:
    """A sheet of rows that are written already."""
    announced = f'<dimension ref="{dimension}"/>' if dimension else ""
    return f'<worksheet xmlns="{_NAMESPACE}">{announced}<sheetData>{rows}</sheetData></worksheet>'


def text_cell(place: str, text: str) -> str:
    """A cell that holds its text itself."""
    return f'<c r="{place}" t="inlineStr"><is><t>{escape(text)}</t></is></c>'


def raw_workbook(sheets: Mapping[str, str], strings: Iterable[str] = ()) -> bytes:
    """A workbook of sheets in XML, with the strings that they share."""
    file = io.BytesIO()
    named = list(enumerate(sheets, 1))
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
            'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{_SHEET_TYPE}.sheet.main+xml"/>'
            f'<Override PartName="/xl/sharedStrings.xml" ContentType="{_SHEET_TYPE}.sharedStrings+xml"/>'
            + "".join(
                f'<Override PartName="/xl/worksheets/sheet{at}.xml" ContentType="{_SHEET_TYPE}.worksheet+xml"/>'
                for at, _ in named
            )
            + "</Types>",
        )
        archive.writestr(
            "_rels/.rels",
            f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
            f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        )
        archive.writestr(
            "xl/workbook.xml",
            f'<workbook xmlns="{_NAMESPACE}" xmlns:r="{_OFFICE}"><sheets>'
            + "".join(f'<sheet name="{name}" sheetId="{at}" r:id="rId{at}"/>' for at, name in named)
            + "</sheets></workbook>",
        )
        archive.writestr(
            "xl/_rels/workbook.xml.rels",
            f'<Relationships xmlns="{_PACKAGE}/relationships">'
            + "".join(
                f'<Relationship Id="rId{at}" Type="{_OFFICE}/worksheet" Target="worksheets/sheet{at}.xml"/>'
                for at, _ in named
            )
            + f'<Relationship Id="rId{len(named) + 1}" Type="{_OFFICE}/sharedStrings" Target="sharedStrings.xml"/>'
            "</Relationships>",
        )
        for at, name in named:
            archive.writestr(f"xl/worksheets/sheet{at}.xml", sheets[name])
        shared = "".join(f"<si><t>{escape(each)}</t></si>" for each in strings)
        archive.writestr("xl/sharedStrings.xml", f'<sst xmlns="{_NAMESPACE}">{shared}</sst>')
    return file.getvalue()


class Strings:
    """Strings that the sheets of a workbook share, and rows of cells that point to them."""

    def __init__(self) -> None:
        """Begin with none."""
        self._next = count()
        self.places: dict[str, int] = {}

    def sheet(self, rows: Iterable[Sequence[object]]) -> str:
        """A sheet of values; where there is None or an empty text, there is no cell."""
        places, columns = self.places, [letters(at) for at in range(200)]
        written = []
        for at, row in enumerate(rows, 1):
            cells = []
            for column, cell in zip(columns, row, strict=False):
                if isinstance(cell, str):
                    if cell:
                        place = places.get(cell)
                        if place is None:
                            place = places[cell] = next(self._next)
                        cells.append(f'<c r="{column}{at}" t="s"><v>{place}</v></c>')
                elif isinstance(cell, bool):
                    cells.append(f'<c r="{column}{at}" t="b"><v>{cell:d}</v></c>')
                elif cell is not None:
                    cells.append(f'<c r="{column}{at}"><v>{cell}</v></c>')
            written.append(f'<row r="{at}">{"".join(cells)}</row>')
        return sheet_xml("".join(written))
