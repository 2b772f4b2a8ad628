"""MCP command: hand MASIS to an assistant as tools, over standard input and output."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from masis.errors import ConfigurationError

if TYPE_CHECKING:
    from masis.service import Masis

P = TypeVar("P", bound=argparse.ArgumentParser)


def add_mcp(commands: "argparse._SubParsersAction[P]", opened: "Callable[[], Masis]") -> None:
    """Add the subcommand; ``opened`` opens MASIS on the data folder of the settings."""
    parser = commands.add_parser("mcp", help="hand MASIS to an assistant as tools (Model Context Protocol)")
    parser.add_argument("--address", metavar="URL", help="of a MASIS that runs; without it, the data folder")
    parser.set_defaults(command=lambda options: _mcp(options, opened))


def _mcp(options: argparse.Namespace, opened: "Callable[[], Masis]") -> int:
    from importlib.util import find_spec

    if find_spec("mcp") is None:
        message = "The tools for assistants need pip install -r requirements-mcp.txt."
        raise ConfigurationError(message)
    from masis.server.mcp import LocalApi, server_of

    if options.address:
        from masis.client import Client
        from masis.config import load_settings

        token = load_settings().api_token  # not an argument: other people of the machine can read those
        if token is None:
            message = "Put a token of that MASIS into MASIS_API_TOKEN; the System page makes one."
            raise ConfigurationError(message)
        with Client(options.address, token.get_secret_value()) as client:
            server_of(client).run()
        return 0
    masis = opened()
    try:
        server_of(LocalApi(masis)).run()
    finally:
        masis.close()
    return 0
