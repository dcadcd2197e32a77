"""Plans and inventories for fuzzing, drawn once for all operations that take one; two thirds of the plans are valid."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import SearchStrategy
from pydantic import ValidationError
from schemathesis.specs.openapi.schemas import OpenApiSchema

from hostwise.plan.document import Plan, plan_json
from tests.properties.any_plan import plans

Json = dict[Any, Any]

DRAWN, VALID = 10, 20
"""So many plans of each kind: a request is valid only if what is sent with its plan is, too."""

KEYS = ("first", "second")
"""Of the configurations of all valid plans, so that a request can name one without knowing the plan."""

_CONFIGURATION = {"enum": [*KEYS, "nowhere"]}

_MEMORY = {"field": "/memory/dram_gib", "values": [192, 384]}

_FITTING: Json = {
    ("Search", "choices"): [[_MEMORY], [_MEMORY | {"field": "/nowhere"}], [_MEMORY, _MEMORY]],
    ("Search", "limits"): [[], [{"quantity": "hosts", "most": 14}], [{"quantity": "nothing", "most": 14}]],
    ("Search", "vendors"): [[], ["AMD"], ["Nobody"]],
    ("ExplainSensitivitiesRequest", "quantity"): ["hosts", "cluster_tco", "nothing"],
    ("ExplainSensitivitiesRequest", "failed_hosts"): [0, 1, 1_000],
    ("OptionsRequest", "kind"): ["cpus", "drives", "nothing"],
    ("OptionsRequest", "pointers"): [["/configurations/0/cpu/key"], ["/configurations/0/capacity/key"], ["/nowhere"]],
}
"""Properties that must fit the plan that they are sent with, which drawing them would hardly ever meet."""


_ROUNDS = 10
"""Two or three do; with all of them, something else is wrong."""


def _drawn(strategy: SearchStrategy[Any]) -> Iterator[Any]:
    """Examples while they are asked for: how many of them can be used differs from one version to the next."""
    for each in range(_ROUNDS):
        yield from _round(strategy, each)


def _round(strategy: SearchStrategy[Any], number: int) -> list[Any]:
    found: list[Any] = []

    @seed(number)
    @settings(
        max_examples=VALID,
        phases=[Phase.generate],
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def draw(each: Any) -> None:
        found.append(each)

    draw()
    return found


def _small(plan: Plan) -> Json | None:
    """A plan with two configurations at most, which is quickly answered, if it is valid then."""
    document: Json = plan_json(plan)
    document["configurations"] = [
        each | {"key": key} for each, key in zip(document["configurations"], KEYS, strict=False)
    ]
    # Where the number of hosts is given, nothing is searched.
    document["configurations"][0].pop("hosts", None)
    try:
        return plan_json(Plan.model_validate(document))
    except ValidationError:
        return None


def plan_pool(operations: OpenApiSchema, drawn: Sequence[Json]) -> list[Json]:
    """Some of the plans that the description draws, and neighbours of samples that are evaluated."""
    evaluate = operations["/api/v1/evaluate"]["POST"]

    def is_answered(plan: Json) -> bool:
        return bool(evaluate.Case(body=plan, media_type="application/json").call().status_code == 200)

    neighbours = _differing(filter(None, map(_small, _drawn(plans(most=1)))))
    valid = [*islice(filter(is_answered, neighbours), VALID)]
    assert len(valid) == VALID, "too few of the plans that were drawn are answered"
    return [*islice(_differing(drawn), DRAWN), *valid, *_plans_of_examples(operations.raw_schema)]


def inventory_pool(asked: Sequence[Json]) -> list[Json]:
    """The inventories that the description draws; its example is among them, which is answered."""
    return [*_differing(each["inventory"] for each in asked)]


def _differing(documents: Iterable[Json]) -> Iterator[Json]:
    met: set[str] = set()
    for each in documents:
        if (text := json.dumps(each, sort_keys=True)) not in met:
            met.add(text)
            yield each


def _plans_of_examples(description: Json) -> list[Json]:
    """The plans of the examples of requests: without them in the pool, the examples would break the description."""
    contents = [
        content
        for operations in description["paths"].values()
        for operation in operations.values()
        for content in operation.get("requestBody", {}).get("content", {}).values()
    ]
    bodies = [each["example"] for each in contents if "example" in each]
    bodies += [example["value"] for each in contents for example in each.get("examples", {}).values()]
    found = [part for body in bodies for part in _documents(body) if {"workload", "configurations"} <= set(part)]
    return [*_differing(found)]


def _documents(body: Any) -> list[Json]:
    """A body, if it is a document, and the documents in it."""
    parts = body if isinstance(body, list) else [body, *body.values()] if isinstance(body, dict) else []
    return [each for each in parts if isinstance(each, dict)]


def with_pools(description: Json, plans: list[Json], inventories: list[Json]) -> Json:
    """A description whose plans and inventories are those of pools, and what is sent with a plan mostly fits it."""
    described = copy.deepcopy(description)
    schemas = described["components"]["schemas"]
    schemas |= {"Plan": {"enum": plans}, "Inventory": {"enum": inventories}}
    for schema in schemas.values():
        for name in {"configuration", "reference"} & set(schema.get("properties", {})):
            schema["properties"][name] = _CONFIGURATION
    for (schema, name), values in _FITTING.items():
        schemas[schema]["properties"][name] = {"enum": values}
        schemas[schema]["required"] = sorted({*schemas[schema]["required"], name})
    for operations in described["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", []):
                if parameter["name"] in ("configuration", "reference"):
                    parameter["schema"] = _CONFIGURATION
                if parameter["name"] == "simulations":
                    parameter |= {"required": True, "schema": {"enum": [256, 512]}}
            content = operation.get("requestBody", {}).get("content", {})
            if "application/x-ndjson" in content:
                content["application/x-ndjson"]["schema"] = {"enum": ["", "{", "null\n", *_lines(plans)]}
    return described


def _lines(plans: list[Json]) -> list[str]:
    """Plans as the lines of a body, two by two."""
    return ["\n".join(map(json.dumps, plans[at : at + 2])) for at in range(len(plans))]
