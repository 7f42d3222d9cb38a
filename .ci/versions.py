"""Lead to the versions of the site that lie in a folder: `python versions.py FOLDER VERSION...`.

The versions come newest first. `dev` is there besides them, and is what one is led to before there
is a release. `latest/` has every page of the newest, and each leads there: an address to keep.
"""

import json
import shutil
import sys
from html import escape
from pathlib import Path
from typing import Final

REDIRECT: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>collusion-rules</title>
<link rel="canonical" href="{address}">
<script>location.replace("{address}" + location.search + location.hash)</script>
<meta http-equiv="refresh" content="0; url={address}">
<a href="{address}">collusion-rules</a>
</html>
"""


def main(folder: Path, releases: list[str]) -> None:
    """Write what leads to the versions."""
    newest = releases[0] if releases else "dev"
    named = [
        {"version": each, "title": each, "aliases": ["latest"] if each == newest else []}
        for each in (*releases, "dev")
    ]
    (folder / "versions.json").write_text(json.dumps(named), encoding="utf-8")
    redirect(folder / "index.html", f"{newest}/")
    shutil.rmtree(folder / "latest", ignore_errors=True)
    for page in sorted((folder / newest).rglob("*.html")):
        path = page.relative_to(folder / newest)
        redirect(folder / "latest" / path, "../" * len(path.parts) + f"{newest}/{path.as_posix()}")
    for shared in ("404.html", "robots.txt"):  # what is not found is found out about at the root
        shutil.copy2(folder / newest / shared, folder)
    (folder / ".nojekyll").touch()


def redirect(page: Path, address: str) -> None:
    """Write a page that leads to another."""
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(REDIRECT.format(address=escape(address)), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
