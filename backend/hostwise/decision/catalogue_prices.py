"""Missing prices that the catalogue can stand in for, as one change of a plan, each with where it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from hostwise.answers.wording.answer_messages import listing
from hostwise.binding.modules import class_price_per_gib, module_size
from hostwise.binding.origins import CATALOGUE_ROW, CatalogueOrigins, Origin
from hostwise.binding.prices import chassis_price
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.market import EnergyFigure
from hostwise.catalogue.module_prices import USUAL_KIND, usual_module_gib
from hostwise.catalogue.record import UNCONFIRMED
from hostwise.decision.decision import TriedRemedy
from hostwise.decision.decision_messages import words
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.answers.text import Edit, Remedy
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import Plan, Remark, RemarkStatus
from hostwise.plan.reading import pointer_of

_COUNTRIES = {"USD": "US", "EUR": "EU", "GBP": "GB"}
"""Whose electricity stands in where a plan names no country: that of the economy with its currency."""

_SUPPORT, _RACK_UNIT = "server-hardware-support-per-year", "rack-unit"
_TWO_SOCKETS = 2
"""The classes of chassis hold at most as many processors."""


class _Stand(NamedTuple):
    """What stands in for a missing field, and the fields that are not missing any more with it."""

    pointer: str
    words: str
    origin: Origin
    covers: tuple[str, ...] = ()


class FromCatalogue(NamedTuple):
    """What the catalogue says of missing prices, and what it does not."""

    tried_remedy: TriedRemedy | None
    used: list[str]
    """Labels of values that the plan has from the catalogue by such a change."""
    found: frozenset[str]
    """Pointers of the missing fields that the change fills."""
    left: list[str]
    """Pointers of the missing fields for which it has no row."""


def from_catalogue(plan: Plan, catalogue: Catalogue, missing: Sequence[str]) -> FromCatalogue:
    """The change that takes from the catalogue all that it has for missing prices.

    A price is only taken where the plan says enough to choose a row: no processor, card, drive or licence is chosen
    for it. Prices are in the currency of the plan; those of others need its exchange rates.

    Args:
        plan: the plan.
        catalogue: the catalogue.
        missing: JSON pointers of the missing fields.
    """
    asked = set(missing)
    stands = list(_stands(plan, CatalogueOrigins(catalogue, plan.economics)))
    found = [each for each in stands if asked & {each.pointer, *each.covers} and each.origin.value is not None]
    covered = {pointer for each in found for pointer in (each.pointer, *each.covers)}
    named = list(dict.fromkeys(each.words for each in found))
    edits = [edit for each in found for edit in _edits(each)]
    tried_remedy = (
        TriedRemedy(
            remedy=Remedy(label=words("remedy.catalogue_prices"), edits=edits),
            effect=words("effect.prices", prices=listing(named)),
        )
        if edits
        else None
    )
    used = [each.words for each in stands if _is_taken(plan.remarks, each)]
    return FromCatalogue(
        tried_remedy, list(dict.fromkeys(used)), frozenset(covered), [each for each in missing if each not in covered]
    )


def _is_taken(remarks: Mapping[str, Remark], stand: _Stand) -> bool:
    remark = remarks.get(stand.pointer)
    return remark is not None and (remark.locator or "").startswith(CATALOGUE_ROW)


def _edits(stand: _Stand) -> Iterator[Edit]:
    """The value, then where it comes from: a change of a value drops the remark on the former one."""
    origin = stand.origin
    illustrative = origin.status is InputStatus.ILLUSTRATIVE
    remark = Remark(
        status=RemarkStatus.ILLUSTRATIVE if illustrative else RemarkStatus.ASSUMED,
        source=origin.source,
        locator=origin.locator,
        note=origin.note,
        date=origin.date,
    )
    yield Edit(pointer=stand.pointer, value=origin.value)
    yield Edit(
        pointer=pointer_of(("remarks", stand.pointer)),
        value=remark.model_dump(mode="json", exclude_none=True),
    )


def _stands(plan: Plan, to: CatalogueOrigins) -> Iterator[_Stand]:
    for place, each in enumerate(plan.configurations):
        yield from _of_configuration(each, f"/configurations/{place}", to)
    support = to.catalogue.indicative_prices[_SUPPORT]
    share = None if support.value is None else support.value / 100
    note = words("catalogue_price.indicative", title=support.title, basis=support.basis)
    yield _Stand(
        "/economics/support_rate",
        words("catalogue_price.support"),
        _illustrative(support.key, support.source, share, note),
    )
    yield _Stand("/economics/electricity_price_per_kwh", words("catalogue_price.electricity"), _electricity(plan, to))
    yield _Stand("/economics/rack_unit_price_per_month", words("catalogue_price.rack_space"), _rack_unit(to))


def _of_configuration(each: Configuration, at: str, to: CatalogueOrigins) -> Iterator[_Stand]:
    if each.cpu.sockets <= _TWO_SOCKETS:
        chassis = chassis_price(to, None, each.host.rack_units)
        yield _Stand(f"{at}/host/chassis_price", words("catalogue_price.chassis"), chassis)
    if each.memory.memory_mode_gib is None:
        # Without a module its memory is priced as that which is bought today.
        size = each.memory.module_gib or module_size(to, each).value or usual_module_gib(to.catalogue)
        memory = class_price_per_gib(to, USUAL_KIND, size, each.memory.dram_gib)
        yield _Stand(f"{at}/memory/price", words("catalogue_price.memory"), memory, (f"{at}/memory/module",))


def _rack_unit(to: CatalogueOrigins) -> Origin:
    row = to.catalogue.indicative_prices[_RACK_UNIT]
    note = words("catalogue_price.indicative", title=row.title, basis=row.basis)
    return _illustrative(row.key, row.source, *_converted(to, row.value, row.currency, note), row.price_date)


def _electricity(plan: Plan, to: CatalogueOrigins) -> Origin:
    """The newest price of the plan's country, else of the economy of its currency, else none."""
    country = plan.economics.country or _COUNTRIES.get(plan.economics.currency)
    rows = [each for each in to.catalogue.energy.values() if _is_price_of(each, country)]
    if not rows:
        return _illustrative("", (), None, "")
    row = max(rows, key=lambda each: (each.period or "", each.confidence not in UNCONFIRMED))
    note = f"{row.region}, {row.period}"
    return _illustrative(row.key, row.source, *_converted(to, row.value, row.currency, note), row.period)


def _is_price_of(row: EnergyFigure, country: str | None) -> bool:
    return row.metric == "electricity_price_per_kwh" and row.region_code == country and row.value is not None


def _converted(to: CatalogueOrigins, value: float | None, currency: str | None, note: str) -> tuple[float | None, str]:
    """An amount in the currency of the plan, None without a rate; and the note with the conversion."""
    if value is None or currency is None:
        return None, note
    rate, words = to.exchange(currency, value)
    return None if rate is None else value * rate, note + words


def _illustrative(key: str, source: Sequence[str], value: float | None, note: str, date: str | None = None) -> Origin:
    return Origin(value, InputStatus.ILLUSTRATIVE, "; ".join(source), f"{CATALOGUE_ROW}{key}", note, "assumed", date)
