"""The container files, held by a parser: what compose starts is what the settings know."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import yaml

from masis.config import Settings

ROOT = Path(__file__).parent.parent


def compose() -> dict[str, Any]:
    """Return docker-compose.yml as data."""
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
    return loaded


def known_variables() -> set[str]:
    """Return every environment variable the settings read."""
    return {
        str(field.validation_alias or f"MASIS_{name}").upper()
        for name, field in Settings.model_fields.items()
    }


def test_compose_app_uses_the_server_adapter_by_settings_alone() -> None:
    """QDRANT_URL is all it takes."""
    services = compose()["services"]
    assert services["app"]["environment"]["QDRANT_URL"] == "http://qdrant:6333"
    assert set(services["app"]["environment"]) <= known_variables()


def test_compose_app_keeps_its_runs_on_postgres_by_settings_alone() -> None:
    """MASIS_DATABASE_URL names the service beside it, with the user and database that one makes."""
    services = compose()["services"]
    made = services["postgres"]["environment"]
    url = urlsplit(services["app"]["environment"]["MASIS_DATABASE_URL"].replace("${POSTGRES_PASSWORD:-}", ""))
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
    assert "-r requirements-servers.txt" in (ROOT / "Dockerfile").read_text(encoding="utf-8")


def test_compose_waits_for_a_healthy_store_and_keeps_data_in_volumes() -> None:
    """Health checks and named volumes are there."""
    services, volumes = compose()["services"], compose()["volumes"]
    assert services["app"]["depends_on"]["qdrant"]["condition"] == "service_healthy"
    assert services["qdrant"]["healthcheck"]["test"][0] == "CMD"
    used = {mount.split(":")[0] for service in services.values() for mount in service["volumes"]}
    assert used == set(volumes)


def test_compose_holds_no_secret() -> None:
    """Keys come from the environment with an empty default."""
    for service in compose()["services"].values():
        for name, value in service["environment"].items():
            if re.search("KEY|TOKEN|PASSWORD", name):
                assert re.fullmatch(r"\$\{[A-Z_]+:-\}", value)


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
    assert named == known_variables()


def test_the_system_page_says_what_every_setting_means() -> None:
    """No setting is shown with its bare name for a meaning."""
    from masis.config import Settings
    from masis.service.system import _MEANINGS

    assert set(_MEANINGS) == set(Settings.model_fields)
