"""Spending: what model calls cost, written down call by call, and the caps that end it."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from uuid import uuid4

from masis.config import MODEL_ROLES, Settings
from masis.domain.person import LOCAL, Caller
from masis.domain.usage import NANO, Cap, Prices, SpendingView, Usage
from masis.errors import BudgetReached
from masis.llm.base import MAX_STRUCTURED_CALLS
from masis.llm.cached import Place
from masis.llm.metered import Held
from masis.llm.prices import prices_for
from masis.llm.replies import run_in_view
from masis.service.access import operating, own_workspaces
from masis.service.container import Container
from masis.service.notifications.telling import Telling
from masis.store import runs, spending
from masis.store.database import Database, Session
from masis.store.spending import ModelCallRow

_MONTHS = 12
_THREADS = 10


class Budget:
    """The caps in force and the place where calls are written down; keeps nothing itself.

    Both stores let one writer in at a time, so that looking at what is spent and setting aside what the next
    call may take is one act: runs side by side pass a cap together by no more than what single calls take
    beyond their estimate (a token for two bytes of the prompt, the longest reply), and by what a server
    bills without saying so.
    """

    def __init__(self, settings: Settings, database: Database, clock: Callable[[], datetime]) -> None:
        """Read the file of prices, so that a wrong one is noticed at the start."""
        self._settings = settings
        self._database = database
        self._clock = clock
        self.caps = (
            Cap(scope="run", tokens=settings.run_cap_tokens, money_nano=_nano(settings.run_cap_money)),
            Cap(scope="month", tokens=settings.month_cap_tokens, money_nano=_nano(settings.month_cap_money)),
        )
        self.currency = prices_for(settings.prices_file, "").currency

    def purse_for(self, place: Place) -> "ModelPurse":
        """Return what calls of one model are charged to."""
        return ModelPurse(self, place.model, prices_for(self._settings.prices_file, place.url))

    def refusal(self, session: Session) -> str:
        """Return why no new run is taken: the month's cap has no room for the longest reply."""
        why = self._month_refusal(session)
        return f"{why} Questions are taken again next month, or when the cap is raised." if why else ""

    def _month_refusal(self, session: Session) -> str:
        least = Usage(input_tokens=1, output_tokens=self._settings.model_max_output_tokens)
        month = [cap for cap in self.caps if cap.scope == "month" and cap.on]
        return self._refusal(session, month, "", least, self._clock())[1]

    def tell_refusal(self) -> None:
        """Tell those who run the installation that no new run is taken: its refusal leaves nothing behind."""
        with self._database.write() as session:
            if why := self._month_refusal(session):
                self._tell(session, why)

    def _tell(self, session: Session, why: str) -> None:
        caps = ", ".join(
            told for cap in self.caps if cap.scope == "month" for told in cap.told(self.currency)
        )
        Telling(self._settings, self._clock).budget(session, why, _month(self._clock()), caps)

    def hold(self, purse: "ModelPurse", tokens: Usage, most_calls: int) -> Held:
        """Set aside what up to so many equal calls may take; see ``llm.metered.Purse``."""
        run_id, now = run_in_view.get(), self._clock()
        caps = [cap for cap in self.caps if cap.on and (run_id or cap.scope == "month")]
        call_id, scope, why = uuid4().hex, "", ""
        if not caps:
            return Held(call_id, most_calls)
        with self._database.write() as session:
            for calls in range(most_calls, 0, -1):
                more = purse.times(tokens, calls)
                scope, why = self._refusal(session, caps, run_id, more, now)
                if not why:
                    entry = self._entry(session, call_id, run_id, purse, now)
                    until = now + timedelta(seconds=self._longest_seconds())
                    held = {"held_tokens": more.tokens, "held_nano": more.money_nano, "held_until": until}
                    spending.add(session, entry | held | {"money_nano": 0})
                    return Held(call_id, calls)
            if scope == "month":
                self._tell(session, why)
        raise BudgetReached(why)

    def _refusal(
        self, session: Session, caps: Sequence[Cap], run_id: str, more: Usage, now: datetime
    ) -> tuple[str, str]:
        """Return which kind of cap has no room and why; nothing of either where all have."""
        for cap in caps:
            where = ModelCallRow.run_id == run_id if cap.scope == "run" else ModelCallRow.month == _month(now)
            spent = spending.committed(session, where, self.currency, now)
            if why := cap.refusal(spent, more, self.currency, f"{now:%B %Y}"):
                return cap.scope, why
        return "", ""

    def settle(self, purse: "ModelPurse", call_id: str, usage: Usage) -> Usage:
        """Write down what was really spent; see ``llm.metered.Purse``."""
        priced = purse.prices.priced(usage, purse.model)
        spent = {
            "calls": usage.calls,
            "cached": usage.cached,
            "input_tokens": usage.input_tokens,
            "output_tokens": usage.output_tokens,
            "money_nano": None if priced.unpriced else priced.money_nano,
            "held_tokens": 0,
            "held_nano": 0,
            "held_until": None,
        }
        run_id, now = run_in_view.get(), self._clock()
        with self._database.write() as session:
            # Only under a cap was anything set aside, and is there a row to change.
            capped = any(cap.on for cap in self.caps)
            if not (capped and spending.change(session, call_id, spent)):
                spending.add(session, self._entry(session, call_id, run_id, purse, now) | spent)
        return priced

    def _entry(
        self, session: Session, call_id: str, run_id: str, purse: "ModelPurse", now: datetime
    ) -> dict[str, object]:
        """Return whose call it is, as the columns of its row."""
        workspace_id, thread_id = runs.place_of(session, run_id) if run_id else ("", "")
        return {
            "call_id": call_id,
            "run_id": run_id,
            "workspace_id": workspace_id,
            "thread_id": thread_id,
            "month": _month(now),
            "model": purse.model,
            "currency": purse.prices.currency,
        }

    def _longest_seconds(self) -> float:
        """Return how long a question to a model can take, with every wait and every try."""
        settings = self._settings
        once = settings.model_timeout_seconds + settings.model_wait_seconds
        return once * settings.model_max_attempts * MAX_STRUCTURED_CALLS


class ModelPurse:
    """Fills ``llm.metered.Purse`` for one model with its prices."""

    def __init__(self, budget: Budget, model: str, prices: Prices) -> None:
        """Take where calls are written down and what they cost."""
        self._budget = budget
        self.model = model
        self.prices = prices

    def times(self, tokens: Usage, calls: int) -> Usage:
        """Return what so many calls take, with their money."""
        whole = Usage(input_tokens=tokens.input_tokens * calls, output_tokens=tokens.output_tokens * calls)
        return self.prices.priced(whole, self.model)

    def hold(self, input_tokens: int, output_tokens: int, most_calls: int) -> Held:
        """Set aside what up to so many equal calls may take."""
        tokens = Usage(input_tokens=input_tokens, output_tokens=output_tokens)
        return self._budget.hold(self, tokens, most_calls)

    def settle(self, held: Held, usage: Usage) -> Usage:
        """Write down what was really spent."""
        return self._budget.settle(self, held.call_id, usage)

    def saved(self) -> None:
        """Write down a reply that came from the cache."""
        self._budget.settle(self, uuid4().hex, Usage(cached=1))


class Spending:
    """What the pages may ask for."""

    def __init__(self, container: Container, budget: Budget) -> None:
        """Read nothing yet."""
        self._container = container
        self._budget = budget

    def overview(self, caller: Caller) -> SpendingView | None:
        """Return months, this month's workspaces and conversations; nothing where no model is used."""
        settings = self._container.settings
        if settings.thinking == "extractive":
            return None
        month = _month(self._container.clock())
        places = dict.fromkeys(
            (settings.address_and_key(f"model_{role}")[0], getattr(settings, f"model_{role}"))
            for role in MODEL_ROLES
        )
        kept, mine = self._container.replies, own_workspaces(caller)
        everything = caller.person == LOCAL or caller.administrator
        with self._container.database.read() as session:
            return SpendingView(
                everybodys=everything,
                months=tuple(spending.by_month(session, _MONTHS, None if everything else mine)),
                workspaces=tuple(spending.by_workspace(session, mine, month).items()),
                threads=tuple(spending.by_thread(session, mine, month, _THREADS)),
                caps=tuple(said for cap in self._budget.caps for said in cap.told(self._budget.currency)),
                prices=tuple(prices_for(settings.prices_file, url).told(model) for url, model in places),
                kept=kept.size() if kept and everything else None,
            )

    def empty_cache(self, caller: Caller) -> None:
        """Drop every reply that was kept."""
        operating(caller)
        if self._container.replies is not None:
            self._container.replies.empty()


def _nano(amount: Decimal | None) -> int | None:
    return None if amount is None else int(amount * NANO)


def _month(moment: datetime) -> str:
    """Return the month in UTC as ``2026-11``."""
    return f"{moment.astimezone(UTC):%Y-%m}"
