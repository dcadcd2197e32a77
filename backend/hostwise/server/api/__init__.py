"""The HTTP interface: thin routes over the services, problem+json errors, OpenAPI."""
