"""The sample plans: documents ready to open, and printed numbers of their sources against computed ones."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.catalogue.loader import Catalogue, load_catalogue
from hostwise.decision.decision_messages import words
from hostwise.decision.samples.sample_decisions import kept_decision
from hostwise.decision.samples.samples_document import Check, SampleSummary, Verdict
from hostwise.engine.model import MODEL
from hostwise.number_format.writing import Format
from hostwise.plan.document import Plan, UnitConvention
from hostwise.plan.fields import Key
from hostwise.plan.reading import shortened

_ORDER = (
    "nvme-2026",
    "leaving-vmware",
    "vdi-2026",
    "edge-three-nodes",
    "edge-platforms",
    "databases-2026",
    "memory-tiering-2026",
    "moderate-io",
    "light-io",
    "sandisk14",
    "sandisk14-test-host",
    "vmw10",
    "friedman13",
    "vfrc13-dvd-store",
    "vfrc13-swingbench",
    "vfrc13-hardware-monitoring",
    "vfrc13-web-proxy",
)
_SI = "-si"
_FORMATS: dict[str, Format] = {name: row.format for name, row in MODEL.purposes.rows.items()}


class UnknownSample(LookupError):
    """Unknown key of a sample."""


class _Claim(BaseModel):
    """A claim as the sample file states it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    claim: str
    locator: str
    printed: str
    printed_value: float
    quantity: str
    configuration: str
    tolerance_share: float
    note: str
    against: str | None = None
    expected: float | None = None
    verdict: Verdict | None = None


class _Sample(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    about: SampleSummary
    plan: Plan
    checks: tuple[_Claim, ...]
    discrepancies: tuple[Key, ...] = ()
    si_twin: bool = False


@cache
def _samples() -> dict[str, _Sample]:
    """All samples by key; those with mixed units in the source have a twin in SI units."""
    folder = files("hostwise.decision.samples")
    found: dict[str, _Sample] = {}
    for key in _ORDER:
        sample = _with_discrepancies(
            _Sample.model_validate(json.loads((folder / f"{key}.json").read_text(encoding="utf-8")))
        )
        found[key] = _with_decision(sample)
        if sample.si_twin:
            found[key + _SI] = _in_si(sample)
    return found


def _with_discrepancies(sample: _Sample) -> _Sample:
    """The sample with the corrections of its source from the catalogue."""
    rows = load_catalogue().discrepancies
    texts = [
        words(
            "sample.correction",
            about=row.about,
            printed=str(row.printed),
            computed=str(row.computed),
            treatment=row.treatment,
        )
        for row in (rows[key] for key in sample.discrepancies)
    ]
    about = sample.about.model_copy(update={"errs": [*sample.about.errs, *texts]})
    return sample.model_copy(update={"about": about})


def _with_decision(sample: _Sample) -> _Sample:
    """The case with the decision on it."""
    kept = kept_decision(sample.about.key, sample.plan)
    if kept is None:
        return sample
    about = sample.about.model_copy(update={"decision": kept})
    return sample.model_copy(update={"about": about})


def _in_si(sample: _Sample) -> _Sample:
    title = words("sample.si_title", title=sample.about.title)
    plan = sample.plan.model_copy(
        update={"name": title, "sample": sample.about.key + _SI, "unit_convention": UnitConvention.SI}
    )
    about = sample.about.model_copy(
        update={
            "key": sample.about.key + _SI,
            "title": title,
            "summary": words("sample.summary", summary=sample.about.summary, more=words("sample.si")),
        }
    )
    return _Sample(about=about, plan=plan, checks=sample.checks)


def _sample(key: str) -> _Sample:
    samples = _samples()
    if key not in samples:
        raise UnknownSample(f"Unknown sample {shortened(key)!r}; there are {', '.join(samples)}.")
    return samples[key]


def sample_summaries() -> list[SampleSummary]:
    """All samples, in the order to show them: cases first, then reproductions."""
    return [sample.about for sample in _samples().values()]


def sample_plan(key: str) -> Plan:
    """The plan document of a sample; raises `UnknownSample`."""
    return _sample(key).plan


def sample_checks(key: str, catalogue: Catalogue) -> list[Check]:
    """The printed numbers of the sample's source beside the computed ones; raises `UnknownSample`."""
    sample = _sample(key)
    run = run_plan(sample.plan, catalogue)
    original = run_plan(sample_plan(key.removesuffix(_SI)), catalogue)
    return [_check(claim, run, original) for claim in sample.checks]


def _check(claim: _Claim, run: Run, original: Run) -> Check:
    computed = _computed(claim, run)
    verdict = _verdict(claim, _computed(claim, original))
    in_other_units = run.plan.unit_convention is not original.plan.unit_convention
    # A number that no unit convention yields is a misprint.
    if in_other_units and _verdict(claim, computed) != verdict and verdict != "misprint in the source":
        verdict = "other unit convention"
    return Check(
        claim=claim.claim,
        locator=claim.locator,
        printed=claim.printed,
        computed=computed,
        format="share" if claim.against is not None else _FORMATS.get(claim.quantity, "number"),
        unit="" if claim.against is not None else MODEL.quantity(claim.quantity).unit.symbol,
        configuration=claim.configuration,
        against=claim.against,
        quantity=claim.quantity,
        verdict=verdict,
        note=claim.note,
    )


def _computed(claim: _Claim, run: Run) -> float | None:
    """The model's number, or its share above the number of the configuration to compare with."""
    number = run.value(claim.quantity, run.index(claim.configuration)).value
    if claim.against is None or number is None:
        return number
    base = run.value(claim.quantity, run.index(claim.against)).value
    return number / base - 1 if base else None


def _verdict(claim: _Claim, computed: float | None) -> Verdict:
    """Whether the number matches the print, or the correct arithmetic for a known misprint."""
    if computed is None:
        return "differs"
    if _close(computed, claim.printed_value, claim.tolerance_share):
        return claim.verdict if claim.expected is None and claim.verdict is not None else "reproduced"
    if claim.expected is not None and claim.verdict is not None and _close(computed, claim.expected, 1e-4):
        return claim.verdict
    return "differs"


def _close(one: float, other: float, share: float) -> bool:
    return abs(one - other) <= share * abs(other)
