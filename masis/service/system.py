"""System: what is in use, whether it is well, and since when."""

import platform
import re
import shutil
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from threading import Lock

from pydantic import SecretStr

from masis.config import Settings, variable_names
from masis.domain.research import ToolState
from masis.domain.workspace import PartHealth, SettingView
from masis.errors import MasisError
from masis.service.meanings import meaning_of
from masis.service.parts import Parts

_USERINFO = re.compile(r"//[^/@\s]+@")
"""Name and password inside an address."""

LEAST_FREE_BYTES = 500 * 1024 * 1024
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
    "psycopg",
    "plotly",
)


class System:
    """Health, settings and versions of this process."""

    def __init__(self, parts: Parts) -> None:
        """Check nothing yet."""
        self._parts = parts
        self._since: dict[str, tuple[bool, datetime]] = {}
        self._lock = Lock()

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self._parts.settings

    def health(self) -> tuple[PartHealth, ...]:
        """Look at every part; ``checked_at`` is when it was last seen to change."""
        checks = (
            ("store", self._store),
            ("checkpoints", self._checkpoints),
            ("vectors", self._vectors),
            ("embedder", self._embedder),
            ("model", self._model),
            ("web", self._web),
            ("ocr", self._ocr),
            ("disk", self._disk),
        )
        return tuple(self._part(name, *check()) for name, check in checks)

    def _part(self, name: str, healthy: bool, detail: str) -> PartHealth:
        with self._lock:
            before = self._since.get(name)
            if before is None or before[0] != healthy:
                before = self._since[name] = (healthy, self._parts.clock())
        return PartHealth(name=name, healthy=healthy, detail=detail, checked_at=before[1])

    def _store(self) -> tuple[bool, str]:
        try:
            return True, self._parts.database.check()
        except MasisError as error:
            return False, str(error)
        except Exception as error:  # noqa: BLE001 - whatever it is, the store is not well
            return False, f"the database cannot be read: {error}"

    def _checkpoints(self) -> tuple[bool, str]:
        """Look at the server; the file needs no look, and opening it would load the graph's library."""
        if self._parts.settings.database_url is None:
            return True, f"SQLite in {self._parts.folder}"
        if not self._since["store"][0]:
            return False, "wait for the database"  # asking a dead server twice takes twice as long
        from masis.store.checkpoints import checkpoints_answer

        try:
            checkpoints_answer(self._parts.checkpoints())
        except MasisError as error:
            return False, str(error)
        return True, "in the same Postgres database"

    def _vectors(self) -> tuple[bool, str]:
        try:
            state = self._parts.vectors().health()
        except MasisError as error:
            return False, str(error)
        return state.healthy, f"{state.engine}{': ' if state.detail else ''}{state.detail}"

    def _embedder(self) -> tuple[bool, str]:
        try:
            profile = self._parts.embedder().profile
        except MasisError as error:
            return False, str(error)
        return True, f"{profile.name}, {profile.dimension} dimensions"

    def _model(self) -> tuple[bool, str]:
        settings = self._parts.settings
        if settings.thinking == "extractive":
            return True, "not in use: the extractive analysts answer"
        where = _shown(settings.openai_base_url) if settings.openai_base_url else "the OpenAI API"
        return True, f"configured: {settings.model_writer} and {settings.model_auditor} at {where}"

    def tools(self) -> tuple[ToolState, ...]:
        """Return the tools beside the documents as they stand now."""
        return self._parts.tools.states() if self._parts.tools is not None else ()

    def _web(self) -> tuple[bool, str]:
        """Look at the tools beside the documents; one that was never set up is no fault."""
        tools = self.tools()
        if not tools:
            return True, "not in use"
        return all(tool.healthy for tool in tools), "; ".join(f"{tool.name}: {tool.detail}" for tool in tools)

    def _ocr(self) -> tuple[bool, str]:
        if self._parts.settings.ocr == "off":
            return True, "switched off"
        if find_spec("rapidocr_onnxruntime") or find_spec("rapidocr"):
            return True, "installed: scanned pages are read"
        return True, "not installed: scanned pages are counted and named"

    def _disk(self) -> tuple[bool, str]:
        free = shutil.disk_usage(self._parts.folder).free
        return free >= LEAST_FREE_BYTES, f"{free / 1024**3:.1f} GB free in {self._parts.folder}"

    def settings_view(self) -> tuple[SettingView, ...]:
        """Return every setting as it is in force; secrets only show whether they are set."""
        views = []
        for name, variable in variable_names().items():
            value = getattr(self._parts.settings, name)
            default = Settings.model_fields[name].default
            views.append(
                SettingView(
                    name=variable, value=_shown(value), changed=value != default, meaning=meaning_of(name)
                )
            )
        return tuple(views)

    def versions(self) -> dict[str, str]:
        """Return the versions of MASIS and of what it stands on."""
        found = {"masis": self._parts.version, "python": platform.python_version()}
        for name in PACKAGES:
            try:
                found[name] = version(name)
            except PackageNotFoundError:
                found[name] = "not installed"
        return found

    def engine(self) -> str:
        """Return who thinks."""
        return self._parts.settings.thinking


def _shown(value: object) -> str:
    if isinstance(value, SecretStr):
        return "set (hidden)"
    return "not set" if value is None else _USERINFO.sub("//…@", str(value))
