"""The published schemas of rows and messages."""

import json
from typing import cast

from collusion_rules.records import record_schema
from collusion_rules.snapshots import snapshot_schema


def row_schema() -> dict[str, object]:
    """The JSON Schema (2020-12) of rows as they are stored."""
    return _schema("row")


def message_schema() -> dict[str, object]:
    """The JSON Schema (2020-12) of messages, to a room and from it."""
    return _schema("message")


def _schema(name: str) -> dict[str, object]:
    from importlib.resources import files

    text = files("collusion_rules.hosting").joinpath("room.schema.json").read_text("utf-8")
    own = cast("dict[str, dict[str, object]]", json.loads(text))
    definitions = {
        **cast("dict[str, object]", record_schema()["$defs"]),
        **cast("dict[str, object]", snapshot_schema()["$defs"]),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A {name} of a room of collusion-rules, version 1",
        "$ref": f"#/$defs/{name}",
        "$defs": definitions | own["$defs"],
    }
