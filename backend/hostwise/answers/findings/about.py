"""What findings are about: a plan, or one configuration of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hostwise.answers.findings.declaring import Said
from hostwise.answers.running.run import Run
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.answers.result import Prices
from hostwise.plan.answers.text import ConfigurationName
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import limit_at, policy_of
from hostwise.plan.policy import Policy


@dataclass(frozen=True)
class AboutPlan:
    """A plan with all its configurations."""

    run: Run
    catalogue: Catalogue
    prices: Prices
    """The prices behind the result."""

    @property
    def key(self) -> str | None:
        """Key of the configuration; none."""
        return None

    @property
    def name(self) -> ConfigurationName | None:
        """Name of the configuration; none."""
        return None


@dataclass(frozen=True)
class About:
    """One configuration of a plan.

    Attributes:
        run: the run.
        index: place of the configuration.
        catalogue: the catalogue.
        listed: the prices behind the result; not needed for reasons.
        reasons: why it is not feasible.
    """

    run: Run
    index: int
    catalogue: Catalogue
    listed: Prices | None = None
    reasons: Sequence[Said] = ()

    @property
    def configuration(self) -> Configuration:
        """The configuration as the plan has it."""
        return self.run.plan.configurations[self.index]

    @property
    def at(self) -> str:
        """Its JSON pointer."""
        return f"/configurations/{self.index}"

    @property
    def write_tier(self) -> str:
        """The pointer of the drives that take the writes."""
        return f"{self.at}/{'write_tier' if self.configuration.write_tier else 'capacity'}"

    @property
    def policy(self) -> Policy:
        """The policy that it keeps to."""
        return policy_of(self.run.plan, self.configuration)

    def limit_at(self, name: str) -> str:
        """The pointer of a limit that it may have of its own."""
        return limit_at(self.run.plan, self.index, name)

    @property
    def prices(self) -> Prices:
        """The prices behind the result."""
        assert self.listed is not None, "findings about prices come after the prices"
        return self.listed

    @property
    def key(self) -> str:
        """Key of the configuration."""
        return self.configuration.key

    @property
    def name(self) -> ConfigurationName:
        """Name of the configuration."""
        return ConfigurationName(configuration=self.key, text=self.configuration.name)

    def value(self, name: str) -> float | None:
        """A computed number, or None."""
        return self.run.value(name, self.index).value

    def number(self, name: str) -> float:
        """A number as the engine has it; NaN if it is unknown."""
        return self.run.evaluation.value(name, self.index)
