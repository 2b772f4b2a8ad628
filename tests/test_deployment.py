"""The container files, held by a parser: what compose starts is what the settings know."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

from masis.config import Settings
from masis.errors import ServiceUnavailable
from masis.store.checkpoints import open_postgres_checkpoints
from masis.store.database import Database
from masis.store.postgres import Postgres
from tests.fakes import postgres

ROOT = Path(__file__).parent.parent
READ_BY_COMPOSE = {"POSTGRES_PASSWORD", "PROXY_PORT"}
"""What stands in .env for docker compose alone."""


def compose() -> dict[str, Any]:
    """Return docker-compose.yml as data."""
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
    return loaded


def started(text: str) -> str:
    """Return a value as compose reads it while .env names nothing."""
    return re.sub(r"\$\{[A-Z_]+:-([^}]*)\}", r"\1", text)


def known_variables() -> set[str]:
    """Return every environment variable the settings read."""
    return {
        str(field.validation_alias or f"MASIS_{name}").upper()
        for name, field in Settings.model_fields.items()
    }


def test_compose_app_uses_the_server_adapter_by_settings_alone() -> None:
    """QDRANT_URL is all it takes."""
    services = compose()["services"]
    assert started(services["app"]["environment"]["QDRANT_URL"]) == "http://qdrant:6333"
    assert set(services["app"]["environment"]) <= known_variables() | {"PGPASSWORD"}


def test_compose_app_keeps_its_runs_on_postgres_by_settings_alone() -> None:
    """MASIS_DATABASE_URL names the service beside it, with the user and database that one makes."""
    services = compose()["services"]
    made = services["postgres"]["environment"]
    address = started(services["app"]["environment"]["MASIS_DATABASE_URL"])
    url = urlsplit(address)
    assert url.password is None  # an address would need it in another spelling than Postgres takes it in
    assert services["app"]["environment"]["PGPASSWORD"] == made["POSTGRES_PASSWORD"]
    assert made["POSTGRES_HOST_AUTH_METHOD"] == "scram-sha-256"
    assert (url.hostname, url.port, url.username, url.path) == (
        "postgres",
        5432,
        made["POSTGRES_USER"],
        "/masis",
    )
    assert made["POSTGRES_DB"] == "masis"
    assert services["app"]["depends_on"]["postgres"]["condition"] == "service_healthy"
    assert services["postgres"]["healthcheck"]["test"][:2] == ["CMD", "pg_isready"]
    assert "ports" not in services["postgres"]
    assert "-r locks/requirements-servers.lock" in (ROOT / "Dockerfile").read_text(encoding="utf-8")


@pytest.mark.service
@pytest.mark.parametrize("password", ["plain", "a@b", "a%40b", "a:b/c?d#e", 'it\'s "$HOME" \\ 100 % ü'])
def test_whatever_password_postgres_has_lets_masis_in_as_compose_hands_it_over(
    password: str, locked: postgres.Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stands beside the address, spelt as the server itself got it."""
    locked.ask_for(password)
    given = started(compose()["services"]["app"]["environment"]["MASIS_DATABASE_URL"])
    address = given.replace("postgres:5432/masis", locked.url("postgres").rpartition("@")[2])
    monkeypatch.setenv("PGPASSWORD", f"not {password}")
    with pytest.raises(ServiceUnavailable):
        Database(Postgres(address)).check()
    monkeypatch.setenv("PGPASSWORD", password)
    database = Database(Postgres(address))
    database.check()
    database.close()
    open_postgres_checkpoints(Postgres(address)).conn.close()


@pytest.fixture(scope="module")
def locked() -> Iterator[postgres.Postgres]:
    """Return a server of its own that asks for a password."""
    if postgres.program("initdb") is None:
        pytest.skip(postgres.WHY_NOT)
    server = postgres.Postgres()
    yield server
    server.close()


def test_compose_waits_for_a_healthy_store_and_keeps_data_in_volumes() -> None:
    """Health checks and named volumes are there."""
    services, volumes = compose()["services"], compose()["volumes"]
    assert services["app"]["depends_on"]["qdrant"]["condition"] == "service_healthy"
    assert services["qdrant"]["healthcheck"]["test"][0] == "CMD"
    used = {mount.split(":")[0] for service in services.values() for mount in service.get("volumes", ())}
    assert used == set(volumes)


def test_compose_holds_no_secret() -> None:
    """Secrets come from the environment, and none may be left out in silence."""
    for service in compose()["services"].values():
        for name, value in service.get("environment", {}).items():
            if re.search("KEY|TOKEN|PASSWORD", name):
                assert re.fullmatch(r"\$\{[A-Z_]+:\?[^}]+\}", value)


def test_every_setting_reaches_web_and_worker_and_both_work_on_one_queue() -> None:
    """What .env sets goes into all containers; while it names no servers, those beside them are used."""
    services = compose()["services"]
    for name in ("app", "web", "worker"):
        service = services[name]
        assert service["env_file"] == [{"path": ".env", "required": False}]
        assert service["extra_hosts"] == ["host.docker.internal:host-gateway"]
        assert started(service["environment"]["MASIS_EXECUTOR"]) == "celery"
        assert urlsplit(started(service["environment"]["MASIS_REDIS_URL"])).hostname in services
        assert service["volumes"] == ["masis-data:/data"]
        assert service["depends_on"]["redis"]["condition"] == "service_healthy"
    assert services["worker"]["command"][-1] == "worker"
    assert "ports" not in services["redis"]


def test_env_may_name_servers_elsewhere_and_where_this_machine_answers() -> None:
    """Nothing that .env sets is overruled, but for where things are within the container."""
    app = compose()["services"]["app"]
    fixed = {name for name, value in app["environment"].items() if not str(value).startswith(f"${{{name}:-")}
    assert fixed == {"MASIS_DATA_DIR", "MASIS_HOST", "MASIS_PORT", "PGPASSWORD"}
    assert app["ports"] == ["${MASIS_HOST:-127.0.0.1}:${MASIS_PORT:-8501}:8501"]


def test_every_container_has_a_limit_of_memory_and_of_processes() -> None:
    for service in compose()["services"].values():
        assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
        assert service["pids_limit"] > 0


def test_the_proxy_knows_every_web_process_and_starts_only_when_asked_for() -> None:
    services = compose()["services"]
    known = set(re.findall(r"server (\w+):8501;", (ROOT / "proxy" / "nginx.conf").read_text("utf-8")))
    assert known == {name for name in services if services[name]["image"] == "masis"} - {"worker"}
    assert known == set(services["proxy"]["depends_on"])
    assert services["proxy"]["profiles"] == services["web"]["profiles"] == ["proxy"]
    assert "ports" not in services["web"]  # or there could be one of it


def test_image_runs_as_a_user_and_checks_its_health() -> None:
    """Non-root, a health check that reads the body, the documented start command."""
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert re.search(r"^USER masis$", lines, re.MULTILINE)
    assert "/healthz" in lines.split("HEALTHCHECK")[1]
    assert 'CMD ["python", "-m", "masis", "serve"]' in lines


def test_example_settings_name_every_setting_and_no_other() -> None:
    """.env.example explains each setting that exists."""
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    named = set(re.findall(r"^# ([A-Z][A-Z0-9_]+)=", example, re.MULTILINE))
    assert named == known_variables() | READ_BY_COMPOSE


def test_the_system_page_says_what_every_setting_means() -> None:
    """No setting is shown with its bare name for a meaning."""
    from masis.config import Settings
    from masis.service.system import _MEANINGS

    assert set(_MEANINGS) == set(Settings.model_fields)
