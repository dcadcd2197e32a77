"""What all documents have in common that the client reads or sends."""

from typing import Any

from pydantic import BaseModel, ConfigDict


class Document(BaseModel):
    """A JSON document of the API; fields that this client does not know are kept, and sent back as they came."""

    # Each model is built when it is used first: nobody uses all of them. Errors do not show what was entered.
    model_config = ConfigDict(
        defer_build=True, extra="allow", frozen=True, allow_inf_nan=False, hide_input_in_errors=True
    )

    def to_json(self) -> dict[str, Any]:
        """The document as the server stores it: what was not said, and what is null, is absent."""
        return self.model_dump(mode="json", exclude_none=True, exclude_unset=True)
