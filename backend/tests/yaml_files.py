"""Reads YAML files, by the parser in C where PyYAML has it: the golden cases are read by each process of the tests."""

from pathlib import Path
from typing import Any

import yaml

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(path: Path) -> Any:
    return yaml.load(path.read_text(encoding="utf-8"), _LOADER)
