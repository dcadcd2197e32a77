"""Requests as the API's description has them: for each operation parameters and a body that it would take."""

from __future__ import annotations

import copy
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

BINARY = "application/octet-stream"

ID = "00000000-0000-0000-0000-000000000000"
LINK = f"hws_{'0' * 16}_{'0' * 64}"
TEXTS = (ID, LINK, "light-io", "nvme-2026", "nand", "hosts", "cluster_tco", "drives", "opm", "our-web-shop", "x")
"""Values for texts that the description says nothing of: keys and names, some of which exist."""

_DEEPEST = 6
_ODD = 0.08


@dataclass(frozen=True)
class Operation:
    """One operation of the API."""

    method: str
    path: str
    declared: Mapping[str, Any]
    schemas: Mapping[str, Any]

    @property
    def computes_files(self) -> bool:
        """Whether it writes documents, which takes longest."""
        return "report" in self.path

    def request(
        self, draw: random.Random, plans: Sequence[Any], files: Sequence[bytes], odd: Sequence[str] = ()
    ) -> tuple[str, str, Any]:
        """A request as it should be: its target, the kind of its body, and the body; None where it has none.

        Args:
            draw: what is left to chance.
            plans: plans that stand where a plan is asked for.
            files: contents that stand where a file is asked for.
            odd: texts of which one stands for a value of a parameter now and then.
        """
        target = self.path
        query = {}
        for each in self.declared.get("parameters", ()):
            is_odd = bool(odd) and draw.random() < _ODD
            value = draw.choice(odd) if is_odd else self._value(draw, each.get("schema", {}), each)
            if each["in"] == "path":
                target = target.replace("{" + each["name"] + "}", quote(str(value), safe=""))
            elif each["in"] == "query" and (each.get("required") or draw.random() < 0.3):
                query[each["name"]] = value
        if query:
            target += f"?{urlencode(query)}"
        content = self.declared.get("requestBody", {}).get("content", {})
        if not content:
            return target, "", None
        kind = draw.choice(list(content))
        if kind == BINARY:
            return target, kind, draw.choice(files)
        return target, kind, self._body(draw, content[kind], plans)

    def _value(self, draw: random.Random, schema: Mapping[str, Any], said: Mapping[str, Any]) -> Any:
        """A value for a parameter."""
        examples = [*said.get("examples", {}), *schema.get("examples", ())]
        if examples and draw.random() < 0.5:
            return draw.choice(examples)
        for each in (schema, *schema.get("anyOf", ())):
            if "enum" in each:
                return draw.choice(each["enum"])
            if each.get("type") in ("integer", "number"):
                return draw.choice((each.get("minimum", 0), 1, 2, each.get("maximum", 1_000), schema.get("default", 3)))
            if each.get("type") == "boolean":
                return draw.choice(("true", "false"))
        return draw.choice(TEXTS)

    def _body(self, draw: random.Random, media: Mapping[str, Any], plans: Sequence[Any]) -> Any:
        given = [media["example"]] if "example" in media else []
        given += [each["value"] for each in media.get("examples", {}).values()]
        schema = self._resolved(media.get("schema", {}))
        given += schema.get("examples", [])
        body = copy.deepcopy(draw.choice(given)) if given else self._made(draw, schema, 0)
        return _with_plans(draw, body, plans)

    def _resolved(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        while "$ref" in schema:
            schema = self.schemas[schema["$ref"].rpartition("/")[2]]
        return schema

    def _made(self, draw: random.Random, schema: Mapping[str, Any], depth: int) -> Any:
        """A value that a schema takes, or nearly takes."""
        schema = self._resolved(schema)
        for known in ("examples", "enum"):
            if schema.get(known):
                return copy.deepcopy(draw.choice(schema[known]))
        for known in ("const", "default"):
            if known in schema:
                return copy.deepcopy(schema[known])
        several = schema.get("anyOf") or schema.get("oneOf")
        if several:
            return self._made(draw, draw.choice(several), depth)
        if schema.get("type") == "object":
            needed = set(schema.get("required", ()))
            return {
                name: self._made(draw, each, depth + 1)
                for name, each in schema.get("properties", {}).items()
                if name in needed or (depth < _DEEPEST and draw.random() < 0.5)
            }
        if schema.get("type") == "array":
            number = max(schema.get("minItems", 0), draw.choice((0, 1, 2)) if depth < _DEEPEST else 0)
            return [self._made(draw, schema.get("items", {}), depth + 1) for _ in range(number)]
        if schema.get("type") in ("integer", "number"):
            return draw.choice((schema.get("minimum", 0), 1, schema.get("maximum", 10)))
        if schema.get("type") == "boolean":
            return draw.random() < 0.5
        return None if schema.get("type") == "null" else draw.choice(TEXTS)


def operations(description: Mapping[str, Any]) -> list[Operation]:
    """All operations of a description."""
    schemas = description["components"]["schemas"]
    return [
        Operation(method.upper(), path, declared, schemas)
        for path, methods in description["paths"].items()
        for method, declared in methods.items()
    ]


def _with_plans(draw: random.Random, body: Any, plans: Sequence[Any]) -> Any:
    """The same with other plans in the places of those of examples."""
    if isinstance(body, dict):
        if {"workload", "configurations"} <= body.keys():
            return copy.deepcopy(draw.choice(plans))
        return {name: _with_plans(draw, each, plans) for name, each in body.items()}
    if isinstance(body, list):
        return [_with_plans(draw, each, plans) for each in body]
    return body
