"""Leaks: thousands of tries across people, roles, workspaces and tokens, through the service and over HTTP.

Run: ``python -m benchmarks.leaks [--tries 10000] [--seed 0]``. Every workspace's documents, questions and
names hold a word of their own. A try is a leak when it succeeds where the table of rights says no, or when
what comes back (also an error's sentence) holds the word of a workspace that its caller may not read. Roles
change while it runs. A permitted call that is refused is counted apart.
"""

import argparse
import json
import random
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2

from benchmarks.measure import say
from masis.config import Settings
from masis.domain.audit_log import ActFilter
from masis.domain.facts.table import Wanted
from masis.domain.history.slices import Over, Slice
from masis.domain.members import Profile
from masis.domain.person import Caller, Limits, Right, Role
from masis.domain.review.decisions import CaseFilter
from masis.errors import MasisError, NotAllowed, NotFound
from masis.service import Masis
from masis.wiring import build_masis
from tests.fakes.oidc_provider import SETTINGS
from tests.server.v1.test_endpoints import served

WORDS = ("zephyr", "quagga", "obelisk", "marimba", "fjordling", "gazpacho", "wombat", "xylitol")
PEOPLE = 10
CHANGE_EVERY = 200
"""Tries after which somebody's role changes."""


@dataclass(frozen=True)
class Place:
    """A workspace, and what can be asked for in it."""

    workspace_id: str
    word: str
    document_id: str
    version_id: str
    run_id: str
    audit_id: str


@dataclass(frozen=True)
class Who:
    """Somebody who calls: a person as signed in, or a program with a token."""

    caller: Caller
    secret: str = ""


Call = Callable[[Masis, Caller, Place], object]
R, A, U, D, M = Right.READ, Right.ASK, Right.UPLOAD, Right.DECIDE, Right.MANAGE
ANYWHERE: dict[str, Call] = {
    "workspaces": lambda m, who, _: m.workspaces(who),
    "queue": lambda m, who, _: m.reviews.queue(who, CaseFilter(state="all")),
    "open count": lambda m, who, _: m.reviews.open_count(who),
    "spending": lambda m, who, _: m.spending.overview(who),
    "tokens": lambda m, who, _: m.tokens.listed(who),
}
IN_PLACE: dict[str, tuple[Right, Call]] = {
    "documents": (R, lambda m, who, p: m.documents(who, p.workspace_id)),
    "chunks": (R, lambda m, who, p: m.chunks(who, p.workspace_id, p.document_id, p.version_id)),
    "page": (R, lambda m, who, p: m.page_view(who, p.workspace_id, p.document_id, p.version_id, 1)),
    "original": (R, lambda m, who, p: m.original(who, p.workspace_id, p.document_id, p.version_id)),
    "profiles": (R, lambda m, who, p: m.profiles.listed(who, p.workspace_id)),
    "jobs": (R, lambda m, who, p: m.jobs(who, p.workspace_id)),
    "search": (R, lambda m, who, p: m.search(who, p.workspace_id, f"revenue of {p.word}")),
    "facts": (R, lambda m, who, p: m.facts.table(who, p.workspace_id, Wanted(measure="revenue"))),
    "run": (R, lambda m, who, p: m.run(who, p.workspace_id, p.run_id)),
    "runs": (R, lambda m, who, p: m.runs(who, p.workspace_id)),
    "history": (R, lambda m, who, p: m.past.listed(who, p.workspace_id)),
    "relatives": (R, lambda m, who, p: m.past.relatives(who, p.workspace_id, p.run_id)),
    "compare": (R, lambda m, who, p: m.past.compare(who, p.workspace_id, p.run_id, p.run_id)),
    "export": (R, lambda m, who, p: m.export_run(who, p.workspace_id, p.run_id, "md")),
    "insights": (R, lambda m, who, p: m.insights.overview(who, p.workspace_id, Over())),
    "insights of mine": (R, lambda m, who, p: m.insights.overview(who, p.workspace_id, Over(mine=True))),
    "behind": (R, lambda m, who, p: m.insights.behind(who, p.workspace_id, Slice(over=Over(mine=True)))),
    "calibration": (R, lambda m, who, p: m.calibration.overview(who, p.workspace_id)),
    "members": (R, lambda m, who, p: m.people.members(who, p.workspace_id)),
    "threads": (R, lambda m, who, p: m.threads(who, p.workspace_id)),
    "draft audits": (R, lambda m, who, p: m.drafts.listed(who, p.workspace_id)),
    "rules": (R, lambda m, who, p: m.reviews.rules.listed(who, p.workspace_id)),
    "invitations": (M, lambda m, who, p: m.people.invitations(who, p.workspace_id)),
    "log": (M, lambda m, who, p: m.log.of_workspace(who, p.workspace_id, ActFilter())),
    "log as CSV": (M, lambda m, who, p: m.log.export(who, p.workspace_id, ActFilter())),
    "allow web": (M, lambda m, who, p: m.allow_web(who, p.workspace_id, False)),
    "rating": (R, lambda m, who, p: m.ratings.mine(who, p.workspace_id, p.run_id)),
    "run again elsewhere": (A, lambda m, who, p: m.past.run_again(who, p.workspace_id, "r-none")),
    "undo delete": (U, lambda m, who, p: m.undo_delete(who, p.workspace_id, "d-none")),
    "revoke rule": (D, lambda m, who, p: m.reviews.rules.revoke(who, p.workspace_id, "p-none")),
}
OVER_HTTP: dict[str, tuple[Right, str, str]] = {
    "GET documents": (R, "GET", "/workspaces/{0}/documents"),
    "GET original": (R, "GET", "/workspaces/{0}/documents/{1}/original"),
    "GET runs": (R, "GET", "/workspaces/{0}/runs"),
    "GET run": (R, "GET", "/workspaces/{0}/runs/{2}"),
    "GET export": (R, "GET", "/workspaces/{0}/runs/{2}/export/json"),
    "GET events": (R, "GET", "/workspaces/{0}/runs/{2}/events"),
    "GET cases": (R, "GET", "/workspaces/{0}/cases?state=all"),
    "GET audits": (R, "GET", "/workspaces/{0}/audits"),
    "GET facts": (R, "GET", "/workspaces/{0}/facts?measure=revenue"),
    "GET jobs": (R, "GET", "/workspaces/{0}/jobs"),
    "DELETE rating": (A, "DELETE", "/workspaces/{0}/runs/{2}/rating"),
    "DELETE run": (A, "DELETE", "/workspaces/{0}/runs/r-none"),
    "DELETE document": (U, "DELETE", "/workspaces/{0}/documents/d-none"),
}


class Trial:
    """People, workspaces and tokens, the roles they have now, and what was counted."""

    def __init__(self, masis: Masis, chance: random.Random) -> None:
        """Make everything there is to ask for."""
        self.masis, self.chance = masis, chance
        self.counted: Counter[str] = Counter()
        self.leaks: list[str] = []
        self.refused: list[str] = []
        self.roles: dict[tuple[str, str], Role] = {}
        self.people = [
            masis.people.signed_in(Profile(issuer="https://idp", subject=name, name=name.title(),
                                           address=f"{name}@example.com", checked=True))
            for name in [f"person{number}" for number in range(PEOPLE)]
        ]  # fmt: skip
        self.places = [self._place(word, self.people[at % PEOPLE]) for at, word in enumerate(WORDS)]
        for _ in range(3 * len(WORDS)):
            self.change_a_role()
        self.programs = [self._program() for _ in range(30)]

    def _place(self, word: str, owner: Caller) -> Place:
        masis, place = self.masis, word
        masis.create_workspace(owner, word)
        text = f"# Annual report of {word}\n\nRevenue of {word} was {len(word)} million euros in 2024.\n"
        job = masis.upload(owner, place, f"{word}.md", text.encode())
        masis.uploads.wait(job.job_id, 60)
        document = masis.documents(owner, place)[0]
        run_id = masis.ask(owner, place, f"How high was revenue of {word} in 2024?")
        masis.wait(run_id, 60)
        audit_id = masis.drafts.paste(owner, place, text, word)
        masis.drafts.wait(audit_id, 60)
        self.roles[owner.person, place] = Role.OWNER
        return Place(place, word, document.document_id, document.current.version_id, run_id, audit_id)

    def change_a_role(self) -> None:
        """Let somebody in, out, or give them another role; the first owner stays."""
        at = self.chance.randrange(len(self.places))
        place, owner = self.places[at], self.people[at % PEOPLE]
        somebody = self.chance.choice([person for person in self.people if person is not owner])
        key, role = (somebody.person, place.workspace_id), self.chance.choice([None, *Role])
        people = self.masis.people
        if role is None:
            if self.roles.pop(key, None):
                people.remove(owner, place.workspace_id, somebody.person)
        elif key in self.roles:
            people.change(owner, place.workspace_id, somebody.person, role)
        else:
            people.invite(owner, place.workspace_id, f"{somebody.name.lower()}@example.com", role)
        if role is not None:
            self.roles[key] = role

    def _program(self) -> Who:
        person = self.chance.choice(self.people)
        rights = frozenset(self.chance.sample(list(Right), self.chance.randint(1, 5)))
        mine = [place for (who, place) in self.roles if who == person.person]
        some = None
        if mine and self.chance.random() < 0.6:
            some = frozenset(self.chance.sample(mine, self.chance.randint(1, len(mine))))
        made = self.masis.tokens.make(person, "program", rights, some)
        limits = Limits(workspaces=some, rights=rights)
        return Who(person.model_copy(update={"limits": limits}), made.secret)

    def may(self, who: Caller, place: str, right: Right) -> bool:
        """Whether the table of rights lets somebody do something, worked out apart from the service."""
        role, limits = self.roles.get((who.person, place)), who.limits
        inside = limits.workspaces is None or place in limits.workspaces
        return role is not None and right in role.rights and right in limits.rights and inside

    def judge(self, name: str, who: Caller, place: Place, right: Right | None, done: bool, told: str) -> None:
        """Count one try."""
        hidden = [held.word for held in self.places if not self.may(who, held.workspace_id, R)]
        asked = place.word if right is not None else ""  # an error may repeat what was asked for
        if not done:
            told = told.replace(asked, "") if asked else told
        allowed = right is None or self.may(who, place.workspace_id, right)
        own = place.word if right is not None and allowed else ""  # who may manage a place reads its log
        shown = [word for word in hidden if word != own and word in told.lower()]
        self.counted["tries"] += 1
        self.counted["permitted" if allowed else "forbidden"] += 1
        if shown or (done and not allowed):
            self.leaks.append(f"{name}: {who.person} in {place.workspace_id}: {shown or 'let in'}")
        if not done and allowed:
            self.refused.append(f"{name}: {told[:150]}")

    def in_service(self) -> None:
        """Try a method of the service as a person or with a token's limits."""
        who = self.chance.choice([*self.people, *(program.caller for program in self.programs)])
        place = self.chance.choice(self.places)
        name = self.chance.choice([*IN_PLACE, *ANYWHERE])
        right, call = IN_PLACE.get(name) or (None, ANYWHERE[name])
        try:
            found = call(self.masis, who, place)
            done, told = True, repr(found)
        except NotAllowed as error:
            done, told = False, str(error)
        except NotFound as error:  # what is missing inside of a workspace one may look into is an answer
            done, told = not str(error).startswith("There is no workspace"), str(error)
        except MasisError as error:
            done, told = True, str(error)
        self.judge(name, who, place, right, done, told)

    def over_http(self, client: httpx2.Client) -> None:
        """Try a call of the API with a token."""
        program, place = self.chance.choice(self.programs), self.chance.choice(self.places)
        name = self.chance.choice([*OVER_HTTP])
        right, method, path = OVER_HTTP[name]
        reply = client.request(
            method,
            "/masis/v1" + path.format(place.workspace_id, place.document_id, place.run_id),
            headers={"Authorization": f"Bearer {program.secret}"},
        )
        inside = "There is no workspace" not in reply.text
        done = reply.status_code != 403 and (reply.status_code != 404 or inside)
        self.judge(name, program.caller, place, right, done, reply.text)


def settings(folder: Path) -> Settings:
    """Return settings with sign-in set, so that nothing stands open for the local analyst."""
    given: dict[str, Any] = {name.removeprefix("MASIS_").lower(): value for name, value in SETTINGS.items()}
    given |= {"oidc_metadata_url": "http://127.0.0.1:9/openid", "public_url": "http://127.0.0.1:8501"}
    return Settings(data_dir=folder, _env_file=None, api_calls_per_minute=100_000, **given)


def main() -> None:
    """Run the trial and print what was counted."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tries", type=int, default=10_000)
    options.add_argument("--seed", type=int, default=0)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        masis = build_masis(settings(Path(folder)))
        try:
            masis.start()
            trial = Trial(masis, random.Random(given.seed))  # noqa: S311 - a trial that can be repeated
            with served(masis) as address, httpx2.Client(base_url=address, timeout=60) as client:
                for number in range(given.tries):
                    if number % CHANGE_EVERY == 0:
                        trial.change_a_role()
                    trial.over_http(client) if number % 3 == 0 else trial.in_service()
        finally:
            masis.close()
    for name, count in trial.counted.items():
        say(name, f"{count:,}")
    say("leaks", f"{len(trial.leaks):,}")
    say("refused though permitted", f"{len(trial.refused):,}")
    if trial.leaks or trial.refused:
        print(json.dumps([*trial.leaks[:20], *trial.refused[:20]], indent=1))


if __name__ == "__main__":
    main()
