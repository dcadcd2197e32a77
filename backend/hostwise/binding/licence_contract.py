"""The inputs of a licence's contract: its term, how long its price is held, its own rise, and what is owned."""

from __future__ import annotations

from hostwise.binding.licence_terms import in_force, terms_of
from hostwise.binding.origins import Origin, default, settled
from hostwise.binding.recorder import Mistake, Recorder
from hostwise.catalogue.market import Licence
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.number_format.writing import counted, percent
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.licences import LicenceContract

MONTHS_OF = {"month": 1, "year": MONTHS_PER_YEAR}
"""Months of a billing period."""

FOR_GOOD_YEARS = 15
"""What no plan outlasts: the term of what is paid once."""

FOR_GOOD_MONTHS = FOR_GOOD_YEARS * MONTHS_PER_YEAR


def bind_contract(
    to: Recorder, at: str, prefix: str, licence: LicenceContract | None, row: Licence | None, *, once: bool
) -> None:
    """Record the contract of one licence.

    Args:
        to: records the inputs of a plan.
        at: pointer of the licence.
        prefix: of the names of its inputs.
        licence: what the plan says of it; None where there is none.
        row: the product, if it is named.
        once: whether it is paid once and kept.
    """
    owned_name = "initially_owned_licences" if prefix == "licence" else f"initially_owned_{prefix}_licences"
    if licence is None:
        none = settled(0, "nothing in the VMs is licensed")
        to.put(f"{prefix}_term_years", at, None, settled(1, none.note or ""))
        to.put(f"{prefix}_price_hold_years", at, None, settled(1, none.note or ""))
        to.put(f"given_{prefix}_price_change_rate", at, None, _NO_OWN_RATE)
        for name in (
            owned_name,
            f"owned_{prefix}_until_month",
            f"{prefix}_assurance_rate",
            f"owned_{prefix}_assurance_rate",
        ):
            to.put(name, at, None, none)
        return
    given = None if licence.term_years is None else float(licence.term_years)
    term = _term(to, licence, row, once=once)
    to.put(f"{prefix}_term_years", f"{at}/term_years", given, term)
    years = 1.0 if once else max(term.value or 0 if given is None else given, 1)
    note = "held for the term" if years > 1 else "prices change at the beginning of each year"
    hold = None if licence.price_hold_years is None else float(licence.price_hold_years)
    to.put(f"{prefix}_price_hold_years", f"{at}/price_hold_years", hold, settled(years, note))
    name = f"given_{prefix}_price_change_rate"
    to.put(name, f"{at}/price_change_rate", licence.price_change_rate, _NO_OWN_RATE)
    _owned(to, at, prefix, owned_name, licence, once=once)
    _assurance(to, at, prefix, licence, row)


_NO_OWN_RATE = Origin(None, InputStatus.CONVENTION, note="it changes as all licences do")


def term_years(to: Recorder, row: Licence) -> float | None:
    """The term that the listed price of a product is for, in years; None where none is known."""
    terms = terms_of(to.catalogue, row.key, "price_hold_years")
    if not terms:
        return None
    # A plan priced for a date before the first of them takes the newest.
    return (in_force(terms, to.plan.economics.priced_on) or terms[-1]).value


def _term(to: Recorder, licence: LicenceContract, row: Licence | None, *, once: bool) -> Origin:
    if once:
        return settled(FOR_GOOD_YEARS, "it is paid once, and never given back")
    years = None if row is None else term_years(to, row)
    if row is not None and years is not None:
        return settled(years, f"the term of {row.name} at its listed price: {counted(years, 'years')}")
    billing = getattr(licence, "billing", None) or (row.billing if row is not None else "year")
    if billing == "month":
        return settled(1 / MONTHS_PER_YEAR, "it is paid by the month, and counted anew each month")
    return default(1, "no term is known: counted anew each year")


def _owned(to: Recorder, at: str, prefix: str, name: str, licence: LicenceContract, *, once: bool) -> None:
    to.put(name, f"{at}/owned", licence.owned, settled(0, "none is owned"))
    until = licence.owned_until_month
    if licence.owned and until is None and not once:
        text = "Subscriptions that are there end: the month until which they are paid is missing."
        to.mistakes.append(Mistake(f"{at}/owned_until_month", "owned_without_end", text, "Give their last month."))
    if until is not None and not licence.owned:
        text = "There is a last month of owned licences, and none is owned."
        to.mistakes.append(Mistake(f"{at}/owned", "nothing_owned", text, "Give their number, or leave the month out."))
    for_good = settled(FOR_GOOD_MONTHS, "licences paid once are owned for good")
    otherwise = for_good if licence.owned and once else settled(0, "none is owned")
    to.put(f"owned_{prefix}_until_month", f"{at}/owned_until_month", until, otherwise)


def _assurance(to: Recorder, at: str, prefix: str, licence: LicenceContract, row: Licence | None) -> None:
    """What is paid for new versions, of what is bought and of what is owned."""
    rate: Origin = Origin(None, InputStatus.MISSING, note="no share of the price is known for it: enter yours")
    if row is not None and row.assurance_rate is not None:
        rate = to.column(row, "assurance_rate")
    for name, wanted, what in (
        (f"{prefix}_assurance_rate", licence.assured, "bought"),
        (f"owned_{prefix}_assurance_rate", licence.owned_assured, "owned"),
    ):
        if wanted:
            to.put(name, f"{at}/assurance_rate", licence.assurance_rate, rate)
            continue
        known = rate.value if licence.assurance_rate is None else licence.assurance_rate
        beside = f"; it would be {percent(known)} of the price a year" if known and what == "bought" else ""
        to.put(
            name, f"{at}/assured" if what == "bought" else f"{at}/owned_assured", None, settled(0, f"without{beside}")
        )
