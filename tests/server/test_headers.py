"""What a browser is told with every page: where things may come from, and who may frame it."""

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from masis.server.app import HEADERS, Guarded, app


def test_every_reply_says_what_it_may_load_and_who_may_frame_it() -> None:
    async def page(_request: object) -> PlainTextResponse:
        return PlainTextResponse("a page", headers={"Referrer-Policy": "no-referrer"})

    routes = [Route("/", page)]
    client = TestClient(Starlette(routes=routes, middleware=[Middleware(Guarded)]))
    for path in ("/", "/not-there"):
        headers = client.get(path).headers
        rules = headers["content-security-policy"].split("; ")
        assert {"default-src 'self'", "object-src 'none'", "frame-ancestors 'self'"} <= set(rules)
        assert headers["x-frame-options"] == "SAMEORIGIN"
    assert client.get("/").headers["referrer-policy"] == "no-referrer"  # what a route says itself stands


def test_nothing_comes_from_another_address() -> None:
    assert "http" not in HEADERS["Content-Security-Policy"]
    assert "*" not in HEADERS["Content-Security-Policy"]


def test_the_web_app_is_guarded() -> None:
    assert any(layer.cls is Guarded for layer in app._user_middleware)


def test_behind_https_cookies_are_sent_over_https_alone() -> None:
    async def page(_request: object) -> PlainTextResponse:
        reply = PlainTextResponse("a page")
        reply.set_cookie("one", "1", httponly=True)
        reply.set_cookie("two", "2")
        return reply

    for secure in (True, False):
        guard = Middleware(Guarded, secure=secure)
        client = TestClient(Starlette(routes=[Route("/", page)], middleware=[guard]))
        cookies = client.get("/").headers.get_list("set-cookie")
        assert [cookie.partition("=")[0] for cookie in cookies] == ["one", "two"]
        assert all(("Secure" in cookie) is secure for cookie in cookies)
        assert "HttpOnly" in cookies[0]
