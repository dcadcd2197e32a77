"""The hosts as they are, as a configuration to compare with."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from hostwise.answers.estate_sizing.estate_sizing_messages import message, read, some, words
from hostwise.answers.estate_sizing.host_models import HostModel, clock, figure, figures, host_models, other_models
from hostwise.answers.estate_sizing.platform_today import platform_today
from hostwise.answers.wording.answer_messages import in_a_row
from hostwise.catalogue.hardware import Cpu
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import Remark, RemarkStatus
from hostwise.plan.estate import EstateFinding, EstateScope, HostColumns
from hostwise.plan.fields import fitted
from hostwise.plan.workload import MeasuredOn

KEY, NAME = "as-is", words("estate_as_is.name")
_USUAL_RACK_UNITS = 2
MOST_HOSTS = 1_000
"""Hosts that a configuration of a plan may have."""

_NOISE = re.compile(r"\((r|tm|c)\)|\bcpu\b|\bprocessor\b|@.*$|\b\d+-core\b|\bintel\b|\bamd\b", re.IGNORECASE)


@dataclass
class AsIs:
    """The existing hosts.

    Attributes:
        configuration: the hosts as a configuration; None where the source has no hosts with cores and memory.
        remarks: where its values come from, by pointer below the configuration.
        ghz: mean clock of a core, where known.
        measured_on: their processor, which the CPU demand was measured on; None where the source does not name it.
    """

    configuration: Configuration | None
    remarks: dict[str, Remark] = field(default_factory=dict)
    findings: list[EstateFinding] = field(default_factory=list)
    ghz: float | None = None
    measured_on: MeasuredOn | None = None

    def is_paid_in_euros(self, catalogue: Catalogue) -> bool:
        """Whether their licence has a price in euros."""
        if self.configuration is None:
            return False
        licence = catalogue.licences.get(self.configuration.licence.key or "")
        return licence is not None and licence.price is not None and licence.price.currency == "EUR"


def as_is(
    hosts: HostColumns, scope: EstateScope, catalogue: Catalogue, source: str, kinds: Collection[str] = ()
) -> AsIs:
    """The hosts of the chosen clusters as a configuration with that many hosts, by model.

    The largest model is the configuration's own, in which missing hosts are added; the others are hosts of other
    models. What they cost is taken as paid: price 0, which the plan says. Their storage is taken as an array that
    exists, as an export of VMs and hosts does not say which drives are in it. What they run is told by their versions,
    else by the kinds of the exports.
    """
    places = hosts_in_scope(hosts, scope)
    known = [at for at in places if figure(hosts, "cores", at) and figure(hosts, "memory_gib", at)]
    ghz = clock(hosts, places)
    if not known:
        lacks = EstateFinding(code="no_hosts", kind="missing", message=words("estate_as_is.no_hosts"))
        return AsIs(None, findings=[lacks], ghz=ghz)
    number = len(known)
    if number > MOST_HOSTS:
        many = words("estate_as_is.too_many", hosts=number)
        return AsIs(None, findings=[EstateFinding(code="as_is_too_many", kind="warning", message=many)], ghz=ghz)
    told = Remark(status=RemarkStatus.IMPORTED, source=source)
    models = host_models(hosts, known)
    findings = [*_about(hosts, places, known), *_by_model(models)]
    cpu, remarks = _processor(models[0], told, catalogue)
    remarks["/memory/dram_gib"] = remarks["/hosts"] = told
    threads = _threads_per_core(hosts, known)
    if threads is not None:
        cpu["threads_per_core"] = threads
        remarks["/cpu/threads_per_core"] = told
    if "/cpu/tdp_w" in remarks:
        unmatched = words(
            "estate_as_is.processor_unknown",
            processor=repr(models[0].cpu_model),
            power=remarks["/cpu/tdp_w"].note or "",
        )
        findings.append(EstateFinding(code="cpu_unmatched", kind="note", message=unmatched))
    what_is_paid = read(message("estate_as_is.counts_as_paid"), message("estate_as_is.enter_what_is_owed"))
    findings.append(EstateFinding(code="as_is_paid", kind="note", message=what_is_paid))
    server = models[0].server
    chassis = _chassis(server, catalogue)
    if "rack_units" in chassis:
        note = words("estate_as_is_origin.rack_units")
        remarks["/host/rack_units"] = Remark(status=RemarkStatus.ASSUMED, note=note)
    note_of_paid = words("estate_as_is_origin.paid")
    paid = Remark(status=RemarkStatus.ASSUMED, note=note_of_paid)
    versions = (hosts.version[at] for at in known) if hosts.version else ()
    platform = platform_today(kinds, versions, catalogue, note_of_paid)
    findings += platform.findings
    document = {
        "key": KEY,
        "name": NAME,
        "layout": "external",
        "hosts": number,
        "protection": "external_array",
        "host": {"model": server, "chassis_price": 0} | chassis,
        "cpu": cpu | {"price": 0},
        "memory": {"dram_gib": models[0].memory_gib, "price": 0},
        "array": {"price": 0, "power_w": 0, "rack_units": 0},
        "network": {"price": 0},
        **platform.values,
    }
    if len(models) > 1:
        named = {each.cpu_model: matched_cpu(each.cpu_model, catalogue) for each in models}
        document["other_host_models"] = other_models(models, {name: key for name, key in named.items() if key})
        remarks["/other_host_models"] = told
    remarks |= dict.fromkeys(("/cpu/price", "/memory/price", "/host/chassis_price", "/array/price"), paid)
    remarks |= {"/network/price": paid} | platform.remarks
    unknown = Remark(status=RemarkStatus.ASSUMED, note=words("estate_as_is_origin.array"))
    remarks |= {"/array/power_w": unknown, "/array/rack_units": unknown}
    return AsIs(Configuration.model_validate(document), remarks, findings, ghz, _measured_on(hosts, known, catalogue))


def _by_model(models: Sequence[HostModel]) -> Iterator[EstateFinding]:
    """How hosts that differ are counted."""
    if len(models) < 2:
        return
    which = some([message("estate_host_model.hosts", hosts=each.hosts, model=each.words) for each in models])
    number, kinds = len(models), models[-1].kinds
    told = (
        message("estate_host_model.differ_and_rare", models=number, which=which, kinds=kinds)
        if kinds > 1
        else message("estate_host_model.differ", models=number, which=which)
    )
    yield EstateFinding(
        code="hosts_differ", kind="note", message=read(told, message("estate_host_model.spares")), count=number
    )


def _processor(model: HostModel, told: Remark, catalogue: Catalogue) -> tuple[dict[str, Any], dict[str, Remark]]:
    """The processors of the largest model, and where their figures come from."""
    cpu: dict[str, Any] = {"sockets": model.sockets, "cores": model.cores_per_socket}
    remarks = {"/cpu/sockets": told, "/cpu/cores": told}
    if model.ghz:
        cpu["base_ghz"] = model.ghz
        remarks["/cpu/base_ghz"] = told
    key = matched_cpu(model.cpu_model, catalogue)
    if key is not None:
        cpu["key"] = key
    elif model.cpu_model:
        like = _nearest(cpu["cores"], model.ghz, catalogue)
        cpu["tdp_w"] = like.tdp_w
        note = words("estate_as_is_origin.nearest_processor", processor=like.name)
        remarks["/cpu/tdp_w"] = Remark(status=RemarkStatus.ASSUMED, note=note)
    return cpu, remarks


def _measured_on(hosts: HostColumns, places: Sequence[int], catalogue: Catalogue) -> MeasuredOn | None:
    """The processor that the demand was measured on: the one of all hosts; of several only their names are said."""
    named = (
        Counter(hosts.cpu_model[at] for at in places if fitted(hosts.cpu_model[at])) if hosts.cpu_model else Counter()
    )
    if not named:
        return None
    distinct = {_bare(each): each for each in reversed([name for name, _ in named.most_common()])}
    if len(distinct) > 1:
        names = in_a_row([name for name, _ in named.most_common(2)])
        return MeasuredOn(model=fitted(words("estate_as_is.several_processors", number=len(distinct), names=names)))
    model, ghz = next(iter(named)), clock(hosts, places)
    known: dict[str, Any] = {} if ghz is None else {"base_ghz": ghz}
    key, name = matched_cpu(model, catalogue), fitted(model)
    named_as = {"key": key} if key is not None else {"model": name} if name else {}
    return MeasuredOn.model_validate(known | named_as)


def matched_cpu(model: str, catalogue: Catalogue) -> str | None:
    """The processor of the catalogue that a host names, such as `Intel(R) Xeon(R) Gold 6230 CPU @ 2.10GHz`."""
    wanted = _bare(model)
    return next((key for key, row in catalogue.cpus.items() if wanted and _bare(row.model) == wanted), None)


def _chassis(server: str, catalogue: Catalogue) -> dict[str, Any]:
    """The server of the catalogue with this name; else what is usual."""
    wanted = _letters(server)
    key = next((key for key, row in catalogue.chassis.items() if _letters(row.vendor + row.model) == wanted), None)
    return {"chassis": key} if key is not None else {"rack_units": _USUAL_RACK_UNITS}


def _letters(text: str) -> str:
    return re.sub(r"[^a-z0-9+]", "", text.lower().replace("inc.", ""))


def _nearest(cores: int, ghz: float | None, catalogue: Catalogue) -> Cpu:
    """The processor of the catalogue that is nearest in cores, and then in clock."""
    rows = [each for each in catalogue.cpus.values() if each.tdp_w]
    return min(
        rows, key=lambda each: (abs(each.cores - cores), abs(each.base_ghz - (ghz or each.base_ghz)), each.model)
    )


def _bare(model: str) -> str:
    return _letters(_NOISE.sub(" ", model))


def hosts_in_scope(hosts: HostColumns, scope: EstateScope) -> list[int]:
    """Places of the hosts of the chosen clusters and data centres."""
    cluster, datacenter = hosts.cluster, hosts.datacenter
    clusters, datacenters = set(scope.clusters), set(scope.datacenters)
    away = hosts.away if scope.leave_out_hosts_away else None
    return [
        at
        for at in range(len(hosts.name))
        if (not clusters or cluster is None or cluster[at] in clusters)
        and (not datacenters or datacenter is None or datacenter[at] in datacenters)
        and (away is None or not away[at])
    ]


def _about(hosts: HostColumns, places: Sequence[int], known: Sequence[int]) -> list[EstateFinding]:
    found = []
    if len(known) < len(places):
        found.append(
            EstateFinding(
                code="hosts_without_size",
                kind="warning",
                message=words("estate_as_is.without_size"),
                count=len(places) - len(known),
            )
        )
    clusters = {hosts.cluster[at] for at in known} if hosts.cluster is not None else set()
    if len(clusters) > 1:
        told = read(
            message("estate_as_is.one_cluster", clusters=len(clusters)), message("estate_as_is.choose_a_cluster")
        )
        found.append(EstateFinding(code="as_is_one_cluster", kind="note", message=told, count=len(clusters)))
    return found


def _threads_per_core(hosts: HostColumns, places: Sequence[int]) -> int | None:
    """Threads of a core that are switched on, of all hosts together; None where some do not say."""
    threads, cores = figures(hosts, "threads", places), figures(hosts, "cores", places)
    return max(round(sum(threads) / sum(cores)), 1) if len(threads) == len(places) else None
