"""The money of a configuration, and the age of its prices."""
