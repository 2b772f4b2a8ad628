"""Serving: run the web app on its port, or on the next free one."""

import logging
import socket
import sys

from masis.config import Settings, load_settings
from masis.errors import ConfigurationError
from masis.ops.logging import configure
from masis.ops.memory import hold_collector
from masis.wiring import check_folder

PORTS_TRIED = 50
_LAST_PORT = 65535
log = logging.getLogger(__name__)


def serve(port: int | None = None) -> int:
    """Serve until stopped; a taken port is said and the next free one used, a taken folder ends it."""
    hold_collector()
    settings = load_settings()
    in_json = settings.log_format == "json"
    configure(settings.log_level, json_lines=in_json)
    say = log.info if in_json else _say
    check_folder(settings)
    wanted = settings.port if port is None else port
    free = free_port(settings.host, wanted)
    if free != wanted:
        say(f"Port {wanted} is taken; using {free}.")
    say(f"MASIS is starting on http://{_reachable(settings.host)}:{free}")
    from masis.server.app import app

    log_alike()
    send_at_once()
    app.run(config=_server_options(settings, free))
    return 0


def log_alike() -> None:
    """Have what Streamlit and its server log come as lines of ours, in JSON where that is set.

    Each of its loggers has a handler of its own and passes nothing on, also those it makes later; and
    uvicorn sets handlers up as it starts, unless it is told not to.
    """
    from streamlit import logger as theirs
    from streamlit.web.server.starlette import starlette_server

    def passed_on(logger: logging.Logger) -> None:
        if (own := getattr(logger, "streamlit_console_handler", None)) is not None:
            logger.removeHandler(own)
        logger.propagate = True

    options = starlette_server._get_uvicorn_config_kwargs
    starlette_server._get_uvicorn_config_kwargs = lambda: {**options(), "log_config": None}
    theirs.setup_formatter = passed_on
    for logger in theirs._loggers.values():
        passed_on(logger)


def send_at_once() -> None:
    """Have the server's sockets send what is written at once, without waiting for more.

    Streamlit opens its socket without naming the protocol, by which asyncio knows that it is TCP. So the
    second part of each reply waited until the client had acknowledged the first: 40 ms. Connections inherit
    the option from the socket they arrive at.
    """
    from streamlit.web.server.starlette import starlette_server

    bind = starlette_server._bind_socket

    def bound(address: str, port: int, backlog: int) -> socket.socket:
        opened = bind(address, port, backlog)
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return opened

    starlette_server._bind_socket = bound


def free_port(host: str, first: int) -> int:
    """Return the first port from ``first`` on that nobody listens on."""
    if not 1 <= first <= _LAST_PORT:
        message = f"A port is a number from 1 to {_LAST_PORT}; {first} was given."
        raise ConfigurationError(message)
    for port in range(first, min(first + PORTS_TRIED, _LAST_PORT + 1)):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return port
    message = f"No free port from {first} to {first + PORTS_TRIED - 1} on {host}; set MASIS_PORT."
    raise ConfigurationError(message)


def _server_options(settings: Settings, port: int) -> dict[str, object]:
    return {
        "server.port": port,
        "server.address": settings.host,
        "server.headless": True,
        "server.maxUploadSize": settings.max_file_mb,
        "server.fileWatcherType": "none",
        "browser.gatherUsageStats": False,
        # On all addresses its welcome looks the public address up at another host; ours has been said.
        "logger.hideWelcomeMessage": True,
    }


def _reachable(host: str) -> str:
    return "localhost" if host in {"0.0.0.0", "127.0.0.1", "::"} else host  # noqa: S104 - compared, not bound


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)  # noqa: T201 - the command line's own words
