"""Pseudonyms that stay the same from run to run: who is who is written to a file of the user's."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from hostwise.estate.collectors.collecting_problems import CannotCollect, WrongInput
from hostwise.estate.collectors.writing import write_whole
from hostwise.plan.pseudonyms import Names, Pseudonyms


class KeptPseudonyms(Pseudonyms):
    """Pseudonyms whose file says who is who."""

    def __init__(self, path: Path) -> None:
        """Go on with those of a file, if it exists; raises `WrongInput` if it is something else."""
        self._path = path
        try:
            super().__init__(_Kept.model_validate_json(path.read_bytes()) if path.exists() else None)
        except (OSError, ValidationError) as error:
            raise WrongInput(f"{path} is no file of pseudonyms. Choose another -o, or move it away.") from error

    def kept_of_vm(self, id_: str, name: str) -> str:
        """The pseudonym of a VM, written down before it is used: one that is not could be given again."""
        pseudonym = self.of_vm(id_, name)
        self.keep()
        return pseudonym

    def keep(self) -> None:
        """Write who is who, if anything is new."""
        if not self.changed:
            return
        try:
            write_whole(self._path, self.names.model_dump_json(indent=1).encode())
        except OSError as error:
            raise CannotCollect(f"Cannot write {self._path}: {error.strerror}.") from error
        self.changed = False


class _Kept(Names):
    """Names as they are in a file: one without them is something else."""

    pseudonyms: dict[str, dict[str, str]]
    vm_names: dict[str, str]
