"""The catalogue: drives, processors, memory, hosts, licences, energy, rules, assumptions; each with its source."""

from hostwise.catalogue.hardware import (
    Cpu,
    CpuPowerCurve,
    Drive,
    DriveEvidence,
    EmbodiedPart,
    EmbodiedServer,
    HostPower,
    MemoryModule,
    PowerAdder,
    ServerPart,
)
from hostwise.catalogue.loader import (
    Catalogue,
    CatalogueError,
    Table,
    UnknownKey,
    build_catalogue,
    catalogue_version,
    endurance_findings,
    load_catalogue,
)
from hostwise.catalogue.market import EnergyFigure, Licence, PriceBenchmark
from hostwise.catalogue.record import Confidence, Kind, Price, Record
from hostwise.catalogue.rules import Assumption, Finding, Protection, Source

__all__ = [
    "Assumption",
    "Catalogue",
    "CatalogueError",
    "Confidence",
    "Cpu",
    "CpuPowerCurve",
    "Drive",
    "DriveEvidence",
    "EmbodiedPart",
    "EmbodiedServer",
    "EnergyFigure",
    "Finding",
    "HostPower",
    "Kind",
    "Licence",
    "MemoryModule",
    "PowerAdder",
    "Price",
    "PriceBenchmark",
    "Protection",
    "Record",
    "ServerPart",
    "Source",
    "Table",
    "UnknownKey",
    "build_catalogue",
    "catalogue_version",
    "endurance_findings",
    "load_catalogue",
]
