"""Servers, with what they hold, and the least hardware that a vendor asks for."""

from __future__ import annotations

import re

from pydantic import Field

from hostwise.catalogue.hardware import Cpu
from hostwise.catalogue.record import Positive, Product, Record, Text, Whole

_SOCKETS = (
    r"EPYC 7\d\d[123]",
    r"EPYC 8\d\d[45]",
    r"EPYC 9\d\d[45]",
    r"Xeon E5-",
    r"Xeon \w+ \d[12]\d\d",
    r"Xeon \w+ \d3\d\d",
    r"Xeon \w+ \d[45]\d\d|Xeon Scalable 4th/5th gen",
    r"Xeon (?:6 \()?6[57]\d\d[PE]",
    r"Xeon (?:6 \()?69\d\d[PE]",
)
"""Families of processors by socket, as both the models and the machines that take them are written.

Families of one socket are not told apart: newer ones may fit after an update that the catalogue does not know of.
"""


def _socket(families: str) -> str | None:
    return next((each for each in _SOCKETS if re.search(each, families)), None)


class Chassis(Product):
    """A server without processors, memory and drives: how much of each it holds.

    Bays are those of its largest variant of each form; one chassis has bays of one form.
    """

    generation: Text = Field(description="Generation of the manufacturer.")
    launch_year: Whole = Field(description="Year of launch.")
    form: Text = Field(description="Height and sockets in words.")
    rack_units: Positive = Field(description="Height of one host, rack units.")
    sockets: Whole = Field(description="Sockets for processors.")
    processors: Text = Field(description="Families of processors that it takes.")
    memory_slots: Whole | None = Field(default=None, description="Slots for memory modules.")
    channels_per_socket: Whole | None = Field(default=None, description="Memory channels of one processor.")
    memory_type: Text = Field(description="Memory modules that it takes.")
    max_memory_gib: Positive | None = Field(default=None, description="Largest memory, GiB.")
    bays_25: Whole | None = Field(default=None, description="Bays for drives of 2.5 inch, at most.")
    nvme_bays_25: Whole | None = Field(default=None, description="Bays of 2.5 inch that take NVMe drives, at most.")
    e3s_bays: Whole | None = Field(default=None, description="Bays for E3.S drives, at most.")
    lff_bays: Whole | None = Field(default=None, description="Bays for drives of 3.5 inch, at most.")
    pcie_slots: Whole | None = Field(default=None, description="Slots for PCIe cards, at most.")
    ocp_slots: Whole | None = Field(default=None, description="Slots for OCP network cards.")

    def excludes(self, cpu: Cpu) -> bool:
        """Whether a processor surely does not fit: it is of another maker, or in another socket."""
        own, other = _socket(self.processors), _socket(cpu.model)
        return self.processors.split()[0] != cpu.model.split()[0] or (None not in (own, other) and own != other)

    def bays(self, *, nvme: bool) -> int | None:
        """Bays of the largest variant; None where none is known, or none of those that take NVMe drives."""
        known = (self.nvme_bays_25, self.e3s_bays) if nvme else (self.bays_25, self.e3s_bays, self.lff_bays)
        return max((each for each in known if each is not None), default=None)


class ReadyNodeProfile(Record):
    """The least hardware of a host by its profile in the vendor's guide for single-tier vSAN."""

    name: Text = Field(description="Name of the profile.")
    sort: Whole = Field(description="Order by size.")
    cores: Whole | None = Field(default=None, description="Physical cores of a host, at least.")
    memory_gib: Positive | None = Field(default=None, description="Memory of a host, GiB, at least.")
    drives: Whole | None = Field(default=None, description="Drives of a host in the storage pool, at least.")
    raw_tb: Positive | None = Field(default=None, description="Raw capacity of a host, TB, at least.")
    drive_gb: Positive | None = Field(default=None, description="Capacity of a drive, GB, at least.")
    drive_dwpd: Positive | None = Field(default=None, description="Rated drive writes per day, at least.")
    nic_gbit_s: Positive | None = Field(default=None, description="Speed of a network port, Gbit/s, at least.")
    advised_nic_gbit_s: Positive | None = Field(default=None, description="Speed of a network port that is advised.")
    locator: Text = Field(description="Passages of the sources.")
