"""Logging: what libraries say of each request stays out, for an address may hold a password."""

import logging

import pytest

from masis.ops.logging import configure


@pytest.mark.parametrize("client", ["httpx", "httpx2"])
def test_requests_are_not_logged(client: str, capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    handlers, level = [*root.handlers], root.level
    try:
        configure("INFO")
        logging.getLogger(client).info("HTTP Request: POST http://user:s3cret@127.0.0.1/v1")
        logging.getLogger("masis").info("started")
    finally:
        root.handlers[:], root.level = handlers, level
    said = capsys.readouterr().err
    assert "started" in said
    assert "s3cret" not in said
