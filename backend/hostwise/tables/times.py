"""The time format of a file, found by trying formats on some of its times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import polars as pl

_PATTERNS = (
    "%Y-%m-%d %H:%M:%S%.f",
    "%Y-%m-%dT%H:%M:%S%.f",
    "%Y-%m-%d %H:%M",
    "%Y-%m-%dT%H:%M",
    "%Y/%m/%d %H:%M:%S%.f",
    "%m/%d/%Y %H:%M:%S%.f",
    "%d/%m/%Y %H:%M:%S%.f",
    "%m/%d/%Y %H:%M",
    "%d/%m/%Y %H:%M",
    "%m/%d/%Y %I:%M:%S %p",
    "%d/%m/%Y %I:%M:%S %p",
    "%m/%d/%Y %I:%M %p",
    "%d.%m.%Y %H:%M:%S%.f",
    "%d.%m.%Y %H:%M",
    "%b %d, %Y %I:%M:%S %p",
    "%b %d, %Y %I:%M %p",
    "%I:%M %p %d %B %Y",
    "%I:%M:%S %p %d %B %Y",
    "%B %d, %Y %I:%M:%S %p",
    "%B %d, %Y %I:%M %p",
    "%d %B %Y %I:%M %p",
    "%d %B %Y %H:%M",
    "%d. %B %Y %H:%M",
    "%d-%b-%Y %H:%M:%S",
    "%d %b %Y %H:%M:%S",
    "%Y-%m-%dT%H:%M:%S%.f%#z",
    "%Y-%m-%d %H:%M:%S%.f%#z",
    "%Y-%m-%d %H:%M:%S%.f %#z",
)
_EARLIEST_MS, _LATEST_MS = 946_684_800_000, 4_102_444_800_000
"""From 2000 to 2100: what lies outside is no time of a sample."""

_MS_FROM = 1e11
"""Seconds since 1970 have fewer digits than this, and milliseconds have more."""


class TimeFormat(NamedTuple):
    """How times are written.

    Attributes:
        pattern: as `strptime`, or empty for seconds or milliseconds since 1970.
        zoned: each time says its zone.
        ambiguous: day and month could also be the other way round.
    """

    pattern: str
    zoned: bool = False
    ambiguous: bool = False

    def expression(self, column: pl.Expr, zone: str | None) -> pl.Expr:
        """Milliseconds since 1970; null for what is no time.

        Args:
            column: times as text.
            zone: IANA name of the zone of times that are written without one; by default UTC. Of a time
                that came twice the earlier is taken.
        """
        text = column.str.strip_chars()
        if not self.pattern:
            number = text.cast(pl.Float64, strict=False)
            found = pl.when(number < _MS_FROM).then(number * 1000).otherwise(number).round().cast(pl.Int64)
        elif self.zoned:
            found = text.str.to_datetime(self.pattern, strict=False, time_unit="ms", time_zone="UTC").dt.timestamp("ms")
        else:
            local = text.str.to_datetime(self.pattern, strict=False, time_unit="ms")
            if zone is not None:
                local = local.dt.replace_time_zone(zone, ambiguous="earliest", non_existent="null")
            found = local.dt.timestamp("ms")
        return pl.when(found.is_between(_EARLIEST_MS, _LATEST_MS)).then(found)

    def timed(self, rows: pl.DataFrame, zone: str | None) -> pl.DataFrame:
        """Rows whose texts in the column `time` become times as `expression` says, each different text once.

        All VMs have the same times, and to read a time takes longer than to read all numbers of its row.
        """
        texts = rows.select(pl.col("time").unique())
        known = texts.with_columns(self.expression(pl.col("time"), zone).alias("ms"))
        return rows.join(known, on="time", how="left", maintain_order="left").drop("time").rename({"ms": "time"})


def time_format(examples: Sequence[str]) -> TimeFormat | None:
    """The format that most examples have. Of two that fit equally, the one whose times lie closer together."""
    texts = pl.Series("time", [each.strip() for each in examples if each.strip()], dtype=pl.String).unique()
    fitting: list[tuple[int, int, int, TimeFormat]] = []
    formats = (TimeFormat(""), *(TimeFormat(each, zoned=each.endswith("z")) for each in _PATTERNS))
    for at, format_ in enumerate(formats):
        times = _times(texts, format_).drop_nulls().to_numpy()
        if 2 * len(times) > len(texts):
            fitting.append((-len(times), int(times.max() - times.min()), at, format_))
    if not fitting:
        return None
    fitting.sort(key=lambda each: each[:3])
    best = fitting[0][3]
    rivals = [each[3] for each in fitting[1:] if each[:2] == fitting[0][:2]]
    turned = any(not _times(texts, each).equals(_times(texts, best)) for each in rivals)
    return best._replace(ambiguous="/" in best.pattern and turned)


def _times(texts: pl.Series, format_: TimeFormat) -> pl.Series:
    return pl.select(format_.expression(pl.lit(texts), None)).to_series()
