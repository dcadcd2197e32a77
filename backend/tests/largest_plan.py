"""The largest plan that is admitted: 500 VM groups in 12 configurations."""

from typing import Any


def largest(plan: dict[str, Any], **of_a_group: Any) -> dict[str, Any]:
    """A plan of as many groups and configurations as there may be, each like one of the given plan."""
    group, configurations = plan["workload"]["groups"][0] | of_a_group, plan["configurations"]
    return plan | {
        "workload": {"groups": [group | {"name": f"group {number}"} for number in range(500)]},
        "configurations": [
            configurations[n % len(configurations)] | {"key": f"c{n}", "name": f"C {n}"} for n in range(12)
        ],
    }
