"""The HTTP interface: thin routes over the answers, problem+json errors, OpenAPI."""
