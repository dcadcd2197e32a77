"""What a file is that is no estate: performance history, a quote, a plan, or a result of Hostwise.

A text is judged by its first bytes, before all of it is read: a history may be larger than any export.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Any

from hostwise.estate.importers import generic
from hostwise.estate.importers.estate_files import open_estate
from hostwise.estate.importers.formats import importers
from hostwise.estate.importers.history import esxtop, live_optics_history, prometheus, vcf_operations
from hostwise.estate.importers.history.meanings import meaning
from hostwise.estate.importers.misplaced_files import Kind, KnowsQuotes, Recognisers
from hostwise.tables.problems import UnreadableFile
from hostwise.tables.table import Table

_HEAD_BYTES = 64 * 1024
_PACKED = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_PLAN_KEYS = frozenset({"workload", "configurations"})
_RESULT_KEYS = frozenset({"plan_hash", "engine_version"})
_REPORT_SHEETS = (frozenset({"Summary", "Model", "Inputs"}), frozenset({"Readiness", "VMs"}))
_REPORT_COLUMNS = ["part", "section", "quantity", "label"]
_YAML_KEY = re.compile(r"^([a-z_]+) *:(?:\s|$)", re.MULTILINE)


def recognisers(quotes: KnowsQuotes | None = None) -> Recognisers:
    """How files that belong elsewhere are known; quotes only with what tells them."""
    return Recognisers(partial(_of_text, quotes), partial(_of_tables, quotes), _of_document)


def _of_text(quotes: KnowsQuotes | None, data: bytes, name: str) -> Kind | None:
    """Nothing where it is packed, an estate, or not known."""
    if data.startswith(_PACKED):
        return None
    head = _whole_lines(data)
    if esxtop.recognise(head) or prometheus.recognise(head):
        return "is_history"
    if head.lstrip()[:1] in (b"{", b"["):
        return None
    text = head.decode("utf-8", "replace")
    if set(_YAML_KEY.findall(text)) >= _PLAN_KEYS:
        return "is_plan"
    # An export has many tables, of which most are neither: to look closer would take a tenth of its reading.
    series, may_be_quote = _series(head), quotes is not None and quotes.may_be_quote(text)
    if series is None and not may_be_quote:
        return None
    try:
        tables = open_estate(head, name).tables
    except UnreadableFile:
        return None
    if importers().recognised("tables", tables) is not None:
        return None
    is_list = generic.is_usable(tables)
    # What could be a list of VMs, too, names one of them twice.
    if series is not None and (not is_list or len(set(series)) < len(series)):
        return "is_history"
    return "is_quote" if quotes is not None and may_be_quote and not is_list and quotes.is_quote(head, name) else None


def _whole_lines(data: bytes) -> bytes:
    """The first lines in UTF-8, the last of them whole."""
    head = data[:_HEAD_BYTES]
    if head.startswith(_UTF16):
        head = head.decode("utf-16", "ignore").encode()
    head = head.removeprefix(b"\xef\xbb\xbf")
    return head if len(data) <= _HEAD_BYTES else head[: head.rfind(b"\n") + 1] or head


def _series(head: bytes) -> list[str] | None:
    """The VMs of some rows where there are counters of them over time, each as often as it is there."""
    found = vcf_operations.layout(head, b"", {})
    if found is None or not (found.long or any(meaning(each) for each in found.headers)):
        return None
    return found.texts("vm")


def _of_tables(quotes: KnowsQuotes | None, tables: Sequence[Table]) -> Kind | None:
    if live_optics_history.performance(tables) is not None:
        return "is_history"
    names = {each.name for each in tables}
    if any(sheets <= names for sheets in _REPORT_SHEETS) or any(
        each.header[: len(_REPORT_COLUMNS)] == _REPORT_COLUMNS for each in tables
    ):
        return "is_result"
    return "is_quote" if quotes is not None and quotes.has_prices(tables) else None


def _of_document(document: Any) -> Kind | None:
    """A plan may stand in an answer, with its revision or what it was made of beside it."""
    if not isinstance(document, dict):
        return None
    inner = document.get("plan")
    if document.keys() >= _PLAN_KEYS or (isinstance(inner, dict) and inner.keys() >= _PLAN_KEYS):
        return "is_plan"
    return "is_result" if document.keys() >= _RESULT_KEYS else None
