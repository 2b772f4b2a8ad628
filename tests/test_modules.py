"""Every module has its test: one of its name that imports it, or one that a table names with the reason."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
TABLE = ROOT / "tests" / "modules_tested_elsewhere.toml"
RAN_BY_PATH = "masis/store/migrations/versions/"
"""Alembic runs these; tests/store/test_migrations.py runs Alembic."""
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<package>[\w.]+)[ \t]+import[ \t]+(?P<names>\([^)]*\)|[^\n#]+)"
    r"|import[ \t]+(?P<plain>[\w.]+))",
    re.MULTILINE,
)


class Listed(NamedTuple):
    """Modules that a test of another name drives."""

    modules: tuple[str, ...]
    test: str
    why: str
    by_path: bool
    """Run as a script or loaded by name, so that no import leads from the test to all of them."""


def module_of(path: Path) -> str:
    """Return the dotted name of a source file; a package goes by its folder."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imported(text: str) -> tuple[str, ...]:
    """Return every module or name that a source imports, lazily too, as a dotted name."""
    return tuple(_imported(text))


def _imported(text: str) -> Iterator[str]:
    for found in _IMPORT.finditer(text):
        package, names = found["package"], found["names"]
        if package is None:
            yield found["plain"]
            continue
        yield package
        yield from (f"{package}.{name}" for name in re.findall(r"(\w+)(?:[ \t]+as[ \t]+\w+)?", names))


def has_code(text: str) -> bool:
    """Tell a module with a definition of its own from a package that only says its job or passes names on."""
    return bool(
        re.search(r"^(?:def|class|async def|if|with|for|try|[\w.]+\(|[\w, ]+(?::[^=\n]+)? = )", text, re.M)
    )


@cache
def sources() -> dict[str, str]:
    """Return the text of every module by its dotted name."""
    paths = [*ROOT.glob("masis/**/*.py"), *ROOT.glob("pages/*.py")]
    kept = (path for path in paths if RAN_BY_PATH not in path.as_posix())
    return {module_of(path): path.read_text(encoding="utf-8") for path in kept}


@cache
def named_tests() -> dict[str, list[str]]:
    """Return the texts of the tests of each file name."""
    found: dict[str, list[str]] = {}
    for path in ROOT.glob("tests/**/test_*.py"):
        found.setdefault(path.stem, []).append(path.read_text(encoding="utf-8"))
    return found


@cache
def listed() -> tuple[Listed, ...]:
    """Return the table."""
    groups = tomllib.loads(TABLE.read_text(encoding="utf-8"))["driven"]
    return tuple(
        Listed(tuple(group["modules"]), group["test"], group["why"], group.get("by_path", False))
        for group in groups
    )


def has_named_test(module: str) -> bool:
    """Tell whether ``test_<module>.py`` or ``test_<room>_<module>.py``, anywhere under tests, imports it."""
    parts = module.split(".")
    names = [f"test_{parts[-1]}", f"test_{'_'.join(parts[-2:])}"]
    return any(module in imported(text) for name in names for text in named_tests().get(name, ()))


@cache
def reached(test: str) -> set[str]:
    """Return the modules that a test file imports, itself or through others, its fakes included."""
    seen: set[str] = set()
    waiting = [(ROOT / test).read_text(encoding="utf-8")]
    if test.startswith("tests/pages/"):  # Streamlit runs the pages; nothing imports them
        seen.update(name for name in sources() if name.startswith("pages."))
        waiting += [
            (ROOT / "streamlit_app.py").read_text(encoding="utf-8"),
            *map(sources().__getitem__, seen),
        ]
    while waiting:
        for name in imported(waiting.pop()):
            helper = ROOT / f"{name.replace('.', '/')}.py"
            if name in seen or not name.startswith(("masis", "tests.")):
                continue
            seen.add(name)
            if name in sources():
                waiting.append(sources()[name])
            elif helper.is_file():
                waiting.append(helper.read_text(encoding="utf-8"))
    return seen


def test_every_module_has_a_test_of_its_name_or_stands_in_the_table() -> None:
    """A new module comes with ``test_<module>.py``, or with a line that says which test drives it and why."""
    elsewhere = {module for group in listed() for module in group.modules}
    silent = [
        module
        for module, text in sorted(sources().items())
        if module not in elsewhere and has_code(text) and not has_named_test(module)
    ]
    assert not silent


def test_the_table_lists_no_module_twice_and_none_that_is_gone() -> None:
    """A table that outlives its modules is not read any more."""
    every = [module for group in listed() for module in group.modules]
    assert sorted(every) == sorted(set(every))
    assert [module for module in every if module not in sources()] == []


def test_the_table_lists_no_module_that_has_a_test_of_its_name() -> None:
    """An exception that is none any more goes."""
    assert [module for group in listed() for module in group.modules if has_named_test(module)] == []


def test_the_tests_that_the_table_names_reach_the_modules() -> None:
    """The named test exists, and imports lead from it to the module it is said to drive."""
    gone = [group.test for group in listed() if not (ROOT / group.test).is_file()]
    assert gone == []
    lost = [
        (group.test, module)
        for group in listed()
        if not group.by_path
        for module in group.modules
        if module not in reached(group.test)
    ]
    assert lost == []


def test_the_table_gives_its_reasons() -> None:
    """A reason is a sentence, not a shrug."""
    assert [group.test for group in listed() if len(group.why.split()) < 5] == []


def test_the_table_is_read_as_it_is_meant() -> None:
    """The checks above can fail: imports are seen in every form, and an unknown module has no test."""
    text = "import a.b\nfrom c import (\n    d,\n    e as f,\n)\n    from g.h import i  # lazily\n"
    assert set(imported(text)) >= {"a.b", "c", "c.d", "c.e", "g", "g.h.i"} - {"g"}
    assert has_code('"""Job."""\n\n\ndef run() -> None: ...\n')
    assert not has_code('"""Job."""\n\nfrom a import b\n')
    assert has_named_test("masis.domain.verification.claims")
    assert not has_named_test("masis.domain.verification.made_up")
