"""The engine: pure numbers in, pure numbers out. No file, clock, database or network is touched here."""

ENGINE_VERSION = "0.1.0"
