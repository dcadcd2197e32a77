"""YAML as Kubernetes writes it, known by its first lines."""

from __future__ import annotations

import re

_START = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s*(?:#[^\n]*|---[^\n]*)?\n)*(?:apiVersion|kind):[ \t]")


def is_yaml(data: bytes) -> bool:
    """Whether a text is YAML of Kubernetes, whose objects begin with the version of their interface or their kind."""
    return _START.match(data) is not None
