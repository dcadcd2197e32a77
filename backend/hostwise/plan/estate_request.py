"""What is asked about an estate: its inventory, and what is to be made of it."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from hostwise.plan.estate import EstateChoices, Inventory
from hostwise.plan.history import History


class EstateRequest(BaseModel):
    """An inventory, and what is to be made of it."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)

    inventory: Inventory
    choices: EstateChoices = EstateChoices()
    history: History | None = Field(None, description="What its VMs did over time, as /estate/history answers.")
    with_plan: bool = Field(True, description="Whether candidates are looked for and a plan is made.")
