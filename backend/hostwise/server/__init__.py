"""The running application: HTTP, command line, database, access."""
