"""The documents of plans, answers, estates and prices; what they are is in `generated`, which is made from the API.

They are loaded when one of them is used first, since Pydantic takes longer to load than the whole rest of the client.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hostwise_client.generated import *  # noqa: F403
else:

    def __getattr__(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module("hostwise_client.generated"), name)

    def __dir__() -> list[str]:
        return dir(import_module("hostwise_client.generated"))
