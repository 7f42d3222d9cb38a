"""Measure a built site with Lighthouse: `python scripts/lighthouse.py site [PAGE...]`.

It takes Node, npm and Chromium, and measures as on a phone with a slow network; a busy machine
makes it slower than it is. What falls short of `WANTED` is said with the reasons, and the exit code
is 1 then.
"""

import gzip
import json
import os
import shutil
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

TOOL: Final = Path(__file__).parent / "lighthouse"
PAGES: Final = (
    *("index.html", "rules/parlett.html", "reference/verbs.html", "playground.html"),
    *("ja/index.html", "ja/rules/parlett.html"),
)
WANTED: Final = {"performance": 90, "accessibility": 100, "best-practices": 100, "seo": 95}
TEXTS: Final = (".css", ".html", ".js", ".json", ".mjs", ".svg", ".txt", ".xml")


class Packed(SimpleHTTPRequestHandler):
    """Gives texts packed, as whoever publishes a site does."""

    def do_GET(self) -> None:
        """Give a file."""
        file = Path(self.translate_path(self.path))
        if file.suffix not in TEXTS or not file.is_file():
            super().do_GET()
            return
        content = gzip.compress(file.read_bytes(), 6)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(file))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- its name there
        """Say nothing."""


def main(site: Path, pages: tuple[str, ...]) -> int:
    """Measure the pages; how many of them fall short."""
    npm = shutil.which("npm") or sys.exit("npm is needed, and not there")
    if not (TOOL / "node_modules").is_dir():
        command = (npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
        subprocess.run(command, cwd=TOOL, check=True)  # noqa: S603 -- no part of it is from outside
    handler = partial(Packed, directory=str(site.resolve()))
    short = 0
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for page in pages:
            report = measured(f"http://127.0.0.1:{server.server_port}/{page}")
            scores = {
                name: round(100 * (each["score"] or 0))
                for name, each in report["categories"].items()
            }
            told = ", ".join(f"{name} {score}" for name, score in scores.items())
            print(f"{page}: {told}; {', '.join(times(report))}")
            low = [name for name, least in WANTED.items() if scores[name] < least]
            for name in low:
                print("\n".join(f"    {name}: {why}" for why in reasons(report, name)))
            short += bool(low)
        server.shutdown()
    return short


def measured(address: str) -> Any:
    """What Lighthouse says of a page."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "report.json"
        command = (
            *("node", str(TOOL / "node_modules" / "lighthouse" / "cli" / "index.js"), address),
            *("--quiet", "--output=json", f"--output-path={file}"),
            f"--only-categories={','.join(WANTED)}",
            "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
        )
        chromium = os.environ.get("CHROME_PATH") or shutil.which("chromium") or ""
        environment = {**os.environ, "CHROME_PATH": chromium}
        subprocess.run(command, check=True, env=environment)  # noqa: S603 -- as above
        return json.loads(file.read_text(encoding="utf-8"))


def times(report: Any) -> list[str]:
    """How long a page takes, and how much it fetches."""
    names = ("first-contentful-paint", "largest-contentful-paint", "total-blocking-time")
    names = (*names, "cumulative-layout-shift", "total-byte-weight")
    audits = report["audits"]
    return [f"{audits[name]['title']} {audits[name]['displayValue']}" for name in names]


def reasons(report: Any, category: str) -> list[str]:
    """What keeps a page from the best score."""
    audits = report["audits"]
    weighed = [each["id"] for each in report["categories"][category]["auditRefs"] if each["weight"]]
    return [
        f"{audits[name]['title']}: {audits[name].get('displayValue', '')}"
        for name in weighed
        if (audits[name]["score"] or 0) < 1 and audits[name]["scoreDisplayMode"] != "notApplicable"
    ]


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1]), tuple(sys.argv[2:]) or PAGES) > 0)
