"""Findings about the power of a host that was neither given nor measured as it is."""

from __future__ import annotations

from collections.abc import Iterator

from hostwise.answers.findings.about import About
from hostwise.numerals.writing import short
from hostwise.plan.answers.result import Finding, InputStatus, Severity

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


class AboutPower(About):
    """Findings about the power of the hosts of one configuration."""

    def all(self) -> Iterator[Finding]:
        """Power of a measured host with other processors, or of the parts."""
        full = self.value("host_full_w")
        if full is None:
            return
        given = self.value("given_host_idle_w") is not None and self.value("given_host_full_w") is not None
        scale = self.value("measured_scale_factor")
        at = f"{self.at}/host/power_profile"
        if not given and scale is not None and self._is_assumed("measured_full_w"):
            idle, most = self.value("measured_idle_w") or 0, self.value("measured_full_w") or 0
            measured, factor = f"{short(idle, 4)} to {short(most, 4)} W", short(scale, 3)
            taken = "of the same power" if factor == "1" else f"scaled by TDP and sockets, times {factor}"
            yield self.finding(
                "power_profile_scaled",
                Severity.WARNING,
                f"the power of a host was measured with other processors: {measured}, {taken}. Give its idle and "
                "full-load power where they are known.",
                "host_full_w",
                at,
            )
        if not given and scale is not None and self._is_assumed("cpu_tdp_w"):
            yield self.finding(
                "processor_tdp_assumed",
                Severity.WARNING,
                "the TDP of the processor is not known, and taken to be that of the measured host's processors.",
                "cpu_tdp_w",
                f"{self.at}/cpu/tdp_w",
            )
        if self.value("built_from_parts_flag") == 1:
            idle = self.value("host_idle_w") or 0
            yield self.finding(
                "power_from_parts",
                Severity.INFO,
                f"no host with these processors was measured: its power, {short(idle, 3)} to {short(full, 3)} W, is "
                f"put together from usual figures of its parts{self._alike()}.",
                "host_full_w",
                at,
            )

    def _alike(self) -> str:
        """What measured hosts of the same family took at full load, by the TDP of their processors."""
        row = self.catalogue.cpus.get(self.configuration.cpu.key or "")
        family = None if row is None else _FAMILIES.get(row.generation)
        tdp = self.value("processors_tdp_w")
        sockets = self.configuration.cpu.sockets
        known = self.catalogue.power_parts.get(f"system-{family}-{sockets}s-full")
        if known is None or known.low is None or known.high is None or tdp is None:
            return ""
        low, high = short(known.low * tdp, 3), short(known.high * tdp, 3)
        return f"; measured hosts of its family take {low} to {high} W for processors of this TDP, with little memory"

    def _is_assumed(self, name: str) -> bool:
        origins = self.run.binding.origins(name, self.configuration.key)
        return any(each.status is InputStatus.ASSUMED for each in origins)
