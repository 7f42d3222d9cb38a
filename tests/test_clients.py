"""What clients in other languages read is what the schemas say; `npm test` in `clients` runs it."""

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest

import collusion_rules as cr

pytestmark = pytest.mark.once

ROOT: Final = Path(__file__).parent.parent
TYPES: Final = Path(cr.__file__).with_name("collusion-rules.d.ts").read_text(encoding="utf-8")
INTERFACES: Final[dict[str, str]] = dict(
    re.findall(r"^export interface (\w+) \{\n(.*?)^\}", TYPES, re.MULTILINE | re.DOTALL)
)
DEFINITIONS: Final[dict[str, Any]] = {  # JSON
    **cr.snapshot_schema()["$defs"],  # type: ignore[dict-item] # as JSON
    **cr.record_schema()["$defs"],  # type: ignore[dict-item] # as JSON
}


def in_typescript(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("-"))


@pytest.mark.parametrize(
    "name",
    [name for name, part in DEFINITIONS.items() if "properties" in part and name != "happened"],
)
def test_the_types_have_every_field_of_a_definition(name: str) -> None:
    """With a question mark where the schema doesn't need it."""
    found = re.findall(r"^  (\w+)(\??):", INTERFACES[in_typescript(name)], re.MULTILINE)
    part = DEFINITIONS[name]
    assert {field: mark == "" for field, mark in found} == {
        field: field in part["required"] for field in part["properties"]
    }


def test_each_union_is_told_apart_by_its_type() -> None:
    for union in ("event", "move", "statement"):
        names = [ref["$ref"].removeprefix("#/$defs/") for ref in DEFINITIONS[union]["anyOf"]]
        (parts,) = re.findall(
            rf"^export type {in_typescript(union)} =([^;]*);", TYPES, re.MULTILINE
        )
        assert sorted(re.findall(r"\w+", parts)) == sorted(map(in_typescript, names))
        for name in names:
            assert f'  type: "{name}";' in INTERFACES[in_typescript(name)]


def test_the_client_names_every_kind_of_event() -> None:
    fold = (ROOT / "clients" / "fold.ts").read_text(encoding="utf-8")
    cases = set(re.findall(r'^    case "([a-z-]+)":', fold, re.MULTILINE))
    events = {ref["$ref"].removeprefix("#/$defs/") for ref in DEFINITIONS["event"]["anyOf"]}
    assert events <= cases


def test_its_tools_are_pinned() -> None:
    package = json.loads((ROOT / "clients" / "package.json").read_text(encoding="utf-8"))
    lock = json.loads((ROOT / "clients" / "package-lock.json").read_text(encoding="utf-8"))
    for name, version in package["devDependencies"].items():
        assert re.fullmatch(r"\d+\.\d+\.\d+", version)
        assert lock["packages"][f"node_modules/{name}"]["version"] == version
