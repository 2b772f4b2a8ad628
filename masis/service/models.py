"""Models: whether the language models of the settings are there, looked at seldom and beside the pages."""

from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Lock
from typing import TYPE_CHECKING

from masis.config import Settings
from masis.domain.system import RoleTrial, ServedModels
from masis.errors import MasisError

if TYPE_CHECKING:
    from masis.llm.base import ChatModel
    from masis.llm.endpoints import Endpoint, Role
    from masis.service.spending import Budget

_FRESH = timedelta(seconds=60)
"""How old a look may be; pages ask for it with every click, and a server needs none of them."""
_FIRST_LOOK_SECONDS = 2.0
"""How long the first look is waited for; a page drawn meanwhile says that it is under way."""


class Models:
    """The servers of the four roles."""

    def __init__(
        self, settings: Settings, clock: Callable[[], datetime], budget: "Budget | None" = None
    ) -> None:
        """Ask nobody yet; trials are charged to the budget."""
        self._settings = settings
        self._budget = budget
        self._clock = clock
        self._lock = Lock()
        self._seen: tuple[ServedModels, ...] = ()
        self._looked_at: datetime | None = None

    def health(self) -> tuple[bool, str]:
        """Return whether every server answers and has its models, as last seen; looks are made beside."""
        from masis.llm.waiting import awaited, started

        with self._lock:
            first, now = not self._seen, self._clock()
            due = self._looked_at is None or now - self._looked_at > _FRESH
            if due:
                self._looked_at = now
        if due:
            look = started(self.look)
            if first:
                try:
                    awaited(look, _FIRST_LOOK_SECONDS)
                except TimeoutError:
                    return True, f"being asked: {self._named()}"
        unwell = [f"{server.server}: {server.detail}" for server in self._seen if not server.healthy]
        return not unwell, "; ".join(unwell) or self._named()

    def look(self) -> tuple[ServedModels, ...]:
        """Ask every server for its models now."""
        from masis.llm.endpoints import ROLES, endpoint_of

        servers: dict[str, tuple[str, list[Endpoint]]] = {}
        for role in ROLES:
            endpoint, key = endpoint_of(self._settings, role)
            servers.setdefault(endpoint.url, (key, []))[1].append(endpoint)
        self._seen = tuple(_looked_at(endpoints, key) for key, endpoints in servers.values())
        self._looked_at = self._clock()
        return self._seen

    def try_roles(self) -> tuple[RoleTrial, ...]:
        """Try each role with one call; a role that shares server and model with another is told alike."""
        from masis.llm.endpoints import ROLES
        from masis.llm.memory import shared_memory
        from masis.llm.metered import watched
        from masis.llm.openai import openai_chats
        from masis.llm.probe import try_role

        memory = shared_memory()
        chats = openai_chats(self._settings, memory=memory)
        asking: Callable[[Role], ChatModel] = chats
        if self._budget is not None:
            asking = watched(chats, self._budget.purse_for, self._settings.model_max_output_tokens, None)
        tried: dict[str, tuple[bool, str]] = {}
        trials = []
        for role, setting in ROLES.items():
            endpoint = chats(role).endpoint
            if endpoint.key not in tried:
                tried[endpoint.key] = try_role(asking(role), endpoint.key, memory)
            well, told = tried[endpoint.key]
            trials.append(
                RoleTrial(
                    role=setting.removeprefix("model_"),
                    model=endpoint.model,
                    server=endpoint.host,
                    healthy=well,
                    detail=told,
                )
            )
        return tuple(trials)

    def _named(self) -> str:
        from masis.llm.endpoints import ROLES, endpoint_of

        ends = dict.fromkeys(endpoint_of(self._settings, role)[0].key for role in ROLES)
        return ", ".join(end.replace(" ", ": ", 1) for end in ends)


def _looked_at(endpoints: "list[Endpoint]", key: str) -> ServedModels:
    from masis.llm.probe import missing_from, served_models

    server = endpoints[0].host
    try:
        names = served_models(endpoints[0], key)
    except MasisError as error:
        return ServedModels(server=server, healthy=False, detail=str(error))
    missing: dict[str, list[str]] = {}
    for end in endpoints:
        if missing_from(end.model, names):
            missing.setdefault(end.model, []).append(end.model_variable)
    told = "; ".join(f"it has no {model} ({', '.join(variables)})" for model, variables in missing.items())
    if names is None:
        told = "it lists no models; whether it has the right ones shows with the first call"
    return ServedModels(server=server, healthy=not missing, models=names or (), detail=told)
