"""Requests to other machines: by http and https alone, to the configured address and to no other."""

from http.client import HTTPResponse
from typing import cast
from urllib.error import URLError
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
)


def send(request: Request | str, timeout: float) -> HTTPResponse:
    """The response of a request; an HTTPError for any other than success, redirections included."""
    response = _opener().open(request, timeout=timeout)
    if response is None:
        raise URLError("neither http nor https")
    return cast(HTTPResponse, response)


def _opener() -> OpenerDirector:
    """Without handlers for files, other protocols and redirections. Certificates are verified by default."""
    opener = OpenerDirector()
    for handler in (ProxyHandler, HTTPHandler, HTTPSHandler, HTTPDefaultErrorHandler, HTTPErrorProcessor):
        opener.add_handler(handler())
    return opener
