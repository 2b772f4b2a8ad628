"""Settings: bounded, masked, and helpful when a name or a value is wrong."""

from pathlib import Path

import pytest

from masis.config import Settings, load_settings
from masis.errors import ConfigurationError
from masis.service.system import _MEANINGS


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Run without the developer's own settings."""
    monkeypatch.chdir(tmp_path)
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "QDRANT_URL", "QDRANT_HOST", "QDRANT_PORT"):
        monkeypatch.delenv(name, raising=False)


def test_defaults_need_no_key_and_no_server() -> None:
    """With nothing set, everything runs on this machine."""
    settings = load_settings()
    assert (settings.thinking, settings.qdrant_url, settings.embedder) == ("extractive", None, "local")


def test_a_key_switches_the_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """OPENAI_API_KEY alone is enough, and it is masked."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    settings = load_settings()
    assert settings.thinking == "openai"
    assert "sk-secret" not in repr(settings)


def test_empty_variables_count_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compose passes unset variables as empty strings."""
    monkeypatch.setenv("OPENAI_API_KEY", "")
    assert load_settings().thinking == "extractive"


def test_settings_come_from_a_dotenv_file(tmp_path: Path) -> None:
    """A .env in the working folder is read."""
    (tmp_path / ".env").write_text("MASIS_PORT=9000\nOTHER=1\n", encoding="utf-8")
    assert load_settings().port == 9000


def test_what_stands_in_the_environment_goes_before_the_dotenv_file_also_when_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So one command can do without a server that .env names."""
    text = "masis_database_url=postgresql://masis@127.0.0.1/masis\nQDRANT_URL=http://127.0.0.1:6333\nMASIS_PORT=9000\n"
    (tmp_path / ".env").write_text(text, encoding="utf-8")
    monkeypatch.setenv("MASIS_DATABASE_URL", "")
    monkeypatch.setenv("QDRANT_URL", "")
    monkeypatch.setenv("MASIS_PORT", "9001")
    settings = load_settings()
    assert (settings.database_url, settings.qdrant_url, settings.port) == (None, None, 9001)
    monkeypatch.delenv("MASIS_DATABASE_URL")
    assert load_settings().database_url is not None


def test_an_unknown_setting_is_refused_with_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    """A misspelt setting is not silently ignored."""
    monkeypatch.setenv("MASIS_CANDIDATE", "5")
    with pytest.raises(ConfigurationError, match="Did you mean MASIS_CANDIDATES"):
        load_settings()


def test_an_unknown_setting_in_the_dotenv_file_is_refused_too(tmp_path: Path) -> None:
    """A misspelling there would be as silent."""
    (tmp_path / ".env").write_text("MASIS_PORTT=9000\n", encoding="utf-8")
    with pytest.raises(ConfigurationError, match="Did you mean MASIS_PORT"):
        load_settings()


def test_a_dotenv_file_that_is_no_text_is_a_sentence(tmp_path: Path) -> None:
    """Windows editors may save it as UTF-16."""
    (tmp_path / ".env").write_bytes("MASIS_PORT=9000\n".encode("utf-16"))
    with pytest.raises(ConfigurationError, match=r"\.env cannot be read"):
        load_settings()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MASIS_PORT", "0"),
        ("MASIS_CANDIDATES", "x"),
        ("MASIS_ENGINE", "magic"),
        ("MASIS_RETRY_CANDIDATES", "1"),
        ("QDRANT_URL", "127.0.0.1:6333"),
        ("OPENAI_BASE_URL", "http://localhost:port/v1"),
    ],
)
def test_a_value_out_of_bounds_names_its_setting(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    """The message names the variable, not a Python field."""
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigurationError, match=name):
        load_settings()


def test_settings_are_frozen() -> None:
    """Nobody changes a setting at run time."""
    with pytest.raises(ValueError, match="frozen"):
        Settings().port = 1  # type: ignore[misc]


def test_every_setting_is_explained_on_the_system_page() -> None:
    """A setting nobody explained would show its own name as its meaning."""
    assert set(_MEANINGS) == set(Settings.model_fields)


@pytest.mark.parametrize("amount", ["0", "-1", "nan", "much", "Infinity"])
def test_a_cap_in_money_is_an_amount(monkeypatch: pytest.MonkeyPatch, amount: str) -> None:
    """Nothing else is silently no cap."""
    monkeypatch.setenv("MASIS_MONTH_CAP_MONEY", amount)
    with pytest.raises(ConfigurationError, match="MASIS_MONTH_CAP_MONEY"):
        load_settings()


@pytest.mark.parametrize(
    ("variables", "url"),
    [
        ({"QDRANT_HOST": "qdrant"}, "http://qdrant:6333"),
        ({"QDRANT_HOST": "qdrant", "QDRANT_PORT": "7000"}, "http://qdrant:7000"),
        ({"QDRANT_HOST": "https://cloud.example", "QDRANT_PORT": "443"}, "https://cloud.example:443"),
        ({"QDRANT_HOST": "qdrant", "QDRANT_URL": "http://other:1"}, "http://other:1"),
        ({}, None),
    ],
)
def test_a_qdrant_server_may_be_named_by_host_and_port(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], url: str | None
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert load_settings().qdrant_url == url


@pytest.mark.parametrize("variables", [{"QDRANT_PORT": "6333"}, {"QDRANT_HOST": "q", "QDRANT_PORT": "x"}])
def test_half_a_qdrant_address_is_refused(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str]) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(ConfigurationError, match="QDRANT_PORT"):
        load_settings()


@pytest.mark.parametrize(
    ("environment", "url", "key"),
    [
        ({}, "https://api.openai.com/v1", ""),
        ({"OPENAI_API_KEY": "k"}, "https://api.openai.com/v1", "k"),
        ({"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": "http://h:1/v1"}, "http://h:1/v1", "k"),
        ({"OPENAI_API_KEY": "k", "MASIS_MODEL_DESK_BASE_URL": "http://h:1/v1"}, "http://h:1/v1", ""),
        (
            {
                "OPENAI_API_KEY": "k",
                "OPENAI_BASE_URL": "http://h:1/v1",
                "MASIS_MODEL_DESK_BASE_URL": "http://h:1/b",
            },
            "http://h:1/b",
            "k",
        ),
        (
            {
                "OPENAI_API_KEY": "k",
                "OPENAI_BASE_URL": "http://h:1/v1",
                "MASIS_MODEL_DESK_BASE_URL": "http://h:2/v1",
            },
            "http://h:2/v1",
            "",
        ),
        ({"OPENAI_API_KEY": "k", "MASIS_MODEL_DESK_API_KEY": "own"}, "https://api.openai.com/v1", "own"),
    ],
)
def test_the_common_key_goes_to_the_common_host_alone(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], url: str, key: str
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert load_settings().address_and_key("model_desk") == (url, key)


def test_an_address_for_every_role_switches_the_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    for role in ("WRITER", "AUDITOR", "JUDGE"):
        monkeypatch.setenv(f"MASIS_MODEL_{role}_BASE_URL", "http://h:1/v1")
    assert load_settings().thinking == "extractive"
    monkeypatch.setenv("MASIS_MODEL_DESK_BASE_URL", "http://h:1/v1")
    assert load_settings().thinking == "openai"


def test_the_profile_for_small_models_reads_less_unless_the_operator_says_how_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert load_settings().context_chars == 30_000
    monkeypatch.setenv("MASIS_MODEL_PROFILE", "small")
    assert load_settings().context_chars == 6000
    monkeypatch.setenv("MASIS_CONTEXT_CHARS", "9000")
    assert load_settings().context_chars == 9000
    monkeypatch.setenv("MASIS_MODEL_PROFILE", "tiny")
    with pytest.raises(ConfigurationError, match="MASIS_MODEL_PROFILE"):
        load_settings()


@pytest.mark.parametrize(
    "url",
    ["bucket", "s3://", "s3://B/x", "s3://bucket//x", "s3://bucket/../x", "s3://bucket/a b", "file:///x"],
)
def test_originals_are_kept_in_a_bucket_and_a_prefix(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MASIS_ORIGINALS_URL", url)
    with pytest.raises(
        ConfigurationError, match=r"MASIS_ORIGINALS_URL.*not a place such as s3://bucket/prefix"
    ):
        load_settings({})
    for good in ("s3://bucket", "s3://my.bucket/", "s3://bucket/a/b-c_1"):
        monkeypatch.setenv("MASIS_ORIGINALS_URL", good)
        assert load_settings({}).originals_url == good
