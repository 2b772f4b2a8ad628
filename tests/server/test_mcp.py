"""MCP over standard input and output, by the official client: the tools, their answers and their errors."""

import asyncio
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from masis.retrieval.folder import copy_folder
from tests.fakes.services import ME, opened_copy


async def _asked(environment: dict[str, str], calls: list[tuple[str, dict[str, str]]]) -> list[Any]:
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "masis", "mcp"], env={**os.environ, **environment}
    )
    async with stdio_client(server) as (reading, writing), ClientSession(reading, writing) as session:
        await session.initialize()
        names = {tool.name for tool in (await session.list_tools()).tools}
        replies: list[Any] = [names]
        for name, arguments in calls:
            result = await session.call_tool(name, arguments)
            (content,) = result.content
            replies.append(json.loads(content.text))  # type: ignore[union-attr]
            assert result.is_error == ("error" in replies[-1])
        return replies


@pytest.mark.slow
def test_an_assistant_asks_audits_and_opens_what_an_answer_rests_on(
    sample_data: Path, tmp_path: Path
) -> None:
    copy_folder(sample_data, tmp_path / "data")
    masis = opened_copy(sample_data, tmp_path / "named")
    (workspace,) = masis.workspaces(ME)
    masis.close()
    place = workspace.workspace_id
    with ThreadPoolExecutor(
        1
    ) as apart:  # a browser test before it may have left a running loop in this thread
        names, listed, found, run, audit, wrong, uncited = apart.submit(
            asyncio.run,
            _asked(
                {"MASIS_DATA_DIR": str(tmp_path / "data")},
                [
                    ("list_workspaces", {}),
                    ("search", {"workspace_id": place, "question": "What was revenue in 2023?"}),
                    ("ask", {"workspace_id": place, "question": "What was revenue in 2023?"}),
                    ("audit_text", {"workspace_id": place, "text": "Revenue was EUR 184.3 million in 2023."}),
                    ("ask", {"workspace_id": "nowhere", "question": "What was revenue in 2023?"}),
                    ("open_citation", {"workspace_id": place, "run_id": "r0", "chunk_id": "c0"}),
                ],
            ),
        ).result()
    assert names == {"list_workspaces", "search", "ask", "audit_text", "open_citation"}
    assert [item["workspace_id"] for item in listed] == [place]
    assert found["passages"]
    assert isinstance(run["verified"], bool)
    assert run["claims"]
    assert {name for claim in run["claims"] for name in claim["citations"]} >= {
        passage["id"] for passage in run["passages"]
    }
    assert len(audit["sentences"]) == 1
    assert "no workspace" in wrong["error"]
    assert uncited["error"]
