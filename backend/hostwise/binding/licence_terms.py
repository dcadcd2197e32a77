"""Licence terms that change with time: the one in force on the plan's date, else the newest one.

The plan's date is the date that it is priced for, never today's: the same plan must always give the same result.
"""

from __future__ import annotations

from hostwise.binding.origins import Origin, settled
from hostwise.binding.recorder import Recorder
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.market import Licence, LicenceTerm
from hostwise.catalogue.record import Price
from hostwise.number_format.dates import first_day
from hostwise.number_format.writing import exact


def terms_of(catalogue: Catalogue, licence: str, name: str) -> list[LicenceTerm]:
    """The terms of a licence of one kind, the oldest first."""
    found = [each for each in catalogue.licence_terms.values() if each.term == name and licence in each.licences]
    return sorted(found, key=lambda each: first_day(each.in_force_from))


def in_force(terms: list[LicenceTerm], date: str | None) -> LicenceTerm | None:
    """The term in force on a date, else the newest; None if none had begun by then."""
    begun = [each for each in terms if date is None or first_day(each.in_force_from) <= first_day(date)]
    return begun[-1] if begun else None


def term_in_force(to: Recorder, row: Licence, name: str, none: Origin) -> Origin:
    """The value of a term on the plan's date; `none` where the catalogue has no such term of the licence."""
    terms = terms_of(to.catalogue, row.key, name)
    if not terms:
        return none
    date = to.plan.economics.priced_on
    found = in_force(terms, to.plan.economics.priced_on)
    if found is None:
        return settled(0, f"no rule is known for {date}: the first is in force from {terms[0].in_force_from}")
    origin = to.column(found, "value")
    note = f"in force from {found.in_force_from}, on the plan's date {date}"
    if date is None:
        note = f"the newest rule, in force from {found.in_force_from}: the plan gives no date that it is priced for"
    if found.notes:
        note += f"; {found.notes}"
    place = f"catalogue row {found.key}"
    return Origin(found.value, origin.status, origin.source, place, note, origin.kind, found.in_force_from)


def disputed_order(catalogue: Catalogue, licence: str, date: str | None) -> float | None:
    """The least cores of an order by a rule on which sources contradict each other; None where none is in force."""
    found = in_force(terms_of(catalogue, licence, "minimum_cores_per_order"), date)
    return found.value if found is not None and found.value and "value" in found.background_fields else None


def priced_by_date(to: Recorder, row: Licence) -> Licence:
    """The licence with the price of the plan's date, if that is not the newest."""
    terms = terms_of(to.catalogue, row.key, "price")
    found = in_force(terms, to.plan.economics.priced_on)
    if found is None or found is terms[-1] or row.price is None:
        return row
    basis = f"{row.price.basis}, {exact(found.value)} {row.price.currency} in force from {found.in_force_from}"
    price = Price(
        amount=found.value,
        currency=row.price.currency,
        basis=basis,
        date=found.in_force_from,
        source=found.source,
        confidence=found.confidence,
    )
    return row.model_copy(update={"price": price})
