"""The house rules that a type checker cannot see: who imports what, and how big things may grow."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = sorted([*ROOT.glob("masis/**/*.py"), *ROOT.glob("pages/*.py"), ROOT / "streamlit_app.py"])
TEXTS = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in SOURCES}

# Third-party packages with one home each: package -> the only places that may import it.
HOMES = {
    "streamlit": ("streamlit_app.py", "pages/", "masis/ui/", "masis/server/"),
    "langgraph": ("masis/graph/", "masis/store/checkpoints.py"),
    "langchain_openai": ("masis/llm/openai.py", "masis/embeddings/openai.py"),
    "openai": ("masis/llm/openai.py", "masis/llm/openai_messages.py", "masis/embeddings/openai.py"),
    "httpx2": (
        "masis/client.py",
        "masis/llm/wire.py",
        "masis/llm/openai.py",
        "masis/llm/probe.py",
        "masis/ops/sign_in.py",
    ),
    "qdrant_client": ("masis/retrieval/server.py", "masis/retrieval/qdrant_"),
    "qdrant_edge": ("masis/retrieval/edge.py",),
    "pypdf": ("masis/ingest/readers/pdf.py",),
    "pypdfium2": tuple(
        f"masis/ingest/readers/{name}.py" for name in ("pdfium", "pdfium_text", "pdfium_calls")
    ),
    "langchain_tavily": ("masis/retrieval/web.py",),
    "plotly": ("masis/ui/shared/charts.py",),
    "reportlab": ("masis/export/",),
    "py3langid": ("masis/domain/language/languages.py",),
    "onnxruntime": ("masis/embeddings/",),
    "snowballstemmer": ("masis/domain/language/words.py",),
    "obstore": ("masis/store/s3.py",),
    "sqlalchemy": ("masis/store/",),
    "alembic": ("masis/store/",),
    "prometheus_client": ("masis/ops/metrics.py",),
    "opentelemetry": ("masis/ops/tracing.py",),
    "apprise": ("masis/ops/outside.py",),
    "structlog": ("masis/ops/logging.py",),
    "psycopg": ("masis/store/checkpoints.py", "masis/store/postgres.py"),
    "psycopg_pool": ("masis/store/checkpoints.py",),
    "mcp": ("masis/server/mcp.py",),
    "celery": ("masis/service/workers.py",),
    "kombu": ("masis/service/workers.py",),
    "watchfiles": ("masis/service/documents/folder_watch.py",),
    "redis": ("masis/service/workers.py", "masis/llm/shared_window.py", "masis/ops/shared_"),
}

FILE_LINES = 400
FUNCTION_LINES = 50
LIMITS = {  # first match wins
    "streamlit_app.py": 60,
    "pages/": 150,
    "masis/graph/build.py": 80,
    "masis/graph/nodes/": 150,
}


@cache
def trees() -> dict[str, ast.Module]:
    """Return every source parsed; only the worker that runs these tests pays for it."""
    return {path: ast.parse(text) for path, text in TEXTS.items()}


def imported_modules(tree: ast.AST) -> Iterator[str]:
    """Yield every imported module name, lazy imports included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def test_third_party_packages_stay_at_home() -> None:
    """Each outside library is imported only where the design gives it a home."""
    strays = [
        (path, module)
        for path, tree in trees().items()
        for module in imported_modules(tree)
        if (homes := HOMES.get(module.split(".")[0])) and not path.startswith(homes)
    ]
    assert not strays


def test_files_keep_their_budget() -> None:
    """A file over its budget has more than one job."""
    long = {
        path: lines
        for path, text in TEXTS.items()
        if (lines := len(text.splitlines()))
        > next((most for start, most in LIMITS.items() if path.startswith(start)), FILE_LINES)
    }
    assert not long


def test_functions_keep_their_budget() -> None:
    """A function that does not fit on a screen does more than its name says."""
    long = {
        (path, node.name): lines
        for path, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno
        and (lines := node.end_lineno - node.lineno + 1) > FUNCTION_LINES
    }
    assert not long


@pytest.mark.parametrize("path", sorted(ROOT.glob("masis/prompts/*.md")), ids=lambda path: path.name)
def test_prompts_keep_their_budget(path: Path) -> None:
    """A prompt nobody can read in a minute is not reviewed."""
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 60


def test_the_package_does_not_know_the_benchmarks() -> None:
    """Benchmarks measure the package; what it needs itself lives inside it."""
    strays = [
        path
        for path, tree in trees().items()
        if any(
            module.split(".")[0] in {"benchmarks", "scripts", "tests"} for module in imported_modules(tree)
        )
    ]
    assert not strays


def test_environment_is_read_in_one_place() -> None:
    """Settings come from ``config``; nothing else looks at the environment."""
    readers = [path for path, text in TEXTS.items() if re.search(r"os\.environ|os\.getenv|load_dotenv", text)]
    assert set(readers) <= {"masis/config.py", "masis/ingest/child.py"}


def test_importing_masis_loads_no_heavy_library() -> None:
    """``import masis`` opens nothing: no model, no web framework, no graph."""
    heavy = (
        "streamlit",
        "langgraph",
        "langchain_core",
        "onnxruntime",
        "sqlalchemy",
        "qdrant_client",
        "plotly",
        "prometheus_client",
        "opentelemetry",
        "apprise",
    )
    code = f"import masis, sys; print([m for m in {heavy!r} if m in sys.modules])"
    result = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"


def test_every_module_says_its_job_in_its_first_line() -> None:
    """The first line of a file is its one job, as a sentence."""
    silent = [path for path, tree in trees().items() if not (ast.get_docstring(tree) or "").strip()]
    assert not silent


def test_what_the_architecture_page_names_is_there() -> None:
    """A page that sends a reader to a file that moved is worse than none."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:[a-z_]+/)+[a-z_]*(?:\.(?:py|json|toml))?)`", page))
    gone = [name for name in sorted(named) if not any((ROOT / top / name).exists() for top in ("", "masis"))]
    assert not gone
    rules = re.findall(r"\| `([a-z_/]+\.py)`: ((?:`\w+`(?:, )?)+)", page)
    lost = [
        (path, name)
        for path, names in rules
        for name in re.findall(r"\w+", names)
        if not re.search(rf"\b{name}\b", (ROOT / "masis" / path).read_text(encoding="utf-8"))
    ]
    assert rules
    assert not lost
