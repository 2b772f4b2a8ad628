"""Metrics route: ``/metrics`` for Prometheus, where that is switched on; a token may guard it."""

import hmac
from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from masis.errors import MasisError
from masis.ops.metrics import CONTENT_TYPE

if TYPE_CHECKING:
    from masis.service import Masis

_OFF = "Metrics are off. Set MASIS_METRICS=true to turn them on.\n"
_TOKEN = "Send the header “Authorization: Bearer …” with the token of MASIS_METRICS_TOKEN.\n"  # noqa: S105


def metrics_routes(masis: "Callable[[], Masis]") -> list[Route]:
    """Return the route on the process's one MASIS."""

    async def metrics(request: Request) -> Response:
        """Answer a scrape."""
        try:
            service = await run_in_threadpool(masis)
        except MasisError as error:
            return PlainTextResponse(f"{error}\n", 503)
        kept = service.parts.watch.metrics
        if kept is None:
            return PlainTextResponse(_OFF, 404)
        if not _allowed(request, service):
            return PlainTextResponse(_TOKEN, 401)
        standing = await run_in_threadpool(service.standing)
        return Response(kept.text(standing), headers={"Content-Type": CONTENT_TYPE})

    return [Route("/metrics", metrics, methods=["GET"])]


def _allowed(request: Request, service: "Masis") -> bool:
    token = service.parts.settings.metrics_token
    if token is None:
        return True
    given = request.headers.get("authorization", "")
    return hmac.compare_digest(given.encode(), f"Bearer {token.get_secret_value()}".encode())
