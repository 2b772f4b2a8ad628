"""System: how the parts are, and the settings in force, as the System page lists them."""

from datetime import datetime

from masis.domain.value import Value


class PartHealth(Value):
    """One part of the system, whether it is well, and since when."""

    name: str
    healthy: bool
    detail: str
    checked_at: datetime


class SettingView(Value):
    """An effective setting with secrets masked."""

    name: str
    value: str
    changed: bool
    """True when it differs from the default."""
    meaning: str
