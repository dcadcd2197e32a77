"""The lines of a bill of materials. Prices and counts are those of the run: nothing is priced here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np

from hostwise.answers.cost.bill_of_materials_document import Material, MaterialKind, MaterialStatus
from hostwise.answers.cost.price_ages import price_row
from hostwise.answers.running.run import Run
from hostwise.answers.wording.answer_messages import words
from hostwise.answers.wording.words import is_same
from hostwise.binding.network import card_prices
from hostwise.binding.origins import MISSING, CatalogueOrigins, Origin, is_of_catalogue, settled
from hostwise.binding.recorder import given_origin
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.market import Licence
from hostwise.engine.primitives import ceil_count
from hostwise.engine.roles import Role
from hostwise.number_format.dates import age_months
from hostwise.number_format.writing import counted, exact
from hostwise.plan.answers.result import Input, InputStatus, Prices
from hostwise.plan.configuration import MEDIUM_LABELS, Drives

_STATUS = {
    InputStatus.GIVEN: MaterialStatus.GIVEN,
    InputStatus.IMPORTED: MaterialStatus.GIVEN,
    InputStatus.CATALOGUE: MaterialStatus.CATALOGUE,
    InputStatus.EVIDENCE: MaterialStatus.CATALOGUE,
}
"""The other statuses say that nobody has quoted the price."""

_FURTHER = "further_drives"

_FIBRE_CHANNEL_GBIT_S = frozenset({8, 16, 32, 64, 128})
"""Speeds of ports that Fibre Channel has and Ethernet has not."""

_LICENCE_OF = {
    "": "Licence of hosts",
    "guest_": "Guest OS licences",
    "database_": "Database licences",
    "second_database_": "Licences of a second database",
}
"""Labels of lines, by the beginning of the names of quantities."""

_OWNED = {prefix: f"initially_owned_{prefix}licences" for prefix in _LICENCE_OF}
"""The quantity of licences that are there and paid."""


@dataclass(frozen=True)
class _Price:
    """A unit price with its origin and the field that gives it."""

    value: float | None
    origin: Input | Origin
    pointer: str | None

    @property
    def status(self) -> MaterialStatus:
        """Where it comes from."""
        if self.value is None:
            return MaterialStatus.MISSING
        if self.origin.status is InputStatus.ASSUMED and is_of_catalogue(self.origin):
            return MaterialStatus.CATALOGUE
        return _STATUS.get(self.origin.status, MaterialStatus.INDICATIVE)


def _priced(record: Input, per: float = 1.0) -> _Price:
    """The price in a record, for this amount of its unit."""
    return _Price(None if record.value is None else record.value * per, record, record.pointer)


class Lines:
    """The lines of one configuration."""

    def __init__(self, run: Run, index: int, catalogue: Catalogue, prices: Prices) -> None:
        """Select one configuration of a run, whose prices have these ages."""
        self.run, self.index, self.catalogue, self.prices = run, index, catalogue, prices
        self.configuration = run.plan.configurations[index]
        self.sites = self._number("equal_sites") or 1.0
        own = self._number("own_hosts")
        # Of equal sites the bill is for all.
        self.hosts = None if own is None else own * self.sites

    def hardware(self) -> Iterator[Material]:
        """What the purchase pays for."""
        yield from self._servers()
        yield from self._memory()
        for role in Role:
            yield from self._drives(role)
        yield from self._array()
        yield from self._other_models()
        yield from self._reused()
        yield from self._later_prices()
        yield from self._shared_spares()

    def licences_once(self) -> Iterator[Material]:
        """Licences that are paid once, of the first hosts."""
        yield from self._by_core("perpetual_price_per_core", "", "paid once")
        for prefix in self.configuration.licences_in_vms:
            yield from self._in_vms(prefix, "perpetual_price_per_core", "paid once")

    def licences_by_year(self) -> Iterator[Material]:
        """A year of the subscriptions of the first hosts, at today's prices."""
        terms = self._terms("licence_billing_months")
        yield from self._by_core("licence_price_per_core", "", terms)
        yield from self._by_socket(terms)
        yield from self._storage(terms)
        yield from self._assurance("")
        for prefix in self.configuration.licences_in_vms:
            yield from self._in_vms(prefix, "licence_price_per_core", self._terms(f"{prefix}_billing_months"))
            if self._number(f"{prefix}_licence_flag"):
                yield from self._assurance(f"{prefix}_")

    # ------------------------------------------------------------------------------------------------- hardware

    def _servers(self) -> Iterator[Material]:
        host, cpu = self.configuration.host, self.configuration.cpu
        chassis = self.catalogue.chassis.get(host.chassis or "")
        known: dict[str, Any] = {"name": host.model if chassis is None else chassis.name, "key": host.chassis}
        yield self._of_host("chassis", "servers", "Chassis", 1, _priced(self._record("chassis_price")), **known)
        row = self.catalogue.cpus.get(cpu.key or "")
        cores, clock = self._number("cores_per_socket"), self._number("base_ghz")
        yield self._of_host(
            "processor",
            "servers",
            "Processor",
            self._number("sockets"),
            _priced(self._record("cpu_price")),
            name=None if row is None else row.name,
            key=cpu.key,
            detail=_joined(cores and f"{exact(cores)} cores", clock and f"{exact(clock)} GHz"),
        )
        yield from self._network()

    def _network(self) -> Iterator[Material]:
        """A line for each kind of card, or one for all cards where only they have a price together."""
        network, record = self.configuration.network, self._record("nic_price")
        kinds = [f"{counted(each.ports, 'ports')} of {exact(each.gbit_s)} Gbit/s" for each in network.cards or ()]
        if network.price is not None or not network.cards:
            cards = zip(network.cards or (), kinds, strict=True)
            detail = _joined(network.description, *(f"{counted(each.count, 'cards')}, {kind}" for each, kind in cards))
            label = "Network cards, all of a host"
            yield self._of_host("network", "servers", label, 1, _priced(record), unit="sets", detail=detail)
            return
        to, at = CatalogueOrigins(self.catalogue, self.run.plan.economics), f"/configurations/{self.index}"
        found = card_prices(to, self.run.plan, at, network.cards)
        for card, kind, (pointer, origin) in zip(network.cards, kinds, found, strict=True):
            price = _Price(origin.value, origin, pointer)
            label = "Storage adapter (Fibre Channel)" if card.gbit_s in _FIBRE_CHANNEL_GBIT_S else "Network card"
            yield self._of_host("network", "servers", label, card.count, price, detail=kind)

    def _memory(self) -> Iterator[Material]:
        memory = self.configuration.memory
        module = self.catalogue.memory.get(memory.module or "")
        known: dict[str, Any] = {"name": None if module is None else module.name, "key": memory.module}
        given, per_gib = self._record("given_memory_price_per_host"), self._record("memory_price_per_gib")
        dram = f"{exact(memory.dram_gib)} GiB DRAM"
        if given.value is not None or memory.memory_mode_gib is not None:
            persistent = memory.memory_mode_gib
            detail = _joined(dram, persistent and f"{exact(persistent)} GiB persistent memory")
            price = _priced(per_gib if given.value is None else given)
            label = "Memory, all of a host"
            yield self._of_host("memory", "memory", label, 1, price, unit="sets", detail=detail, **known)
            return
        size = self._record("memory_module_gib")
        modules = self._number("modules_per_host")
        assert size.value is not None
        assert modules is not None
        whole = float(ceil_count(np.array(modules)))
        assumed = size.status is InputStatus.ASSUMED
        if assumed and not is_same(whole, modules):
            # Modules of an assumed size would round the memory that the plan asks for.
            detail, price = "DRAM; the size of a module is not chosen", _priced(per_gib)
            yield self._of_host(
                "memory", "memory", "Memory", memory.dram_gib, price, unit="GiB", detail=detail, **known
            )
            return
        detail = f"{exact(size.value)} GiB each{', assumed' if assumed else ''}; {dram}"
        price = _priced(per_gib, per=size.value)
        line = self._of_host("memory", "memory", "Memory module", whole, price, detail=detail, **known)
        yield line
        if not is_same(whole, modules) and line.amount is not None:
            counted_as = self._number("memory_capex")
            assert counted_as is not None
            rounding = words("materials.rounding", memory=dram, modules=modules)
            yield line.model_copy(
                update={
                    "kind": "rounding",
                    "label": "Rounding of modules",
                    "detail": rounding,
                    "per_host": None,
                    "quantity": None,
                    "unit_price": None,
                    "amount": counted_as - line.amount,
                }
            )

    def _drives(self, role: Role) -> Iterator[Material]:
        number = self._record("drives_per_host", role).value
        document = self._document(role)
        if not number or document is None:
            return
        row = self.catalogue.drives.get(document.key or "")
        size = self._record("drive_gb", role).value
        swap = self.configuration.swap
        medium = MEDIUM_LABELS[swap.medium] if role is Role.SWAP and swap is not None else None
        yield self._of_host(
            "drive",
            role.key if role in (Role.WRITE_TIER, Role.CAPACITY) else _FURTHER,
            self._role_label(role),
            number,
            _priced(self._record("drive_price", role)),
            name=None if row is None else row.name,
            key=document.key,
            detail=_joined(size and f"{exact(size)} GB", medium),
            role=role.key,
        )

    def _document(self, role: Role) -> Drives | None:
        """The drives of a role in the plan."""
        of = self.configuration
        tier, swap, read_cache = of.memory.tier, of.swap, of.read_cache
        found: dict[Role, Drives | None] = {
            Role.WRITE_TIER: of.write_tier,
            Role.CAPACITY: of.capacity,
            Role.MEMORY_TIER: None if tier is None else tier.drive,
            Role.SWAP: None if swap is None else swap.drive,
            Role.READ_CACHE: None if read_cache is None else read_cache.drive,
        }
        return found[role]

    def _array(self) -> Iterator[Material]:
        record = self._record("array_price")
        if _is_asked(record):
            label = "External array"
            yield self._line("array", "array", label, _priced(record), unit="pieces", quantity=self.sites)

    def _other_models(self) -> Iterator[Material]:
        """Hosts of other models that are bought, each as a whole."""
        prices = self.run.binding.models[self.index].price.tolist()
        pointer = f"/configurations/{self.index}/other_host_models"
        for place, (each, price) in enumerate(zip(self.configuration.other_host_models, prices, strict=True)):
            if each.kept:
                continue
            at = f"{pointer}/{place}/price"
            given = each.price is not None
            of_parts = settled(price, "that of its parts") if isfinite(price) else MISSING
            origin = given_origin(self.run.plan, at, price) if given else of_parts
            yield self._line(
                "host",
                "other_hosts",
                "Host of another model",
                _Price(price if isfinite(price) else None, origin, at),
                unit="pieces",
                quantity=float(each.hosts),
                name=each.model,
            )

    def _reused(self) -> Iterator[Material]:
        """Parts that are there, as taken off the lines above: at most as many as the first hosts have."""
        own = self.hosts
        modules, all_modules = self._record("reused_memory_modules").value, self._number("modules_per_host")
        if modules and own is not None and all_modules is not None:
            of_host = self._number("memory_price_per_host")
            given, per_gib = self._record("given_memory_price_per_host"), self._record("memory_price_per_gib")
            origin = per_gib if given.value is None else given
            of_module = None if of_host is None else of_host / all_modules
            new = _Price(of_module, origin, origin.pointer)
            yield self._taken_off("Reused memory modules", min(modules * self.sites, own * all_modules), new)
        for role in Role:
            drives, each = self._record("reused_drives", role), self._record("drives_per_host", role).value
            if drives.value and each and own is not None:
                price = _priced(self._record("drive_price", role))
                put_in = min(drives.value * self.sites, own * each)
                yield self._taken_off(f"Reused {self._role_label(role).lower()}s", put_in, price, role=role.key)

    def _later_prices(self) -> Iterator[Material]:
        """What the prices of the months in which sites open add to those of today, which the lines above have."""
        factor, capex = self._number("purchase_factor"), self._number("purchase_capex")
        if factor is None or capex is None or is_same(factor, self.sites):
            return
        more = capex * (1 - self.sites / factor)
        record = self._record("hardware_price_change_rate")
        price = _Price(more, record, record.pointer)
        detail = "sites that open later are bought at the prices of their month"
        label = "Price change until the sites open"
        line = self._line("rounding", "servers", label, price, unit="sites", quantity=self.sites, detail=detail)
        yield line.model_copy(update={"quantity": None, "unit_price": None, "amount": more})

    def _shared_spares(self) -> Iterator[Material]:
        """Hosts on a shelf for all equal sites, each as a whole, at the price of the month in which they are bought."""
        number, paid = self._number("shared_spare_hosts"), self._number("shared_spares_cost")
        if not number:
            return
        each = None if paid is None else paid / number
        price = _Price(each, settled(each, "that of its parts"), "/economics/equal_sites/shared_spare_hosts")
        label = "Spare hosts for all sites"
        yield self._line("host", "shared_spares", label, price, unit="pieces", quantity=number)

    def _taken_off(self, label: str, number: float, price: _Price, **said: Any) -> Material:
        return self._line("reused", "reused", label, price, unit="pieces", quantity=-number, **said)

    def _role_label(self, role: Role) -> str:
        return role.label[0].upper() + role.label[1:]

    # ------------------------------------------------------------------------------------------------- licences

    def _by_core(self, price: str, prefix: str, terms: str) -> Iterator[Material]:
        """Core licences to be paid, of the hosts or of a product in the VMs: without what is owned."""
        record = self._record(f"{prefix}{price}")
        if not _is_asked(record):
            return
        owned, licensed = self._number(_OWNED[prefix]), self._number(f"initial_{prefix}licensed_cores")
        quantity = None if licensed is None or owned is None else max(licensed - owned, 0)
        of_host = self._number(f"{prefix}licensed_cores_per_host")
        # Order minimums, whole packs and the VMs that a licensed host may run count for all hosts together.
        each = None not in (quantity, of_host, self.hosts) and is_same(
            quantity or 0, (of_host or 0) * (self.hosts or 0)
        )
        row = self._product(prefix)
        if owned:
            terms = _joined(terms, words("materials.owned", licences=owned))
        yield self._line(
            "licence",
            "licences",
            _LICENCE_OF[prefix],
            _priced(record),
            unit="cores",
            per_host=of_host if each else None,
            hosts=self.hosts if each else None,
            quantity=quantity,
            **_named(row, terms),
        )

    def _by_socket(self, terms: str) -> Iterator[Material]:
        record, sockets = self._record("licence_price_per_socket"), self._number("licensed_sockets_per_host")
        # Without a product neither price is known: one line says so.
        if _is_asked(record) and (record.value is not None or self._record("licence_price_per_core").value is not None):
            known = _named(self._product(""), terms)
            unit = "sockets" if self._number("licence_unit_sockets") == 1 else "pairs of sockets"
            others = self.run.evaluation.members("present_other_licensed_sockets", self.index)[0]
            if not others:
                price = _priced(record)
                yield self._of_host("licence", "licences", "Licence of hosts", sockets, price, unit=unit, **known)
                return
            quantity = None if sockets is None or self.hosts is None else sockets * self.hosts + others * self.sites
            yield self._line(
                "licence", "licences", "Licence of hosts", _priced(record), unit=unit, quantity=quantity, **known
            )

    def _storage(self, terms: str) -> Iterator[Material]:
        quantity = self._number("initial_addon_licences")
        record = self._record("addon_price_per_licence")
        if quantity == 0 or not _is_asked(record):
            return
        size = self._number("tib_per_licence")
        detail = _joined(size and f"{exact(size)} TiB each", terms)
        label = "Licence of storage"
        yield self._line(
            "licence", "licences", label, _priced(record), unit="licences", quantity=quantity, detail=detail
        )

    def _in_vms(self, prefix: str, price: str, terms: str) -> Iterator[Material]:
        if self._number(f"{prefix}_licence_flag"):
            yield from self._by_core(price, f"{prefix}_", terms)

    def _assurance(self, prefix: str) -> Iterator[Material]:
        """A year of the right to new versions, of licences bought and owned."""
        owned, licensed = self._number(_OWNED[prefix]), self._number(f"initial_{prefix}licensed_cores")
        product = prefix or "licence_"
        rates = self._number(f"{product}assurance_rate"), self._number(f"owned_{product}assurance_rate")
        if rates == (0, 0):
            return
        record = self._record(f"{prefix}perpetual_price_per_core")
        paid = None
        if None not in (owned, licensed, record.value, *rates):
            assured = max((licensed or 0) - (owned or 0), 0) * (rates[0] or 0) + (owned or 0) * (rates[1] or 0)
            paid = assured * (record.value or 0)
        label = f"Assurance: {_LICENCE_OF[prefix][:1].lower()}{_LICENCE_OF[prefix][1:]}"
        price = _Price(paid, record, record.pointer)
        detail = "a share of the price of the licences"
        yield self._line("licence", "licences", label, price, unit="years", quantity=1.0, detail=detail)

    def _product(self, prefix: str) -> Licence | None:
        of = self.configuration
        found = of.licences_in_vms[prefix.removesuffix("_")] if prefix else of.licence
        return self.catalogue.licences.get((found.key if found is not None else None) or "")

    def _terms(self, name: str) -> str:
        months = self._record(name).value
        return "paid by the month" if months == 1 else "paid for each year in advance"

    # -------------------------------------------------------------------------------------------------- of a line

    def _number(self, name: str) -> float | None:
        """A quantity as the engine has it; None if it is unknown."""
        value = float(self.run.evaluation.value(name, self.index))
        return value if isfinite(value) else None

    def _record(self, name: str, role: Role | None = None) -> Input:
        return self.run.binding.origins(name, self.configuration.key, role)[0]

    def _of_host(
        self,
        kind: MaterialKind,
        cost_part: str,
        label: str,
        per_host: float | None,
        price: _Price,
        *,
        unit: str = "pieces",
        **said: Any,
    ) -> Material:
        """A line of what each host has."""
        quantity = None if per_host is None or self.hosts is None else per_host * self.hosts
        return self._line(
            kind, cost_part, label, price, unit=unit, per_host=per_host, hosts=self.hosts, quantity=quantity, **said
        )

    def _line(
        self, kind: MaterialKind, cost_part: str, label: str, price: _Price, *, quantity: float | None, **said: Any
    ) -> Material:
        origin = price.origin
        place = price_row(origin)
        age = None if price.value is None else age_months(origin.date, self.prices.priced_on)
        return Material(
            kind=kind,
            cost_part=cost_part,
            label=label,
            quantity=quantity,
            unit_price=price.value,
            amount=None if quantity is None or price.value is None else quantity * price.value,
            status=price.status,
            source=origin.source,
            locator=origin.locator,
            note=origin.note,
            date=origin.date,
            confidence=origin.confidence,
            age_months=age,
            is_old=age is not None and age > self.prices.age_limit_months,
            pointer=price.pointer if place is None else f"/economics/prices/{place}",
            **said,
        )


def _is_asked(record: Input) -> bool:
    """Whether a price is known or missing; false if the plan's choices exclude the purchase."""
    return record.status not in (InputStatus.CONVENTION, InputStatus.NOT_APPLICABLE)


def _named(row: Licence | None, terms: str) -> dict[str, str | None]:
    """Name, key and terms of a product."""
    if row is None:
        return {"name": None, "key": None, "detail": terms}
    edition = None if row.edition in row.product else row.edition
    return {"name": row.product, "key": row.key, "detail": _joined(edition, terms)}


def _joined(*parts: str | float | None) -> str:
    return "; ".join(each for each in parts if isinstance(each, str) and each)
