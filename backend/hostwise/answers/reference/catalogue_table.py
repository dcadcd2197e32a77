"""The catalogue as tables for people: for each kind its columns, and a row of texts with the numbers behind them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from hostwise.answers.reference.catalogue_answer import UnknownKind
from hostwise.answers.reference.reference_document import (
    CatalogueCell,
    CatalogueColumn,
    CatalogueTable,
    CatalogueTableKind,
    CatalogueTableRow,
    ColumnFilter,
)
from hostwise.binding.opm_models import cited
from hostwise.binding.prices import catalogue_price, on_offer, row_price
from hostwise.catalogue.hardware import Drive
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.market import EnergyFigure, Licence
from hostwise.catalogue.price_kinds import PriceKind, price_kind
from hostwise.catalogue.record import Price, Record
from hostwise.catalogue.rules import Protection
from hostwise.number_format.dates import month_words
from hostwise.number_format.writing import exact
from hostwise.plan.former_names import current_kind


class Priced(NamedTuple):
    """A price with its kind."""

    price: Price
    kind: PriceKind


class Noted(NamedTuple):
    """A word, and what is said below it."""

    word: str
    note: str


Value = str | float | bool | Priced | Noted | None


@dataclass(frozen=True)
class Column:
    """A column: the field of the rows that it shows, or what is made of a row.

    Attributes:
        key: its name in addresses, by default that of the field.
        label: its heading.
        unit: the unit of its numbers, which stands in the heading.
        filter: how it is filtered.
        of: what a row has in it; by default the field with its key.
        counted: what a row has in it that the catalogue says elsewhere, such as the price of its class.
        write: how its numbers are written.
    """

    key: str
    label: str
    unit: str = ""
    filter: ColumnFilter = "none"
    of: Callable[[Any], Value] | None = None
    counted: Callable[[Any, Catalogue], Value] | None = None
    write: Callable[[float], str] = exact

    def cell(self, row: Record, catalogue: Catalogue) -> CatalogueCell:
        """What a row has in it; nothing where it is unknown."""
        if self.counted is not None:
            value = self.counted(row, catalogue)
        else:
            value = getattr(row, self.key) if self.of is None else self.of(row)
        if isinstance(value, Price):
            value = Priced(value, price_kind(value.basis))
        if value is None or value == "":
            return CatalogueCell(text="", value=None)
        if isinstance(value, Priced):
            price, kind = value
            held = month_words(price.held) if price.held else "undated"
            return CatalogueCell(
                text=f"{exact(price.amount)} {price.currency}", value=price.amount, note=f"{kind}, {held}"
            )
        if isinstance(value, Noted):
            return CatalogueCell(text=value.word, value=None, note=value.note)
        if isinstance(value, bool):
            return CatalogueCell(text="yes" if value else "no", value=None)
        if isinstance(value, int | float):
            return CatalogueCell(text=self.write(value), value=float(value))
        return CatalogueCell(text=value, value=None)


_CLASSES = {"vRI": "very read-intensive", "RI": "read-intensive", "MU": "mixed-use", "WI": "write-intensive"}
_METRICS = {
    "carbon_g_per_kwh": ("carbon of electricity", "g CO2e/kWh"),
    "electricity_price_per_kwh": ("price of electricity", "per kWh"),
    "pue_ratio": ("power usage effectiveness", ""),
    "colocation_price_per_kw_month": ("colocation", "per kW and month"),
    "rack_unit_price_per_month": ("rack space", "per rack unit and month"),
}
_UNITS = {
    "core": "core",
    "socket": "socket",
    "core-pair": "pair of cores",
    "socket-pair": "pair of sockets",
    "tib": "TiB",
}
_PERIODS = {"year": "a year", "month": "a month", "once": "once"}
_STATES = {"fixed": "fixed memory states", "sliding": "sliding memory states", "one_to_one": "memory one to one"}
# A year is no amount: its thousands are not set apart.
_YEAR = Column("launch_year", "Year", filter="range", write=str)


def _drive_class(row: Drive) -> str:
    return _CLASSES[row.workload_class]


def _sold_by(row: Licence) -> str:
    units = _UNITS[row.metric]
    return units if row.price_buys_units == 1 else f"{row.price_buys_units} {units}s"


def _price(row: Any, catalogue: Catalogue) -> Priced | None:
    """The price of one part at which it counts: its own, else an estimate from the price of its class."""
    if (own := row_price(row)) is not None:
        return Priced(own, price_kind(own.basis))
    of_class = catalogue_price(catalogue, row)
    if of_class is None:
        return None
    size = row.capacity_gb if isinstance(row, Drive) else 1
    return Priced(of_class.model_copy(update={"amount": round(of_class.amount * size)}), PriceKind.ESTIMATE)


def _price_kind(row: Any, catalogue: Catalogue) -> Noted | None:
    """The kind of the price; of a price of the very row also what it rests on."""
    found = _price(row, catalogue)
    if found is None:
        return None
    basis = found.price.basis
    return Noted(found.kind.value, "" if row_price(row) is None or basis == found.kind else basis)


def _energy_unit(row: EnergyFigure) -> str:
    return " ".join(each for each in (row.currency, _METRICS[row.metric][1]) if each)


_PRICE = Column("price", "Price", filter="range", counted=_price)
_PRICE_KIND = Column("price_kind", "Kind of price", filter="set", counted=_price_kind)


@dataclass(frozen=True)
class _Kind:
    label: str
    name: Callable[[Any], str]
    columns: tuple[Column, ...]
    picked_as: Callable[[Any], str | None] = lambda row: str(row.key)
    details: Callable[[Any], str] | None = None

    def details_of(self, row: Any, cells: Sequence[CatalogueCell]) -> str:
        """What tells a row apart where there is no table: its numbers with their units, and what is said in words."""
        if self.details is not None:
            return self.details(row)
        told = [
            f"{cell.text} {column.unit or column.label.lower()}{cell.note and f' ({cell.note})'}"
            if cell.value is not None
            else cell.text
            for column, cell in zip(self.columns, cells, strict=True)
            if cell.value is not None or column.filter == "none"
        ]
        return " \u00b7 ".join(each for each in told if each)


def _named(row: Any) -> str:
    return str(row.name)


def _protection(row: Protection) -> str:
    """Its label, with its family where several have the same."""
    family, _, more = row.family_name.partition(":")
    return f"{row.label} ({family})" if more else row.label


def _energy_details(row: EnergyFigure) -> str:
    value = "" if row.value is None else f"{exact(row.value)} {_energy_unit(row)}"
    return " \u00b7 ".join(each for each in (value, row.period) if each)


def _country(row: EnergyFigure) -> str | None:
    """What a plan names its country by: the code of one whose electricity has a figure of carbon."""
    return row.region_code if row.metric == "carbon_g_per_kwh" else None


TABLES: Mapping[str, _Kind] = {
    "drives": _Kind(
        "Drives",
        _named,
        (
            Column("class", "Class", filter="set", of=_drive_class),
            Column("capacity_gb", "Capacity", "GB", "range"),
            Column("rated_dwpd", "Endurance", "DWPD", "range"),
            _PRICE,
            _PRICE_KIND,
            Column("interface", "Interface", filter="set"),
            Column("media", "Medium", filter="set"),
            _YEAR,
            Column("tbw_tb", "Rated writes", "TB"),
            Column("warranty_years", "Warranty", "years"),
            Column("seq_write_mb_s", "Sequential writes", "MB/s"),
        ),
    ),
    "cpus": _Kind(
        "Processors",
        _named,
        (
            Column("cores", "Cores", filter="range"),
            Column("base_ghz", "Base clock", "GHz", "range"),
            _PRICE,
            _PRICE_KIND,
            Column("tdp_w", "TDP", "W", "range"),
            Column("generation", "Generation", filter="set"),
            _YEAR,
            Column("max_sockets", "Maximum sockets", filter="range"),
            Column("memory_channels", "Memory channels"),
            Column("spec_rate_per_core", "SPECrate2017_int_base", "a core"),
        ),
    ),
    "memory": _Kind(
        "Memory",
        _named,
        (
            Column("memory_type", "Type", filter="set"),
            Column("capacity_gib", "Capacity", "GiB", "range"),
            Column("kit_modules", "Modules of a kit"),
            Column("price", "Price", filter="known"),
            Column("price_per_gib", "Price per GiB", filter="known"),
            _PRICE_KIND,
            Column("typical_w", "Power", "W"),
        ),
    ),
    "chassis": _Kind(
        "Servers",
        _named,
        (
            Column("vendor", "Maker", filter="set"),
            Column("processors", "Processors", filter="set"),
            Column("form", "Form", filter="set"),
            _PRICE,
            Column("sockets", "Sockets", filter="range"),
            Column("memory_slots", "Memory slots", filter="range"),
            Column("bays", "Drive bays", filter="range", of=lambda row: row.bays(nvme=False)),
            Column("nvme_bays", "NVMe bays", filter="range", of=lambda row: row.bays(nvme=True)),
            Column("pcie_slots", "PCIe slots"),
            _YEAR,
        ),
    ),
    "hypervisors": _Kind(
        "Hypervisors",
        _named,
        (
            Column("family_name", "Family", filter="set"),
            Column("memory_states", "Memory", filter="set", of=lambda row: _STATES[row.memory_state_model]),
            Column("host_cache", "Host cache", filter="set"),
            Column("read_cache", "Read cache", filter="set"),
            Column("memory_tier_status", "NVMe memory tier", filter="set"),
            Column("live_migration", "Live migration", filter="set"),
            Column("snapshots", "Snapshots", filter="set"),
            Column("vgpu", "Shared GPU", filter="set"),
        ),
    ),
    "stacks": _Kind(
        "Storage stacks",
        _named,
        (
            Column("hypervisors", "Hypervisors", of=lambda row: ", ".join(row.hypervisors) or "any"),
            Column("protections", "Protection", filter="set"),
            Column("nvme_only", "NVMe only", filter="set"),
            Column("thick", "Thick volumes", filter="set"),
            Column("same_drives", "Same drives in all hosts", filter="set"),
        ),
    ),
    "protection": _Kind(
        "Protection",
        _protection,
        (
            Column("family_name", "Family", filter="set"),
            Column("capacity_factor", "Raw bytes per byte", "times", "range"),
            Column("minimum_hosts", "Minimum hosts", filter="range"),
            Column("rebuild_capable_hosts", "Hosts to rebuild", filter="range"),
            Column("hosts_lost", "Hosts that may fail", filter="range"),
            Column("sites", "Sites", filter="range"),
        ),
    ),
    "licences": _Kind(
        "Licences",
        _named,
        (
            Column("vendor", "Vendor", filter="set"),
            Column("price", "Price", filter="known"),
            Column("sold_by", "For", filter="set", of=_sold_by),
            Column("billing", "Paid", filter="set", of=lambda row: _PERIODS[row.billing]),
            Column("minimum_cores_per_cpu", "Minimum cores", "per processor"),
            Column("minimum_cores_per_server", "Minimum cores", "per server"),
            Column("term", "Terms"),
        ),
    ),
    "energy": _Kind(
        "Energy and space",
        lambda row: str(row.region),
        (
            Column("metric", "Figure", filter="set", of=lambda row: _METRICS[row.metric][0]),
            Column("value", "Value", filter="known"),
            Column("unit", "Unit", of=_energy_unit),
            Column("period", "Period", filter="set"),
        ),
        _country,
        _energy_details,
    ),
    "ready_node_profiles": _Kind(
        "ReadyNode profiles",
        _named,
        (
            Column("cores", "Cores at least", filter="range"),
            Column("memory_gib", "Memory at least", "GiB", "range"),
            Column("drives", "Drives at least"),
            Column("raw_tb", "Raw capacity at least", "TB"),
            Column("nic_gbit_s", "Network port", "Gbit/s"),
        ),
    ),
    "host_power": _Kind(
        "Measured power",
        _named,
        (
            Column("sockets", "Processors", filter="range"),
            Column("memory_gib", "Memory", "GiB"),
            Column("idle_w", "Idle", "W", "range"),
            Column("max_w", "Full load", "W", "range"),
            Column("results", "Results behind it"),
        ),
    ),
    "management": _Kind(
        "Management VMs",
        _named,
        (
            Column("vcpu", "Virtual processors", "vCPU", "range"),
            Column("memory_gib", "Memory", "GiB", "range"),
            Column("disk_gb", "Disks", "GB"),
            Column("once", "Only once", filter="set"),
            Column("limit", "Manages at most"),
        ),
    ),
    "cost_rates": _Kind(
        "Published rates",
        _named,
        (
            Column("category", "Category", filter="set", of=lambda row: row.category.replace("_", " ")),
            Column("scope", "Where it holds"),
            Column("per", "For each", filter="set"),
            Column("paid", "Paid", filter="set", of=lambda row: row.paid.replace("_", " ")),
            Column("low", "Low"),
            Column("amount", "Usual"),
            Column("high", "High"),
            Column("currency", "Currency", filter="set"),
        ),
    ),
}
"""The kinds that people look up, in the order in which they are listed."""


def catalogue_tables(catalogue: Catalogue) -> list[CatalogueTableKind]:
    """The kinds that have a table, with their numbers of rows."""
    return [
        CatalogueTableKind(kind=kind, label=each.label, rows=len(getattr(catalogue, kind)))
        for kind, each in TABLES.items()
    ]


def catalogue_table(kind: str, catalogue: Catalogue) -> CatalogueTable:
    """One kind as a table.

    Raises:
        UnknownKind: no kind with a table has that name; the message names those that are.
    """
    kind = current_kind(kind)
    found = TABLES.get(kind)
    if found is None:
        raise UnknownKind(f"Unknown kind of data {kind!r}; there are {', '.join(TABLES)}.")
    rows: list[Record] = list(getattr(catalogue, kind).values())
    offered = on_offer(catalogue)
    cells = [[each.cell(row, catalogue) for each in found.columns] for row in rows]
    return CatalogueTable(
        version=catalogue.version,
        kind=kind,
        label=found.label,
        kinds=catalogue_tables(catalogue),
        columns=[
            CatalogueColumn(key=each.key, label=each.label, unit=each.unit, filter=each.filter)
            for each in found.columns
        ],
        rows=[
            CatalogueTableRow(
                key=row.key,
                name=found.name(row),
                picked_as=found.picked_as(row),
                details=found.details_of(row, own),
                cells=own,
                sources=list(row.source),
                date=row.source_date,
                confidence=row.confidence,
                notes=row.notes,
                old_price=catalogue_price(catalogue, row) is not None and not offered(row),
            )
            for row, own in zip(rows, cells, strict=True)
        ],
        sources=list(cited(catalogue, dict.fromkeys(key for row in rows for key in row.source))),
    )
