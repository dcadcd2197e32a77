"""A client of Hostwise for scripts: plans in, typed results out, problems as exceptions.

from hostwise_client import HostwiseClient

with HostwiseClient("http://127.0.0.1:8000") as hostwise:
    print(hostwise.evaluate(hostwise.sample("moderate-io")).sentence)

The documents that go in and out are in `hostwise_client.models`.
"""

from hostwise_client import models
from hostwise_client.answers import BatchAnswer, KeptPlan, KeptPriceBook, PlanEntry
from hostwise_client.client import HostwiseClient
from hostwise_client.errors import (
    HostwiseError,
    NotAllowed,
    NotFound,
    OlderServer,
    ProblemError,
    StaleRevision,
    TokenRefused,
    TooManyRequests,
    Unreachable,
    WrongInput,
)
from hostwise_client.sentences import sentence_of
from hostwise_client.variants import vary

__all__ = [
    "BatchAnswer",
    "HostwiseClient",
    "HostwiseError",
    "KeptPlan",
    "KeptPriceBook",
    "NotAllowed",
    "NotFound",
    "OlderServer",
    "PlanEntry",
    "ProblemError",
    "StaleRevision",
    "TokenRefused",
    "TooManyRequests",
    "Unreachable",
    "WrongInput",
    "models",
    "sentence_of",
    "vary",
]
