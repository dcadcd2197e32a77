"""Pseudonyms that stay the same from run to run: a file of the user keeps the names behind them."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from hostwise.estate.collectors.collecting_problems import CannotCollect, WrongInput
from hostwise.estate.collectors.writing import write_whole
from hostwise.plan.pseudonyms import Names, Pseudonyms


class KeptPseudonyms(Pseudonyms):
    """Pseudonyms kept in a file with the names behind them."""

    def __init__(self, path: Path) -> None:
        """Continue with those of a file, if it exists; raises `WrongInput` if it holds no pseudonyms."""
        self._path = path
        try:
            super().__init__(_Kept.model_validate_json(path.read_bytes()) if path.exists() else None)
        except (OSError, ValidationError) as error:
            raise WrongInput(f"{path} is no file of pseudonyms. Choose another -o, or move it away.") from error

    def kept_of_vm(self, id_: str, name: str) -> str:
        """The pseudonym of a VM, saved before it is used: an unsaved one could be given to another VM."""
        pseudonym = self.of_vm(id_, name)
        self.keep()
        return pseudonym

    def keep(self) -> None:
        """Save the pseudonyms if any is new."""
        if not self.changed:
            return
        try:
            write_whole(self._path, self.names.model_dump_json(indent=1).encode())
        except OSError as error:
            raise CannotCollect(f"Cannot write {self._path}: {error.strerror}.") from error
        self.changed = False


class _Kept(Names):
    """The content of the file; a file without these fields is refused."""

    pseudonyms: dict[str, dict[str, str]]
    vm_names: dict[str, str]
