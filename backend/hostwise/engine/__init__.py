"""The engine: pure numbers in, pure numbers out. No file, clock, database or network is touched here."""

from hostwise import __version__

ENGINE_VERSION = __version__
