"""Write the JSON Schema that the library makes from its classes into the files that others read."""

import json
from pathlib import Path

import collusion_rules as cr

PACKAGE = Path(__file__).parent.parent / "src" / "collusion_rules"


def files() -> dict[Path, str]:
    """The text of each file."""
    schemas = {
        "record.schema.json": cr.record_schema(),
        "snapshot.schema.json": cr.snapshot_schema(),
    }
    return {
        PACKAGE / name: json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
        for name, schema in schemas.items()
    }


def main() -> None:
    """Write them."""
    for file, text in files().items():
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
