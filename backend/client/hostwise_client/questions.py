# Written by `make client-models` from docs/openapi.json.
"""The questions to a plan: each as a method of the client, and of the plans that the server keeps."""

from __future__ import annotations

from collections.abc import Sequence

from hostwise_client import models
from hostwise_client.asking import Asking, PlanLike


class Questions(Asking):
    """Questions about a plan that is sent along."""

    def summary(self, plan: PlanLike, *, reference: str | None = None, fields: str | None = None) -> models.Summary:
        """What the configurations of a plan come to in a few quantities, in a thousandth of the room of all
        results.

        Args:
            plan: the plan.
            reference: key of the configuration that differences refer to; by default the first.
            fields: quantities of the summary, separated by commas; by default hosts, cluster_tco,
                wear_out_probability.
        """
        return self._of_plan(models.Summary, "/summary", plan, reference=reference, fields=fields)

    def uncertainty(
        self, plan: PlanLike, *, seed: int | None = None, simulations: int | None = None, reference: str | None = None
    ) -> models.Uncertainty:
        """How sure the answer to a plan is: bands of cost, hosts and life, the verdict, and what would change it.

        Args:
            plan: the plan.
            seed: seed of simulations: the same seed has the same ones.
            simulations: how many simulations there are; by default 4,096, and fewer for a plan that is large.
            reference: key of the configuration that differences refer to; by default the first.
        """
        return self._of_plan(
            models.Uncertainty, "/uncertainty", plan, seed=seed, simulations=simulations, reference=reference
        )

    def uncertainty_indices(self, plan: PlanLike, *, seed: int | None = None) -> models.Indices:
        """How much of the uncertainty each cause has: first-order and total Sobol' indices of the comparison.

        Args:
            plan: the plan.
            seed: seed of simulations: the same seed has the same ones.
        """
        return self._of_plan(models.Indices, "/uncertainty/indices", plan, seed=seed)

    def explain(
        self,
        plan: PlanLike,
        configuration: str,
        quantity: str,
        *,
        failed_hosts: int | None = None,
        reference: str | None = None,
    ) -> models.Explanation:
        """Explain one number of a plan: formula, inputs with their values, and sources, down to the last input.

        Args:
            plan: the plan.
            configuration: key of the configuration.
            quantity: name of the quantity, as in a result or in /quantities.
            failed_hosts: failed hosts in the case to explain.
            reference: key of the configuration that differences refer to; by default the first.
        """
        return self._of_request(
            models.Explanation,
            "/explain",
            plan,
            configuration=configuration,
            quantity=quantity,
            failed_hosts=failed_hosts,
            reference=reference,
        )

    def explain_sensitivities(
        self,
        plan: PlanLike,
        configuration: str,
        quantity: str,
        *,
        failed_hosts: int | None = None,
        reference: str | None = None,
    ) -> models.ValueSensitivities:
        """What each value behind one number does to it: varied alone over its range, or by 10 %.

        Args:
            plan: the plan.
            configuration: key of the configuration.
            quantity: name of the quantity, as in a result or in /quantities.
            failed_hosts: failed hosts in the case to explain.
            reference: key of the configuration that differences refer to; by default the first.
        """
        return self._of_request(
            models.ValueSensitivities,
            "/explain/sensitivities",
            plan,
            configuration=configuration,
            quantity=quantity,
            failed_hosts=failed_hosts,
            reference=reference,
        )

    def provenance(
        self, plan: PlanLike, *, pointers: Sequence[str] | None = None, quantities: Sequence[str] | None = None
    ) -> models.Provenance:
        """Where the values of a plan's fields come from: entered, assumed or of the catalogue, with their sources.

        Args:
            plan: the plan.
            pointers: JSON pointers of the fields, or of what they are in; by default all.
            quantities: quantities of each configuration to add, by name.
        """
        return self._of_request(models.Provenance, "/provenance", plan, pointers=pointers, quantities=quantities)

    def sensitivities(self, plan: PlanLike) -> models.Sensitivities:
        """Which numbers of a plan move its cost most: each by itself, through its range or by a tenth."""
        return self._of_plan(models.Sensitivities, "/sensitivities", plan)

    def growth(self, plan: PlanLike) -> models.Growth:
        """Hosts by month: what growing demand needs, what is bought, and in which month each limit is reached."""
        return self._of_plan(models.Growth, "/growth", plan)

    def bill_of_materials(self, plan: PlanLike) -> models.BillOfMaterials:
        """Bill of materials: parts of each configuration with quantity, unit price, its origin and date, and the
        sums."""
        return self._of_plan(models.BillOfMaterials, "/bill-of-materials", plan)

    def memory(self, plan: PlanLike) -> models.MemoryReport:
        """Show the memory of every configuration: predicted states, reclaimed memory, operations per minute."""
        return self._of_plan(models.MemoryReport, "/memory", plan)

    def storage(self, plan: PlanLike) -> models.StorageReport:
        """Show the storage of every configuration: its writes on other storage stacks, and capacity by other rules."""
        return self._of_plan(models.StorageReport, "/storage", plan)

    def burst(
        self,
        plan: PlanLike,
        *,
        failed_hosts: int | None = None,
        failed_groups: int | None = None,
        step_minutes: float | None = None,
    ) -> models.BurstResult:
        """Simulate the write buffers over time: fill, de-staging, admitted writes, and when writes are throttled.

        Args:
            plan: the plan.
            failed_hosts: failed hosts.
            failed_groups: further failed disk groups, in the whole cluster.
            step_minutes: requested step between points, minutes; a series has at most 600 points.
        """
        return self._of_request(
            models.BurstResult,
            "/burst",
            plan,
            failed_hosts=failed_hosts,
            failed_groups=failed_groups,
            step_minutes=step_minutes,
        )

    def read_cache(self, plan: PlanLike, *, uniformly_random: Sequence[str] | None = None) -> models.ReadCachePage:
        """Show the read cache of every configuration of a plan: support, latency, sizes, migration, failover.

        Args:
            plan: the plan.
            uniformly_random: names of the VM groups whose reads are spread evenly over all their data.
        """
        return self._of_request(models.ReadCachePage, "/read-cache", plan, uniformly_random=uniformly_random)

    def options(self, plan: PlanLike, kind: str, pointers: Sequence[str]) -> models.Options:
        """Try every row of a kind of the catalogue in a field of a plan: whether it fits, hosts, cost, and life of
        flash. Each row is as if it were entered and the plan evaluated, without the figures that
        described the former row.

        Args:
            plan: the plan.
            kind: kind of the catalogue whose rows are tried.
            pointers: JSON pointers of the fields, each of one configuration: rows are tried in one after the other,
                not in all at once. `/policy/protection` means the configurations without a protection of their own.
        """
        return self._of_request(models.Options, "/options", plan, kind=kind, pointers=pointers)


class KeptQuestions(Asking):
    """Questions about a plan that the server keeps, at its newest or a given revision."""

    def summary(
        self, plan_id: str, *, reference: str | None = None, fields: str | None = None, revision: int | None = None
    ) -> models.Summary:
        """What the configurations of a plan come to in a few quantities, in a thousandth of the room of all
        results. Of a stored plan, at its newest or a given revision.

        Args:
            plan_id: the plan, by its id.
            reference: key of the configuration that differences refer to; by default the first.
            fields: quantities of the summary, separated by commas; by default hosts, cluster_tco,
                wear_out_probability.
            revision: revision; by default the newest.
        """
        return self._of_kept(
            models.Summary, f"/plans/{plan_id}/summary", reference=reference, fields=fields, revision=revision
        )

    def uncertainty(
        self,
        plan_id: str,
        *,
        seed: int | None = None,
        simulations: int | None = None,
        reference: str | None = None,
        revision: int | None = None,
    ) -> models.Uncertainty:
        """How sure the answer to a plan is: bands of cost, hosts and life, the verdict, and what would change it.
        Of a stored plan, at its newest or a given revision.

        Args:
            plan_id: the plan, by its id.
            seed: seed of simulations: the same seed has the same ones.
            simulations: how many simulations there are; by default 4,096, and fewer for a plan that is large.
            reference: key of the configuration that differences refer to; by default the first.
            revision: revision; by default the newest.
        """
        return self._of_kept(
            models.Uncertainty,
            f"/plans/{plan_id}/uncertainty",
            seed=seed,
            simulations=simulations,
            reference=reference,
            revision=revision,
        )

    def uncertainty_indices(
        self, plan_id: str, *, seed: int | None = None, revision: int | None = None
    ) -> models.Indices:
        """How much of the uncertainty each cause has: first-order and total Sobol' indices of the comparison. Of a
        stored plan, at its newest or a given revision.

        Args:
            plan_id: the plan, by its id.
            seed: seed of simulations: the same seed has the same ones.
            revision: revision; by default the newest.
        """
        return self._of_kept(models.Indices, f"/plans/{plan_id}/uncertainty/indices", seed=seed, revision=revision)

    def explain(
        self,
        plan_id: str,
        configuration: str,
        quantity: str,
        *,
        failed_hosts: int | None = None,
        reference: str | None = None,
        revision: int | None = None,
    ) -> models.Explanation:
        """Explain one number of a plan: formula, inputs with their values, and sources, down to the last input. Of
        a stored plan, at its newest or a given revision.

        Args:
            plan_id: the plan, by its id.
            configuration: key of the configuration.
            quantity: name of the quantity, as in a result or in /quantities.
            failed_hosts: failed hosts in the case to explain.
            reference: key of the configuration that differences refer to; by default the first.
            revision: revision; by default the newest.
        """
        return self._of_kept(
            models.Explanation,
            f"/plans/{plan_id}/explain/{configuration}/{quantity}",
            failed_hosts=failed_hosts,
            reference=reference,
            revision=revision,
        )

    def explain_sensitivities(
        self,
        plan_id: str,
        configuration: str,
        quantity: str,
        *,
        failed_hosts: int | None = None,
        reference: str | None = None,
        revision: int | None = None,
    ) -> models.ValueSensitivities:
        """What each value behind one number does to it: varied alone over its range, or by 10 %. Of a stored plan,
        at its newest or a given revision.

        Args:
            plan_id: the plan, by its id.
            configuration: key of the configuration.
            quantity: name of the quantity, as in a result or in /quantities.
            failed_hosts: failed hosts in the case to explain.
            reference: key of the configuration that differences refer to; by default the first.
            revision: revision; by default the newest.
        """
        return self._of_kept(
            models.ValueSensitivities,
            f"/plans/{plan_id}/explain/{configuration}/{quantity}/sensitivities",
            failed_hosts=failed_hosts,
            reference=reference,
            revision=revision,
        )

    def provenance(
        self,
        plan_id: str,
        *,
        pointers: Sequence[str] | None = None,
        quantities: Sequence[str] | None = None,
        revision: int | None = None,
    ) -> models.Provenance:
        """Where the values of a plan's fields come from: entered, assumed or of the catalogue, with their sources.
        Of a stored plan, at its newest or a given revision.

        Args:
            plan_id: the plan, by its id.
            pointers: JSON pointers of the fields, or of what they are in; by default all.
            quantities: quantities of each configuration to add, by name.
            revision: revision; by default the newest.
        """
        return self._of_kept(
            models.Provenance,
            f"/plans/{plan_id}/provenance",
            pointers=pointers,
            quantities=quantities,
            revision=revision,
        )

    def sensitivities(self, plan_id: str, *, revision: int | None = None) -> models.Sensitivities:
        """Which numbers of a plan move its cost most: each by itself, through its range or by a tenth. Of a stored
        plan, at its newest or a given revision.

        Args:
            plan_id: the plan, by its id.
            revision: revision; by default the newest.
        """
        return self._of_kept(models.Sensitivities, f"/plans/{plan_id}/sensitivities", revision=revision)

    def growth(self, plan_id: str, *, revision: int | None = None) -> models.Growth:
        """Hosts by month: what growing demand needs, what is bought, and in which month each limit is reached. Of a
        stored plan, at its newest or a given revision.

        Args:
            plan_id: the plan, by its id.
            revision: revision; by default the newest.
        """
        return self._of_kept(models.Growth, f"/plans/{plan_id}/growth", revision=revision)

    def bill_of_materials(self, plan_id: str, *, revision: int | None = None) -> models.BillOfMaterials:
        """Bill of materials: parts of each configuration with quantity, unit price, its origin and date, and the
        sums. Of a stored plan, at its newest or a given revision.

        Args:
            plan_id: the plan, by its id.
            revision: revision; by default the newest.
        """
        return self._of_kept(models.BillOfMaterials, f"/plans/{plan_id}/bill-of-materials", revision=revision)

    def memory(self, plan_id: str, *, revision: int | None = None) -> models.MemoryReport:
        """Show the memory of every configuration: predicted states, reclaimed memory, operations per minute. Of a
        stored plan, at its newest or a given revision.

        Args:
            plan_id: the plan, by its id.
            revision: revision; by default the newest.
        """
        return self._of_kept(models.MemoryReport, f"/plans/{plan_id}/memory", revision=revision)

    def storage(self, plan_id: str, *, revision: int | None = None) -> models.StorageReport:
        """Show the storage of every configuration: its writes on other storage stacks, and capacity by other rules.
        Of a stored plan, at its newest or a given revision.

        Args:
            plan_id: the plan, by its id.
            revision: revision; by default the newest.
        """
        return self._of_kept(models.StorageReport, f"/plans/{plan_id}/storage", revision=revision)

    def burst(
        self,
        plan_id: str,
        *,
        failed_hosts: int | None = None,
        failed_groups: int | None = None,
        step_minutes: float | None = None,
        revision: int | None = None,
    ) -> models.BurstResult:
        """Simulate the write buffers over time: fill, de-staging, admitted writes, and when writes are throttled.
        Of a stored plan, at its newest or a given revision.

        Args:
            plan_id: the plan, by its id.
            failed_hosts: failed hosts.
            failed_groups: further failed disk groups, in the whole cluster.
            step_minutes: requested step between points, minutes; a series has at most 600 points.
            revision: revision; by default the newest.
        """
        return self._of_kept(
            models.BurstResult,
            f"/plans/{plan_id}/burst",
            failed_hosts=failed_hosts,
            failed_groups=failed_groups,
            step_minutes=step_minutes,
            revision=revision,
        )

    def read_cache(
        self, plan_id: str, *, uniformly_random: Sequence[str] | None = None, revision: int | None = None
    ) -> models.ReadCachePage:
        """Show the read cache of every configuration of a plan: support, latency, sizes, migration, failover. Of a
        stored plan, at its newest or a given revision.

        Args:
            plan_id: the plan, by its id.
            uniformly_random: names of the VM groups whose reads are spread evenly over all their data.
            revision: revision; by default the newest.
        """
        return self._of_kept(
            models.ReadCachePage, f"/plans/{plan_id}/read-cache", uniformly_random=uniformly_random, revision=revision
        )

    def options(
        self, plan_id: str, kind: str, pointers: Sequence[str], *, revision: int | None = None
    ) -> models.Options:
        """Try every row of a kind of the catalogue in a field of a plan: whether it fits, hosts, cost, and life of
        flash. Each row is as if it were entered and the plan evaluated, without the figures that
        described the former row. Of a stored plan, at its newest or a given revision.

        Args:
            plan_id: the plan, by its id.
            kind: kind of the catalogue whose rows are tried.
            pointers: JSON pointers of the fields, each of one configuration: rows are tried in one after the other,
                not in all at once. `/policy/protection` means the configurations without a protection of their own.
            revision: revision; by default the newest.
        """
        return self._of_kept(
            models.Options, f"/plans/{plan_id}/options", kind=kind, pointers=pointers, revision=revision
        )

    def engine_change(self, plan_id: str, *, revision: int | None = None) -> models.EngineChange:
        """How the answer differs from the one that the plan was saved with, and which newer rules cause it. Of a
        stored plan, at its newest or a given revision.

        Args:
            plan_id: the plan, by its id.
            revision: revision; by default the newest.
        """
        return self._of_kept(models.EngineChange, f"/plans/{plan_id}/engine-change", revision=revision)
