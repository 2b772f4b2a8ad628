"""Locked dependencies: what the image installs is what the requirements pin, hash by hash."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
FILES = sorted(path.name for path in ROOT.glob("requirements*.txt"))
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def lock_of(name: str) -> Path:
    """Return the lock of a requirements file."""
    return ROOT / "locks" / f"{name.removesuffix('.txt')}.lock"


def lines(text: str) -> Iterator[str]:
    """Yield what a requirements file asks for: comments left out, continued lines as one."""
    for line in text.replace("\\\n", " ").splitlines():
        if plain := re.sub(r"(^|\s)#.*", "", line).strip():
            yield plain


def pinned(requirement: Requirement) -> str:
    """Return the version of an exact pin."""
    (only,) = requirement.specifier
    assert only.operator == "==", str(requirement)
    return only.version


@cache
def pins(name: str) -> dict[str, str]:
    """Return the version of each package that a requirements file names, itself or through another."""
    found: dict[str, str] = {}
    for line in lines((ROOT / name).read_text(encoding="utf-8")):
        if line.startswith("-r "):
            found |= pins(line.removeprefix("-r ").strip())
            continue
        requirement = Requirement(line)
        found[canonicalize_name(requirement.name)] = pinned(requirement)
    return found


@cache
def locked(name: str) -> dict[str, set[str]]:
    """Return the versions of each package in the lock of a requirements file; more than one by platform."""
    found: dict[str, set[str]] = {}
    for line in lines(lock_of(name).read_text(encoding="utf-8")):
        requirement = Requirement(HASH.sub("", line).strip())
        found.setdefault(canonicalize_name(requirement.name), set()).add(pinned(requirement))
    return found


def drifted(asked: dict[str, str], held: dict[str, set[str]]) -> list[str]:
    """Return the packages whose pin is not the one of the lock."""
    return sorted(name for name, version in asked.items() if held.get(name) != {version})


def test_every_requirements_file_has_its_lock_and_every_lock_its_file() -> None:
    assert [path.name for path in sorted((ROOT / "locks").iterdir())] == sorted(
        lock_of(name).name for name in FILES
    )


@pytest.mark.parametrize("name", FILES)
def test_a_pin_is_the_same_in_its_lock(name: str) -> None:
    """When this fails, run ./scripts/lock."""
    assert drifted(pins(name), locked(name)) == []


@pytest.mark.parametrize("name", FILES)
def test_every_locked_package_has_hashes_and_no_place_to_get_it_from(name: str) -> None:
    text = lock_of(name).read_text(encoding="utf-8")
    assert text.startswith(f"# Made by ./scripts/lock from {name}; do not edit.\n")
    assert [line for line in lines(text) if not HASH.search(line)] == []
    assert "://" not in text
    assert not re.search(r"^\s*-(?!-hash)", text, re.MULTILINE)


def test_locks_can_be_installed_together() -> None:
    """The image installs several: a package that two of them name has one version in both."""
    together: dict[str, set[frozenset[str]]] = {}
    for name in FILES:
        for package, versions in locked(name).items():
            together.setdefault(package, set()).add(frozenset(versions))
    assert [package for package, versions in together.items() if len(versions) > 1] == []


def test_the_image_installs_locks_alone() -> None:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    installing = [line for line in lines(text) if "pip install" in line]
    assert installing
    for line in installing:
        assert "--require-hashes" in line
        named = re.findall(r"-r (\S+)", line)
        assert named
        assert all((ROOT / path).is_file() and path.startswith("locks/") for path in named)


def test_the_checks_can_fail() -> None:
    """A pin that moved, one that is new and one of another platform's version are all seen."""
    held = {"a": {"1.0"}, "b": {"2.0", "2.1"}}
    assert drifted({"a": "1.0"}, held) == []
    assert drifted({"a": "1.1", "b": "2.0", "c": "3"}, held) == ["a", "b", "c"]
    assert list(lines("# no\na==1 \\\n    --hash=sha256:x  # why\n\n")) == ["a==1      --hash=sha256:x"]
