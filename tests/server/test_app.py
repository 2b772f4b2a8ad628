"""The port opens before the services are loaded, and the API that is loaded later is there once."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from masis.server.app import Later

_ROOT = Path(__file__).parents[2]
_HEAVY = ("masis.service", "masis.server.v1", "sqlalchemy", "alembic", "onnxruntime", "langgraph", "openai")


def test_what_runs_before_the_port_opens_loads_neither_services_nor_models(tmp_path: Path) -> None:
    code = f"""
import sys
import masis.cli.main
from masis.config import Settings
from masis.wiring import check_folder
check_folder(Settings(data_dir={str(tmp_path)!r}, _env_file=None))
import masis.server.app
print(sorted({set(_HEAVY)!r} & set(sys.modules)))
"""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.strip() == "[]"


def test_the_routes_are_loaded_once_however_many_ask_first() -> None:
    made: list[int] = []
    together = Barrier(4)

    def routes() -> list[Route]:
        made.append(1)

        async def answer(request: Request) -> JSONResponse:
            return JSONResponse(request.path_params["name"])

        return [Route("/masis/{name}", answer)]

    def ask(number: int) -> str:
        together.wait()
        return str(client.get(f"/masis/{number}").json())

    app = Starlette(routes=[Route("/masis/{rest:path}", Later(routes))])
    with TestClient(app) as client, ThreadPoolExecutor(4) as pool:
        assert list(pool.map(ask, range(4))) == ["0", "1", "2", "3"]
    assert len(made) == 1
