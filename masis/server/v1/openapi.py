"""OpenAPI: the description of every endpoint, and a page that people read."""

import html
import re
from collections.abc import Sequence
from pathlib import Path
from string import Template
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import models_json_schema

from masis import __version__
from masis.server.v1.calls import Endpoint

_REF = "#/components/schemas/{model}"
_ERROR = {
    "description": "What went wrong, in a sentence",
    "content": {
        "application/json": {
            "schema": {"type": "object", "properties": {"error": {"type": "string"}}, "required": ["error"]}
        }
    },
}
_ERRORS = ("401", "403", "404", "422", "429", "503")


def description(endpoints: Sequence[Endpoint], prefix: str) -> dict[str, Any]:
    """Return the API as an OpenAPI 3.1 document."""
    schemas: dict[str, Any] = {}
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(f"{prefix}{endpoint.path}", {})[endpoint.method.lower()] = _operation(
            endpoint, schemas
        )
    return {
        "openapi": "3.1.0",
        "info": {"title": "MASIS", "version": __version__},
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(endpoint: Endpoint, schemas: dict[str, Any]) -> dict[str, Any]:
    in_path = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"\{(\w+)\}", endpoint.path)
    ]
    in_query = [
        {"name": name, "in": "query", "description": meaning, "schema": {"type": "string"}}
        for name, meaning in endpoint.query.items()
    ]
    told: dict[str, Any] = {
        "summary": endpoint.summary,
        "operationId": operation_id(endpoint),
        "description": f"Needs the right “{endpoint.right}”." if endpoint.right else "",
        "parameters": [*in_path, *in_query],
        "responses": {
            "200": {
                "description": "Done",
                "content": {endpoint.gives: {"schema": _reply(endpoint, schemas)}},
            },
            **dict.fromkeys(_ERRORS, _ERROR),
        },
    }
    if endpoint.request is not None:
        told["requestBody"] = _body("application/json", _defined(endpoint.request, schemas))
    if endpoint.takes_file:
        file = {"type": "string", "format": "binary"}
        form = {
            "type": "object",
            "properties": {"file": file, "password": {"type": "string"}},
            "required": ["file"],
        }
        told["requestBody"] = _body("multipart/form-data", form)
    return told


def operation_id(endpoint: Endpoint) -> str:
    """Return a name for an endpoint that no other has."""
    words = re.findall(r"[a-z_]+", endpoint.path.replace("/workspaces/{workspace_id}/", "/"))
    return "_".join([endpoint.method.lower(), *words])


def _body(media: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"required": True, "content": {media: {"schema": schema}}}


def _defined(model: Any, schemas: dict[str, Any]) -> dict[str, Any]:  # noqa: ANN401 - a pydantic model
    _, definitions = models_json_schema([(model, "validation")], ref_template=_REF)
    schemas.update(definitions.get("$defs", {}))
    return {"$ref": _REF.format(model=model.__name__)}


def _reply(endpoint: Endpoint, schemas: dict[str, Any]) -> dict[str, Any]:
    if endpoint.gives != "application/json":
        return {"type": "string"}
    if endpoint.reply is None:
        return {"type": "object"}
    schema = TypeAdapter(endpoint.reply).json_schema(mode="serialization", ref_template=_REF)
    schemas.update(schema.pop("$defs", {}))
    return schema


def page(endpoints: Sequence[Endpoint], prefix: str) -> str:
    """Return the same for people: one page without any script."""
    rows = "".join(
        f"<tr><td><code>{endpoint.method}</code></td>"
        f"<td><code>{html.escape(prefix + endpoint.path)}</code></td>"
        f"<td>{html.escape(endpoint.summary)}</td><td>{html.escape(str(endpoint.right or ''))}</td>"
        f"<td>{_fields(endpoint)}</td></tr>"
        for endpoint in endpoints
    )
    text = (Path(__file__).parent / "docs.html").read_text(encoding="utf-8")
    return Template(text).substitute(rows=rows, prefix=html.escape(prefix))


def _fields(endpoint: Endpoint) -> str:
    names = [*(endpoint.request.model_fields if endpoint.request else ()), *endpoint.query]
    if endpoint.takes_file:
        names = ["file", "password"]
    return ", ".join(f"<code>{html.escape(name)}</code>" for name in names)
