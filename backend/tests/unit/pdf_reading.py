"""Reads PDF documents back: their text by the tags that give it structure, and where it stands on the page."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

Bounds = tuple[float, float, float, float]
"""Left, bottom, right, top in points; the origin is the page's lower left corner."""


@dataclass
class Text:
    """A run of text."""

    text: str
    bounds: Bounds


@dataclass
class Element:
    """A tagged part of a page: its kind, and its texts and parts in reading order."""

    kind: str
    alt: str
    content: list[Element | Text] = field(default_factory=list)

    def texts(self) -> Iterator[Text]:
        """All runs below it, in reading order."""
        for each in self.content:
            if isinstance(each, Text):
                yield each
            else:
                yield from each.texts()

    def all(self, *kinds: str) -> Iterator[Element]:
        """The parts of some kinds, also below others, itself among them."""
        if self.kind in kinds:
            yield self
        for each in self.content:
            if isinstance(each, Element):
                yield from each.all(*kinds)

    @property
    def text(self) -> str:
        """What it says, with single blanks between runs."""
        joined = " ".join(each.text for each in self.texts())
        # A hyphen at the end of a line comes as a control character.
        return " ".join(joined.replace(" \x02 ", "").replace("\x02", "").split())


@dataclass
class Page:
    """A page: its size, its tagged parts, and all of its text, tagged or not."""

    width: float
    height: float
    parts: list[Element]
    runs: list[Text]

    def all(self, *kinds: str) -> Iterator[Element]:
        """The tagged parts of some kinds."""
        for each in self.parts:
            yield from each.all(*kinds)


def read_pages(pdf: bytes) -> list[Page]:
    """The pages of a document."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [_page(document[index]) for index in range(len(document))]
    finally:
        document.close()


def _page(page: Any) -> Page:
    runs: list[tuple[int, Text]] = []
    words = page.get_textpage()
    for each in page.get_objects(max_depth=10):
        if each.type != pdfium.FPDF_PAGEOBJ_TEXT:
            continue
        size = pdfium.FPDFTextObj_GetText(each.raw, words.raw, None, 0)
        letters = (ctypes.c_ushort * (size // 2))()
        pdfium.FPDFTextObj_GetText(each.raw, words.raw, letters, size)
        text = bytes(letters)[:-2].decode("utf-16-le", "replace")
        if text.strip():
            runs.append((pdfium.FPDFPageObj_GetMarkedContentID(each.raw), Text(text, each.get_bounds())))
    by_mark: dict[int, list[Text]] = {}
    for mark, run in runs:
        by_mark.setdefault(mark, []).append(run)
    tree = pdfium.FPDF_StructTree_GetForPage(page.raw)
    children = range(pdfium.FPDF_StructTree_CountChildren(tree))
    parts = [_element(pdfium.FPDF_StructTree_GetChildAtIndex(tree, place), by_mark) for place in children]
    pdfium.FPDF_StructTree_Close(tree)
    width, height = page.get_size()
    words.close()
    return Page(width, height, parts, [run for _, run in runs])


def _element(raw: Any, by_mark: dict[int, list[Text]]) -> Element:
    found = Element(_utf16(pdfium.FPDF_StructElement_GetType, raw), _utf16(pdfium.FPDF_StructElement_GetAltText, raw))
    for place in range(pdfium.FPDF_StructElement_CountChildren(raw)):
        child = pdfium.FPDF_StructElement_GetChildAtIndex(raw, place)
        if child:
            found.content.append(_element(child, by_mark))
        else:
            mark = pdfium.FPDF_StructElement_GetChildMarkedContentID(raw, place)
            found.content += by_mark.get(mark, []) if mark >= 0 else []
    return found


def _utf16(function: Callable[..., int], raw: Any) -> str:
    size = function(raw, None, 0)
    if size <= 2:
        return ""
    buffer = ctypes.create_string_buffer(size)
    function(raw, buffer, size)
    return buffer.raw[: size - 2].decode("utf-16-le")
