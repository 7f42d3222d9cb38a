"""The server: sockets and a clock around a `Host`."""

import argparse
import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import segno
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from collusion_rules import hosting
from collusion_rules.players import PLAYERS

COMPUTERS = {name: PLAYERS[name] for name in ("medium-honest", "strong-wily", "easy-silent")}
LIMITS: Any = {"ws_max_size": 8_192, "ws_max_queue": 8, "limit_concurrency": 4_100, "backlog": 512}
HERE = Path(__file__).parent / "static"
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}


def now() -> int:
    """The time in milliseconds UTC."""
    return time.time_ns() // 1_000_000


class Server:
    """The rooms of this process, and their connections."""

    def __init__(self, store: Any) -> None:
        self.store, self.host = store, hosting.Host(store, COMPUTERS)

    async def keep_time(self) -> None:
        while True:
            with suppress(Exception):  # one room that can't be woken keeps no other from it
                await asyncio.to_thread(self.host.pulse, now())
            await asyncio.sleep(0.05)

    async def listen(self) -> None:
        """Hear from other servers; after being cut off, load all rooms anew."""
        while True:
            with suppress(Exception):
                async for name in self.store.heard():
                    await asyncio.to_thread(self.host.heard, [name] if name else None)
            await asyncio.sleep(0.5)

    @asynccontextmanager
    async def life(self, _: Starlette) -> AsyncGenerator[None]:
        tasks = [asyncio.create_task(self.keep_time())]
        if hasattr(self.store, "heard"):
            tasks.append(asyncio.create_task(self.listen()))
        yield
        for task in tasks:
            task.cancel()

    async def connect(self, socket: WebSocket) -> None:
        """One connection, from its first message to its end."""
        origin = socket.headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != socket.headers.get("host"):
            await socket.close(1008)
            return
        await socket.accept()
        line, name, loop = None, socket.path_params["room"], asyncio.get_running_loop()
        changed = partial(loop.call_soon_threadsafe, (event := asyncio.Event()).set)
        with suppress(TimeoutError, WebSocketDisconnect, KeyError, hosting.NotStored):
            hello = await asyncio.wait_for(socket.receive_text(), 10)
            line = await asyncio.to_thread(self.host.connect, name, hello, changed)
        if line is None:
            await socket.close(4404, "no such table")
            return
        telling = asyncio.create_task(self.send(socket, line, event))
        with suppress(WebSocketDisconnect, KeyError, RuntimeError):  # gone, or it sends bytes
            while not line.worn_out:
                text = await socket.receive_text()
                if reply := await asyncio.to_thread(line.hear, text, now()):
                    await socket.send_text(reply)
            await socket.close(1008, "too much that was refused")
        telling.cancel()
        line.close()

    async def send(self, socket: WebSocket, line: hosting.Line, event: asyncio.Event) -> None:
        """Send what is new, whenever the connection is ready for it; a slow one is behind alone."""
        with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            while True:
                event.clear()
                if text := line.news(now()):
                    await asyncio.wait_for(socket.send_text(text), 30)
                await event.wait()
        with suppress(RuntimeError):
            await socket.close(1008, "too slow")

    async def open(self, request: Request) -> Response:
        body, client = b"", request.client
        async for part in request.stream():
            body = (body + part)[:5_000]  # more than that is not JSON any more, and not kept
        name = await asyncio.to_thread(self.host.open, body, now(), client.host if client else "")
        return JSONResponse({"room": name}, 400 if name.startswith("!") else 200)


async def page(_: Request) -> Response:
    return FileResponse(HERE / "index.html", headers=HEADERS)


async def code(request: Request) -> Response:
    room, invitation = request.path_params["room"], request.url.query
    link = f"{request.base_url}r/{room}{'#' if invitation else ''}{invitation}"
    segno.make_qr(link[:500]).save(picture := BytesIO(), kind="svg", scale=4, light="#fff")
    return Response(picture.getvalue(), media_type="image/svg+xml", headers=HEADERS)


def application(store: str) -> Starlette:
    """The application, with its store in a file or at a URL."""
    if store.startswith("postgres"):
        from web_table.postgres import PostgresStore

        server = Server(PostgresStore(store))
    else:
        server = Server(hosting.SqliteStore(store))
    routes = [
        Route("/", page),
        Route("/r/{room}", page),
        Route("/code/{room}.svg", code),
        Route("/rooms", server.open, methods=["POST"]),
        WebSocketRoute("/ws/{room}", server.connect),
        Mount("/table", StaticFiles(packages=[("collusion_rules", "table")])),
        Mount("/static", StaticFiles(directory=HERE)),
    ]
    return Starlette(routes=routes, lifespan=server.life)


def main() -> None:
    """Serve until a signal comes."""
    parser = argparse.ArgumentParser(description="Tables of the Collusion games in the browser")
    parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 to be found by others")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--store", default="tables.sqlite", help="a file, or a URL postgresql://…")
    asked = parser.parse_args()
    try:
        app = application(asked.store)
    except Exception as error:  # noqa: BLE001 -- whatever a database says; its address may hold a password
        parser.error(f"--store can't be opened: {error.__cause__ or error}")
    uvicorn.run(app, host=asked.host, port=asked.port, access_log=False, **LIMITS)
