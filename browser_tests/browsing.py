"""A site on a server of its own, and a visit to it that notes whatever goes wrong."""

import gzip
import shutil
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final, Literal, TypedDict, cast

import attrs
from playwright.sync_api import Browser, Page, Playwright, Request, Route

ROOT: Final = Path(__file__).parent.parent
AXE: Final = ROOT / "playground" / "node_modules" / "axe-core" / "axe.min.js"
SUB_PATH: Final = "some/folder"
"""Where the site lies on its server: not at the root, so that a link from there shows."""


@attrs.frozen
class Look:
    """How somebody looks at the site."""

    device: Literal["desktop", "tablet", "phone"]
    scheme: Literal["light", "dark"]

    def __str__(self) -> str:
        return f"{self.device}-{self.scheme}"

    @property
    def width(self) -> int:
        """The width of the window, in pixels."""
        return {"desktop": 1280, "tablet": 768, "phone": 390}[self.device]


LOOKS: Final = tuple(
    Look(device, scheme) for device in ("desktop", "phone") for scheme in ("light", "dark")
)


AXE_ONCE: Final = "(script) => { if (!window.axe) new Function(script)(); }"


class Finding(TypedDict):
    """What axe found wrong, as far as it is asked for here."""

    id: str
    impact: str
    nodes: list[dict[str, object]]


class Visit:
    """A page in a browser, somewhere on the site.

    Attributes:
        page: the page.
        address: where the site begins.
        troubles: errors in the console or a script, requests that fail or leave the site.
        requests: what was asked of the site: paths in it.
    """

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.troubles: list[str] = []
        self.requests: list[str] = []
        context = self.page.context
        context.route("**/*", self._routed)
        context.on("console", lambda said: self._note(said.text, said.type in ("error", "warning")))
        context.on("weberror", lambda wrong: self._note(str(wrong.error)))
        context.on("requestfailed", self._failed)
        context.on(
            "response",
            lambda response: self._note(
                f"{response.status}: {response.url}", response.status >= 400
            ),
        )

    def open(self, path: str) -> Page:
        """Go to a page of the site."""
        self.page.goto(self.address + path, wait_until="load")
        return self.page

    def serious_findings(self) -> list[str]:
        """What axe finds on the page that is serious or critical."""
        self.page.evaluate(AXE_ONCE, axe())
        run = "async () => (await axe.run({ resultTypes: ['violations'] })).violations"
        findings = cast("list[Finding]", self.page.evaluate(run))
        return [
            f"{finding['id']}: {[node['html'] for node in finding['nodes'][:3]]}"
            for finding in findings
            if finding["impact"] in ("serious", "critical")
        ]

    def _routed(self, route: Route) -> None:
        url = route.request.url
        if url.startswith(self.address):
            self.requests.append(url.removeprefix(self.address))
            route.continue_()
        else:
            self._note(f"leaves the site: {url}")
            route.abort()

    def _failed(self, request: Request) -> None:
        # What a page still fetches is aborted when one leaves it.
        self._note(f"{request.failure}: {request.url}", request.failure != "net::ERR_ABORTED")

    def _note(self, trouble: str, is_trouble: bool = True) -> None:
        if is_trouble:
            self.troubles.append(trouble)


@cache
def axe() -> str:
    """The script that checks a page for people who can't see it."""
    return AXE.read_text(encoding="utf-8")


MISSING: Final[list[str]] = []
"""Parts of paths that the server does not have, for now."""
SPOILT: Final[list[str]] = []
"""Parts of paths of packed files that hold something else, for now."""
STALLED: Final[dict[str, threading.Event]] = {}
"""Parts of paths of files whose end comes only when the event does."""


class _Quiet(SimpleHTTPRequestHandler):
    def do_GET(self) -> None:
        stalled = [event for part, event in STALLED.items() if part in self.path]
        if any(part in self.path for part in MISSING):
            self.send_error(404)
        elif any(part in self.path for part in SPOILT):
            self._give(gzip.compress(bytes(1000)))
        elif stalled:
            self._give(Path(self.translate_path(self.path)).read_bytes(), stalled[0])
        else:
            super().do_GET()

    def _give(self, content: bytes, until: threading.Event | None = None) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        half = len(content) // 2
        with suppress(OSError):  # nobody may wait for it any more
            self.wfile.write(content[:half])
            if until is not None:
                self.wfile.flush()
                until.wait(60)
            self.wfile.write(content[half:])

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- its name there
        pass


@contextmanager
def served(site: Path, root: Path) -> Generator[str]:
    """The address of a site that is served from below `root`, an empty folder."""
    (root / SUB_PATH).parent.mkdir(parents=True)
    (root / SUB_PATH).symlink_to(site, target_is_directory=True)
    handler = partial(_Quiet, directory=str(root))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{SUB_PATH}/"
        server.shutdown()


def launched(playwright: Playwright) -> Browser:
    """The system's Chromium, or else the one that Playwright installs."""
    return playwright.chromium.launch(
        executable_path=shutil.which("chromium"),
        args=[
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-gpu",
            "--disable-quic",
            "--disable-sync",
            "--no-first-run",
            "--no-sandbox",  # a container's root has none
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
        ],
    )


@contextmanager
def visiting(browser: Browser, address: str, look: Look, locale: str = "en-GB") -> Generator[Visit]:
    """A visit by somebody new, who has motion reduced: the others play at once."""
    context = browser.new_context(
        viewport={"width": look.width, "height": 844},
        color_scheme=look.scheme,
        reduced_motion="reduce",
        locale=locale,
        permissions=["clipboard-read", "clipboard-write"],
    )
    with context:
        yield Visit(context.new_page(), address)
