"""Settings: every setting, bounded and frozen, from the environment and ``.env``."""

import difflib
import os
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from masis.addresses import has_scheme, is_address, is_bucket, is_postgres
from masis.errors import ConfigurationError

Engine = Literal["auto", "extractive", "openai"]
EmbedderName = Literal["auto", "local", "openai"]
Money = Annotated[Decimal, Field(gt=0, le=1_000_000, max_digits=15, decimal_places=6)]

OFFICIAL_URL = "https://api.openai.com/v1"
SMALL_CONTEXT_CHARS = 6000
MODEL_ROLES = ("writer", "auditor", "judge", "desk")
_OWN_ADDRESSES = (*(f"model_{role}_base_url" for role in MODEL_ROLES), "embedding_base_url")
_ADDRESSES = (
    "qdrant_url",
    "s3_endpoint",
    "openai_base_url",
    "tavily_base_url",
    "trace_url",
    "langfuse_url",
    "public_url",
    "oidc_metadata_url",
    *_OWN_ADDRESSES,
)


class Settings(BaseSettings):
    """What an operator can set; ``.env.example`` explains each in a sentence.

    Names carry the prefix ``MASIS_``; the OpenAI and Qdrant settings keep their usual names.
    """

    model_config = SettingsConfigDict(
        env_prefix="MASIS_",
        env_file=".env",
        env_file_encoding="utf-8",
        frozen=True,
        extra="ignore",  # a .env may hold other programs' keys; load_settings refuses unknown MASIS_ ones
        hide_input_in_errors=True,
    )

    data_dir: Path = Path(".masis")
    database_url: SecretStr | None = None
    """Set: a Postgres server holds runs, reviews and checkpoints. Unset: SQLite files do."""

    originals_url: str | None = None
    """Set: a bucket holds the uploaded files. Unset: the data folder does."""
    s3_endpoint: str | None = None
    """Address of a server other than Amazon's; the keys come from the environment as the library reads it."""
    s3_timeout_seconds: int = Field(default=30, ge=1, le=600)
    """For one request; a large file takes several."""

    redis_url: SecretStr | None = None
    """Set: limits of model calls are shared by all processes on this Redis server."""
    executor: Literal["process", "celery"] = "process"
    """Who answers questions and reads uploads: this process, or workers that take them from Redis."""

    engine: Engine = "auto"
    """``auto``: OpenAI when a key or a base URL is set, else extractive."""
    openai_api_key: Annotated[SecretStr | None, Field(validation_alias="OPENAI_API_KEY")] = None
    openai_base_url: Annotated[str | None, Field(validation_alias="OPENAI_BASE_URL")] = None
    model_writer: str = "gpt-4o-mini"
    model_auditor: str = "gpt-4o"
    model_judge: str = "gpt-4o"
    model_desk: str = "gpt-4o-mini"
    model_profile: Literal["standard", "small"] = "standard"
    """``small``: short prompts, 6,000 characters of evidence unless set, an auditor asked claim by claim."""
    model_timeout_seconds: float = Field(default=60.0, ge=1.0, le=600.0)
    model_max_attempts: int = Field(default=3, ge=1, le=6)
    model_max_output_tokens: int = Field(default=1500, ge=64, le=16000)
    model_calls_per_minute: int | None = Field(default=None, ge=1, le=10000)
    """Unset: 10 for OpenAI's own servers, no limit for any other."""
    model_wait_seconds: float = Field(default=120.0, ge=0.0, le=3600.0)
    """Longest wait for a free call before the run escalates."""
    model_run_seconds: float = Field(default=180.0, ge=1.0, le=86_400.0)
    """From the start of a run, how long its models may be asked; the run then ends with what it has."""
    model_writer_base_url: str | None = None
    """A role with an address of its own; unset, all share OPENAI_BASE_URL."""
    model_auditor_base_url: str | None = None
    model_judge_base_url: str | None = None
    model_desk_base_url: str | None = None
    embedding_base_url: str | None = None
    model_writer_api_key: SecretStr | None = None
    """Unset: OPENAI_API_KEY, which is sent to the host of the common address alone."""
    model_auditor_api_key: SecretStr | None = None
    model_judge_api_key: SecretStr | None = None
    model_desk_api_key: SecretStr | None = None
    embedding_api_key: SecretStr | None = None

    prices_file: Path | None = None
    """Own prices of models; without it those that ship with MASIS, which hold for OpenAI's own address."""
    run_cap_tokens: int | None = Field(default=None, ge=1)
    run_cap_money: Money | None = None
    """In the currency of the prices; a run that reaches a cap is handed to a person."""
    month_cap_tokens: int | None = Field(default=None, ge=1)
    month_cap_money: Money | None = None
    """Of all runs together in a calendar month, UTC; then no question is taken until the next."""
    model_cache_days: int = Field(default=30, ge=0, le=3650)
    """How long a reply answers equal calls; 0 switches the cache off."""
    model_cache_mb: int = Field(default=100, ge=1, le=100_000)

    embedder: EmbedderName = "local"
    embedding_model: str = "text-embedding-ada-002"
    embedding_batch: int = Field(default=64, ge=1, le=2048)

    qdrant_url: Annotated[str | None, Field(validation_alias="QDRANT_URL")] = None
    """Set: a Qdrant server holds the vectors. Unset: the embedded engine does."""
    qdrant_host: Annotated[str | None, Field(validation_alias="QDRANT_HOST")] = None
    """With ``QDRANT_PORT`` another way to name the server, where ``QDRANT_URL`` is not set."""
    qdrant_port: Annotated[int, Field(validation_alias="QDRANT_PORT", ge=1, le=65535)] = 6333
    qdrant_api_key: Annotated[SecretStr | None, Field(validation_alias="QDRANT_API_KEY")] = None
    qdrant_collection: str = Field(default="masis", pattern=r"^[A-Za-z0-9_-]{1,64}$")
    qdrant_timeout_seconds: int = Field(default=10, ge=1, le=120)
    qdrant_shards: int | None = Field(default=None, ge=1, le=1000)
    """Of a collection that MASIS makes, as are the next two; unset, the server decides."""
    qdrant_replicas: int | None = Field(default=None, ge=1, le=100)
    qdrant_quantization: Literal["none", "scalar"] = "none"

    tavily_api_key: Annotated[SecretStr | None, Field(validation_alias="TAVILY_API_KEY")] = None
    tavily_base_url: Annotated[str | None, Field(validation_alias="TAVILY_BASE_URL")] = None
    web_results: int = Field(default=5, ge=1, le=20)
    web_timeout_seconds: float = Field(default=8.0, ge=1.0, le=60.0)
    """How long a round of research waits for the tools beside the documents."""
    tools: str = ""
    """An operator's own search tools, ``package.module:factory`` separated by commas."""
    verifier: str = ""
    """An operator's own local model that takes a second look at the claims, ``package.module:factory``."""

    candidates: int = Field(default=10, ge=1, le=100)
    retry_candidates: int = Field(default=20, ge=1, le=200)
    context_chars: int = Field(default=30_000, ge=500, le=400_000)
    """Fits models with a window of 16,000 tokens or more; lower it for smaller ones."""
    low_confidence_threshold: float = Field(default=0.65, ge=0.0, le=1.0)
    parallel_runs: int | None = Field(default=None, ge=1, le=64)
    cores: int | None = Field(default=None, ge=1, le=1024)
    """Threads of one process that read with local models; by default the cores it may use."""
    forkable_runs: int = Field(default=200, ge=0, le=100_000)
    """Finished runs whose steps are kept so that they can be forked; the oldest lose theirs first."""

    max_file_mb: int = Field(default=50, ge=1, le=2000)
    max_pages: int = Field(default=2000, ge=1, le=20000)
    read_timeout_seconds: float = Field(default=300.0, ge=1.0, le=7200.0)
    max_unpacked_mb: int = Field(default=500, ge=1, le=20000)
    parallel_ingestions: int = Field(default=2, ge=1, le=16)
    ocr: Literal["auto", "off"] = "auto"
    """``auto``: read scanned pages and pictures, wherever the engine for it is installed."""

    public_url: str | None = None
    """Where people reach MASIS, as their browser shows it."""
    oidc_metadata_url: str | None = None
    """Set: people sign in at this provider. Unset: one local analyst, no sign-in."""
    oidc_client_id: str = ""
    oidc_client_secret: SecretStr | None = None
    oidc_cookie_secret: SecretStr | None = Field(default=None, min_length=32)
    """Signs the cookie of a signed-in browser."""
    oidc_admit: str = ""
    """Addresses and ``@domains`` that may come in, beside those invited; empty is all of the provider's."""
    oidc_trust_addresses: bool = False
    """For a provider that makes sure of addresses and does not say so (no ``email_verified``)."""
    administrators: str = ""
    """Addresses of people who see people, workspaces and limits of all, and no contents."""
    session_hours: int = Field(default=12, ge=1, le=720)
    """How long a sign-in holds."""
    audit_log_days: int = Field(default=730, ge=1, le=36_500)
    """How long the log of what people do is kept."""

    host: str = "127.0.0.1"
    port: int = Field(default=8501, ge=1, le=65535)
    api_token: SecretStr | None = Field(default=None, min_length=8)
    """Bearer token of the HTTP API; without one the API is off."""
    api_calls_per_minute: int = Field(default=240, ge=1, le=100_000)
    """Of one token."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"

    metrics: bool = False
    """On: ``/metrics`` answers Prometheus."""
    metrics_token: SecretStr | None = Field(default=None, min_length=8)
    """Bearer token of that route; without one it is open to whoever reaches the port."""
    trace_url: str | None = None
    """Where an OpenTelemetry collector takes traces by OTLP over HTTP; its whole address with the route."""
    trace_headers: SecretStr | None = None
    """Headers for it, ``name=value,name=value``."""
    langfuse_url: Annotated[str | None, Field(validation_alias="LANGFUSE_BASE_URL")] = None
    """With both keys below: runs are traced there too."""
    langfuse_public_key: Annotated[str | None, Field(validation_alias="LANGFUSE_PUBLIC_KEY")] = None
    langfuse_secret_key: Annotated[SecretStr | None, Field(validation_alias="LANGFUSE_SECRET_KEY")] = None
    trace_contents: bool = False
    """Whether questions, answers, prompts and passages may be part of traces."""
    notice_days: int = Field(default=90, ge=1, le=3650)
    notify_urls: SecretStr | None = None
    """Where notifications are sent, as Apprise writes addresses, parted by spaces; each may hold a secret."""
    notify_contents: bool = False

    @model_validator(mode="before")
    @classmethod
    def _qdrant_by_host_and_port(cls, given: Any) -> Any:  # noqa: ANN401 - what is set, by name or variable
        def value(name: str) -> Any:  # noqa: ANN401
            return given.get(name.upper(), given.get(name))

        host, port = value("qdrant_host"), value("qdrant_port")
        if value("qdrant_url") or not (host or port):
            return given
        if not host:
            message = "QDRANT_PORT is set without QDRANT_HOST; set both, or QDRANT_URL"
            raise ValueError(message)
        place = f"{host if '://' in host else f'http://{host}'}:{port or 6333}"
        return {**given, "QDRANT_URL": place}

    @model_validator(mode="before")
    @classmethod
    def _small_models_read_less(cls, given: Any) -> Any:  # noqa: ANN401 - what is set, by name
        small = str(given.get("model_profile", "")) == "small"
        return {"context_chars": SMALL_CONTEXT_CHARS, **given} if small else given

    @model_validator(mode="before")  # before the others: the last one comes first
    @classmethod
    def _empty_is_unset(cls, given: Any) -> Any:  # noqa: ANN401 - what is set, by name or variable
        """Compose passes unset variables as empty strings; an empty one also unsets what ``.env`` says."""
        return {name: value for name, value in given.items() if value != ""}

    @field_validator(*_ADDRESSES)
    @classmethod
    def _is_an_address(cls, url: str | None) -> str | None:
        if url is not None and not is_address(url):
            message = "not an address such as http://127.0.0.1:6333"
            raise ValueError(message)
        return url

    @model_validator(mode="after")
    def _tracing_is_whole(self) -> Self:
        if self.trace_headers is not None and self.trace_url is None:
            message = "MASIS_TRACE_HEADERS is set without MASIS_TRACE_URL"
            raise ValueError(message)
        given = (self.langfuse_url, self.langfuse_public_key, self.langfuse_secret_key)
        if any(given) and not all(given):
            message = "Langfuse needs LANGFUSE_BASE_URL, LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY together"
            raise ValueError(message)
        return self

    @field_validator("administrators", "oidc_admit")
    @classmethod
    def _are_addresses(cls, listed: str) -> str:
        if any("@" not in entry for entry in listed.split(",") if entry.strip()):
            message = "not addresses such as anna@example.com, separated by commas"
            raise ValueError(message)
        return listed

    @model_validator(mode="after")
    def _signing_in_is_whole(self) -> Self:
        needed = ("public_url", "oidc_client_id", "oidc_client_secret", "oidc_cookie_secret")
        missing = [f"MASIS_{name.upper()}" for name in needed if not getattr(self, name)]
        if self.oidc_metadata_url is not None and missing:
            message = f"MASIS_OIDC_METADATA_URL is set without {', '.join(missing)}"
            raise ValueError(message)
        if self.oidc_metadata_url is None and (self.oidc_client_id or self.administrators):
            message = "who signs in is set without MASIS_OIDC_METADATA_URL, where they would"
            raise ValueError(message)
        return self

    @field_validator("originals_url")
    @classmethod
    def _is_a_bucket(cls, url: str | None) -> str | None:
        if url is not None and not is_bucket(url):
            message = "not a place such as s3://bucket/prefix"
            raise ValueError(message)
        return url

    @field_validator("database_url")
    @classmethod
    def _is_a_database(cls, url: SecretStr | None) -> SecretStr | None:
        if url is not None and not is_postgres(url.get_secret_value()):
            message = "not an address such as postgresql://user:password@host:5432/database"
            raise ValueError(message)
        return url

    @field_validator("redis_url")
    @classmethod
    def _is_a_redis(cls, url: SecretStr | None) -> SecretStr | None:
        if url is not None and not has_scheme(url.get_secret_value(), {"redis", "rediss", "unix"}):
            message = "not an address such as redis://127.0.0.1:6379/0"
            raise ValueError(message)
        return url

    @model_validator(mode="after")
    def _workers_have_what_they_share(self) -> Self:
        missing = [
            name
            for name, given in (
                ("MASIS_REDIS_URL", self.redis_url),
                ("MASIS_DATABASE_URL", self.database_url),
                ("QDRANT_URL", self.qdrant_url),
            )
            if given is None
        ]
        if self.executor == "celery" and missing:
            message = f"MASIS_EXECUTOR=celery needs {', '.join(missing)}: workers are processes of their own"
            raise ValueError(message)
        return self

    @model_validator(mode="after")
    def _candidates_grow_on_retry(self) -> Self:
        if self.retry_candidates < self.candidates:
            message = "MASIS_RETRY_CANDIDATES must not be below MASIS_CANDIDATES"
            raise ValueError(message)
        return self

    @property
    def thinking(self) -> Literal["extractive", "openai"]:
        """The analysts in use after ``auto`` is resolved."""
        if self.engine != "auto":
            return self.engine
        return "openai" if self.has_models else "extractive"

    @property
    def has_models(self) -> bool:
        """Whether every role has a server to ask."""
        own = all(getattr(self, f"model_{role}_base_url") for role in MODEL_ROLES)
        return bool(self.openai_api_key or self.openai_base_url or own)

    def address_and_key(self, part: str) -> tuple[str, str]:
        """Return the address and the key, maybe empty, of a part: ``model_writer`` to ``embedding``.

        The common key goes to the host of the common address alone: another server must not learn it.
        """
        common = (self.openai_base_url or OFFICIAL_URL).strip()
        url = (getattr(self, f"{part}_base_url") or common).strip()
        own: SecretStr | None = getattr(self, f"{part}_api_key")
        at_home = urlsplit(url).netloc.rpartition("@")[2] == urlsplit(common).netloc.rpartition("@")[2]
        key = own or (self.openai_api_key if at_home else None)
        return url, key.get_secret_value().strip() if key else ""


def variable_names() -> dict[str, str]:
    """Return field name -> environment variable."""
    return {
        name: str(field.validation_alias or f"MASIS_{name.upper()}")
        for name, field in Settings.model_fields.items()
    }


def check_bucket(url: str) -> None:
    """Refuse what ``MASIS_ORIGINALS_URL`` cannot be, with ``ConfigurationError``."""
    if not is_bucket(url):
        message = f"{url} is not a place such as s3://bucket/prefix."
        raise ConfigurationError(message)


def load_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """Read the settings.

    Raises:
        ConfigurationError: a MASIS_ variable is unknown or a value is out of bounds; values are not echoed.
    """
    known = set(variable_names().values())
    for name in (*os.environ, *_names_in_file()) if environment is None else environment:
        if name.startswith("MASIS_") and name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f" Did you mean {near[0]}?" if near else ""
            message = f"{name} is not a setting of MASIS.{hint}"
            raise ConfigurationError(message)
    try:
        return Settings()
    except ValidationError as error:
        raise ConfigurationError(_in_words(error)) from None


def _names_in_file() -> tuple[str, ...]:
    """Return the names set in ``.env``, in capitals: a misspelt one must not be ignored there either."""
    from dotenv import dotenv_values

    try:
        return tuple(name.upper() for name in dotenv_values(".env", encoding="utf-8"))
    except (OSError, UnicodeError) as error:
        message = "The file .env cannot be read; it must be plain text in UTF-8."
        raise ConfigurationError(message) from error


def _in_words(error: ValidationError) -> str:
    variables = variable_names()
    parts = []
    for detail in error.errors(include_input=False, include_url=False):
        field = str(detail["loc"][0]) if detail["loc"] else ""
        said = detail["msg"]
        if detail["type"] == "too_short":  # pydantic counts a secret in "items"
            said = f"A secret needs at least {detail['ctx']['min_length']} characters"
        parts.append(f"{variables.get(field, field) or 'Settings'}: {said}")
    return "; ".join(parts) + "."
