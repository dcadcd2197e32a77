"""Dates in the cells of an export."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from hostwise.estate.importers.history.times import time_format
from hostwise.estate.importers.tables import Floats

_MS_PER_DAY = 86_400_000
_SERIAL_OF_1970, _EARLIEST_SERIAL, _LATEST_SERIAL = 25_569.0, 36_526.0, 73_051.0
"""Excel counts days from the end of 1899; dates are from 2000 to 2100."""


def days(texts: Sequence[str]) -> Floats:
    """Dates as days since the beginning of 1970, NaN for what is none.

    >>> days(["2025/04/03 06:00:00", "45750.25", ""]).tolist()
    [20181.25, 20181.25, nan]
    """
    column = pl.Series("time", list(texts), dtype=pl.String).str.strip_chars()
    serial = column.cast(pl.Float64, strict=False).to_numpy()
    found = np.where((serial >= _EARLIEST_SERIAL) & (serial < _LATEST_SERIAL), serial - _SERIAL_OF_1970, np.nan)
    written = column.filter(pl.Series(np.isnan(found)) & (column != "")).unique()
    known = time_format(written.to_list())
    if known is not None:
        moments = pl.select(known.expression(pl.lit(column), None)).to_series().cast(pl.Float64).to_numpy()
        found = np.where(np.isnan(found), moments / _MS_PER_DAY, found)
    return np.asarray(found, dtype=np.float64)
