"""Prices: what a model's tokens cost, from the file that ships with MASIS or from the operator's own."""

import tomllib
from decimal import Decimal
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import ValidationError

from masis.domain.usage import Prices
from masis.errors import ConfigurationError

_SHIPPED = Path(__file__).with_name("prices.toml")
_VENDOR = "api.openai.com"
_MOST_BYTES = 1_000_000


def prices_for(file: Path | None, url: str) -> Prices:
    """Return the prices at a server; those that ship with MASIS hold for OpenAI's own address alone.

    Raises:
        ConfigurationError: the operator's file cannot be read or is not a list of prices.
    """
    if file is not None:
        return _read(file)
    shipped = _read(_SHIPPED)
    return shipped if urlsplit(url).hostname == _VENDOR else shipped.model_copy(update={"models": {}})


@cache
def _read(file: Path) -> Prices:
    try:
        if file.stat().st_size > _MOST_BYTES:
            message = f"The file of prices {file} (MASIS_PRICES_FILE) is larger than a list of prices can be."
            raise ConfigurationError(message)
        plain = tomllib.loads(file.read_text(encoding="utf-8"), parse_float=Decimal)
        return Prices.model_validate(plain)
    except OSError as error:
        message = f"The file of prices {file} (MASIS_PRICES_FILE) cannot be read: {error.strerror}."
        raise ConfigurationError(message) from error
    except ValidationError as error:
        fault = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(part) for part in fault["loc"])
        message = f"The file of prices {file} (MASIS_PRICES_FILE) is wrong at {where}: {fault['msg']}."
        raise ConfigurationError(message) from None
    except ValueError as error:  # not UTF-8, not TOML
        message = f"The file of prices {file} (MASIS_PRICES_FILE) is no TOML: {error}."
        raise ConfigurationError(message) from None
