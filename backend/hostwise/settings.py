"""What a deployment may choose, read from the environment and nowhere else."""

import os
import re
import sys
from pathlib import Path
from typing import Annotated

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


def _default_data_dir() -> Path:
    """Return the directory in which this account's programs keep their own data."""
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "hostwise"
    # The XDG specification has a relative path ignored.
    configured = Path(os.environ.get("XDG_DATA_HOME", ""))
    return (configured if configured.is_absolute() else home / ".local" / "share") / "hostwise"


class Settings(BaseSettings):
    """Settings of one running Hostwise.

    Attributes:
        host: Address to listen on (`HOSTWISE_HOST`); only this machine unless told otherwise.
        port: TCP port to listen on (`HOSTWISE_PORT`); 0 takes any free one.
        data_dir: Where the embedded database lives (`HOSTWISE_DATA_DIR`).
        database_url: A PostgreSQL of one's own (`DATABASE_URL`); it wins over the embedded one.
        require_token: Whether every request of the API needs a token (`HOSTWISE_REQUIRE_TOKEN`); shared links and
            health need none.
        rate_limit: Requests that one token, or one address without a token, may make (`HOSTWISE_RATE_LIMIT`): so many
            a minute, or with a unit, such as 50/second; 0 is no limit.
    """

    model_config = SettingsConfigDict(env_prefix="HOSTWISE_", env_ignore_empty=True, frozen=True, extra="ignore")

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    data_dir: Path = Field(default_factory=_default_data_dir)
    # The address may carry a password, so it stays out of every representation.
    database_url: str | None = Field(default=None, validation_alias="DATABASE_URL", repr=False)
    require_token: bool = False
    # About what one core evaluates: enough for sliders that are dragged, too little to keep all others out.
    rate_limit: str = "3000/minute"

    @field_validator("data_dir")
    @classmethod
    def _absolute(cls, path: Path) -> Path:
        """Make the path independent of the directory a command is run from."""
        return path.expanduser().absolute()

    @field_validator("rate_limit", mode="before")
    @classmethod
    def _limit(cls, given: object) -> object:
        """Read a bare number as so many a minute."""
        match = re.fullmatch(r"(\d{1,9})(?:\s*/\s*(second|minute|hour))?", str(given).strip())
        if match is None:
            raise ValueError("must be a number of requests, such as 600, 600/minute or 50/second; 0 is no limit")
        return f"{int(match[1])}/{match[2] or 'minute'}"
