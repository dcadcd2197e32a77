"""Why something cannot be collected, in words that say what to do."""

from __future__ import annotations


class CannotCollect(Exception):
    """A system cannot be read; the message is for the person at the terminal."""


class WrongInput(CannotCollect):
    """Wrong input of the user: an address, a user or password, a file."""


class Silent(CannotCollect):
    """The system does not answer now; it may later."""
