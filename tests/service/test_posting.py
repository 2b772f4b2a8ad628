"""Posting: what is sent outside arrives once, is tried again with an end, and holds nothing up."""

import logging
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from pytest_httpserver import HTTPServer
from sqlalchemy import select

from masis.domain.notifications import Happening, Message, Told
from masis.domain.person import Role
from masis.errors import StoreUnavailable
from masis.ops.outside import Target
from masis.service import Masis
from masis.service.notifications import posting as module
from masis.service.notifications.posting import LEASE, LONGEST, PAUSES, Posting
from masis.service.notifications.telling import telling
from masis.store import members
from masis.store.members import PersonRow
from masis.store.notification_posts import PostRow, standing
from tests.fakes.services import ME, World, eventually
from tests.fakes.smtp_server import Mailbox, smtp_server
from tests.service.test_telling import asked, disputed, signed_in, with_sign_in

START = datetime(2026, 11, 24, 9, tzinfo=UTC)
HOOK, MAIL = "json://127.0.0.1:9/x", "mailto://127.0.0.1:9?to={address}"


class Sink:
    """Takes messages in memory; ``fault`` is what it answers."""

    def __init__(self, *urls: str) -> None:
        self.targets: Sequence[Target] = [Target(f"t {place}", url) for place, url in enumerate(urls)]
        self.fault = ""
        self.got: list[tuple[str, str, str]] = []

    def send(self, target: Target, message: Message, address: str = "") -> str:
        self.got.append((target.name, message.title, address))
        return self.fault


class Post:
    """A MASIS whose notifications go to a sink, at a time that the test sets."""

    def __init__(self, world: World, sink: Sink, **settings: str) -> None:
        self.now = START
        world.now = lambda: self.now
        world.settings = {**world.settings, **settings}
        self.masis = world.open()
        self.sink = sink
        self.masis.create_workspace(ME, "Acme")

    def posting(self) -> Posting:
        return Posting(self.masis.parts, self.sink)

    def tell(self, *people: str, count: int = 1) -> None:
        from masis.store import notification_posts, notifications

        with self.masis.parts.database.write() as session:
            for _ in range(count):
                happening = Happening(kind="case_opened", at=self.now, workspace_id="acme", told=Told())
                number = notifications.add(session, happening, people)
                assert number is not None
                for target in self.sink.targets:
                    to = [(target.name, who) for who in people] if target.personal else [(target.name, "")]
                    notification_posts.queue(session, number, to, self.now)

    def states(self) -> list[tuple[str, int, str]]:
        with self.masis.parts.database.read() as session:
            rows = session.scalars(select(PostRow).order_by(PostRow.number, PostRow.target, PostRow.person))
            return [(row.state, row.tries, row.fault) for row in rows]


@pytest.fixture(autouse=True)
def no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "REST_SECONDS", 0.0)


def drained(posting: Posting) -> None:
    while posting.send_round():
        pass


def test_several_processes_send_each_post_once(world: World) -> None:
    post = Post(world, Sink("json://one", "json://two"))
    post.tell(ME.person, count=12)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(drained, [post.posting() for _ in range(4)]))
    assert len(post.sink.got) == 24
    assert {state for state, _, _ in post.states()} == {"sent"}
    assert sorted({name for name, _, _ in post.sink.got}) == ["t 0", "t 1"]


def test_a_fault_is_tried_again_with_longer_pauses_and_then_given_up(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    post = Post(world, Sink("json://user:s3cret@one"))
    post.tell()
    posting, post.sink.fault = post.posting(), "the server answered 503"
    with caplog.at_level(logging.INFO):
        for pause in PAUSES:
            drained(posting)
            assert len(post.sink.got) == PAUSES.index(pause) + 1
            post.now += pause - timedelta(seconds=1)
            drained(posting)
            assert len(post.sink.got) == PAUSES.index(pause) + 1
            post.now += timedelta(seconds=2)
        drained(posting)
        assert post.states() == [("given_up", len(PAUSES) + 1, "the server answered 503")]
        post.sink.fault = ""
        post.tell()
        drained(posting)
    told = [record.getMessage() for record in caplog.records if record.name == module.__name__]
    assert [line for line in told if "did not arrive (the server answered 503)" in line] == told[:2]
    assert told[2:] == ["notifications arrive again"]
    assert "s3cret" not in caplog.text
    assert posting.standing()["t 0"].detail == "1 sent, 1 given up"


def test_the_system_page_says_which_target_fails(world: World) -> None:
    post = Post(world, Sink(HOOK), notify_urls=HOOK)
    masis = post.masis
    assert masis.notifications.posting is not None
    masis.notifications.posting.close(0)
    post.sink.targets = masis.notifications.posting._sender.targets
    part = next(part for part in masis.health() if part.name == "notifications")
    assert (part.healthy, part.detail) == (True, "json 1: 0 sent; contents masked")
    post.tell()
    post.sink.fault = "the server answered 500"
    drained(post.posting())
    part = next(part for part in masis.health() if part.name == "notifications")
    assert not part.healthy
    assert part.detail.startswith(
        "json 1: the last one did not arrive, the server answered 500; 0 sent, 1 wait"
    )
    assert "hidden" in next(view.value for view in masis.settings_view() if view.name == "MASIS_NOTIFY_URLS")


def test_one_that_fails_rests_and_holds_up_no_other(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "REST_SECONDS", 60.0)
    post = Post(world, Sink("json://one", "json://two"))

    def send(target: Target, message: Message, address: str = "") -> str:
        post.sink.got.append((target.name, "", ""))
        return "away" if target.name == "t 0" else ""

    monkeypatch.setattr(post.sink, "send", send)
    post.tell(count=3)
    drained(post.posting())
    assert [name for name, _, _ in post.sink.got].count("t 0") == 1
    assert [name for name, _, _ in post.sink.got].count("t 1") == 3


def test_a_killed_process_leaves_its_post_to_another_one_later(world: World) -> None:
    post = Post(world, Sink("json://one"))
    post.tell()

    def killed(*_: object) -> str:
        raise KeyboardInterrupt

    dying = post.posting()
    dying._sender.send = killed  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        dying.send_round()
    del post.sink.send
    drained(post.posting())
    assert post.sink.got == []
    post.now += LEASE + timedelta(seconds=1)
    drained(post.posting())
    assert len(post.sink.got) == 1


def test_what_was_sent_while_the_database_went_away_is_not_sent_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = Post(world, Sink("json://one"))
    post.tell()
    posting, note = post.posting(), Posting._note

    def away(*_: object) -> None:
        message = "away"
        raise StoreUnavailable(message)

    monkeypatch.setattr(Posting, "_note", away)
    with pytest.raises(StoreUnavailable):
        posting.send_round()
    monkeypatch.setattr(Posting, "_note", note)
    drained(posting)
    post.now += LEASE * 2
    drained(posting)
    assert len(post.sink.got) == 1
    assert post.states() == [("sent", 1, "")]


def test_what_waited_for_too_long_is_no_news(world: World) -> None:
    post = Post(world, Sink("json://one"))
    post.tell()
    post.now += LONGEST
    drained(post.posting())
    assert post.sink.got == []


def test_a_copy_goes_to_members_with_an_address_alone(world: World) -> None:
    with_sign_in(world)
    post = Post(world, Sink(MAIL))
    anna, ben, out, odd = (signed_in(post.masis, name) for name in ("anna", "ben", "out", "o'dd"))
    with post.masis.parts.database.write() as session:
        for who in (anna, ben, out, odd):
            members.put(session, "acme", who.person, Role.REVIEWER, START)
    post.tell(anna.person, ben.person, out.person, odd.person, "p-nobody")
    with post.masis.parts.database.write() as session:
        members.remove(session, "acme", ben.person)
        session.get_one(PersonRow, out.person).shut_out = True
    drained(post.posting())
    assert [address for _, _, address in post.sink.got] == ["anna@example.com"]
    assert len(post.states()) == 1  # what was for nobody any more is dropped


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with smtp_server() as box:
        yield box


def test_on_the_wire_a_case_reaches_a_channel_and_those_who_decide_and_holds_up_no_run(
    world: World, httpserver: HTTPServer, mailbox: Mailbox
) -> None:
    httpserver.expect_request("/hook").respond_with_data("ok")
    disputed(world)
    urls = (
        f"json://127.0.0.1:{httpserver.port}/hook json://127.0.0.1:9/dead "
        f"mailto://127.0.0.1:{mailbox.port}?from=masis@example.com&to={{address}}"
    )
    with_sign_in(world, notify_urls=urls, public_url="https://masis.example.com")
    masis = world.open()
    anna, ben, carl = (signed_in(masis, name) for name in ("anna", "ben", "carl"))
    masis.create_workspace(anna, "Acme")
    for name, role in (("ben", Role.REVIEWER), ("carl", Role.ANALYST)):
        masis.people.invite(anna, "acme", f"{name}@example.com", role)
    masis.notifications.want(anna, {"stale"})
    run_id = asked(masis, carl)
    case = masis.case(ben, "acme", run_id)
    assert case is not None
    assert eventually(lambda: len(httpserver.log) == 1 and len(mailbox.mails) == 1, 30)
    request, _ = httpserver.log[0]
    assert request.json["title"] == "MASIS: A case waits for a decision"
    link = f"https://masis.example.com/review?workspace=acme&case={case.case_id}"
    assert request.json["message"].splitlines() == ["Workspace: Acme", "Sources disagree.", link]
    assert mailbox.to == ["ben@example.com"]
    ((_, mail),) = mailbox.mails
    assert link in mail.get_content()
    masis.reviews.assign(anna, case.case_id, case.version, "Ben")
    assert eventually(lambda: mailbox.to == ["ben@example.com"] * 2, 30)
    assert eventually(lambda: "did not arrive" in health_of(masis), 30)


def health_of(masis: Masis) -> str:
    return next(part.detail for part in masis.health() if part.name == "notifications")


def test_a_deletion_goes_out_when_it_cannot_be_taken_back_any_more(world: World) -> None:
    post = Post(world, Sink("json://one"), notify_urls="json://127.0.0.1:9/x")
    teller = telling(post.masis.parts)
    happening = Happening(kind="stale", at=post.now, workspace_id="acme")
    with post.masis.parts.database.write() as session:
        teller._tell(session, happening, {ME.person}, timedelta(seconds=60))
        row = session.scalars(select(PostRow)).one()
        assert row.due_at == post.now + timedelta(seconds=60)
        assert standing(session, ["json 1"])["json 1"].waiting == 1
