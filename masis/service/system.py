"""System: what is in use, whether it is well, and since when."""

import platform
import re
import shutil
from collections.abc import Callable
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from math import inf
from threading import Lock
from time import monotonic

from pydantic import SecretStr

from masis.config import Settings, variable_names
from masis.domain.run.research import ToolState
from masis.domain.system import PartHealth, SettingView
from masis.errors import MasisError
from masis.service.container import Container
from masis.service.models import Models
from masis.service.notifications.posting import Posting
from masis.service.spending import Budget
from masis.store import documents
from masis.store.database import BEGIN_ANEW, look_into

_USERINFO = re.compile(r"//[^/@\s]+@")
"""Name and password inside an address."""

LEAST_FREE_BYTES = 500 * 1024 * 1024
_WHOLE_SECONDS = 30.0
"""How long a file that was found whole is not read through again: every page asks, and 25 MB take 25 ms."""
PACKAGES = (
    "streamlit",
    "langgraph",
    "langchain-openai",
    "langchain-tavily",
    "qdrant-client",
    "qdrant-edge-py",
    "pydantic",
    "pypdf",
    "pypdfium2",
    "onnxruntime",
    "SQLAlchemy",
    "langgraph-checkpoint-postgres",
    "obstore",
    "psycopg",
    "plotly",
)

_MEANINGS = {
    "data_dir": "Folder for everything MASIS remembers: documents, vectors, runs.",
    "database_url": "Address of a Postgres server for runs, reviews and checkpoints; unset means SQLite.",
    "originals_url": "Bucket for uploaded files, s3://bucket/prefix; unset means the data folder.",
    "s3_endpoint": "Address of an S3 server of your own; unset means Amazon's.",
    "s3_timeout_seconds": "Seconds one request to the bucket may take.",
    "redis_url": "Address of a Redis server that all processes share; unset means one process.",
    "executor": "Who answers questions and reads uploads: process, or celery for workers of their own.",
    "engine": "Who thinks: auto is openai when a key or a base URL is set, else extractive.",
    "openai_api_key": "Key of the language model endpoint.",
    "openai_base_url": "Address of an OpenAI-compatible server; unset means the OpenAI API.",
    "model_writer": "Model that writes answers.",
    "model_auditor": "Model that audits drafts.",
    "model_judge": "Model that scores answers.",
    "model_desk": "Model that decides whether a question is clear.",
    "model_writer_base_url": "Address of the writer's own server; unset means the common one.",
    "model_auditor_base_url": "Address of the auditor's own server; unset means the common one.",
    "model_judge_base_url": "Address of the judge's own server; unset means the common one.",
    "model_desk_base_url": "Address of the desk's own server; unset means the common one.",
    "model_writer_api_key": "Key of the writer's server; the common key goes to the common host alone.",
    "model_auditor_api_key": "Key of the auditor's server; the common key goes to the common host alone.",
    "model_judge_api_key": "Key of the judge's server; the common key goes to the common host alone.",
    "model_desk_api_key": "Key of the desk's server; the common key goes to the common host alone.",
    "model_profile": "small: short prompts, less evidence, one claim at a time for the auditor.",
    "model_timeout_seconds": "Seconds one model call may take, with all its tries.",
    "model_run_seconds": "Seconds from the start of a run in which its models may be asked.",
    "model_max_attempts": "Tries per model call on rate limits and server errors.",
    "model_max_output_tokens": "Longest reply of a model, in tokens.",
    "model_calls_per_minute": "Model calls a minute, shared by all; unset means 10 at OpenAI, else no limit.",
    "model_wait_seconds": "Longest wait for a free model call before a run is handed to a human.",
    "prices_file": "Your own prices of models, as TOML; unset means those that ship with MASIS.",
    "run_cap_tokens": "Most tokens one run may spend on models; then a person gets what it found.",
    "run_cap_money": "Most money one run may spend on models, in the currency of the prices.",
    "month_cap_tokens": "Most tokens all runs of a month together may spend; then no question is taken.",
    "month_cap_money": "Most money all runs of a month together may spend, in the currency of the prices.",
    "model_cache_days": "Days a model's reply answers equal calls; 0 switches the cache off.",
    "model_cache_mb": "Most megabytes of model replies that are kept.",
    "embedder": "What turns text into vectors: local ships with MASIS.",
    "embedding_model": "Embedding model of the OpenAI-compatible endpoint.",
    "embedding_base_url": "Address of the embedding model's own server; unset means the common one.",
    "embedding_api_key": "Key of that server; the common key goes to the common host alone.",
    "embedding_batch": "Texts sent to the embedder at once.",
    "qdrant_url": "Address of a Qdrant server; unset means the embedded engine.",
    "qdrant_host": "Host of the Qdrant server, where its address is not set.",
    "qdrant_port": "Port of the Qdrant server, with its host.",
    "qdrant_api_key": "Key of the Qdrant server.",
    "qdrant_collection": "Collection on the Qdrant server.",
    "qdrant_shards": "Shards of a new collection on the Qdrant server; unset, the server decides.",
    "qdrant_replicas": "Copies of each shard of a new collection; unset, the server decides.",
    "qdrant_quantization": "scalar: a new collection searches a fourth of the memory, and scores exactly.",
    "qdrant_timeout_seconds": "Seconds one request to the Qdrant server may take.",
    "tavily_api_key": "Key of the Tavily web search; without one the web cannot be searched.",
    "tavily_base_url": "Address of the web search; unset means Tavily itself.",
    "web_results": "Findings taken from one search outside the documents.",
    "web_timeout_seconds": "Seconds a round of research waits for searches outside the documents.",
    "tools": "Your own search tools, as package.module:factory.",
    "verifier": "Your own local model for a second look at the claims, as package.module:factory.",
    "candidates": "Passages looked at on the first pass.",
    "retry_candidates": "Passages looked at on a retry.",
    "context_chars": "Characters of evidence a model sees before it is shortened; 6000 for small windows.",
    "low_confidence_threshold": "Confidence below which an answer is not finalized.",
    "cores": "Threads of one process that read with local models; unset means the cores it may use.",
    "parallel_runs": "Questions answered at the same time; unset means 4 with a model, 2 without.",
    "forkable_runs": "Finished runs whose steps are kept so that they can be forked.",
    "max_file_mb": "Largest upload, in megabytes.",
    "max_pages": "Longest document, in pages.",
    "read_timeout_seconds": "Seconds reading one file may take.",
    "max_unpacked_mb": "Most megabytes a compressed file may unpack to.",
    "parallel_ingestions": "Files worked on at the same time.",
    "ocr": "Whether scanned pages and pictures are read.",
    "public_url": "Where people reach MASIS, as their browser shows it; sign-in comes back there.",
    "oidc_metadata_url": "The sign-in provider's OpenID configuration; unset means one local analyst.",
    "oidc_client_id": "Name of MASIS at the sign-in provider.",
    "oidc_client_secret": "Secret of MASIS at the sign-in provider.",
    "oidc_cookie_secret": "Signs the cookie of a signed-in browser; the same in every web process.",
    "oidc_admit": "Addresses and @domains that may come in, beside those invited; empty is everybody there.",
    "oidc_trust_addresses": "For a provider that makes sure of addresses without saying so.",
    "administrators": "Addresses of those who see people, workspaces and limits of all, and no contents.",
    "session_hours": "Hours a sign-in holds.",
    "audit_log_days": "Days the log of what people do is kept.",
    "host": "Address the web app listens on.",
    "port": "Port the web app listens on; the next free one is taken when it is busy.",
    "api_token": "Bearer token of the HTTP API; without one the API is off.",
    "api_calls_per_minute": "Calls a minute that one API token may make.",
    "log_level": "How much is logged.",
    "log_format": "How a line of the log is written: text for people, json for programs.",
    "metrics": "Whether /metrics answers Prometheus.",
    "metrics_token": "Bearer token of /metrics; without one it is open to whoever reaches the port.",
    "trace_url": "Address at which an OpenTelemetry collector takes traces by OTLP over HTTP.",
    "trace_headers": "Headers for the collector, name=value, separated by commas.",
    "langfuse_url": "Address of Langfuse; with its two keys, runs are traced there.",
    "langfuse_public_key": "Public key of the Langfuse project.",
    "langfuse_secret_key": "Secret key of the Langfuse project.",
    "trace_contents": "Whether questions, answers, prompts and passages may be part of traces.",
    "notice_days": "Days notifications are kept.",
    "notify_urls": "Addresses outside that notifications are sent to; unset keeps them in the app.",
    "notify_contents": "Whether questions and names of documents may be part of what is sent there.",
}


class System:
    """Health, settings and versions of this process."""

    def __init__(self, container: Container, posting: Posting | None = None) -> None:
        """Check nothing yet; ``posting`` sends notifications outside, where that is set."""
        self._container = container
        self._posting = posting
        self._since: dict[str, tuple[bool, datetime]] = {}
        self._whole_until = 0.0
        self._well: tuple[float, tuple[PartHealth, ...]] = (-inf, ())
        """When all parts were last seen to be well, and what they said."""
        self._missing = ""
        """What the last count of originals found wrong."""
        self._lock = Lock()
        budget = Budget(container.settings, container.database, container.clock)
        self.models = Models(container.settings, container.clock, budget)

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self._container.settings

    def health(self, old_seconds: float = 0.0) -> tuple[PartHealth, ...]:
        """Return how every part is; ``checked_at`` is when it was last seen to change.

        Parts that were all well within the last ``old_seconds`` are not looked at again: a turned page
        shows their state alone, and a look takes a seventh of its time.
        """
        seen_at, parts = self._well
        return parts if monotonic() - seen_at < old_seconds else self._look()

    def _look(self) -> tuple[PartHealth, ...]:
        checks: tuple[tuple[str, Callable[[], tuple[bool, str]]], ...] = (
            ("store", self._store),
            ("checkpoints", self._checkpoints),
            ("originals", self._originals),
            ("vectors", self._vectors),
            ("embedder", self._embedder),
            ("model", self._model),
            ("web", self._web),
            ("ocr", self._ocr),
            ("disk", self._disk),
            ("metrics", self._metrics),
            ("tracing", self._tracing),
            ("logs", self._logs),
            ("notifications", self._notifications),
        )
        if self._container.team is not None:
            checks = (*checks, ("workers", self._workers))
        parts = tuple(self._part(name, *check()) for name, check in checks)
        self._well = (monotonic() if all(part.healthy for part in parts) else -inf, parts)
        return parts

    def _part(self, name: str, healthy: bool, detail: str) -> PartHealth:
        with self._lock:
            before = self._since.get(name)
            if before is None or before[0] != healthy:
                before = self._since[name] = (healthy, self._container.clock())
        return PartHealth(name=name, healthy=healthy, detail=detail, checked_at=before[1])

    def _store(self) -> tuple[bool, str]:
        try:
            return True, self._container.database.check()
        except MasisError as error:
            return False, str(error)
        except Exception as error:  # noqa: BLE001 - whatever it is, the store is not well
            return False, f"the database cannot be read: {error}"

    def _checkpoints(self) -> tuple[bool, str]:
        """Look at the server or into the file; opening it for good would load the graph's library."""
        if self._container.settings.database_url is None:
            return self._checkpoint_file()
        if not self._since["store"][0]:
            return False, "wait for the database"  # asking a dead server twice takes twice as long
        from masis.store.checkpoints import checkpoints_answer

        try:
            checkpoints_answer(self._container.checkpoints())
        except MasisError as error:
            return False, str(error)
        return True, "in the same Postgres database"

    def _checkpoint_file(self) -> tuple[bool, str]:
        path = self._container.folder / "checkpoints.db"
        if monotonic() >= self._whole_until:
            try:
                look_into(path, BEGIN_ANEW)
            except MasisError as error:
                return False, str(error)
            self._whole_until = monotonic() + _WHOLE_SECONDS
        return True, f"SQLite in {self._container.folder}"

    def _originals(self) -> tuple[bool, str]:
        try:
            detail = self._container.originals.check()
        except MasisError as error:
            return False, str(error)
        return not self._missing, f"{self._missing}{'; ' if self._missing else ''}{detail}"

    def count_originals(self) -> None:
        """Compare the originals that documents need with those that are there, for ``health`` to tell.

        Raises:
            OriginalsUnavailable: the server does not answer; the last count stands.
            StoreUnavailable: the database does not answer.
        """
        wanted = self._needed()
        absent = self._container.originals.absent(wanted)
        if absent:
            absent &= self._needed()  # without those that were deleted meanwhile
        told = f"{len(absent):,} of {len(wanted):,} original files are missing"
        self._missing = f"{told} (python -m masis backup names them)" if absent else ""

    def _needed(self) -> frozenset[str]:
        with self._container.database.read() as session:
            return documents.referenced(session)

    def _vectors(self) -> tuple[bool, str]:
        try:
            state = self._container.vectors().health()
            gap = ""
            if state.healthy and self._since["store"][0]:  # how many there should be, the database knows
                gap = self._container.completeness.gap(None)
                state = self._container.vectors().health()  # meanwhile what was missing may be back
        except MasisError as error:
            return False, str(error)
        detail = "; ".join(filter(None, [gap, state.detail]))
        return state.healthy and not gap, f"{state.engine}{': ' if detail else ''}{detail}"

    def _embedder(self) -> tuple[bool, str]:
        try:
            profile = self._container.embedder().profile
        except MasisError as error:
            return False, str(error)
        return True, f"{profile.name}, {profile.dimension} dimensions"

    def _model(self) -> tuple[bool, str]:
        if self._container.settings.thinking == "extractive":
            return True, "not in use: the extractive analysts answer"
        return self.models.health()

    def tools(self) -> tuple[ToolState, ...]:
        """Return the tools beside the documents as they stand now."""
        return self._container.tools.states() if self._container.tools is not None else ()

    def _web(self) -> tuple[bool, str]:
        """Look at the tools beside the documents; one that was never set up is no fault."""
        tools = self.tools()
        if not tools:
            return True, "not in use"
        return all(tool.healthy for tool in tools), "; ".join(f"{tool.name}: {tool.detail}" for tool in tools)

    def _ocr(self) -> tuple[bool, str]:
        from masis.ingest.readers import ocr

        if self._container.settings.ocr == "off":
            return True, "switched off"
        if ocr.available():
            return True, "scanned pages and pictures are read"
        return True, "not installed: scanned pages are counted and named, pictures refused"

    def _workers(self) -> tuple[bool, str]:
        team = self._container.team
        if team is None:
            return True, "none needed"
        try:
            alive, waiting, place = team.queue.workers(), team.queue.waiting(), team.queue.described()
        except MasisError as error:
            return False, str(error)
        if not alive:
            return False, f"none is there: start python -m masis worker; {waiting:,} jobs wait ({place})"
        return True, f"{len(alive)} at work, {waiting:,} jobs wait ({place})"

    def _disk(self) -> tuple[bool, str]:
        free = shutil.disk_usage(self._container.folder).free
        return free >= LEAST_FREE_BYTES, f"{free / 1024**3:.1f} GB free in {self._container.folder}"

    def _metrics(self) -> tuple[bool, str]:
        if self._container.watch.metrics is None:
            return True, "switched off"
        guarded = "with a token" if self.settings.metrics_token else "open to whoever reaches the port"
        return True, f"/metrics answers Prometheus, {guarded}"

    def _tracing(self) -> tuple[bool, str]:
        if self._container.watch.tracing is None:
            return True, "switched off"
        return self._container.watch.tracing.state()

    def _notifications(self) -> tuple[bool, str]:
        if self._posting is None:
            return True, "in the app alone"
        if not self._since["store"][0]:
            return False, "wait for the database"
        try:
            found = self._posting.standing()
        except MasisError as error:
            return False, str(error)
        told = "; ".join(f"{name}: {standing.detail}" for name, standing in found.items())
        shown = "with contents" if self._container.settings.notify_contents else "contents masked"
        return not any(standing.fault for standing in found.values()), f"{told}; {shown}"

    def _logs(self) -> tuple[bool, str]:
        form = "JSON" if self.settings.log_format == "json" else "text"
        return True, f"{form} lines on standard error from level {self.settings.log_level} on"

    def settings_view(self) -> tuple[SettingView, ...]:
        """Return every setting as it is in force; secrets only show whether they are set."""
        views = []
        for name, variable in variable_names().items():
            value = getattr(self._container.settings, name)
            default = Settings.model_fields[name].default
            views.append(
                SettingView(
                    name=variable, value=_shown(value), changed=value != default, meaning=_MEANINGS[name]
                )
            )
        return tuple(views)

    def versions(self) -> dict[str, str]:
        """Return the versions of MASIS and of what it stands on."""
        found = {"masis": self._container.version, "python": platform.python_version()}
        for name in PACKAGES:
            try:
                found[name] = version(name)
            except PackageNotFoundError:
                found[name] = "not installed"
        return found

    def engine(self) -> str:
        """Return who thinks."""
        return self._container.settings.thinking


def _shown(value: object) -> str:
    if isinstance(value, SecretStr):
        return "set (hidden)"
    return "not set" if value is None else _USERINFO.sub("//…@", str(value))
