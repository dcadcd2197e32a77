"""Whether the licences, prices and support of a proposal are by the rules and prices of the catalogue."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from hostwise.binding.prices import PricedRow, priced_rows
from hostwise.catalogue.hardware import Cpu, Drive, MemoryModule
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.machine import Chassis
from hostwise.catalogue.market import IndicativePrice, Licence
from hostwise.catalogue.record import Price
from hostwise.engine.formulas.licences import licensed_cores_per_host
from hostwise.estate.quotes.audit_notes import MONEY, SENDER, Notes, named, net_price
from hostwise.estate.quotes.price_matching import FOR_A_PART
from hostwise.numerals.writing import exact, fixed
from hostwise.plan.document import Plan
from hostwise.plan.proposal import ProposalLine, ProposalSide

_CORES = re.compile(r"\b(\d+)[ -]?cores?\b", re.I)
_TERM = re.compile(r"\b(\d+)[ -]?(years?|yrs?|y|jahre?|months?|monate?|mo)\b", re.I)
_SUPPORT = re.compile(r"support|warranty|maintenance|care ?pack|prosupport|wartung|garantie", re.I)
_MONTHS_PER_YEAR = 12

_PRICE_INPUT: Mapping[type[object], str] = {
    Drive: "drive_price",
    Cpu: "cpu_price",
    MemoryModule: "memory_price_per_gib",
    Chassis: "chassis_price",
    Licence: "licence_price_per_core",
}
"""The input of the model that a price of each kind of row is: its spread is that of the input."""


@dataclass(frozen=True)
class Hardware:
    """The hosts of a side as its lines have them; None is what they do not say.

    Attributes:
        hosts: number of hosts.
        sockets: processors of a host.
        cores: cores of a processor.
    """

    hosts: int | None
    sockets: int | None
    cores: int | None


def hardware_of(side: ProposalSide, catalogue: Catalogue, notes: Notes) -> Hardware:
    """The hosts of a side: chassis and processors of its lines, else what its text says."""
    pieces = parts_of(side)
    chassis = sum(number for part, number in pieces.items() if part.startswith("chassis/"))
    said = side.stated.hosts
    if chassis and said is not None and chassis != said:
        notes.differ(
            "hosts_disagree",
            side,
            "hosts",
            stated=said,
            computed=chassis,
            unit="hosts",
            hosts=abs(said - chassis),
            favours=None,
            rule="one host for each server that is listed",
            source="lines of the proposal",
        )
    hosts = int(chassis) or said
    cpus = {part: number for part, number in pieces.items() if part.startswith("cpus/")}
    if len(cpus) != 1 or not hosts:
        return Hardware(hosts, None, None)
    ((part, number),) = cpus.items()
    sockets = number / hosts
    whole = sockets == int(sockets) and sockets > 0
    return Hardware(hosts, int(sockets) if whole else None, catalogue.cpus[part.removeprefix("cpus/")].cores)


def parts_of(side: ProposalSide) -> dict[str, float]:
    """Pieces of each part of the catalogue, over all lines."""
    found: dict[str, float] = defaultdict(float)
    for line in side.lines:
        if line.kind == "part" and line.part is not None and line.quantity:
            found[line.part] += line.quantity
    return dict(found)


def audit_parts(side: ProposalSide, hardware: Hardware, plan: Plan | None, catalogue: Catalogue, notes: Notes) -> None:
    """Check licences, prices and support of one side."""
    rows = priced_rows(catalogue)
    of_part: dict[str, list[ProposalLine]] = defaultdict(list)
    for line in side.lines:
        if line.kind != "part" or line.years:
            continue
        if line.part is None or line.part not in rows:
            if not _SUPPORT.search(named(line)):
                notes.skip(side, named(line), line.why_no_part or "the catalogue has no such part")
            continue
        of_part[line.part].append(line)
    for part, lines in of_part.items():
        row = rows[part]
        if isinstance(row, Licence):
            _check_licences(side, row, lines, hardware, notes)
        for line in lines:
            _check_price(side, row, line, catalogue, notes)
    _check_support(side, plan, notes)


def _check_licences(
    side: ProposalSide, row: Licence, lines: Sequence[ProposalLine], hardware: Hardware, notes: Notes
) -> None:
    need = _needed(row, hardware)
    if isinstance(need, str):
        notes.skip(side, f"number of {row.name}", need)
        return
    units = 0.0
    for line in lines:
        if line.quantity is None:
            notes.skip(side, f"number of {row.name}", "a line has no quantity")
            return
        units += line.quantity * _units_of(row, line)
    first = lines[0]
    net = net_price(first)
    each = None if net is None else net / _units_of(row, first)
    floors = ", ".join(
        [
            *([f"at least {row.minimum_cores_per_cpu} cores for each processor"] if row.minimum_cores_per_cpu else []),
            *([f"{row.minimum_cores_per_server} for each server"] if row.minimum_cores_per_server else []),
            *([f"in packs of {row.pack}"] if row.pack > 1 else []),
        ]
    )
    rule = f"all {_UNITS[row.metric]} of all hosts{f', {floors}' if floors else ''}"
    # The price basis may hold more than a host needs: what is left of the last piece is no surplus.
    piece = max(_units_of(row, line) for line in lines)
    hosts = hardware.hosts or 1
    most = max(piece * ceil(need / piece), hosts * piece * ceil(need / hosts / piece))
    terms = {_years(term) for line in lines if (term := _TERM.search(named(line)))}
    if row.billing != "once" and any(units == need * years for years in terms):
        # Licences of a whole term may be counted by the year.
        return
    if units < need or units >= 2 * most:
        notes.differ(
            "licences_short" if units < need else "licences_counted_twice",
            side,
            row.name,
            stated=units,
            computed=need,
            unit=_UNITS[row.metric],
            lines=[line.line for line in lines],
            money=None if each is None else abs(units - need) * each,
            rule=rule,
            source=", ".join(row.source),
        )
    elif row.vms_per_licensing is not None:
        notes.skip(side, f"number of {row.name}", "it also depends on the VMs that run on each host")


_UNITS = {"core": "cores", "core-pair": "pairs of cores", "socket": "sockets", "socket-pair": "pairs of sockets"}


def _needed(row: Licence, hardware: Hardware) -> float | str:
    """Units of a licence that all hosts need, or why that is not known."""
    if row.metric == "tib" or row.licensed_by == "vm" or row.minimum_cores_per_vm is not None:
        return "it is not counted by the hosts alone"
    if hardware.hosts is None or hardware.sockets is None or hardware.cores is None:
        return "the lines do not say how many hosts, processors and cores there are"
    hosts, sockets, cores = hardware.hosts, hardware.sockets, hardware.cores
    if row.metric in ("socket", "socket-pair"):
        if row.cores_per_licence is not None:
            return "it also depends on the cores of a host"
        return float(hosts * (sockets if row.metric == "socket" else ceil(sockets / 2)))
    of_host = float(
        licensed_cores_per_host(
            sockets=float(sockets),
            cores_per_socket=float(cores),
            licence_minimum_cores_per_socket=float(row.minimum_cores_per_cpu or 0),
            licence_minimum_cores_per_host=float(row.minimum_cores_per_server or 0),
            licence_pack_cores=float(row.pack if row.metric == "core" else 2),
        )
    )
    return hosts * of_host / (2 if row.metric == "core-pair" else 1)


def _units_of(row: Licence, line: ProposalLine) -> float:
    """Units that one piece of a line has: as it says, else as the catalogue's price has."""
    said = _CORES.search(named(line)) if row.metric == "core" else None
    return float(said[1]) if said else float(row.price_buys_units)


def _check_price(side: ProposalSide, row: PricedRow, line: ProposalLine, catalogue: Catalogue, notes: Notes) -> None:
    net, about = net_price(line), f"price of {named(line)}"
    prices = _prices(row)
    if net is None:
        notes.skip(side, about, "it does not say what one piece costs")
        return
    if not prices:
        notes.skip(side, about, "the catalogue has no price of this part")
        return
    if notes.currency is None or any(each.currency != notes.currency for each in prices):
        notes.skip(side, about, f"the catalogue's price is in {prices[0].currency}")
        return
    key, name = row.key, _PRICE_INPUT[type(row)]
    spreads = [
        each for each in catalogue.spreads.values() if name in each.inputs and (not each.rows or key in each.rows)
    ]
    spread = next((each for each in spreads if each.rows), spreads[0])
    units = _of_one(row, line)
    low = units * min(each.amount for each in prices) * spread.low
    high = units * max(each.amount for each in prices) * spread.high
    term = _TERM.search(f"{line.part_number} {line.description}")
    if isinstance(row, Licence) and row.billing != "once" and term:
        # A price for the whole term, or for one period of it.
        high *= _years(term) * (_MONTHS_PER_YEAR if row.billing == "month" else 1)
    if low * (1 - _ROUNDING) <= net <= high * (1 + _ROUNDING):
        return
    nearest = high if net > high else low
    listed = " to ".join(dict.fromkeys(fixed(units * each.amount, 2) for each in prices))
    notes.differ(
        "price_outside_range",
        side,
        named(line),
        stated=net,
        computed=nearest,
        unit=MONEY,
        lines=[line.line],
        money=None if line.quantity is None else (net - nearest) * line.quantity,
        favours=SENDER,
        rule=f"{exact(spread.low)} to {exact(spread.high)} times the catalogue's price of {listed} ({spread.name})",
        source=", ".join(dict.fromkeys(source for each in prices for source in each.source)),
    )


_ROUNDING = 0.005


def _prices(row: PricedRow) -> list[Price]:
    """What is known of the price of a row."""
    if isinstance(row, IndicativePrice):
        return []
    if isinstance(row, MemoryModule) and row.price_per_gib is not None:
        return [row.price_per_gib]
    names = ("price", "street_price", "reduced_list_price", "list_price")
    return [price for name in names if isinstance(price := getattr(row, name, None), Price)]


def _of_one(row: PricedRow, line: ProposalLine) -> float:
    """The catalogue's prices that one piece of a line has."""
    if isinstance(row, Licence):
        return _units_of(row, line) / row.price_buys_units
    if isinstance(row, MemoryModule):
        return (row.module_gib or 1) if row.price_per_gib is not None else 1 / (row.kit_modules or 1)
    return 1


def _years(term: re.Match[str]) -> float:
    return int(term[1]) / (_MONTHS_PER_YEAR if term[2].lower().startswith("mo") else 1)


def _check_support(side: ProposalSide, plan: Plan | None, notes: Notes) -> None:
    lines = [each for each in side.lines if each.kind != "sum" and not each.years and _SUPPORT.search(named(each))]
    need = side.stated.years if plan is None else float(plan.economics.horizon_years)
    source = "years of the proposal" if plan is None else "/economics/horizon_years of the plan"
    terms = [(each, _years(term)) for each in lines if (term := _TERM.search(named(each)))]
    if not terms and side.stated.support_years is not None:
        line = lines[0] if lines else ProposalLine(line=0, description="the hosts")
        terms = [(line, side.stated.support_years)]
    if need is None or not terms:
        if side.lines and not any(each.years for each in side.lines):
            what = "the proposal does not say its years" if terms else "the proposal names no support with its years"
            notes.skip(side, "term of support", what)
        return
    for line, years in terms:
        if years < need:
            # A server with its support in one price does not say what support costs.
            priced = line.line_total if line.why_no_part != FOR_A_PART and line.part is None else None
            notes.differ(
                "support_short",
                side,
                named(line),
                stated=years,
                computed=need,
                unit="years",
                lines=[line.line],
                money=None if not priced else priced / years * (need - years),
                rule="support until the end of the horizon, at the same rate for each year",
                source=source,
            )
