"""What is wrong with files of estates; plug-ins find here what they raise where a file cannot be read at all.

What is wrong with single rows is a finding instead.
"""

from __future__ import annotations

from hostwise.tables.problems import UnknownColumns, UnreadableFile

__all__ = ["NoTimeZone", "UnknownColumns", "UnreadableFile"]


class NoTimeZone(ValueError):
    """A time zone that does not exist."""
