"""A real OpenID Connect provider on loopback: it signs in whoever clicks on a name."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

PEOPLE: dict[str, dict[str, object]] = {
    "anna": {"name": "Anna Berg", "email": "anna@example.com", "email_verified": True},
    "ben": {"name": "Ben Holm", "email": "ben@example.com", "email_verified": True},
    "carl": {"name": "Carl Unchecked", "email": "ben@example.com", "email_verified": False},
    "root": {"name": "Rita Root", "email": "root@example.com", "email_verified": True},
}
SETTINGS = {
    "MASIS_OIDC_CLIENT_ID": "masis",
    "MASIS_OIDC_CLIENT_SECRET": "known to the provider",
    "MASIS_OIDC_COOKIE_SECRET": "a secret of thirty-two characters or more",
    "MASIS_ADMINISTRATORS": "root@example.com",
}


@contextmanager
def oidc_provider() -> Iterator[str]:
    """Serve the provider and yield its address."""
    from oidc_provider_mock import User, app
    from werkzeug.serving import make_server

    users = [User(sub=sub, claims=claims) for sub, claims in PEOPLE.items()]
    provider = app(user_claims=users)
    provider.after_request(_from_here_alone)
    server = make_server("127.0.0.1", 0, provider, threaded=True)
    thread = Thread(target=server.serve_forever, args=(0.1,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join(timeout=10)
        server.server_close()


def _from_here_alone(reply: Any) -> Any:
    """Take the stylesheet out that the provider's pages load from elsewhere."""
    if reply.mimetype == "text/html":
        reply.set_data(re.sub(r"<link\b[^>]*>", "", reply.get_data(as_text=True)))
    return reply


def signed_in(page: Any, app: str, person: str) -> None:
    """Sign in at the provider as one of its people and come back to the app."""
    page.goto(app)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("heading", name="Authorize Client").wait_for()
    page.locator("form[aria-labelledby=heading-auth-predefined]").get_by_role("button", name=person).click()
    page.locator(".st-key-signed-in").wait_for()
