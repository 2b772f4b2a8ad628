"""Faults: which error a vendor's becomes, and what its sentence may hold."""

import pytest

from masis.errors import ConfigurationError, ContextTooLong, ModelRefused, ModelUnavailable
from masis.llm.endpoints import Endpoint, checked_url
from masis.llm.faults import ParameterRefused, PassingFault, VendorFault, call_with_retries, translated
from masis.llm.structured import FormatRefused
from tests.llm.chats import FakeTime

SENT = frozenset({"temperature", "max_tokens", "response_format"})
ENDPOINT = Endpoint("https://ana:pw-1234@models.example:8443/v1", "m-1", 60.0, ("plainsecret", "pw-1234"))


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (VendorFault("timeout"), ModelUnavailable),
        (VendorFault("unreachable"), PassingFault),
        (VendorFault("unreadable"), ModelUnavailable),
        (VendorFault("too_much"), ModelUnavailable),
        (VendorFault("status", 401), ModelUnavailable),
        (VendorFault("status", 403), ModelUnavailable),
        (VendorFault("status", 404), FormatRefused),
        (VendorFault("status", 404, "model_not_found"), ModelUnavailable),
        (VendorFault("status", 404, None, 'model "m-1" not found, try pulling it first'), ModelUnavailable),
        (VendorFault("status", 400, None, "The model `gpt-4.9` does not exist"), ModelUnavailable),
        (VendorFault("status", 408), PassingFault),
        (VendorFault("status", 415), FormatRefused),
        (VendorFault("status", 429), PassingFault),
        (VendorFault("status", 429, "insufficient_quota"), ModelUnavailable),
        (VendorFault("status", 402), ModelUnavailable),
        (VendorFault("status", 400, "content_filter"), ModelRefused),
        (VendorFault("status", 500), FormatRefused),
        (VendorFault("status", 503), PassingFault),
        (VendorFault("status", 501), FormatRefused),
        (VendorFault("status", 529), PassingFault),
        (VendorFault("status", 400), FormatRefused),
        (VendorFault("status", 422), FormatRefused),
        (VendorFault("status", 400, "context_length_exceeded"), ContextTooLong),
        (VendorFault("status", 400, None, "maximum context length is 4096 tokens"), ContextTooLong),
        (VendorFault("status", 500, "400 exceed_context_size_error"), ContextTooLong),
        (VendorFault("status", 400, parameter="temperature"), ParameterRefused),
        (VendorFault("status", 400, parameter="top_p"), FormatRefused),
        (VendorFault("status", 422, message="extra field max_tokens"), ParameterRefused),
        (VendorFault("status", 400, parameter="response_format"), FormatRefused),
        (VendorFault("status", 418), ModelUnavailable),
    ],
    ids=lambda value: f"{value.kind}-{value.status}" if isinstance(value, VendorFault) else value.__name__,
)
def test_each_fault_has_its_error(fault: VendorFault, kind: type[ModelUnavailable]) -> None:
    assert type(translated(fault, ENDPOINT, SENT)) is kind


@pytest.mark.parametrize(
    ("status", "kind"), [(400, ModelUnavailable), (404, ModelUnavailable), (500, PassingFault)]
)
def test_without_a_format_the_status_alone_decides(status: int, kind: type[ModelUnavailable]) -> None:
    assert type(translated(VendorFault("status", status), ENDPOINT)) is kind


@pytest.mark.parametrize(
    ("status", "kind"), [(400, FormatRefused), (404, ModelUnavailable), (500, PassingFault)]
)
def test_a_way_of_asking_that_worked_is_not_given_up_for_a_failing_server(
    status: int, kind: type[ModelUnavailable]
) -> None:
    assert type(translated(VendorFault("status", status), ENDPOINT, SENT, proven=True)) is kind


@pytest.mark.parametrize(
    ("said", "window"),
    [
        ("This model's maximum context length is 4096 tokens. However, you requested 5000", 4096),
        ("request (900 tokens) exceeds the available context size (512 tokens), try increasing it", 512),
        ("the prompt is too long", None),
    ],
)
def test_the_window_is_read_where_the_server_names_it(said: str, window: int | None) -> None:
    error = translated(VendorFault("status", 400, None, said), ENDPOINT)
    assert isinstance(error, ContextTooLong)
    assert error.window_tokens == window


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "7", "retry-after-ms": "250"}, 0.25),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:00 GMT"}, None),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "nan"}, None),
        ({}, None),
    ],
)
def test_retry_after_is_read(headers: dict[str, str], seconds: float | None) -> None:
    error = translated(VendorFault("status", 429, headers=headers), ENDPOINT)
    assert isinstance(error, PassingFault)
    assert error.retry_after == seconds


@pytest.mark.parametrize(
    "said",
    [
        "key plainsecret is odd",
        "Incorrect API key provided: sk-abc123def456",
        "Authorization: Bearer abc.def.ghi was refused",
        "could not reach https://bob:hush@10.0.0.1/v1",
        "password pw-1234",
        "the key pla*****cret is wrong",
    ],
)
def test_a_services_words_are_repeated_without_secrets(said: str) -> None:
    shown = str(translated(VendorFault("status", 400, None, said), ENDPOINT))
    assert shown.startswith("models.example:8443 refused the request (400): ")
    for secret in ("plainsecret", "abc123", "abc.def", "hush", "pw-1234", "cret"):
        assert secret not in shown


@pytest.mark.parametrize(
    "url", ["", "not a url", "localhost:8080", "ftp://host/v1", "http://[bad", "http://h:99999/v1"]
)
def test_an_impossible_address_is_a_configuration_error(url: str) -> None:
    with pytest.raises(ConfigurationError, match="OPENAI_BASE_URL"):
        checked_url(url)


@pytest.mark.parametrize(
    "url", ["http://localhost:11434/v1", "https://api.openai.com/v1", "http://[::1]:80/v1"]
)
def test_an_address_is_kept(url: str) -> None:
    assert checked_url(url) == url


class _Flaky:
    def __init__(self, *faults: Exception) -> None:
        self.faults = list(faults)
        self.calls = 0

    def __call__(self) -> str:
        self.calls += 1
        if self.faults:
            raise self.faults.pop(0)
        return "done"


def test_passing_faults_are_tried_again_with_growing_pauses() -> None:
    time, flaky = FakeTime(), _Flaky(PassingFault("a"), PassingFault("b"))
    result, waited = call_with_retries(flaky, attempts=3, max_wait_seconds=60, pause=time.pause)
    assert (result, flaky.calls) == ("done", 3)
    assert waited == sum(time.slept)
    assert 0.5 <= time.slept[0] <= 1.0 <= time.slept[1] <= 1.5


def test_the_service_says_how_long_to_stay_away() -> None:
    time, flaky = FakeTime(), _Flaky(PassingFault("a", retry_after=7.0))
    call_with_retries(flaky, attempts=3, max_wait_seconds=60, pause=time.pause)
    assert time.slept == [7.0]


def test_too_long_a_pause_is_not_waited_for() -> None:
    time, flaky = FakeTime(), _Flaky(PassingFault("busy", retry_after=3600.0))
    with pytest.raises(PassingFault, match="busy"):
        call_with_retries(flaky, attempts=3, max_wait_seconds=60, pause=time.pause)
    assert (flaky.calls, time.slept) == (1, [])


def test_attempts_are_bounded_and_the_last_fault_is_raised() -> None:
    time, flaky = FakeTime(), _Flaky(*(PassingFault(str(n)) for n in range(9)))
    with pytest.raises(PassingFault, match="3"):
        call_with_retries(flaky, attempts=4, max_wait_seconds=60, pause=time.pause)
    assert flaky.calls == 4


@pytest.mark.parametrize("fault", [ModelUnavailable("401"), ValueError("a bug")], ids=["ours", "bug"])
def test_other_errors_are_raised_at_once(fault: Exception) -> None:
    time, flaky = FakeTime(), _Flaky(fault)
    with pytest.raises(type(fault)):
        call_with_retries(flaky, attempts=3, max_wait_seconds=60, pause=time.pause)
    assert (flaky.calls, time.slept) == (1, [])
