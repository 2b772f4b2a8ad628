"""Value: the frozen, strict base of every domain object."""

from pydantic import BaseModel, ConfigDict


class Value(BaseModel):
    """An immutable value that rejects unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")
