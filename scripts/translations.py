"""Which state of its English page each Japanese page was last looked at against.

    python scripts/translations.py              # tell which English pages have changed since
    python scripts/translations.py PAGE...      # these were looked at: note it

A page is named by its English file, such as `docs/rules/parlett.md`.
"""

import json
import re
import sys
from hashlib import sha256
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
FILE: Final = ROOT / "docs" / "translations.json"


def pages() -> list[Path]:
    """The English pages that have a Japanese one."""
    japanese = (ROOT / "docs").rglob("*.ja.md")
    return sorted(page.with_name(page.name.replace(".ja.md", ".md")) for page in japanese)


def state(page: Path) -> str:
    """What changes whenever the text of a page does; not where lines end, or what scripts write."""
    text = page.read_text(encoding="utf-8")
    written = re.sub(r"<!-- (\w+) -->.*?<!-- end of \1 -->", "", text, flags=re.DOTALL)
    return sha256(" ".join(written.split()).encode()).hexdigest()[:16]


def name(page: Path) -> str:
    """The name of a page here."""
    return page.relative_to(ROOT).as_posix()


def looked_at() -> dict[str, str]:
    """The state in which each English page was when its Japanese one was last looked at."""
    known: dict[str, str] = json.loads(FILE.read_text(encoding="utf-8"))
    return known


def changed() -> list[str]:
    """English pages that have changed since, or are new."""
    known = looked_at()
    return [name(page) for page in pages() if known.get(name(page)) != state(page)]


def main(names: list[str]) -> int:
    """Tell which have changed, or note which were looked at."""
    if not names:
        print("\n".join(changed()))
        return 1 if changed() else 0
    known = looked_at() if FILE.exists() else {}
    known |= {each: state(ROOT / each) for each in names}
    there = {name(page) for page in pages()}
    kept = {each: known[each] for each in sorted(known) if each in there}
    FILE.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
