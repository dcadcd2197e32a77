"""Files that are whole or not there."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is either the old one or the new one, never half of it; raises `OSError`."""
    beside = path.with_name(path.name + ".new")
    with beside.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
