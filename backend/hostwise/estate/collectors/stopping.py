"""Work that goes on until somebody stops it."""

from __future__ import annotations

import datetime as dt
import time

_TICK_S = 0.5


class Stop:
    """Whether to stop; a signal sets it, and ends waiting."""

    def __init__(self) -> None:
        """Start as not stopped."""
        self.asked = False

    def wait_until(self, moment: dt.datetime) -> None:
        """Wait until a time of the wall clock, which also passes while a notebook sleeps."""
        while not self.asked and (left := (moment - dt.datetime.now(dt.UTC)).total_seconds()) > 0:
            time.sleep(min(left, _TICK_S))
