"""The typesetter: the templates of this package, its fonts, and data that is never read as code."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import LifoQueue
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from hostwise.reports.pdf.glyphs import FONT_FOLDER, clean, divisible
from hostwise.reports.pdf.marks import template_looks

if TYPE_CHECKING:
    from typst import Compiler

MOST_AT_ONCE = 2
"""Reports that are typeset at the same time; each takes a core and up to some 200 MB."""

_TEMPLATES = Path(__file__).parent / "templates"
_TO_FORGET = 11
"""Empty documents after which the typesetter has forgotten the one before them: it keeps all of its work for the next
ten, some 50 MB for each report, though hardly two reports have anything in common."""
_STANDARD: Final = "ua-1"
"""Universal accessibility: the typesetter refuses a picture without words, or a character without a glyph."""


_Compilers: TypeAlias = "tuple[Compiler, Compiler, Compiler]"
"""A compiler for reports, one for single drawings, and one for the empty documents between them."""
_PIXELS_PER_INCH = 220.0


class TypstCompiler:
    """Typesets documents, a few at a time; later ones wait.

    A compiler keeps templates and fonts for the next report, and cannot be used by two threads at once.
    """

    def __init__(self, most_at_once: int = MOST_AT_ONCE) -> None:
        """Make room for a number of compilers; each is made when it is first needed."""
        self._idle: LifoQueue[_Compilers | None] = LifoQueue()
        for _ in range(most_at_once):
            self._idle.put(None)

    def typeset(self, document: dict[str, Any]) -> bytes:
        """The document as a tagged PDF; may be called from any thread.

        The data goes to the template as one JSON text: text of users stays text there, even if it looks like code.
        """
        with self._compilers() as (report, _):
            pdf = report.compile(format="pdf", pdf_standards=[_STANDARD], sys_inputs=_inputs(document))
        assert isinstance(pdf, bytes)
        return pdf

    def pictures(self, drawings: Sequence[dict[str, Any]], markers: Sequence[dict[str, Any]]) -> list[bytes]:
        """Each drawing of a report as a PNG, sharp on paper; may be called from any thread."""
        with self._compilers() as (_, picture):
            found = [
                picture.compile(
                    format="png", ppi=_PIXELS_PER_INCH, sys_inputs=_inputs({"drawing": each, "markers": [*markers]})
                )
                for each in drawings
            ]
        return [each for each in found if isinstance(each, bytes)]

    @contextmanager
    def _compilers(self) -> Iterator[tuple[Compiler, Compiler]]:
        found = self._idle.get()
        try:
            if found is None:
                found = _compiler("report.typ"), _compiler("picture.typ"), _compiler("blank.typ")
            report, picture, blank = found
            try:
                yield report, picture
            finally:
                for _ in range(_TO_FORGET):
                    blank.compile(format="svg")
        finally:
            self._idle.put(found)


def _inputs(document: dict[str, Any]) -> dict[str, str]:
    return {"document": _json(_cleaned(document)), "looks": _json(template_looks())}


def _compiler(template: str) -> Compiler:
    """A compiler with nothing of the machine's own, so that the same plan gives the same bytes everywhere."""
    # Imported late: it is large, and many an application never writes a PDF.
    from typst import Compiler

    return Compiler(
        input=str(_TEMPLATES / template),
        root=str(_TEMPLATES),
        font_paths=[str(FONT_FOLDER)],
        ignore_system_fonts=True,
    )


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _cleaned(value: Any) -> Any:
    """The document with all of its text made fit for the fonts."""
    if isinstance(value, str):
        return divisible(clean(value))
    if isinstance(value, dict):
        return {key: _cleaned(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_cleaned(each) for each in value]
    return value
