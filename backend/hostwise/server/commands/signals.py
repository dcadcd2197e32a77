"""Signals to stop, raised as an exception."""

from __future__ import annotations

import os
import signal
from types import FrameType


def let_signals_interrupt() -> None:
    """Let a signal to stop unwind the program, so that the embedded database is stopped too.

    The web server turns SIGINT and SIGTERM into a graceful stop while it runs and raises them again afterwards. A
    closed terminal is also a signal to stop.
    """

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    def terminate(_number: int, _frame: FrameType | None) -> None:
        os.kill(os.getpid(), signal.SIGTERM)

    signal.signal(signal.SIGINT, interrupt)
    signal.signal(signal.SIGTERM, interrupt)
    signal.signal(signal.SIGHUP, terminate)
