"""Outside, on the wire: a webhook and a mail server get what is sent; faults are told without secrets."""

import io
import logging
from collections.abc import Callable, Iterator

import pytest
from pytest_httpserver import HTTPServer

from masis.config import Settings
from masis.domain.notifications import Message
from masis.errors import ConfigurationError
from masis.ops import outside
from masis.ops.outside import NOT_ARRIVED, Outside, Target, targets_of
from masis.ops.watching import watch_for
from tests.fakes.smtp_server import Mailbox, smtp_server

SAID = Message(title="MASIS: A case waits", body="Workspace: Acme <b>\nhttp://h/review?case=c1&workspace=a")
Open = Callable[[str], Outside]


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with smtp_server() as box:
        yield box


@pytest.fixture
def opened() -> Iterator[Open]:
    made: list[Outside] = []

    def open_outside(urls: str) -> Outside:
        made.append(Outside(targets_of(settings(urls))))
        return made[-1]

    yield open_outside
    for sender in made:
        sender.close()


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """Return the log as an operator would read it, with every line that there is."""
    root, lines = logging.getLogger(), io.StringIO()
    handler, level = logging.StreamHandler(lines), root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield lines
    root.removeHandler(handler)
    root.setLevel(level)


def settings(urls: str | None) -> Settings:
    return Settings(_env_file=None, notify_urls=urls)


def test_a_webhook_gets_the_message_as_json(opened: Open, httpserver: HTTPServer) -> None:
    httpserver.expect_oneshot_request("/hook", method="POST").respond_with_data("ok")
    sender = opened(f"json://127.0.0.1:{httpserver.port}/hook")
    assert sender.send(sender.targets[0], SAID) == ""
    ((request, _),) = httpserver.log
    assert request.json["title"] == SAID.title
    assert request.json["message"] == SAID.body


def test_each_person_gets_a_mail_of_their_own(opened: Open, mailbox: Mailbox) -> None:
    sender = opened(f"mailto://127.0.0.1:{mailbox.port}?from=masis@example.com&to={{address}}")
    (target,) = sender.targets
    assert target.personal
    assert [sender.send(target, SAID, f"{name}@example.com") for name in ("anna", "ben.x+1")] == ["", ""]
    assert mailbox.to == ["anna@example.com", "ben.x+1@example.com"]
    (_, mail), _ = mailbox.mails
    assert (mail["Subject"], mail["From"]) == (SAID.title, "masis@example.com")
    assert mail.get_content().split() == SAID.body.split()
    for odd in ("o'ben@example.com", "a@b.c,d@e.f", "", "Ben <b@c.de>", "x@y.z&bcc=all@example.com"):
        assert sender.send(target, SAID, odd) == "the address of this person cannot be written to"
    assert len(mailbox.mails) == 2


def test_a_fault_is_told_without_the_address_and_apprise_writes_no_line(
    opened: Open, httpserver: HTTPServer, mailbox: Mailbox, written: io.StringIO
) -> None:
    httpserver.expect_request("/hook").respond_with_data("s3cret", status=503)
    mailbox.refuses = frozenset({"gone@example.com"})
    sender = opened(
        f"json://user:s3cret@127.0.0.1:{httpserver.port}/hook json://127.0.0.1:9/s3cret "
        f"mailto://127.0.0.1:{mailbox.port}?from=masis@example.com&to={{address}}"
    )
    told = [sender.send(target, SAID, "gone@example.com") for target in sender.targets]
    assert told == ["the server answered 503", NOT_ARRIVED, NOT_ARRIVED]
    logging.getLogger("any").debug("the log is read")
    assert "the log is read" in written.getvalue()
    assert "s3cret" not in written.getvalue()
    assert "s3cret" not in repr(sender.targets)
    assert [target.name for target in sender.targets] == ["json 1", "json 2", "mailto 1"]


def test_a_fault_of_the_library_is_a_fault_of_the_target(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    sender = opened("json://127.0.0.1:9/x")

    def broken(**_: object) -> bool:
        message = "s3cret"
        raise KeyError(message)

    monkeypatch.setattr(sender._channels["json 1"], "notify", broken)
    assert sender.send(sender.targets[0], SAID) == "KeyError"


@pytest.mark.parametrize("wrong", ["s3cret", "nothing://s3cret", "json://", "json://x  tgram://s3cret"])
def test_an_address_that_is_none_is_named_by_its_place_alone(wrong: str) -> None:
    with pytest.raises(ConfigurationError, match=r"its address number \d") as refused:
        watch_for(settings(f"json://127.0.0.1 {wrong}"), "1")
    assert "s3cret" not in str(refused.value)


def test_a_personal_address_needs_people_who_sign_in() -> None:
    with pytest.raises(ConfigurationError, match=r"holds \{address\}, and nobody has one"):
        watch_for(settings("mailto://127.0.0.1?from=masis@example.com&to={address}"), "1")


def test_too_many_addresses_are_refused() -> None:
    with pytest.raises(ConfigurationError, match="number 21"):
        targets_of(settings("json://127.0.0.1 " * 21))


def test_without_addresses_nothing_is_sent_and_a_missing_extra_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert targets_of(settings(None)) == ()
    assert watch_for(settings(None), "1").outside is None
    monkeypatch.setattr(outside, "find_spec", lambda _: None)
    with pytest.raises(ConfigurationError, match=r"requirements-notify\.txt"):
        Outside([Target("json 1", "json://127.0.0.1")])
