"""Server: the web app with its health routes and the API on one port."""

import logging
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any

import streamlit as st
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse
from starlette.routing import BaseRoute, Route, Router
from starlette.types import ASGIApp, Message, Receive, Scope, Send

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:  # `streamlit run masis/server/app.py` puts only this folder on the path
    sys.path.insert(0, str(ROOT))

from masis import wiring  # noqa: E402
from masis.config import Settings, load_settings  # noqa: E402
from masis.errors import MasisError  # noqa: E402
from masis.ops.logging import configure  # noqa: E402
from masis.ops.memory import set_aside, share_evenly, share_pools  # noqa: E402
from masis.server.metrics import metrics_routes  # noqa: E402

HEADERS = {
    # Streamlit's pages set styles in place and its charts compile code; nothing comes from anywhere else.
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'self'",
            "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            "connect-src 'self' ws: wss: data: blob:",
            "worker-src 'self' blob:",
            "frame-src 'self' data: blob:",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'self'",
        )
    ),
    "X-Frame-Options": "SAMEORIGIN",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}
log = logging.getLogger(__name__)

_NOT_NEEDED = frozenset({"tracing", "notifications"})
"""Parts without which every question is answered all the same."""
_PAGE_FIRST_SECONDS = 2.0
"""How long the models wait for the first page: both load under one interpreter lock."""


async def healthz(_request: Request) -> JSONResponse:
    """Say that the process answers."""
    return JSONResponse({"status": "ok"})


async def readyz(_request: Request) -> JSONResponse:
    """Say whether questions can be answered, part by part."""
    try:
        masis = await run_in_threadpool(wiring.shared_masis)
        parts = await run_in_threadpool(masis.health)
    except MasisError as error:
        return JSONResponse({"status": "down", "detail": str(error)}, 503)
    # Where people sign in, whoever did not learns no path and no address of it.
    told = not masis.people.sign_in
    states = {
        part.name: {"healthy": part.healthy, **({"detail": part.detail} if told else {})} for part in parts
    }
    well = all(part.healthy for part in parts if part.name not in _NOT_NEEDED)
    return JSONResponse({"status": "ok" if well else "degraded", "parts": states}, 200 if well else 503)


async def to_ask(request: Request) -> RedirectResponse:
    """Lead on from the name of the first page, whose address has none, to where it is."""
    query = request.url.query
    return RedirectResponse(f"./?{query}" if query else "./")


class Guarded:
    """Adds to every reply what a browser may load and run with it, and that nobody may frame it."""

    def __init__(self, app: ASGIApp, *, secure: bool = False) -> None:
        """Wrap an application; ``secure``: browsers send its cookies over HTTPS alone."""
        self._app, self._secure = app, secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if self._secure and (cookies := headers.getlist("set-cookie")):
                    del headers["set-cookie"]
                    for cookie in cookies:
                        headers.append("set-cookie", f"{cookie}; Secure")
            await send(message)

        await self._app(scope, receive, guarded if scope["type"] == "http" else send)


class Later:
    """Routes that are loaded with the first request for one, so that the port need not wait for them."""

    def __init__(self, routes: Callable[[], Sequence[BaseRoute]]) -> None:
        """Load nothing yet."""
        self._routes = routes
        self._router: Router | None = None
        self._guard = Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        router = self._router
        if router is None:
            router = await run_in_threadpool(self._loaded)
        await router(scope, receive, send)

    def _loaded(self) -> Router:
        with self._guard:  # what counts calls and tries must be there once
            if self._router is None:
                self._router = Router(self._routes())
            return self._router


def _api() -> list[Route]:
    from masis.server.api import api_routes
    from masis.server.v1 import v1_routes

    return [*api_routes(wiring.shared_masis), *v1_routes(wiring.shared_masis)]


@asynccontextmanager
async def lifespan(_app: Any) -> AsyncIterator[None]:  # noqa: ANN401 - streamlit's app
    """Warm MASIS up beside the start of the server, and let go of the data folder at the end."""
    settings = load_settings()
    configure(settings.log_level, json_lines=settings.log_format == "json")
    share_pools()
    Thread(target=_warm_up, name="warm-up", daemon=True).start()
    yield
    await run_in_threadpool(wiring.close_shared)


def _warm_up() -> None:
    """Load what the first page needs while the browser loads itself, then what a question needs."""
    share_evenly()
    _load_pages()
    try:
        masis = wiring.shared_masis()
        masis.health()  # every page shows it, and it opens the vectors
    except MasisError as error:  # the pages say it again, in place
        log.error("MASIS is not ready: %s", error)  # noqa: TRY400 - the sentence is the message
        return
    finally:
        set_aside()
    Event().wait(_PAGE_FIRST_SECONDS)
    from masis.ui.ask import outcome  # noqa: F401 - what draws an answer

    masis.warming.now()


def _load_pages() -> None:
    import numpy  # noqa: F401 - Streamlit loads it with the first picture

    from masis.ui.ask import ask_box, welcome  # noqa: F401 - what pages/ask.py draws before a question
    from masis.ui.shared import frame  # noqa: F401 - what streamlit_app.py draws with


def _settings() -> Settings | None:
    """Return the settings; nothing where they do not fit, which the start says."""
    try:
        return load_settings()
    except MasisError:
        return None


def _secrets(settings: Settings | None) -> dict[str, Any]:
    """Return what Streamlit's own sign-in reads from its secrets, from the settings; nothing without them."""
    if settings is None:
        return {}
    secret, cookie = settings.oidc_client_secret, settings.oidc_cookie_secret
    if settings.oidc_metadata_url is None or secret is None or cookie is None:
        return {}
    given = {
        "redirect_uri": f"{str(settings.public_url).rstrip('/')}/oauth2callback",
        "cookie_secret": cookie.get_secret_value(),
        "client_id": settings.oidc_client_id,
        "client_secret": secret.get_secret_value(),
        "server_metadata_url": settings.oidc_metadata_url,
    }
    return {"auth": given}


def _over_https(settings: Settings | None) -> bool:
    return settings is not None and str(settings.public_url).startswith("https://")


_found = _settings()
_later = Later(_api)
app = st.App(
    ROOT / "streamlit_app.py",
    secrets=_secrets(_found),
    lifespan=lifespan,
    middleware=[Middleware(Guarded, secure=_over_https(_found))],
    routes=[
        Route("/healthz", healthz),
        Route("/readyz", readyz),
        Route("/ask", to_ask),
        *(Route(path, _later, name="api") for path in ("/masis", "/masis/{rest:path}")),
        *metrics_routes(wiring.shared_masis),
    ],
)
