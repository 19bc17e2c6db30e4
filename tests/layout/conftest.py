"""A server for the tests of the layout's address."""

from tests.server.conftest import server

__all__ = ["server"]
