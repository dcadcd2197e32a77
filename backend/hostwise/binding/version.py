"""The hypervisor version of a configuration, which decides the available features."""

from __future__ import annotations

from hostwise.binding.recorder import Recorder
from hostwise.catalogue.hypervisors import Hypervisor
from hostwise.plan.configuration import Configuration

DEFAULT_HYPERVISOR = "esxi-8"


def version_of(to: Recorder, at: str, configuration: Configuration) -> Hypervisor | None:
    """The version family; None if the catalogue has none of that key, which is recorded as a mistake."""
    return to.find(to.catalogue.hypervisors, configuration.hypervisor or DEFAULT_HYPERVISOR, f"{at}/hypervisor")


def has_large_write_buffer(version: Hypervisor | None, configuration: Configuration) -> bool:
    """Whether the large write buffer is requested and available."""
    wanted = configuration.cache is not None and configuration.cache.large_write_buffer
    return wanted and version is not None and version.large_write_buffer
