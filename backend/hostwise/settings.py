"""What a deployment may choose, read from the environment and nowhere else."""

import os
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
    """

    model_config = SettingsConfigDict(env_prefix="HOSTWISE_", env_ignore_empty=True, frozen=True, extra="ignore")

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    data_dir: Path = Field(default_factory=_default_data_dir)
    # The address may carry a password, so it stays out of every representation.
    database_url: str | None = Field(default=None, validation_alias="DATABASE_URL", repr=False)

    @field_validator("data_dir")
    @classmethod
    def _absolute(cls, path: Path) -> Path:
        """Make the path independent of the directory a command is run from."""
        return path.expanduser().absolute()
