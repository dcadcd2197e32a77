"""The shared part of findings about one configuration."""

from __future__ import annotations

from hostwise.answers.running.run import Run
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.answers.result import Finding, Severity


class About:
    """Base of findings about one configuration."""

    def __init__(self, run: Run, index: int, catalogue: Catalogue) -> None:
        """Select one configuration of a run."""
        self.run, self.index, self.catalogue = run, index, catalogue
        self.configuration = run.plan.configurations[index]
        self.at = f"/configurations/{index}"
        self.write_tier = f"{self.at}/{'cache' if self.configuration.cache else 'capacity'}"

    def finding(
        self, code: str, severity: Severity, message: str, quantity: str, pointer: str | None = None
    ) -> Finding:
        """A finding about the configuration, whose message begins with its name."""
        if severity is not Severity.ERROR:
            message = f"{self.configuration.name}: {message}"
        return Finding(
            code=code,
            severity=severity,
            message=message,
            configuration=self.configuration.key,
            quantity=quantity,
            pointer=pointer,
        )

    def value(self, name: str) -> float | None:
        """A computed number, or None."""
        return self.run.value(name, self.index).value
