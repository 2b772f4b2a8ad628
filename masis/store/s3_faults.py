"""S3 faults: what an error of the library means for whoever looks after the bucket, in one sentence."""

import re
from typing import NamedTuple
from urllib.parse import urlsplit

_STATUS = re.compile(r"status code: (\d{3})")
_INSTANCE = "/latest/api/token"
"""What the library asks a machine of Amazon's for when it finds no keys."""
_MISSING = "<Code>NoSuchKey</Code>"
_FORBIDDEN = frozenset({"401", "403"})


class Bucket(NamedTuple):
    """What was asked, as people know it."""

    place: str
    """``s3://bucket/prefix``."""
    server: str
    seconds: int
    """One request may take."""


def is_missing(error: Exception) -> bool:
    """Tell that one object is not there from a page that a proxy does not know and from a missing bucket."""
    return isinstance(error, FileNotFoundError) and _MISSING in str(error)


def sentence(error: Exception, bucket: Bucket) -> str:
    """Return what is wrong and what to do; the library's own words hold no advice."""
    said = str(error)
    bucket_name = urlsplit(bucket.place).netloc
    place, server, seconds = bucket
    found = _STATUS.search(said)
    status = found[1] if found else ""
    keepers = f"{server}, which keeps the originals,"
    cases = (
        (
            _INSTANCE in said,
            f"There are no keys for {place}: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in "
            "the environment of the process (.env is not enough).",
        ),
        (
            "<Code>NoSuchBucket</Code>" in said,
            f"There is no bucket {bucket_name} at {server}: make it, or correct MASIS_ORIGINALS_URL.",
        ),
        (
            status in _FORBIDDEN,
            f"{server} does not let MASIS work in {place} (status {status}): check the keys, and that they "
            "may list, read, write and delete there.",
        ),
        (
            "BareRedirect" in said or status == "301",
            f"{server} says that {place} is in another region: set AWS_REGION to it.",
        ),
        (bool(status), f"{keepers} answered with status {status}."),
        ("kind: Timeout" in said, f"{keepers} took longer than {seconds} seconds."),
    )
    return next((told for holds, told in cases if holds), f"{keepers} does not answer.")
