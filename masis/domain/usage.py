"""Usage: what model calls cost in tokens and money, what a token costs, and what may be spent."""

from collections.abc import Iterable
from decimal import ROUND_CEILING, Decimal
from typing import Literal

from pydantic import Field

from masis.domain.value import Value
from masis.errors import ServiceUnavailable

NANO = 1_000_000_000
"""Parts of one unit of money: a single token of the cheapest model still is a whole number of them."""

_TOKENS_PRICED = 1_000_000
_BYTES_PER_TOKEN = 2
"""Cautious for a prompt: English prose has about four, only rows of nothing but figures just under two."""


class Usage(Value):
    """Calls, tokens and money of any amount of work; all zero for the extractive analysts."""

    model: str = ""
    prompt: str = ""
    """The prompt that was sent, by name and version."""
    calls: int = Field(default=0, ge=0)
    """Calls that reached a server; a reply from the cache is none."""
    cached: int = Field(default=0, ge=0)
    """Replies taken from the cache, which cost nothing."""
    input_tokens: int = Field(default=0, ge=0)
    output_tokens: int = Field(default=0, ge=0)
    waited_seconds: float = Field(default=0.0, ge=0.0)
    money_nano: int = Field(default=0, ge=0)
    """Billionths of one unit of the currency; only what has a known price."""
    currency: str = ""
    unpriced: tuple[str, ...] = ()
    """Models whose tokens are not in the money, because their price is unknown."""

    def __add__(self, other: "Usage") -> "Usage":
        """Sum two pieces of work; the model named first stays named, other currencies are left out."""
        foreign = bool(self.currency and other.currency and self.currency != other.currency)
        unpriced = (*self.unpriced, *other.unpriced, *((other.model,) if foreign else ()))
        return Usage(
            model=self.model or other.model,
            prompt=self.prompt or other.prompt,
            calls=self.calls + other.calls,
            cached=self.cached + other.cached,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            waited_seconds=self.waited_seconds + other.waited_seconds,
            money_nano=self.money_nano + (0 if foreign else other.money_nano),
            currency=self.currency or other.currency,
            unpriced=tuple(dict.fromkeys(unpriced)),
        )

    def sent(self, prompt: str) -> "Usage":
        """Return the same with the prompt it was spent on."""
        return self.model_copy(update={"prompt": prompt})

    @classmethod
    def of(cls, failure: ServiceUnavailable) -> "Usage":
        """Return what was spent before a failure."""
        return cls(
            model=failure.model,
            calls=failure.calls,
            input_tokens=failure.input_tokens,
            output_tokens=failure.output_tokens,
        )

    def charge(self, failure: ServiceUnavailable) -> None:
        """Add this to what a failure has cost, so that whoever catches it still counts it."""
        failure.model = self.model or failure.model
        failure.calls += self.calls
        failure.input_tokens += self.input_tokens
        failure.output_tokens += self.output_tokens

    @property
    def tokens(self) -> int:
        """Tokens in both directions."""
        return self.input_tokens + self.output_tokens

    @property
    def price(self) -> str:
        """The money in words; an unknown price is said."""
        known = money(self.money_nano, self.currency) if self.currency else ""
        return "; ".join(part for part in (known, price_unknown(self.unpriced)) if part)

    @property
    def brief(self) -> str:
        """The money, or the tokens where nothing of it has a price."""
        return self.price if self.currency else f"{self.tokens:,} tokens"

    @property
    def told(self) -> str:
        """The whole in words: tokens, calls, replies from the cache, money."""
        made = f"{self.tokens:,} tokens in {self.calls:,} model call{'' if self.calls == 1 else 's'}"
        kept = f"{self.cached:,} from cache" if self.cached else ""
        return "; ".join(part for part in (made, kept, self.price) if part)


def money(nano: int, currency: str) -> str:
    """Return ``12.40 USD``, or four decimals below one; what is less than they can show is said so."""
    if 0 < nano < NANO // 10_000:
        return f"under 0.0001 {currency}".rstrip()
    return f"{nano / NANO:,.{2 if nano >= NANO else 4}f} {currency}".rstrip()


def price_unknown(models: Iterable[str]) -> str:
    """Return the sentence for models without a price; nothing when there is none."""
    named = ", ".join(name or "without a name" for name in models)
    return f"price of model {named} unknown" if named else ""


class Price(Value):
    """What a million tokens cost."""

    input: Decimal = Field(ge=0, le=1_000_000, allow_inf_nan=False)
    output: Decimal = Field(ge=0, le=1_000_000, allow_inf_nan=False)
    date: str = Field(default="", max_length=40)
    source: str = Field(default="", max_length=400)


class Prices(Value):
    """Prices by model; a model that is not listed has none, whatever its name resembles."""

    currency: str = Field(min_length=1, max_length=16)
    date: str = Field(default="", max_length=40)
    source: str = Field(default="", max_length=400)
    models: dict[str, Price] = Field(default_factory=dict)

    def cost(self, model: str, input_tokens: int, output_tokens: int) -> int | None:
        """Return billionths of the currency, rounded up; nothing for a model without a price.

        What a server gives off for prompts it has seen before is not counted, so this is the most it may be.
        """
        price = self.models.get(model)
        if price is None:
            return None
        cost = (price.input * input_tokens + price.output * output_tokens) * NANO / _TOKENS_PRICED
        return int(cost.to_integral_value(ROUND_CEILING))

    def told(self, model: str) -> str:
        """Return a model's price in words with where it was seen, or that it is unknown."""
        price = self.models.get(model)
        if price is None:
            return f"{model}: {price_unknown((model,))}."
        seen = " ".join(part for part in (price.source or self.source, price.date or self.date) if part)
        each = f"{price.input:f} in, {price.output:f} out, {self.currency} for a million tokens"
        return f"{model}: {each} ({seen})." if seen else f"{model}: {each}."

    def priced(self, usage: Usage, model: str) -> Usage:
        """Return the usage with its money, or with its model among those whose price is unknown."""
        if not usage.tokens:
            return usage
        cost = self.cost(model, usage.input_tokens, usage.output_tokens)
        if cost is None:
            return usage.model_copy(update={"unpriced": (model,)})
        return usage.model_copy(update={"money_nano": cost, "currency": self.currency})


def estimated_tokens(size_bytes: int) -> int:
    """Return how many tokens a prompt of that size may have, rather too many than too few."""
    return -(-size_bytes // _BYTES_PER_TOKEN)


class Cap(Value):
    """What one run, or all runs of a month together, may spend."""

    scope: Literal["run", "month"]
    tokens: int | None = None
    money_nano: int | None = None

    @property
    def on(self) -> bool:
        """Whether anything is capped."""
        return self.tokens is not None or self.money_nano is not None

    def told(self, currency: str) -> tuple[str, ...]:
        """Return what is capped, each with its setting."""
        who = "A run" if self.scope == "run" else "A month"
        name = f"MASIS_{self.scope.upper()}_CAP"
        caps = () if self.tokens is None else (f"{self.tokens:,} tokens ({name}_TOKENS)",)
        if self.money_nano is not None:
            caps = (*caps, f"{money(self.money_nano, currency)} ({name}_MONEY)")
        return tuple(f"{who} may spend {cap}." for cap in caps)

    def refusal(self, spent: Usage, more: Usage, currency: str, when: str = "") -> str:
        """Return why ``more`` may not be spent, or nothing when it may.

        Args:
            spent: so far, with what calls under way may still take.
            more: what the next call may take; ``unpriced`` names a model without a price.
            currency: of the cap.
            when: the month in words.
        """
        who = "This run" if self.scope == "run" else f"All runs of {when} together"
        name = f"MASIS_{self.scope.upper()}_CAP"
        if self.tokens is not None and spent.tokens + more.tokens > self.tokens:
            return (
                f"{who} may spend {self.tokens:,} tokens ({name}_TOKENS): {spent.tokens:,} are spent and the "
                f"next model call may take {more.tokens:,}, so it was not made."
            )
        if self.money_nano is None:
            return ""
        limit = f"{money(self.money_nano, currency)} ({name}_MONEY)"
        if unknown := price_unknown(more.unpriced):
            return (
                f"{who} may spend {limit}, which cannot be held: {unknown}. Add it to the file that "
                f"MASIS_PRICES_FILE names, or set {name}_TOKENS instead."
            )
        if spent.money_nano + more.money_nano > self.money_nano:
            return (
                f"{who} may spend {limit}: {money(spent.money_nano, currency)} is spent and the next model "
                f"call may take {money(more.money_nano, currency)}, so it was not made."
            )
        return ""


class SpendingView(Value):
    """What was spent, as the System page shows it; months are ``2026-11``, in UTC."""

    months: tuple[tuple[str, Usage], ...] = ()
    """Newest first."""
    everybodys: bool = True
    """Whether the months are those of all people; else of the workspaces of whoever looks."""
    workspaces: tuple[tuple[str, Usage], ...] = ()
    """This month, by id."""
    threads: tuple[tuple[str, Usage], ...] = ()
    """The conversations that spent most this month, by title; one that was deleted has none."""
    caps: tuple[str, ...] = ()
    prices: tuple[str, ...] = ()
    """The price of each model in use, or that it is unknown."""
    kept: tuple[int, int] | None = None
    """Replies in the cache and their bytes; nothing where it is switched off."""
