"""Up to which chance of wearing out drives are said to last, and the I/O that is assumed where none is known."""

from __future__ import annotations

from hostwise.catalogue.loader import Catalogue
from hostwise.plan.document import Plan, Remark, RemarkStatus
from hostwise.plan.workload import VmGroup

NOT_MEASURED = Remark(status=RemarkStatus.ASSUMED, note="nobody measured it")
"""What is remarked of I/O that one click assumes."""


def accepted_chance(plan: Plan, catalogue: Catalogue) -> float:
    """The policy's limit; where it sets none, what the catalogue assumes to be accepted."""
    if plan.policy.max_wear_out_probability is not None:
        return plan.policy.max_wear_out_probability
    assumed = catalogue.assumptions["accepted_wear_out_probability"].value
    assert assumed is not None
    return assumed


def assumed_io(group: VmGroup, catalogue: Catalogue) -> dict[str, float]:
    """Fields of I/O that a VM group lacks, as the catalogue assumes them of its virtual processors.

    I/O per second in all; read share and I/O size where the group says nothing of them.
    """

    def usual(key: str) -> float:
        value = catalogue.assumptions[key].value
        assert value is not None
        return value

    found = {
        "iops_average": usual("assumed_vcpu_iops") * group.vcpu,
        "iops_peak": usual("assumed_vcpu_peak_iops") * group.vcpu,
    }
    found |= {} if group.read_share is not None else {"read_share": usual("assumed_read_share")}
    return found | ({} if group.io_kib is not None else {"io_kib": usual("assumed_io_kib")})
