"""Reads the packaged data files into one checked, immutable catalogue."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, ValuesView
from dataclasses import dataclass, fields
from difflib import get_close_matches
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any, Generic, TypeVar

from pydantic import ValidationError

from hostwise.catalogue.capacity_rules import CapacityRule
from hostwise.catalogue.evidence import (
    Discrepancy,
    LeftOut,
    Measurement,
    OpmMarker,
    OpmModel,
    OpmPoint,
    ReadCacheBlock,
    ReadCacheCase,
    RecoveryPoint,
)
from hostwise.catalogue.hardware import (
    Cpu,
    CpuPowerCurve,
    Drive,
    DriveEvidence,
    EmbodiedPart,
    EmbodiedServer,
    HostPower,
    MemoryModule,
    PowerPart,
)
from hostwise.catalogue.hypervisors import Hypervisor, HypervisorFact, VmOverhead, VsanMemory
from hostwise.catalogue.machine import Chassis, ReadyNodeProfile
from hostwise.catalogue.management import Management
from hostwise.catalogue.market import (
    CostRate,
    EnergyFigure,
    IndicativePrice,
    Licence,
    LicenceTerm,
    MigrationRule,
    PriceBenchmark,
)
from hostwise.catalogue.os_support import OsSupport
from hostwise.catalogue.own_rows import OwnRow, OwnRowsError, own_files, own_rows
from hostwise.catalogue.platform_vms import PlatformVm
from hostwise.catalogue.record import Keyed, Price, Record
from hostwise.catalogue.rules import Assumption, Finding, Protection, Source, Spread
from hostwise.catalogue.stacks import Stack, StackFact
from hostwise.number_format.writing import exact, fixed, percent

CATALOGUE_SEMANTIC_VERSION = "3.0.0"
"""Raised by hand: major for a removed key or column, minor for new rows, patch for corrected values."""

ENDURANCE_TOLERANCE_SHARE = 0.05
"""Stated TBW and stated DWPD may differ by this share before the catalogue calls them inconsistent."""

Row = TypeVar("Row", bound=Keyed)


class CatalogueError(Exception):
    """A data file is damaged; the message names file, line and field."""


class UnknownKey(KeyError):
    """No row has this key; `nearest` are the keys that look most like it."""

    def __init__(self, kind: str, key: str, keys: Iterable[str]) -> None:
        """Keep the requested key, and the known ones."""
        super().__init__(key)
        self.kind = kind
        self.key = key
        self._keys = keys

    @cached_property
    def nearest(self) -> tuple[str, ...]:
        """The most similar keys, searched only when read: `get` and `in` never need them."""
        return tuple(get_close_matches(self.key, self._keys, n=3, cutoff=0.4))

    def __str__(self) -> str:
        """Name the requested key and the nearest ones."""
        hint = f"; nearest: {', '.join(self.nearest)}" if self.nearest else ""
        return f"no {self.kind} has the key {self.key!r}{hint}"


class Table(Mapping[str, Row], Generic[Row]):
    """The rows of one kind by key, in the order of the data file."""

    def __init__(self, kind: str, rows: Iterable[Row]) -> None:
        """Index the rows.

        Raises:
            CatalogueError: two rows have the same key.
        """
        self.kind = kind
        self._rows: dict[str, Row] = {}
        for row in rows:
            if row.key in self._rows:
                raise CatalogueError(f"{kind}: the key {row.key!r} stands twice")
            self._rows[row.key] = row

    def __getitem__(self, key: str) -> Row:
        """The row with this key.

        Raises:
            UnknownKey: there is none.
        """
        try:
            return self._rows[key]
        except KeyError:
            raise UnknownKey(self.kind, key, self._rows) from None

    def __iter__(self) -> Iterator[str]:
        """Keys in the order of the data file."""
        return iter(self._rows)

    def __len__(self) -> int:
        """Number of rows."""
        return len(self._rows)

    def values(self) -> ValuesView[Row]:
        """The rows in that order; the method of the base class would look up each one."""
        return self._rows.values()


@dataclass(frozen=True, eq=False)
class Catalogue:
    """Everything the catalogue knows; each table is looked up by key and raises `UnknownKey`.

    Catalogues are compared by identity, so that results derived from one can be cached for it.
    """

    version: str
    drives: Table[Drive]
    cpus: Table[Cpu]
    memory: Table[MemoryModule]
    chassis: Table[Chassis]
    ready_node_profiles: Table[ReadyNodeProfile]
    host_power: Table[HostPower]
    power_parts: Table[PowerPart]
    embodied_servers: Table[EmbodiedServer]
    embodied_parts: Table[EmbodiedPart]
    cpu_power_curves: Table[CpuPowerCurve]
    licences: Table[Licence]
    licence_terms: Table[LicenceTerm]
    cost_rates: Table[CostRate]
    migration_rules: Table[MigrationRule]
    energy: Table[EnergyFigure]
    price_benchmarks: Table[PriceBenchmark]
    indicative_prices: Table[IndicativePrice]
    protection: Table[Protection]
    hypervisors: Table[Hypervisor]
    hypervisor_facts: Table[HypervisorFact]
    management: Table[Management]
    capacity_rules: Table[CapacityRule]
    platform_vms: Table[PlatformVm]
    os_support: Table[OsSupport]
    stacks: Table[Stack]
    stack_facts: Table[StackFact]
    vsan_memory: Table[VsanMemory]
    vm_overheads: Table[VmOverhead]
    opm_models: Table[OpmModel]
    opm_points: Table[OpmPoint]
    opm_markers: Table[OpmMarker]
    recovery_points: Table[RecoveryPoint]
    read_cache_cases: Table[ReadCacheCase]
    read_cache_blocks: Table[ReadCacheBlock]
    measurements: Table[Measurement]
    measurements_left_out: Table[LeftOut]
    discrepancies: Table[Discrepancy]
    assumptions: Table[Assumption]
    spreads: Table[Spread]
    sources: Table[Source]
    findings: tuple[Finding, ...]

    def title(self, key: str) -> str:
        """What a row is called, by its key: the key itself where rows of its kind have no name."""
        return self._titles.get(key, key)

    @cached_property
    def _titles(self) -> Mapping[str, str]:
        rows = [row for table in vars(self).values() if isinstance(table, Table) for row in table.values()]
        titles = ((row.key, getattr(row, "title", None) or getattr(row, "name", None)) for row in rows)
        return {key: title for key, title in titles if title}

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the packaged catalogue by reference: another process loads its own."""
        if self is load_catalogue():
            return load_catalogue, ()
        return Catalogue, tuple(getattr(self, each.name) for each in fields(self))


@lru_cache(maxsize=1)
def load_catalogue() -> Catalogue:
    """The packaged catalogue with the rows of this deployment's own, read once.

    Raises:
        OwnRowsError: a file of own rows is wrong.
    """
    own = own_rows(own_files())
    try:
        return build_catalogue(packaged(), own)
    except CatalogueError as error:
        if own:
            raise OwnRowsError(str(error)) from error
        raise


def packaged() -> dict[str, bytes]:
    """The data files of the package."""
    folder = files("hostwise.catalogue") / "data"
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.name.endswith(".csv")}


def build_catalogue(data: Mapping[str, bytes], own: Mapping[str, Sequence[OwnRow]] | None = None) -> Catalogue:
    """Check data files (name -> content) and rows of the deployment's own (by table), and put them together.

    Raises:
        CatalogueError: a file, row, reference or citation is wrong.
    """

    def read(name: str, record: type[Row]) -> list[Row]:
        mine = (own or {}).get(name, ())
        return [*_read(data, name, record), *(_checked(record, each.values, each.place) for each in mine)]

    evidence = read("drive_evidence", DriveEvidence)
    drives = Table("drive", (_with_evidence(drive, evidence) for drive in read("drives", Drive)))
    for found in evidence:
        if found.drive_key not in drives:
            raise CatalogueError(f"drive_evidence: {found.key} refers to the unknown drive {found.drive_key!r}")
    catalogue = Catalogue(
        version=catalogue_version(data, own),
        drives=drives,
        cpus=Table("cpu", read("cpus", Cpu)),
        memory=Table("memory module", read("memory", MemoryModule)),
        chassis=Table("chassis", read("chassis", Chassis)),
        ready_node_profiles=Table("ReadyNode profile", read("ready_node_profiles", ReadyNodeProfile)),
        host_power=Table("host power", read("host_power", HostPower)),
        power_parts=Table("power of a part", read("power_parts", PowerPart)),
        embodied_servers=Table("embodied server", read("embodied_servers", EmbodiedServer)),
        embodied_parts=Table("embodied part", read("embodied_parts", EmbodiedPart)),
        cpu_power_curves=Table("cpu power curve", read("cpu_power_curves", CpuPowerCurve)),
        licences=Table("licence", read("licences", Licence)),
        licence_terms=Table("licence term", read("licence_terms", LicenceTerm)),
        cost_rates=Table("published rate", read("cost_rates", CostRate)),
        migration_rules=Table("rule for a move", read("migration_rules", MigrationRule)),
        energy=Table("energy figure", read("energy", EnergyFigure)),
        indicative_prices=Table("indicative price", read("indicative_prices", IndicativePrice)),
        price_benchmarks=Table("price benchmark", read("price_benchmarks", PriceBenchmark)),
        protection=Table("protection", read("protection", Protection)),
        hypervisors=Table("hypervisor", read("hypervisors", Hypervisor)),
        hypervisor_facts=Table("fact of a hypervisor", read("hypervisor_facts", HypervisorFact)),
        management=Table("choice of management", read("management", Management)),
        capacity_rules=Table("rule for capacity", read("capacity_rules", CapacityRule)),
        platform_vms=Table("VM of a platform", read("platform_vms", PlatformVm)),
        os_support=Table("support of an operating system", read("os_support", OsSupport)),
        stacks=Table("storage stack", read("stacks", Stack)),
        stack_facts=Table("fact of a storage stack", read("stack_facts", StackFact)),
        vsan_memory=Table("memory of a vSAN version", read("vsan_memory", VsanMemory)),
        vm_overheads=Table("VM overhead", read("vm_overheads", VmOverhead)),
        opm_models=Table("OPM model", read("opm_models", OpmModel)),
        opm_points=Table("OPM point", read("opm_points", OpmPoint)),
        opm_markers=Table("OPM marker", read("opm_markers", OpmMarker)),
        recovery_points=Table("recovery point", read("recovery_points", RecoveryPoint)),
        read_cache_cases=Table("read cache case", read("read_cache_cases", ReadCacheCase)),
        read_cache_blocks=Table("read cache block", read("read_cache_blocks", ReadCacheBlock)),
        measurements=Table("measurement", read("measurements", Measurement)),
        measurements_left_out=Table("measurement left out", read("measurements_left_out", LeftOut)),
        discrepancies=Table("discrepancy", read("discrepancies", Discrepancy)),
        assumptions=Table("assumption", read("assumptions", Assumption)),
        spreads=Table("spread", read("spreads", Spread)),
        sources=Table("source", read("sources", Source)),
        findings=tuple(finding for drive in drives.values() for finding in endurance_findings(drive)),
    )
    _check_references(catalogue)
    return catalogue


def catalogue_version(data: Mapping[str, bytes], own: Mapping[str, Sequence[OwnRow]] | None = None) -> str:
    """Semantic version and a short hash of the content, the same on every system (line ends do not count)."""
    digest = hashlib.sha256()
    for name in sorted(data):
        digest.update(name.encode() + b"\0" + data[name].replace(b"\r\n", b"\n") + b"\0")
    for name in sorted(own or {}):
        rows = [dict(each.values) for each in (own or {})[name]]
        digest.update(name.encode() + json.dumps(rows, sort_keys=True, default=str).encode())
    return f"{CATALOGUE_SEMANTIC_VERSION}+{digest.hexdigest()[:8]}"


def endurance_findings(drive: Drive) -> tuple[Finding, ...]:
    """A finding if the drive's two endurance statements contradict each other."""
    gap, tbw_tb, dwpd, years = drive.endurance_gap_share, drive.tbw_tb, drive.rated_dwpd, drive.warranty_years
    if gap is None or tbw_tb is None or dwpd is None or years is None or abs(gap) <= ENDURANCE_TOLERANCE_SHARE:
        return ()
    message = (
        f"{drive.name}: the stated {fixed(tbw_tb)} TBW is {percent(abs(gap), 2)} "
        f"{'above' if gap > 0 else 'below'} {exact(dwpd)} DWPD x {fixed(drive.capacity_gb)} GB x 365 x "
        f"{exact(years)} years"
    )
    fields = ("rated_dwpd", "tbw_tb", "warranty_years")
    return (Finding(code="endurance-statements-differ", table="drives", key=drive.key, fields=fields, message=message),)


def _with_evidence(drive: Drive, evidence: Iterable[DriveEvidence]) -> Drive:
    """The drive with what tests found about it."""
    return drive.model_copy(update={"evidence": tuple(found for found in evidence if found.drive_key == drive.key)})


def _read(data: Mapping[str, bytes], name: str, record: type[Row]) -> list[Row]:
    """The rows of one data file: an empty cell is absent, ``price.amount`` belongs to the record `price`."""
    file = f"{name}.csv"
    if file not in data:
        raise CatalogueError(f"{file} is missing")
    try:
        reader = csv.DictReader(io.StringIO(data[file].decode("utf-8"), newline=""), strict=True)
        return [_record(record, cells, f"{file} line {reader.line_num}") for cells in reader]
    except (UnicodeDecodeError, csv.Error) as error:
        raise CatalogueError(f"{file}: {error}") from error


def _record(record: type[Row], cells: Mapping[str, str], place: str) -> Row:
    """One row, checked."""
    if None in cells or None in cells.values():
        raise CatalogueError(f"{place}: the row has more or fewer cells than the header")
    values: dict[str, Any] = {}
    for column, cell in cells.items():
        if cell == "":
            continue
        outer, _, inner = column.partition(".")
        if inner:
            values.setdefault(outer, {})[inner] = cell
        else:
            values[outer] = cell
    return _checked(record, values, place)


def _checked(record: type[Row], values: Mapping[str, Any], place: str) -> Row:
    try:
        row = record.model_validate(values)
    except ValidationError as error:
        problems = "; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors())
        raise CatalogueError(f"{place} ({values.get('key')}): {problems}") from error
    if isinstance(row, Record):
        _check_background(row, place)
    return row


def _check_background(row: Record, place: str) -> None:
    """Check that every background field has a value."""
    for field in row.background_fields:
        if getattr(row, field, None) is None:
            raise CatalogueError(f"{place} ({row.key}): the background field {field!r} has no value")


def _check_stacks(catalogue: Catalogue) -> None:
    """Check that storage stacks have a usual one for each layout, protections, and facts that are said once."""
    usual = [each.layout for each in catalogue.stacks.values() if each.usual]
    if sorted(usual) != sorted({each.layout for each in catalogue.stacks.values()}):
        raise CatalogueError("stacks: each layout has one usual storage stack")
    for row in catalogue.protection.values():
        least = row.least_hosts
        for key in row.wider:
            wider = catalogue.protection.get(key)
            if wider is None or (wider.family, wider.sites) != (row.family, row.sites):
                raise CatalogueError(f"protection: {row.key} becomes {key!r}, which is none of its family and sites")
            if wider.least_hosts <= least:
                raise CatalogueError(f"protection: {row.key} becomes {key!r}, which asks for no more hosts")
            least = wider.least_hosts
    for stack in catalogue.stacks.values():
        if stack.usual_protection is not None and stack.usual_protection not in catalogue.protection:
            raise CatalogueError(f"stacks: {stack.key} has the unknown protection {stack.usual_protection!r}")
        if not any(each.family == stack.protections for each in catalogue.protection.values()):
            raise CatalogueError(f"stacks: {stack.key} has no protection of the family {stack.protections!r}")
        for family in stack.hypervisors:
            if family not in {each.family for each in catalogue.hypervisors.values()}:
                raise CatalogueError(f"stacks: {stack.key} runs on the unknown hypervisor {family!r}")
    for rule in catalogue.capacity_rules.values():
        if unknown := set(rule.stacks) - set(catalogue.stacks):
            raise CatalogueError(f"capacity_rules: {rule.key} is about the unknown {min(unknown)!r}")
    of_stacks = [(stack, fact.field) for fact in catalogue.stack_facts.values() for stack in fact.stacks]
    _check_facts("stack_facts", of_stacks, catalogue.stacks)


def _check_hypervisors(catalogue: Catalogue) -> None:
    """Check that families of hypervisors have a usual version, and facts that are said once."""
    versions = catalogue.hypervisors.values()
    if sorted(each.family for each in versions if each.usual) != sorted({each.family for each in versions}):
        raise CatalogueError("hypervisors: each family has one usual version")
    for licence in catalogue.licences.values():
        if licence.hypervisor is not None and licence.hypervisor not in {each.family for each in versions}:
            raise CatalogueError(f"licences: {licence.key} is for the unknown hypervisor {licence.hypervisor!r}")
    facts = [(each, fact.field) for fact in catalogue.hypervisor_facts.values() for each in fact.hypervisors]
    _check_facts("hypervisor_facts", facts, catalogue.hypervisors)
    for choice in catalogue.management.values():
        if unknown := set(choice.hypervisors) - {each.family for each in versions}:
            raise CatalogueError(f"management: {choice.key} is for the unknown hypervisor {min(unknown)!r}")
    usual = [family for each in catalogue.management.values() if each.usual for family in each.hypervisors]
    if len(usual) > len(set(usual)):
        raise CatalogueError("management: a hypervisor has two usual choices")
    tables = {each.table for each in catalogue.vm_overheads.values()}
    for version in versions:
        if version.vsan_memory is not None and version.vsan_memory not in catalogue.vsan_memory:
            raise CatalogueError(f"hypervisors: {version.key} has the unknown memory formula {version.vsan_memory!r}")
        if version.vm_overhead_table is not None and version.vm_overhead_table not in tables:
            raise CatalogueError(f"hypervisors: {version.key} has the unknown table {version.vm_overhead_table!r}")


def _check_facts(table: str, said: Sequence[tuple[str, str]], known: Container[str]) -> None:
    """Check that facts are about rows that exist, each field of a row once."""
    for (key, field), times in Counter(said).items():
        if key not in known:
            raise CatalogueError(f"{table}: {field} is about the unknown {key!r}")
        if times > 1:
            raise CatalogueError(f"{table}: {field} of {key} is said twice")


def _check_references(catalogue: Catalogue) -> None:
    """Check that every citation and every key of another table exists."""
    for name, table in vars(catalogue).items():
        if not isinstance(table, Table):
            continue
        for row in table.values():
            for key in _cited(row):
                if key not in catalogue.sources:
                    raise CatalogueError(f"{name}: {row.key} cites the unknown source {key!r}")
    for power in catalogue.host_power.values():
        if power.cpu_key is not None and power.cpu_key not in catalogue.cpus:
            raise CatalogueError(f"host_power: {power.key} refers to the unknown processor {power.cpu_key!r}")
        if power.cpu_key is None and power.tdp_w is None:
            raise CatalogueError(f"host_power: {power.key} has neither a processor of the catalogue nor its TDP")
    for term in catalogue.licence_terms.values():
        for key in term.licences:
            if key not in catalogue.licences:
                raise CatalogueError(f"licence_terms: {term.key} is about the unknown licence {key!r}")
    _check_stacks(catalogue)
    _check_hypervisors(catalogue)
    for rows in (catalogue.opm_points, catalogue.opm_markers, catalogue.recovery_points):
        for row in rows.values():
            if row.model_key not in catalogue.opm_models:
                raise CatalogueError(f"{row.key} belongs to the unknown OPM model {row.model_key!r}")
    for block in catalogue.read_cache_blocks.values():
        if block.case_key not in catalogue.read_cache_cases:
            raise CatalogueError(f"read_cache_blocks: {block.key} has the unknown case {block.case_key!r}")


def _cited(row: Keyed) -> Iterator[str]:
    """Source keys that a row cites, those of its prices and evidence included."""
    if isinstance(row, Record | LeftOut | Discrepancy):
        yield from row.source
    if not isinstance(row, Record):
        return
    for _, value in row:
        if isinstance(value, Price):
            yield from value.source
    if isinstance(row, Cpu) and row.spec_source is not None:
        yield row.spec_source
    if isinstance(row, Drive):
        for found in row.evidence:
            yield from found.source
