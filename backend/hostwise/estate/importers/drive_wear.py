"""How much of its rated wear a drive has used, by what smartctl says of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hostwise.tables.table import as_text

_LEFT = (
    "percent_lifetime_remain",
    "percent_life_remaining",
    "remaining_lifetime_perc",
    "perc_rated_life_remain",
    "drive_life_remaining%",
    "drive_life_remaining",
    "ssd_life_left",
    "ssd_life_left_perc",
    "media_wearout_indicator",
    "wear_leveling_count",
)
"""Attributes whose normalised value is the percentage that is left, the plainest first."""

_LEFT_IN_RAW = frozenset({"ssd_life_left", "ssd_life_left_perc", "remaining_lifetime_perc"})
"""Those of Phison, Kingston and Silicon Motion: their raw value is what is left where the normalised one stays at 100.
Of others the raw value counts something else, such as cycles, or what is used."""

_RISES = ("media_wearout_indicator", 230)
"""Attribute of WD whose normalised value is the percentage that is used. Intel gives the same name to number 233, whose
value is what is left."""

_USED = ("percent_lifetime_used", "percent_life_used", "perc_rated_life_used")
"""Attributes whose raw value is the percentage that is used."""


def attributes_of(part: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """SATA attributes by name in small letters. Their numbers alone mean different things on different drives."""
    return {as_text(each.get("name")).lower(): each for each in dicts(inside(part, "ata_smart_attributes", "table"))}


def statistic(part: Mapping[str, Any], name: str) -> Any:
    """A value of the SATA device statistics, where it is valid."""
    for page in dicts(inside(part, "ata_device_statistics", "pages")):
        for row in dicts(page.get("table")):
            if row.get("name") == name and inside(row, "flags", "valid") is not False:
                return row.get("value")
    return None


def inside(part: Any, *way: str) -> Any:
    """What is at the end of a way of keys; None where it does not lead so far."""
    for key in way:
        part = part.get(key) if isinstance(part, Mapping) else None
    return part


def dicts(value: Any) -> list[dict[str, Any]]:
    """The objects of a list; none where it is no list."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def scaled(value: Any, factor: float = 1.0) -> Any:
    """A number in another unit. nvme-cli writes large ones as text or with a fraction; other text is for the table."""
    if value is None or isinstance(value, (bool, dict, list)):
        return ""
    if isinstance(value, str):
        try:
            value = float(value.strip().removesuffix("%").replace(",", ""))
        except ValueError:
            return value
    return value * factor


def used_share(part: Mapping[str, Any]) -> Any:
    """The share of the rated wear that is used: the standards' figure, else that of an attribute with a plain name.

    What smartctl makes of attributes itself comes last: it takes normalised values that stay at 100 for what is left.
    """
    standard = (
        part.get("scsi_percentage_used_endurance_indicator"),
        statistic(part, "Percentage Used Endurance Indicator"),
    )
    told = next((each for each in standard if each is not None), None)
    if told is None:
        told = _percent_of_attributes(attributes_of(part))
    return scaled(inside(part, "endurance_used", "current_percent") if told is None else told, 0.01)


def _percent_of_attributes(attributes: Mapping[str, Mapping[str, Any]]) -> float | None:
    """Percentage that is used by the first of the known attributes; None without any."""
    for name in _USED:
        if name in attributes and isinstance(raw := inside(attributes[name], "raw", "value"), int):
            return raw
    for name in _LEFT:
        value, raw = (inside(attributes.get(name), *way) for way in (("value",), ("raw", "value")))
        if isinstance(value, int) and 0 <= value <= _WHOLE:
            if (name, attributes[name].get("id")) == _RISES:
                return value
            if name in _LEFT_IN_RAW and isinstance(raw, int) and 0 < raw < value:
                value = raw
            # The scale ends at 1 or 0: a drive that is there may be worn beyond what it can say.
            return _WHOLE if value <= 1 else _WHOLE - value
    return None


_WHOLE = 100
