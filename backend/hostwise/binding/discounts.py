"""Discounts on list prices of licences: one of a vendor, or one of a configuration's licence in its place."""

from __future__ import annotations

from hostwise.binding.origins import Origin
from hostwise.binding.prices import is_priced_by_plan, prices_by_part
from hostwise.binding.recorder import Mistake, Recorder
from hostwise.catalogue.market import Licence
from hostwise.number_format.writing import exact, percent
from hostwise.plan import licences as plan
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.discounts import Discount
from hostwise.plan.document import Plan

DISCOUNT = "list price less a discount"
"""Begins the note of a price that has one."""


def discount_of(document: Plan, vendor: str) -> Discount | None:
    """The discount that the plan has of a vendor."""
    return next((each for each in document.economics.discounts if each.vendor == vendor), None)


def check_discounts(to: Recorder) -> None:
    """Each discount is of a vendor of licences."""
    vendors = sorted({each.vendor for each in to.catalogue.licences.values()})
    for place, each in enumerate(to.plan.economics.discounts):
        if each.vendor not in vendors:
            text = f"The catalogue has no licence of a vendor {each.vendor!r}."
            hint = f"Give one of {', '.join(vendors)}."
            to.mistakes.append(Mistake(f"/economics/discounts/{place}/vendor", "unknown_vendor", text, hint))


def own_discount(to: Recorder, at: str, licence: plan.Licence, row: Licence | None) -> Discount | None:
    """The discount of a configuration's own licence; it needs a list price, and stands alone."""
    share = licence.discount_share
    if share is None:
        return None
    pointer = f"{at}/discount_share"
    prices = (licence.price_per_core_year, licence.price_per_socket_year, licence.price_per_core_once)
    own_price = is_priced_by_plan(row, prices_by_part(to.plan).keys(), *prices)
    if row is None or row.price is None or own_price:
        text = "There is no list price that the discount could be off."
        hint = "Leave the discount out: a price of your own is what is paid." if own_price else "Choose a licence."
        to.mistakes.append(Mistake(pointer, "discount_without_list_price", text, hint))
        return None
    if discount_of(to.plan, row.vendor) is not None:
        text = f"The licence has a discount of its own, and {row.vendor} has one in the plan: they are never added."
        to.mistakes.append(Mistake(pointer, "two_discounts", text, "Leave one of them out."))
    return Discount(vendor=row.vendor, share=share, date=licence.discount_date)


def discounted(listed: Origin, discount: Discount | None) -> Origin:
    """A list price less its discount: what is paid then is no list price any more."""
    if discount is None or listed.value is None:
        return listed
    of = ", ".join(each for each in (discount.vendor, discount.date, discount.note) if each)
    return Origin(
        listed.value * (1 - discount.share),
        InputStatus.GIVEN,
        listed.source,
        note=f"{DISCOUNT} of {percent(discount.share)} ({of}): {exact(listed.value)}, {listed.note or ''}",
        date=discount.date or listed.date,
    )
