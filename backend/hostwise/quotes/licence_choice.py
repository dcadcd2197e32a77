"""Which licences of the catalogue a line may be, and what it leaves open: a term, a version or an edition."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hostwise.catalogue.market import Licence
from hostwise.number_format.writing import exact
from hostwise.quotes.line_reading import LineReading
from hostwise.quotes.product_wordings import WORDINGS

_METRICS = {
    "core": ("core", "core-pair"),
    "socket": ("socket", "socket-pair", "core-pair"),
    "tib": ("tib",),
}
"""Metrics of the catalogue that a count in the words of a line can stand for."""

_NO_COUNT = frozenset({"vm", "user"})
"""Counts that no licence of the catalogue has: such an edition is another product."""


@dataclass(frozen=True)
class Choice:
    """The licences that a line may be.

    Attributes:
        rows: those that fit, in the order of the catalogue's terms; none where the catalogue has none.
        open: what decides between several: term, version or edition.
        why_none: why there is not exactly one; None where there is.
    """

    rows: tuple[Licence, ...]
    open: str | None = None
    why_none: str | None = None


def choose_licences(reading: LineReading, licences: Mapping[str, Licence]) -> Choice | None:
    """The licences that fit a line whose product has a known name; None where it has none.

    Args:
        reading: what the line says.
        licences: the catalogue's licences by their keys.
    """
    wording = reading.wording
    if reading.meaning != "licence" or wording is None:
        return None
    rows = [licences[key] for key in wording.rows if key in licences]
    if not rows:
        return Choice((), None, f"the catalogue has no licence of {wording.name}")
    fitting = [each for each in rows if _has_metric(each, reading)]
    if not fitting:
        return Choice((), None, f"it is counted by {reading.metric}, the catalogue's licence by {rows[0].metric}")
    versions = [each.versions for each in rows if each.versions is not None and re.fullmatch(r"\d{4}", each.versions)]
    if reading.version is not None and versions:
        fitting = [each for each in fitting if each.versions == reading.version]
        if not fitting:
            known = " and ".join(dict.fromkeys(versions))
            return Choice((), None, f"the catalogue has {wording.name} {known}, not {reading.version}")
    years = reading.term_years
    if years is not None and len(fitting) > 1:
        exactly = [each for each in fitting if terms_of_row(each) == (years,)]
        covering = exactly or [each for each in fitting if _covers(each, years)]
        if not covering and _open(fitting) == "term":
            known = ", ".join(each.term for each in fitting)
            return Choice(tuple(fitting), None, f"the catalogue has it for {known}, not for {exact(years)} years")
        fitting = covering or fitting
    if len(fitting) == 1:
        return Choice(tuple(fitting))
    point = _open(fitting)
    return Choice(tuple(fitting), point, f"its {point} is open: {told(fitting)}")


def told(rows: Sequence[Licence]) -> str:
    """Rows of one product by what distinguishes them.

    >>> from hostwise.catalogue.loader import load_catalogue
    >>> known = load_catalogue().licences
    >>> told([known[each] for each in ("vcf-1-year", "vcf", "vcf-5-year")])
    '1 year, 5 years or another term'
    """
    names = [_told(each) for each in rows]
    ranges = [each for each in names if each == _ANOTHER]
    listed = [each for each in names if each != _ANOTHER] + ranges[:1]
    return " or ".join([", ".join(listed[:-1]), listed[-1]]) if len(listed) > 1 else "".join(listed)


_ANOTHER = "another term"


def family_of(key: str) -> str:
    """The product that a licence of the catalogue belongs to, over its terms and versions."""
    return next((each.name for each in WORDINGS if key in each.rows), key)


def terms_of_row(row: Licence) -> tuple[float, ...]:
    """The terms of a licence, in years: the ends of a range, or each one; none where it is for ever.

    >>> from hostwise.catalogue.loader import load_catalogue
    >>> [terms_of_row(load_catalogue().licences[each]) for each in ("vcf", "vvf-3-year", "openshift-platform")]
    [(1.0, 5.0), (3.0,), (1.0, 3.0)]
    """
    return tuple(map(float, re.findall(r"\d+", row.term))) if "year" in row.term else ()


def _covers(row: Licence, years: float) -> bool:
    terms = terms_of_row(row)
    return years in terms or ("-" in row.term and len(terms) == 2 and terms[0] <= years <= terms[1])


def _has_metric(row: Licence, reading: LineReading) -> bool:
    if reading.metric in _NO_COUNT:
        return False
    if reading.metric == "socket" and row.metric == "core":
        return False
    wanted = _METRICS.get(reading.metric or "")
    return wanted is None or row.metric in wanted or row.metric == "tib" or reading.metric == "core"


def _open(rows: Sequence[Licence]) -> str:
    """What distinguishes rows of one product."""
    if len({each.versions for each in rows}) > 1:
        return "version"
    return "edition" if len({each.term for each in rows}) == 1 else "term"


def _told(row: Licence) -> str:
    """A row by what distinguishes it."""
    if row.versions is not None and re.fullmatch(r"\d{4}", row.versions):
        return row.versions
    if "year" in row.edition:
        return row.term
    return _ANOTHER if len(terms_of_row(row)) > 1 else row.edition
