"""Retention: how long a workspace keeps what is over, read, tried and set by programs."""

from masis.domain.person import Right
from masis.domain.retention import Expired, Retention, RetentionRule
from masis.server.v1.bodies import KeepFor
from masis.server.v1.calls import Answer, Call, Endpoint

_PATH = "/workspaces/{workspace_id}/retention"


def _held(call: Call) -> Answer:
    return Answer(call.masis.retention.of(call.caller, call.path["workspace_id"]))


def _expired(call: Call) -> Answer:
    return Answer(call.masis.retention.preview(call.caller, call.path["workspace_id"], _rule(call)))


def _set(call: Call) -> Answer:
    return Answer(call.masis.retention.set(call.caller, call.path["workspace_id"], _rule(call)))


def _rule(call: Call) -> RetentionRule:
    return RetentionRule.model_validate(call.body.model_dump())


RETENTION: tuple[Endpoint, ...] = (
    Endpoint("GET", _PATH, Right.READ, "Say how long things are kept", _held, reply=Retention),
    Endpoint(
        "PUT",
        _PATH,
        Right.MANAGE,
        "Set how long things are kept; first carried out a day later",
        _set,
        KeepFor,
        Retention,
    ),
    Endpoint(
        "POST",
        f"{_PATH}/preview",
        Right.MANAGE,
        "Say how much would go by a rule; nothing is changed",
        _expired,
        KeepFor,
        Expired,
    ),
)
