"""Findings about the power of a host that was neither given nor measured as it is."""

from __future__ import annotations

from collections.abc import Iterator

from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import Said, finding, say, say_phrase
from hostwise.answers.wording.answer_messages import message
from hostwise.answers.wording.message_files import Given
from hostwise.number_format.writing import short
from hostwise.plan.answers.result import FindingTopic, InputStatus
from hostwise.plan.answers.told import Severity

_FAMILIES = {
    "Genoa": "amd-sp5",
    "Bergamo": "amd-sp5",
    "Turin": "amd-sp5",
    "Turin Dense": "amd-sp5",
    "Rome": "amd-sp3",
    "Milan": "amd-sp3",
    "Ice Lake-SP": "intel-ice-lake",
    "Sapphire Rapids": "intel-sapphire-emerald",
    "Emerald Rapids": "intel-sapphire-emerald",
    "Granite Rapids-SP": "intel-xeon-6",
    "Granite Rapids-AP": "intel-xeon-6",
    "Sierra Forest": "intel-xeon-6",
}
"""Families of measured hosts by the generation of a processor."""


@finding("power_profile_scaled", Severity.WARNING, FindingTopic.POWER)
@finding("processor_tdp_assumed", Severity.WARNING, FindingTopic.POWER)
@finding("power_from_parts", Severity.INFO, FindingTopic.POWER)
def power_of_other_hosts(about: About) -> Iterator[Said]:
    """Power of a measured host with other processors, or of the parts."""
    full = about.value("host_full_w")
    if full is None:
        return
    given = about.value("given_host_idle_w") is not None and about.value("given_host_full_w") is not None
    scale = about.value("measured_scale_factor")
    at = f"{about.at}/host/power_profile"
    if not given and scale is not None and _is_assumed(about, "measured_full_w"):
        measured_idle, measured_full = about.value("measured_idle_w") or 0, about.value("measured_full_w") or 0
        ends: dict[str, Given] = {"measured_idle": measured_idle, "measured_full": measured_full}
        sentence = (
            message("power_profile_scaled.same_power", **ends)
            if short(scale) == "1"
            else message("power_profile_scaled.scaled", scale_factor=scale, **ends)
        )
        yield say_phrase("power_profile_scaled", sentence, quantity="host_full_w", pointer=at)
    if not given and scale is not None and _is_assumed(about, "cpu_tdp_w"):
        yield say(
            "processor_tdp_assumed",
            quantity="cpu_tdp_w",
            pointer=f"{about.at}/cpu/tdp_w",
        )
    if about.value("built_from_parts_flag") == 1:
        idle, family = about.value("host_idle_w") or 0, _family_power(about)
        sentence = (
            message("power_from_parts.alone", idle=idle, full=full)
            if family is None
            else message("power_from_parts.compared", idle=idle, full=full, low=family[0], high=family[1])
        )
        yield say_phrase("power_from_parts", sentence, quantity="host_full_w", pointer=at)


def _family_power(about: About) -> tuple[float, float] | None:
    """Power of measured hosts of the same family at full load, by the TDP of their processors; None where unknown."""
    row = about.catalogue.cpus.get(about.configuration.cpu.key or "")
    family = None if row is None else _FAMILIES.get(row.generation)
    tdp = about.value("processors_tdp_w")
    sockets = about.configuration.cpu.sockets
    known = about.catalogue.power_parts.get(f"system-{family}-{sockets}s-full")
    if known is None or known.low is None or known.high is None or tdp is None:
        return None
    return known.low * tdp, known.high * tdp


def _is_assumed(about: About, name: str) -> bool:
    origins = about.run.binding.origins(name, about.key)
    return any(each.status is InputStatus.ASSUMED for each in origins)
