"""What a quantity is: its name, its unit (read off the name), its meaning and where it comes from.

A name says its unit: ``<what>_<unit>[_per_<thing>]`` or ``<what>_<unit>_<qualifier>...``; see `unit_of`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
"""The values of a quantity: (sample, configuration) and one axis more for each kind of members; NaN where missing."""

Kind = Literal["measured", "derived", "vendor-stated", "assumed", "entered"]
Axis = Literal["role", "group", "year", "month"]
AXES: tuple[Axis, ...] = get_args(Axis)
"""Along which members a quantity can have several values, in canonical order."""

AbsentMeans = Literal["not evaluated", "alternative", "no limit", "does not apply"]
"""What it means that an input is absent; an alternative is one of several that would do."""


class DeclarationError(Exception):
    """A quantity or formula is declared wrongly; raised while the engine is imported."""


@dataclass(frozen=True)
class Unit:
    """A unit as shown beside a number; `symbol` is empty for plain ratios."""

    symbol: str
    meaning: str


MONEY = Unit("currency", "money in the plan's currency")

UNITS: Mapping[str, Unit] = {
    "mb_s": Unit("MB/s", "megabytes per second under the plan's unit convention"),
    "mib_s": Unit("MiB/s", "2^20 bytes per second"),
    "mb": Unit("MB", "megabytes under the plan's unit convention"),
    "gb": Unit("GB", "10^9 bytes"),
    "tb": Unit("TB", "10^12 bytes"),
    "gbit_s": Unit("Gbit/s", "10^9 bits per second"),
    "mbit_s": Unit("Mbit/s", "10^6 bits per second"),
    "kib": Unit("KiB", "2^10 bytes"),
    "mib": Unit("MiB", "2^20 bytes"),
    "gib": Unit("GiB", "2^30 bytes"),
    "tib": Unit("TiB", "2^40 bytes"),
    "opm": Unit("OPM", "operations per minute"),
    "turnovers": Unit("", "times that something is exchanged"),
    "iops": Unit("IOPS", "input/output operations per second"),
    "ghz": Unit("GHz", "10^9 cycles per second"),
    "spec": Unit("SPECrate", "SPECrate2017_int_base"),
    "vcpu": Unit("vCPU", "virtual processors"),
    "cores": Unit("cores", "physical processor cores"),
    "sockets": Unit("sockets", "processor sockets"),
    "threads": Unit("threads", "logical processors"),
    "hosts": Unit("hosts", "hosts"),
    "sites": Unit("sites", "sites"),
    "clusters": Unit("clusters", "clusters"),
    "parts": Unit("parts", "parts of the hosts with spares of their own: clusters, and their sites"),
    "vms": Unit("VMs", "virtual machines"),
    "count": Unit("VMs", "virtual machines of one group"),
    "ms": Unit("ms", "milliseconds"),
    "seconds": Unit("s", "seconds"),
    "request_seconds": Unit("request s", "requests times the seconds that each waits longer"),
    "blocks": Unit("blocks", "blocks of a cache"),
    "drives": Unit("drives", "drives"),
    "bays": Unit("bays", "bays for drives"),
    "modules": Unit("modules", "memory modules"),
    "slots": Unit("slots", "slots"),
    "channels": Unit("channels", "memory channels"),
    "licences": Unit("licences", "licences"),
    "groups": Unit("groups", "disk groups"),
    "units": Unit("U", "rack units"),
    "failures": Unit("failures", "failures"),
    "people": Unit("people", "people"),
    "hours": Unit("h", "hours"),
    "dwpd": Unit("drive writes/day", "full drive writes per day"),
    "minutes": Unit("min", "minutes"),
    "years": Unit("years", "years of 365 days"),
    "year": Unit("year", "year of the plan, 0 is the purchase"),
    "month": Unit("month", "month of the plan, 0 is the purchase"),
    "months": Unit("months", "months"),
    "w": Unit("W", "watts"),
    "kw": Unit("kW", "kilowatts"),
    "kwh": Unit("kWh", "kilowatt-hours"),
    "btu_h": Unit("BTU/h", "British thermal units per hour"),
    "kgco2e": Unit("kg CO2e", "kilograms of carbon dioxide, or of other gases of the same effect"),
    "g": Unit("g CO2e", "grams of carbon dioxide, or of other gases of the same effect"),
    "kg": Unit("kg", "kilograms"),
    "cm2": Unit("cm2", "square centimetres of silicon die"),
    "mm2": Unit("mm2", "square millimetres of silicon die"),
    "share": Unit("", "share of 1"),
    "utilisation": Unit("", "share of 1"),
    "probability": Unit("", "probability, 0..1"),
    "rate": Unit("/year", "share per year"),
    "ratio": Unit("", "a to 1"),
    "overcommit": Unit("", "a to 1"),
    "factor": Unit("", "multiplies"),
    "amplification": Unit("", "multiplies"),
    "pue": Unit("", "power usage effectiveness, multiplies"),
    "sigma": Unit("", "standard deviation of the natural logarithm"),
    "shift": Unit("", "mean of the natural logarithm"),
    "skew": Unit("", "third of the skewness of the natural logarithm"),
    "variance": Unit("", "variance of the natural logarithm"),
    "rank": Unit("", "0 is below class A, 1 is A .. 4 is D"),
    "flag": Unit("", "1 yes, 0 no"),
    "cost": MONEY,
    "price": MONEY,
    "capex": MONEY,
    "tco": MONEY,
    "npv": MONEY,
}

QUALIFIERS = frozenset({
    "per", "used", "limit", "unrounded", "peak", "average", "wide", "low", "high",
})  # fmt: skip
"""Words that may follow the unit in a name, as in `hosts_for_write_performance_unrounded` or `vcpu_per_core`."""


def unit_of(name: str) -> Unit:
    """The unit that a quantity's name carries.

    The unit is the last vocabulary word of the name that is followed by nothing or by a qualifier;
    ``_per_<thing>`` is appended to the symbol, so nothing behind ``_per_`` is itself taken for the unit.

    Raises:
        DeclarationError: the name has no unit of the vocabulary in this place.

    >>> unit_of("drive_write_limit_mb_s").symbol, unit_of("vcpu_per_core").symbol, unit_of("hosts_for_endurance").symbol
    ('MB/s', 'vCPU/core', 'hosts')
    """
    words = name.split("_")
    # The words after it say what the quantity is about, not its unit.
    about = next((place for place, word in enumerate(words) if place and word in ("for", "to", "with")), len(words))
    words = words[:about]
    for end in range(len(words), 0, -1):
        if end < len(words) and words[end] not in QUALIFIERS:
            continue
        for start in (end - 2, end - 1):
            unit = UNITS.get("_".join(words[start:end])) if start >= 0 else None
            if unit is None or "per" in words[:start]:
                continue
            rest = words[end:]
            if rest and rest[0] == "per":
                thing = " ".join(_THINGS.get(word, word) for word in rest[1:])
                return Unit(f"{unit.symbol}/{thing}", f"{unit.meaning}, per {thing}")
            return unit
    raise DeclarationError(
        f"the name {name!r} carries no unit: its last word (or the word before one of "
        f"{', '.join(sorted(QUALIFIERS))}) must be one of {', '.join(sorted(UNITS))}"
    )


_THINGS = {word: unit.symbol for word, unit in UNITS.items()} | {"vm": "VM", "drives": "drive"}
"""How a word after ``_per_`` is written."""


@dataclass(frozen=True)
class Quantity:
    """A named number of the model.

    `axes` says along which members it has several values: the roles of drives, and VM groups, years or months; of the
    cluster as a whole there is one. `low` and `high` bound the values for which it means something. An input that is a
    measured curve over another quantity names that in `curve_of`: the graph then asks the curve for its value where
    that quantity stands.
    """

    name: str
    label: str
    meaning: str
    axes: tuple[Axis, ...] = ()
    low: float = 0.0
    high: float = float("inf")
    absent_means: AbsentMeans = "not evaluated"
    curve_of: str | None = None
    unit: Unit = field(init=False)
    place: str = field(init=False, repr=False, compare=False)
    """File and line of its declaration."""

    def __post_init__(self) -> None:
        """Read the unit off the name, which also refuses a name without one."""
        object.__setattr__(self, "unit", unit_of(self.name))
        object.__setattr__(self, "place", _declared_at())


def _declared_at() -> str:
    """File and line of the statement that declares, whatever functions of the engine it calls to do so."""
    frame, engine = sys._getframe(3), __name__.rpartition(".")[0]
    while frame.f_code.co_name != "<module>" and frame.f_back and frame.f_globals["__name__"].startswith(engine):
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"
