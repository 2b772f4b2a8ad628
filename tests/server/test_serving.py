"""Serving: what is written to a connection leaves at once."""

import socket

import pytest
from streamlit.web.server.starlette import starlette_server

from masis.server.serving import send_at_once


def test_a_connection_sends_without_waiting_for_acknowledgements(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else every reply of two parts takes 40 ms longer."""
    monkeypatch.setattr(starlette_server, "_bind_socket", starlette_server._bind_socket)
    send_at_once()
    with starlette_server._bind_socket("127.0.0.1", 0, 5) as listening:
        listening.setblocking(True)
        with socket.create_connection(listening.getsockname()):
            accepted, _ = listening.accept()
            with accepted:
                assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
