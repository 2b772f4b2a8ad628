"""System: how the parts are, and the settings in force, as the System page lists them."""

from datetime import datetime

from masis.domain.value import Value


class PartHealth(Value):
    """One part of the system, whether it is well, and since when."""

    name: str
    healthy: bool
    detail: str
    checked_at: datetime


class RoleTrial(Value):
    """One role of the language model, tried with one call."""

    role: str
    """``writer``, ``auditor``, ``judge`` or ``desk``."""
    model: str
    server: str
    healthy: bool
    detail: str
    """Which way of asking works, what is refused and how long it took; or why it does not work."""


class ServedModels(Value):
    """What one server says of its models."""

    server: str
    healthy: bool
    models: tuple[str, ...] = ()
    detail: str = ""
    """Why there is no list, or which of the models in use it lacks."""


class SettingView(Value):
    """An effective setting with secrets masked."""

    name: str
    value: str
    changed: bool
    """True when it differs from the default."""
    meaning: str
