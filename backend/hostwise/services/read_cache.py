"""The host read cache: advice, calibration, block sizes, and what it does in a plan."""

from __future__ import annotations
