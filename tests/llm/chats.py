"""Builders shared by the model tests: settings, clocks and chats on the fake server."""

import threading
from typing import Any

from masis.config import Settings
from masis.llm.openai import OpenAIChat, Role, openai_chats
from masis.llm.waiting import CallWindow, Pause
from tests.fakes.openai_server import FakeOpenAI

KEY = "sk-verysecret-0123456789"


class FakeTime:
    """A clock that only moves when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []
        self._lock = threading.Lock()

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        with self._lock:
            self.now += seconds
            self.slept.append(seconds)

    @property
    def pause(self) -> Pause:
        return Pause(self.clock, self.sleep)


def settings_for(fake: FakeOpenAI | None = None, **changes: Any) -> Settings:
    """Return settings that read no environment and point at the fake."""
    values: dict[str, Any] = {
        "OPENAI_API_KEY": KEY,
        "OPENAI_BASE_URL": fake.base_url if fake else "http://127.0.0.1:9/v1",
        "model_timeout_seconds": 5.0,
    }
    return Settings(_env_file=None, **(values | changes))


def chat_for(
    fake: FakeOpenAI, role: Role = "critic", time: FakeTime | None = None, **changes: Any
) -> OpenAIChat:
    """Return one role's chat with a window of its own."""
    pause = (time or FakeTime()).pause
    window = CallWindow(1000, pause)
    return openai_chats(settings_for(fake, **changes), window=window, pause=pause)(role)
