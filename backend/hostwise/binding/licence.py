"""The inputs of the software licence."""

from __future__ import annotations

from typing import NamedTuple

from hostwise.binding.discounts import discount_of, discounted, own_discount
from hostwise.binding.licence_contract import MONTHS_OF, bind_contract
from hostwise.binding.licence_terms import disputed_order, priced_by_date, term_in_force
from hostwise.binding.origins import MISSING, Origin, default, settled
from hostwise.binding.prices import licence_price
from hostwise.binding.recorder import Mistake, Recorder
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.market import Licence
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.number_format.writing import fixed
from hostwise.plan import licences as plan
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.configuration import Configuration
from hostwise.plan.discounts import Discount
from hostwise.plan.document import Plan
from hostwise.plan.workload import GUEST_OS_LABELS

_STORAGE_PRODUCT = "vsan-add-on"
_STORAGE_VENDOR = "Broadcom"
"""The vendor with licences by core and, for storage, by TiB beyond the capacity included with the cores."""
_SOCKETS = {"socket": 1, "socket-pair": 2}
"""Metrics by socket, and the sockets of one licence."""


class _Prices(NamedTuple):
    """Licence prices: per core and year, per socket and year, per core once."""

    per_core: Origin
    per_socket: Origin
    once: Origin


def _of_hosts(to: Recorder, at: str, configuration: Configuration) -> None:
    """Prices and least quantities of the licence."""
    at, licence = f"{at}/licence", configuration.licence
    row = to.find(to.catalogue.licences, licence.key, f"{at}/key")
    own = own_discount(to, at, licence, row)
    prices = _replaced(licence, _unnamed() if row is None else _listed(to, row, own))
    to.put("licence_price_per_core", f"{at}/price_per_core_year", licence.price_per_core_year, prices.per_core)
    to.put("licence_price_per_socket", f"{at}/price_per_socket_year", licence.price_per_socket_year, prices.per_socket)
    to.put("perpetual_price_per_core", f"{at}/price_per_core_once", licence.price_per_core_once, prices.once)
    by_year = licence.price_per_core_year is not None or licence.price_per_socket_year is not None
    given_once = licence.price_per_core_once is not None
    once = not by_year and (given_once or (row is not None and row.billing == "once"))
    bind_contract(to, at, "licence", licence, row, once=once)
    _least(to, at, licence, row)
    _vms(to, at, licence, row)
    _units(to, at, row)
    _packs_and_bills(to, at, licence, row)
    _storage(to, at, licence, row)


def _unnamed() -> _Prices:
    """Without a product its prices are unknown; one-time prices come from the plan only."""
    return _Prices(MISSING, MISSING, settled(0, "no one-time price is given"))


def _listed(to: Recorder, row: Licence, own: Discount | None = None) -> _Prices:
    """The catalogue's prices of a product, those in force on the plan's date."""
    row = priced_by_date(to, row)
    none = settled(0, f"{row.product} is licensed by {row.metric}")
    if row.metric == "core" and row.billing == "once":
        paid_once = settled(0, f"{row.product} is paid once")
        return _Prices(paid_once, paid_once, _price(to, row, row.price_buys_units, own))
    by_year = settled(0, f"{row.product} is paid by the {row.billing}")
    if row.metric in ("core", *_SOCKETS) and row.billing in MONTHS_OF:
        yearly = _price(to, row, row.price_buys_units * MONTHS_OF[row.billing] / MONTHS_PER_YEAR, own)
        return _Prices(none, yearly, by_year) if row.metric in _SOCKETS else _Prices(yearly, none, by_year)
    text = f"{row.product} is sold by {row.metric}, paid {row.billing}: enter the price per core and year"
    return _Prices(Origin(None, InputStatus.MISSING, note=text), none, by_year)


def _price(to: Recorder, row: Licence, per: float, own: Discount | None = None) -> Origin:
    """The price of one unit of a product; in the catalogue less its discount."""
    listed = discounted(to.price(row, "price", per=per), own or discount_of(to.plan, row.vendor))
    return licence_price(to, row, per, listed)


def _replaced(licence: plan.Licence, prices: _Prices) -> _Prices:
    """If the plan gives a price, the payments that it does not give cost nothing."""
    ways = {
        "per core and year": licence.price_per_core_year,
        "per socket and year": licence.price_per_socket_year,
        "per core, paid once": licence.price_per_core_once,
    }
    given = [way for way, price in ways.items() if price is not None]
    if not given:
        return prices
    other = settled(0, f"the plan gives a price {given[0]}")
    return _Prices(other, other, other)


def _least(to: Recorder, at: str, licence: plan.Licence, row: Licence | None) -> None:
    """Least cores for each processor, host and order."""
    per_host: Origin = settled(0, "no minimum for a host is known")
    if row is None:
        per_cpu = _vmware_rule(to, "licence_minimum_cores_per_cpu")
        per_order = settled(0, "no minimum is counted")
    else:
        none = settled(0, "no minimum")
        per_cpu = to.column(row, "minimum_cores_per_cpu") if row.minimum_cores_per_cpu else none
        per_order = term_in_force(to, row, "minimum_cores_per_order", none)
        if disputed_order(to.catalogue, row.key, to.plan.economics.priced_on):
            least = fixed(per_order.value or 0)
            per_order = default(0, f"sources contradict each other about a minimum of {least} cores: not counted")
        if row.minimum_cores_per_server:
            per_host = to.column(row, "minimum_cores_per_server")
    for name, field, otherwise in (
        ("licence_minimum_cores_per_socket", "minimum_cores_per_socket", per_cpu),
        ("licence_minimum_cores_per_host", "minimum_cores_per_host", per_host),
        ("licence_minimum_cores_per_order", "order_minimum_cores", per_order),
    ):
        to.put(name, f"{at}/{field}", getattr(licence, field), otherwise)


def _vms(to: Recorder, at: str, licence: plan.Licence, row: Licence | None) -> None:
    """VMs that a licensed host may run."""
    covered = settled(0, "a licensed host may run any number of VMs")
    if row is not None and row.vms_per_licensing:
        covered = to.column(row, "vms_per_licensing")
    to.put("licensed_vms_per_host", f"{at}/vms_per_licensing", licence.vms_per_licensing, covered)


def _units(to: Recorder, at: str, row: Licence | None) -> None:
    """Sockets and cores of one server that a licence by socket covers."""
    sockets, cores = settled(1, "each socket is licensed"), settled(0, "any number of cores")
    if row is not None and row.metric == "socket-pair":
        sockets = settled(_SOCKETS[row.metric], f"{row.product} is licensed by pairs of sockets")
        cores = to.column(row, "cores_per_licence") if row.cores_per_licence else cores
    to.put("licence_unit_sockets", f"{at}/key", None, sockets)
    to.put("licence_unit_cores", f"{at}/key", None, cores)


def _vmware_rule(to: Recorder, key: str) -> Origin:
    """Without a product the rules of the most common one are used."""
    rule = to.assumption(key)
    return Origin(rule.value, InputStatus.ASSUMED, rule.source, rule.locator, "the rule of VMware's products")


def _packs_and_bills(to: Recorder, at: str, licence: plan.Licence, row: Licence | None) -> None:
    """Cores that are sold together, and months that are paid at a time."""
    singly = settled(1, "licences are sold one by one")
    by_year = licence.price_per_core_year is not None or licence.price_per_socket_year is not None
    packed = row is not None and row.billing == "once" and not by_year
    packs = to.column(row, "pack") if packed else singly
    to.put("licence_pack_cores", f"{at}/pack_cores", licence.pack_cores, packs)
    bills = default(MONTHS_OF["year"], "licences are paid for each year in advance")
    if row is not None and row.billing in MONTHS_OF:
        bills = settled(MONTHS_OF[row.billing], f"{row.product} is paid by the {row.billing}")
    given = None if licence.billing is None else float(MONTHS_OF[licence.billing])
    to.put("licence_billing_months", f"{at}/billing", given, bills)


def _storage(to: Recorder, at: str, licence: plan.Licence, row: Licence | None) -> None:
    """Storage included with the cores, and the price of a TiB beyond it."""
    product = to.catalogue.licences[_STORAGE_PRODUCT]
    given = licence.addon_price_per_tib_year
    by_capacity = given is not None or (row is not None and row.vendor == _STORAGE_VENDOR and row.metric == "core")
    nothing = settled(0, "the product includes no storage" if row else "no product is named")
    included = nothing if row is None else term_in_force(to, row, "entitlement_tib_per_core", nothing)
    beyond = settled(0, "only what is beyond the included capacity is licensed")
    whole = beyond if row is None else term_in_force(to, row, "whole_capacity_flag", beyond)
    as_given = None if licence.whole_capacity is None else float(licence.whole_capacity)
    to.put("whole_capacity_flag", f"{at}/whole_capacity", as_given, whole)
    if by_capacity:
        price = _price(to, product, product.price_buys_units)
        if price.value is None:
            text = price.note or "no public price per TiB of storage was found: enter yours"
            price = Origin(None, InputStatus.MISSING, note=text)
    else:
        text = f"{row.product} is not licensed by capacity" if row else "no product is named: its price covers storage"
        price = settled(0, text)
    name = "entitlement_tib_per_core"
    to.put(name, f"{at}/{name}", licence.entitlement_tib_per_core, included)
    to.put("tib_per_licence", None, None, to.column(product, "price_buys_units"))
    to.put("addon_price_per_licence", f"{at}/addon_price_per_tib_year", given, price)
    why = "a price of storage capacity is given, or the product is licensed by capacity"
    flag = settled(1, why) if by_capacity else settled(0, "storage is not licensed by capacity")
    to.put("storage_licence_flag", f"{at}/key", None, flag)


# ---------------------------------------------------------------------------------------- licences of what VMs run


def _of_vms(to: Recorder, at: str, configuration: Configuration) -> None:
    for prefix, licence in configuration.licences_in_vms.items():
        _in_vms(to, f"{at}/{prefix}_licence", prefix, licence)


def bound_in_vms(
    document: Plan, catalogue: Catalogue, place: int, prefix: str, licence: plan.GuestLicence
) -> dict[str, float]:
    """The inputs of a configuration for another licence of one product in its VMs, without those of VM groups."""
    to = Recorder(document, catalogue)
    to.current, to.tape = (place, document.configurations[place]), []
    _in_vms(to, f"/configurations/{place}/{prefix}_licence", prefix, licence)
    return {each.entry.quantity.name: float(each.value) for each in to.tape if not each.groups}


def _in_vms(to: Recorder, at: str, prefix: str, licence: plan.GuestLicence | None) -> None:
    """The inputs of one product in the VMs; all 0 if there is none."""
    _groups_licensed(to, at, prefix, licence)
    if licence is None:
        none = settled(0, "nothing in the VMs is licensed")
        for name in ("licence_flag", "by_vm_flag", "licence_price_per_core", "perpetual_price_per_core"):
            to.put(f"{prefix}_{name}", at, None, none)
        for name in ("socket", "host", "vm"):
            to.put(f"{prefix}_minimum_cores_per_{name}", at, None, none)
        to.put(f"{prefix}_licensed_vms_per_host", at, None, none)
        to.put(f"{prefix}_pack_cores", at, None, settled(1, "nothing in the VMs is licensed"))
        to.put(f"{prefix}_billing_months", at, None, settled(MONTHS_OF["year"], "nothing in the VMs is licensed"))
        to.put(f"{prefix}_core_factor", at, None, settled(1, "nothing in the VMs is licensed"))
        bind_contract(to, at, prefix, None, None, once=False)
        return
    runs = settled(1, "the plan has such a licence")
    systems = {each.guest_os for each in to.plan.workload.groups}
    if licence.guest_os is not None and None not in systems and licence.guest_os not in systems:
        runs = settled(0, f"no group has {GUEST_OS_LABELS[licence.guest_os]}")
    to.put(f"{prefix}_licence_flag", at, None, runs)
    row = to.find(to.catalogue.licences, licence.key, f"{at}/key")
    prices = _unnamed() if row is None else _listed(to, row)
    by_year, once = prices.per_core, prices.once
    given = {"a year": licence.price_per_core_year, "paid once": licence.price_per_core_once}
    if any(each is not None for each in given.values()):
        way = next(way for way, each in given.items() if each is not None)
        by_year = once = settled(0, f"the plan gives a price {way}")
    to.put(f"{prefix}_licence_price_per_core", f"{at}/price_per_core_year", licence.price_per_core_year, by_year)
    to.put(f"{prefix}_perpetual_price_per_core", f"{at}/price_per_core_once", licence.price_per_core_once, once)
    by_vm = licence.licensed_by and float(licence.licensed_by == "vm")
    usual = settled(0, "all cores of the hosts are licensed")
    if row is not None and row.licensed_by == "vm":
        usual = settled(1, f"{row.product} is licensed by the virtual cores of its VMs")
    to.put(f"{prefix}_by_vm_flag", f"{at}/licensed_by", by_vm, usual)
    none = settled(0, "no minimum")
    for thing, field, column in (
        ("socket", "minimum_cores_per_socket", "minimum_cores_per_cpu"),
        ("host", "minimum_cores_per_host", "minimum_cores_per_server"),
        ("vm", "minimum_cores_per_vm", "minimum_cores_per_vm"),
    ):
        known = to.column(row, column)
        least = none if known.value is None else known
        to.put(f"{prefix}_minimum_cores_per_{thing}", f"{at}/{field}", getattr(licence, field), least)
    covered = to.column(row, "vms_per_licensing")
    any_number = settled(0, "a licensed host may run any number of VMs")
    covered = any_number if covered.value is None else covered
    to.put(f"{prefix}_licensed_vms_per_host", f"{at}/vms_per_licensing", licence.vms_per_licensing, covered)
    one = settled(1, "each core takes one licence")
    factor = to.column(row, "core_factor") if row is not None and row.core_factor is not None else one
    to.put(f"{prefix}_core_factor", f"{at}/core_factor", licence.core_factor, factor)
    packed = row is not None and row.billing == "once" and licence.price_per_core_year is None
    kept = licence.price_per_core_year is None and (packed or licence.price_per_core_once is not None)
    bind_contract(to, at, prefix, licence, row, once=kept)
    packs = to.column(row, "pack") if packed else settled(1, "licences are sold one by one")
    to.put(f"{prefix}_pack_cores", f"{at}/pack_cores", licence.pack_cores, packs)
    bills = default(MONTHS_OF["year"], "licences are paid for each year in advance")
    if row is not None and row.billing in MONTHS_OF:
        bills = settled(MONTHS_OF[row.billing], f"{row.product} is paid by the {row.billing}")
    period = None if licence.billing is None else float(MONTHS_OF[licence.billing])
    to.put(f"{prefix}_billing_months", f"{at}/billing", period, bills)


def _groups_licensed(to: Recorder, at: str, prefix: str, licence: plan.GuestLicence | None) -> None:
    """Which VM groups run the product."""
    groups = to.plan.workload.groups
    wanted = None if licence is None else licence.group
    if wanted is not None and all(each.name != wanted for each in groups):
        text = f"The plan has no VM group {wanted!r}."
        hint = f"Give one of {', '.join(each.name for each in groups)}."
        to.mistakes.append(Mistake(f"{at}/group", "unknown_group", text, hint))
    system = None if licence is None else licence.guest_os
    note = "nothing in the VMs is licensed" if licence is None else "by the name of the group, or all"
    for index, group in enumerate(groups):
        if system is not None:
            # A group whose system is not known may run the product or not: then the licences are not evaluated.
            known = Origin(None, InputStatus.MISSING, note=f"the licence is for {GUEST_OS_LABELS[system]}")
            if group.guest_os is not None:
                known = settled(
                    float(group.guest_os is system), f"its guest system is {GUEST_OS_LABELS[group.guest_os]}"
                )
            to.put(f"{prefix}_group_flag", f"/workload/groups/{index}/guest_os", None, known, group=group.name)
            continue
        runs = licence is not None and wanted in (None, group.name)
        to.put(f"{prefix}_group_flag", f"{at}/group", None, settled(float(runs), note), group=group.name)


LICENCE_STEPS = (_of_hosts, _of_vms)
"""The licence of the hosts, and those of guest systems and of databases in the VMs."""
