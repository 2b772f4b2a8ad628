"""Version 1 of the HTTP API: every resource under ``/masis/v1``, with its description beside it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from masis.domain.printable import printable
from masis.server.v1.calls import BadCall, Door, answered
from masis.server.v1.endpoints import ENDPOINTS
from masis.server.v1.openapi import description, page

if TYPE_CHECKING:
    from masis.service import Masis

PREFIX = "/masis/v1"
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]


def v1_routes(masis: "Callable[[], Masis]") -> list[Route]:
    """Return the routes of the API on the process's one MASIS; what is not among them is a 404 in JSON."""
    door = Door(masis)

    def resource(path: str) -> Route:
        offered = {endpoint.method: endpoint for endpoint in ENDPOINTS if endpoint.path == path}

        async def answer(request: Request) -> Response:
            endpoint = offered.get(request.method)
            if endpoint is None:
                allowed = ", ".join(sorted(offered))
                message = f"{request.method} is not offered here; {allowed} is."
                return JSONResponse({"error": message}, 405, {"Allow": allowed})
            return await answered(door, endpoint, request)

        return Route(f"{PREFIX}{path}", answer, methods=METHODS)

    async def openapi(_request: Request) -> JSONResponse:
        return JSONResponse(description(ENDPOINTS, PREFIX))

    async def docs(_request: Request) -> HTMLResponse:
        return HTMLResponse(page(ENDPOINTS, PREFIX))

    return [
        *(resource(path) for path in dict.fromkeys(endpoint.path for endpoint in ENDPOINTS)),
        Route(f"{PREFIX}/openapi.json", openapi),
        Route(f"{PREFIX}/docs", docs),
        Route("/masis", _unknown),
        Route("/masis/{rest:path}", _unknown),
    ]


class _Unknown:
    """Answers what is not offered, with whatever method: a function would be asked for some only."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send a 404 in JSON."""
        message = f"There is nothing at {printable(str(scope['path']))}; {PREFIX}/docs lists what there is."
        await JSONResponse({"error": message}, 404)(scope, receive, send)


_unknown = _Unknown()


__all__ = ["PREFIX", "BadCall", "v1_routes"]
