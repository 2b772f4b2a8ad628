"""Addresses: whether the text of a setting is the address of a server."""

import re
from collections.abc import Set as AbstractSet
from urllib.parse import parse_qs, urlsplit

_BUCKET_AND_PREFIX = re.compile(r"s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/[A-Za-z0-9][A-Za-z0-9._-]*)*/?")


def is_address(url: str) -> bool:
    """Whether it is one of the web."""
    try:
        parts = urlsplit(url.strip())
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def has_scheme(url: str, schemes: AbstractSet[str]) -> bool:
    """Whether it begins like one of these, and names something."""
    try:
        parts = urlsplit(url)
        return parts.scheme in schemes and bool(parts.hostname or parts.path)
    except ValueError:
        return False


def is_postgres(url: str) -> bool:
    """Whether it is one of a Postgres database."""
    try:
        parts = urlsplit(url)
        named = bool(parts.hostname) or "host" in parse_qs(parts.query)
        return (
            parts.scheme in {"postgres", "postgresql", "postgresql+psycopg"}
            and named
            and parts.port != 0
            and bool(parts.path.strip("/"))
            and not re.search(r"\s|\x00", url)
        )
    except ValueError:
        return False


def is_bucket(url: str) -> bool:
    """Whether it is one of a bucket of S3, with or without a prefix."""
    return _BUCKET_AND_PREFIX.fullmatch(url) is not None
