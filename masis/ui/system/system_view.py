"""System view: problems first, then what is in use; settings behind a search."""

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from masis.domain.system import PartHealth, RoleTrial, ServedModels, SettingView
from masis.ui.safe_text import safe_html, safe_md
from masis.ui.shared import table, wording
from masis.ui.shared.notices import calmly
from masis.ui.shared.table import Cell, Column, Row

_HEALTH = (
    Column("part", "Part", "title", "28%"),
    Column("state", "State", "state", "9rem"),
    Column("detail", "In use"),
    Column("since", "Since", "fixed", "8rem"),
)
_ROLES = {
    "writer": "Writer (synthesizer)",
    "auditor": "Auditor (critic)",
    "judge": "Judge (evaluator)",
    "desk": "Desk (orchestrator and planner)",
}
_TRIALS = (
    Column("role", "Role", "title", "18%"),
    Column("model", "Model", "code", "20%"),
    Column("server", "Server", "code", "18%"),
    Column("state", "State", "state", "7rem"),
    Column("found", "Found"),
)
_MOST_NAMED = 30
"""Names of models shown of one server; a hosted one may list hundreds."""
_SETTINGS = (
    Column("name", "Setting", "code", "30%"),
    Column("value", "Value", "code", "24%"),
    Column("changed", "From", "fixed", "7rem"),
    Column("meaning", "Meaning", "muted"),
)
_NEXT = {
    "store": "Check that the database runs and can be reached; what was stored is kept.",
    "checkpoints": "Check that the database runs; runs under way go on when it is back.",
    "originals": "Check the bucket and its keys; answers go on, uploads, downloads and page pictures wait.",
    "vectors": "Check that the vector store runs; answers wait until it does, nothing is lost.",
    "embedder": "Check the embedding model's address and key; nothing is read in or searched meanwhile.",
    "model": "Check the model's address, name and key; questions wait or end with what was found.",
    "web": "Answers come from your documents alone until it is back.",
    "ocr": "Pages without text are counted and named, pictures refused, until the reader is installed.",
    "disk": "Free some space before you add documents.",
    "tracing": "Check the collector and its address; answers are not affected, lost spans stay lost.",
}
"""What to do about a part that is not well, and what goes on meanwhile."""

_WHO = "Whoever runs this MASIS sees the reason on this page."


def draw_health(engine: str, parts: Sequence[PartHealth], *, told: bool = True) -> None:
    """Draw what is not well with what to do about it, then what is in use, in detail where it is ``told``."""
    unwell = [part for part in parts if not part.healthy]
    for part in unwell:
        name = wording.PARTS.get(part.name, part.name)
        st.html(
            f'<div class="m-problem"><b><span class="m-dot bad"></span>{safe_html(name)} is not well</b>'
            f"<p>{safe_html(part.detail if told else '')}</p>"
            f"<p>{safe_html(_NEXT.get(part.name, '') if told else _WHO)}</p></div>"
        )
    state = "Every part is well." if not unwell else f"{wording.counted(len(unwell), 'part')} not well."
    st.caption(f"Engine: {safe_md(wording.ENGINES.get(engine, engine).lower())}. {state}")
    rows = [
        Row(
            part.name,
            {
                "part": Cell(wording.PARTS.get(part.name, part.name)),
                "state": Cell("Well" if part.healthy else "Not well", tone="good" if part.healthy else "bad"),
                "detail": Cell(part.detail if told else ""),
                "since": Cell(wording.age(part.checked_at), title=wording.utc(part.checked_at)),
            },
        )
        for part in sorted(parts, key=lambda part: part.healthy)
    ]
    columns = [column for column in _HEALTH if told or column.key != "detail"]
    table.show("Health of every part", columns, rows, key="system-health")


def draw_models(look: Callable[[], Sequence[ServedModels]], test: Callable[[], Sequence[RoleTrial]]) -> None:
    """Offer to ask the servers for their models and to try each role with one call; draw what was found."""
    st.header("Language models", anchor=False)
    st.caption("The test asks every server for its list of models and each role for one short reply.")
    if not st.button("Test the models", key="system-test-models", icon=":material/network_check:"):
        return
    with calmly(), st.spinner("Asking the servers; a model that is loaded first may take a minute."):
        servers, trials = look(), test()
        table.show(
            "Each role, tried with one call",
            _TRIALS,
            [_tried(trial) for trial in trials],
            key="system-trials",
        )
        for server in servers:
            st.caption(safe_md(_listed(server)))


def _tried(trial: RoleTrial) -> Row:
    return Row(
        trial.role,
        {
            "role": Cell(_ROLES.get(trial.role, trial.role)),
            "model": Cell(trial.model),
            "server": Cell(trial.server),
            "state": Cell("Works" if trial.healthy else "Fails", tone="good" if trial.healthy else "bad"),
            "found": Cell(trial.detail),
        },
    )


def _listed(server: ServedModels) -> str:
    """Say which models a server has, or why that is not known."""
    if not server.models:
        return f"{server.server}: {server.detail or 'it lists no models.'}"
    named = ", ".join(server.models[:_MOST_NAMED])
    more = len(server.models) - _MOST_NAMED
    rest = f" and {more:,} more" if more > 0 else ""
    problem = f"; {server.detail}" if server.detail else ""
    return f"{server.server} has {wording.counted(len(server.models), 'model')}: {named}{rest}{problem}."


def draw_settings(views: Sequence[SettingView]) -> None:
    """Draw the settings somebody changed, and a search for all of them; secrets arrive masked."""
    st.header("Settings", anchor=False)
    changed = sorted((view for view in views if view.changed), key=lambda view: view.name)
    search = st.text_input(
        f"Search all {len(views)} settings",
        key="system-search",
        icon=":material/search:",
        placeholder="A name, a value or a word of its meaning; * shows all",
        width=420,
    )
    words = search.casefold().split()
    found = changed if not words else [view for view in views if search.strip() == "*" or _holds(view, words)]
    if words:
        told = f"{wording.counted(len(found), 'setting')} found."
    else:
        told = (
            f"{wording.counted(len(changed), 'setting')} set by you."
            if changed
            else ("Every setting is as MASIS comes with it.")
        )
    st.caption(f"{told} Set by environment or .env; a change takes effect at the next start.")
    rows = [
        Row(
            view.name,
            {
                "name": Cell(view.name),
                "value": Cell(view.value),
                "changed": Cell("You" if view.changed else "Default"),
                "meaning": Cell(view.meaning),
            },
        )
        for view in sorted(found, key=lambda view: (not view.changed, view.name))
    ]
    if rows:
        table.show("Settings in effect", _SETTINGS, rows, key="system-settings")


def _holds(view: SettingView, words: Sequence[str]) -> bool:
    told = f"{view.name} {view.name.replace('_', ' ')} {view.value} {view.meaning}".casefold()
    return all(word in told for word in words)


def draw_versions(known: Mapping[str, str]) -> None:
    """Draw the versions in use, folded: they are asked for in a report of a fault."""
    with st.expander(f"Versions ({len(known)})", icon=":material/deployed_code:"):
        rows = [Row(name, {"name": Cell(name), "version": Cell(version)}) for name, version in known.items()]
        columns = (Column("name", "Package", "text", "30%"), Column("version", "Version", "code"))
        table.show("Versions", columns, rows, key="system-versions")
