"""An S3 server on the wire: moto's, with faults on demand in front of it."""

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any
from unittest.mock import patch

from moto.server import DomainDispatcherApplication, create_backend_app
from obstore.store import S3Store
from werkzeug.serving import make_server

BUCKET = "originals"
KEYS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_REGION": "us-east-1"}
_HIDDEN = ("AWS_", "MASIS_")


class FakeS3:
    """The server's side; tests set the faults and read what was asked."""

    def __init__(self) -> None:
        """Start healthy, without a bucket."""
        self._app = DomainDispatcherApplication(create_backend_app)
        self.url = ""
        self.requests: list[str] = []
        """Method and path of each, without what tests ask themselves."""
        self.status = 0
        """Answer everything with this status."""
        self.code = "Fault"
        self.delay_seconds = 0.0
        self.after = 0
        """Answer so many more requests before the fault begins."""
        self.only = ("GET", "PUT", "POST", "DELETE", "HEAD")
        """The methods it holds for."""

    def heal(self) -> None:
        """Take every fault back."""
        self.status, self.code, self.delay_seconds, self.after = 0, "Fault", 0.0, 0
        self.only = ("GET", "PUT", "POST", "DELETE", "HEAD")
        self.requests.clear()

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        self.requests.append(f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}")
        if self.after > 0:
            self.after -= 1
            return self._app(environ, start)
        time.sleep(self.delay_seconds)
        if not self.status or environ["REQUEST_METHOD"] not in self.only:
            return self._app(environ, start)
        environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        body = f"<?xml version='1.0'?><Error><Code>{self.code}</Code></Error>".encode()
        start(
            f"{self.status} Fault", [("Content-Type", "application/xml"), ("Content-Length", str(len(body)))]
        )
        return [body]

    def bucket(self, prefix: str = "") -> S3Store:
        """Return the bucket as it is, for tests to look into."""
        return S3Store(BUCKET, prefix=prefix or None, endpoint=self.url, client_options={"allow_http": True})

    def keys(self, prefix: str = "") -> list[str]:
        """Return the key of every object."""
        return sorted(meta["path"] for batch in self.bucket(prefix).list() for meta in batch)

    def make_bucket(self, name: str = BUCKET) -> None:
        """Make a bucket, empty it when it is there."""
        import urllib.request

        urllib.request.urlopen(urllib.request.Request(f"{self.url}/moto-api/reset", method="POST"))  # noqa: S310
        asked = urllib.request.Request(f"{self.url}/{name}", method="PUT")  # noqa: S310
        asked.add_header(
            "Authorization", "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/s3/aws4_request"
        )
        urllib.request.urlopen(asked)  # noqa: S310


@contextmanager
def running_s3() -> Iterator[FakeS3]:
    """Serve a fake on a free port of this machine while the block runs, with keys in the environment."""
    fake = FakeS3()
    server = make_server("127.0.0.1", 0, fake, threaded=True)
    fake.url = f"http://127.0.0.1:{server.port}"
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_HIDDEN)}
    try:
        with patch.dict(os.environ, {**kept, **KEYS}, clear=True):
            yield fake
    finally:
        server.shutdown()
        thread.join(10)
        server.server_close()
