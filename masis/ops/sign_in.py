"""Sign-in: whether the provider at which people sign in can be reached."""

from masis.errors import SignInUnavailable

_SECONDS = 5.0


def find_provider(url: str) -> None:
    """Raise ``SignInUnavailable`` unless the provider's OpenID configuration can be read there."""
    import httpx2

    try:
        httpx2.get(url, timeout=_SECONDS, follow_redirects=True).raise_for_status().json()
    except (httpx2.HTTPError, ValueError) as error:
        message = "The sign-in provider does not answer."
        raise SignInUnavailable(message) from error
