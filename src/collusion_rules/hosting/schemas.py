"""The published schemas of rows and messages."""

import json
from typing import cast

from collusion_rules.records import NO_SCHEMES, Schemes, record_schema
from collusion_rules.snapshots import snapshot_schema


def row_schema(*, schemes: Schemes = NO_SCHEMES) -> dict[str, object]:
    """The JSON Schema (2020-12) of rows as they are stored.

    Args:
        schemes: the classes of scoring schemes of your own, by their names in records.
    """
    return _schema("row", schemes)


def message_schema(*, schemes: Schemes = NO_SCHEMES) -> dict[str, object]:
    """The JSON Schema (2020-12) of messages, to a room and from it.

    Args:
        schemes: the classes of scoring schemes of your own, by their names in records.
    """
    return _schema("message", schemes)


def _schema(name: str, schemes: Schemes) -> dict[str, object]:
    from importlib.resources import files

    text = files("collusion_rules.hosting").joinpath("room.schema.json").read_text("utf-8")
    own = cast("dict[str, dict[str, object]]", json.loads(text))
    definitions = {
        **cast("dict[str, object]", record_schema(schemes=schemes)["$defs"]),
        **cast("dict[str, object]", snapshot_schema()["$defs"]),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A {name} of a room of collusion-rules, version 1",
        "$ref": f"#/$defs/{name}",
        "$defs": definitions | own["$defs"],
    }
