"""What the cases come to, kept as a file: to simulate them all takes too long for the page that lists them.

`make docs` writes the file. What it says of another plan, or was answered by other versions, is not shown.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from hostwise.catalogue.loader import load_catalogue
from hostwise.engine import ENGINE_VERSION
from hostwise.plan.answers.headline import Headline, HeadlineVerdict
from hostwise.plan.document import Plan
from hostwise.plan.hashing import plan_hash

FILE = "headlines.json"


class SampleHeadline(BaseModel):
    """What a sample comes to."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    plan_hash: str
    headline: Headline
    verdict: HeadlineVerdict


class SampleHeadlines(BaseModel):
    """What the cases come to, by their keys."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    engine_version: str
    catalogue_version: str
    samples: dict[str, SampleHeadline]


def kept_headline(key: str, plan: Plan) -> SampleHeadline | None:
    """What a sample comes to, as the file has it; None unless that was answered to this plan by these versions."""
    kept = _kept()
    if kept is None or (kept.engine_version, kept.catalogue_version) != (ENGINE_VERSION, load_catalogue().version):
        return None
    found = kept.samples.get(key)
    return found if found is not None and found.plan_hash == plan_hash(plan) else None


@cache
def _kept() -> SampleHeadlines | None:
    file = files("hostwise.answers.samples") / FILE
    return SampleHeadlines.model_validate_json(file.read_bytes()) if file.is_file() else None
