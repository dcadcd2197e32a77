"""The hash of a plan: the same content has the same hash, whatever the order of its keys."""

from __future__ import annotations

import hashlib
import json

from hostwise.plan.document import Plan, plan_json


def plan_hash(plan: Plan) -> str:
    """SHA-256 over the plan's canonical JSON (sorted keys, no blanks), in hexadecimal."""
    canonical = json.dumps(plan_json(plan), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()
