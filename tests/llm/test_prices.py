"""Prices: those that ship are dated and hold for OpenAI alone; an own file is read or refused in words."""

import re
from pathlib import Path

import pytest

from masis.config import OFFICIAL_URL, Settings
from masis.errors import ConfigurationError
from masis.llm.prices import prices_for


def test_the_models_that_are_set_by_default_have_a_dated_price_with_its_source() -> None:
    prices = prices_for(None, OFFICIAL_URL)
    for role in ("writer", "auditor", "judge", "desk"):
        model = Settings.model_fields[f"model_{role}"].default
        assert prices.cost(model, 1_000_000, 0)
        assert re.search(r"https://\S+.* 20\d\d-\d\d", prices.told(model))
    for model, price in prices.models.items():
        assert 0 < price.input < price.output, model


@pytest.mark.parametrize("url", ["http://localhost:11434/v1", "https://api.openai.com.example.org/v1", ""])
def test_another_server_has_no_price_until_its_operator_gives_one(url: str, tmp_path: Path) -> None:
    assert prices_for(None, url).cost("gpt-4o", 1, 1) is None
    own = tmp_path / "prices.toml"
    own.write_text('currency = "EUR"\n[models]\n"gpt-4o" = { input = 1, output = 2.5 }\n', encoding="utf-8")
    prices = prices_for(own, url)
    assert (prices.currency, prices.cost("gpt-4o", 1000, 1000)) == ("EUR", 3_500_000)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("currency = ", "no TOML"),
        ("", "wrong at currency"),
        ('currency = "EUR"\n[models]\nx = { input = -1, output = 1 }', "wrong at models.x.input"),
        ('currency = "EUR"\n[models]\nx = { input = nan, output = 1 }', "wrong at models.x.input"),
        ('currency = "EUR"\n[models]\nx = { input = 1 }', "wrong at models.x.output"),
        ('currency = "EUR"\nprice = 4', "wrong at price"),
        ("\x00", "no TOML"),
        ("#" * 1_000_001, "larger than"),
    ],
)
def test_a_file_that_is_no_list_of_prices_is_refused_in_words(text: str, told: str, tmp_path: Path) -> None:
    own = tmp_path / "prices.toml"
    own.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigurationError, match=f"MASIS_PRICES_FILE.*{re.escape(told)}|{re.escape(told)}"):
        prices_for(own, "")


def test_a_file_that_is_not_there_or_no_text_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot be read: No such file"):
        prices_for(tmp_path / "none.toml", "")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigurationError, match="no TOML"):
        prices_for(tmp_path / "binary.toml", "")
