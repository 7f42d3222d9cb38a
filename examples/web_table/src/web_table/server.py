"""The server: sockets and a clock around a `Host`."""

import asyncio
import contextlib
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import segno
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from collusion_rules import hosting
from web_table.players import PLAYERS

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
    """The connections of this process, each with an event that says that there is news."""

    def __init__(self, store: Any) -> None:
        self.store, self.events = store, defaultdict[str, set[asyncio.Event]](set)
        self.host = hosting.Host(store, self.changed, PLAYERS)
        self.watched: dict[str, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Look every second for rooms whose time has come; hear from other servers."""
        self.loop = asyncio.get_running_loop()
        heard = getattr(self.store, "heard", None)
        listening = asyncio.create_task(self.listen(heard)) if heard else None
        while True:
            for name in await asyncio.to_thread(self.host.due, now()):
                self.watch(name)
            self.host.tidy()
            await asyncio.sleep(1 if listening is None or not listening.done() else 0)

    async def listen(self, heard: Any) -> None:
        while True:
            with contextlib.suppress(Exception):  # cut off: connect again, and load all anew
                async for name in heard():
                    await asyncio.to_thread(self.host.heard, [name] if name else None)
            await asyncio.sleep(0.5)

    def changed(self, name: str) -> None:
        self.loop.call_soon_threadsafe(self.tell, name)

    def tell(self, name: str) -> None:
        for event in self.events[name]:
            event.set()
        if not self.events[name]:
            del self.events[name]

    def watch(self, name: str) -> None:
        """Have a room woken at its times, as long as it has connections or time runs in it."""
        if name not in self.watched:
            self.watched[name] = asyncio.create_task(self.keep_time(name))

    async def keep_time(self, name: str) -> None:
        try:
            event = asyncio.Event()
            while True:
                event.clear()
                self.events[name].add(event)
                at = await asyncio.to_thread(self.host.wake, name, now())
                if len(self.events[name]) == 1 and at > now() + 50_000:
                    break
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(event.wait(), max(0.01, (at - now()) / 1000))
        finally:
            self.events[name].discard(event)
            del self.watched[name]

    async def connect(self, socket: WebSocket) -> None:
        """One connection, from its first message to its end."""
        origin = socket.headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != socket.headers.get("host"):
            return await socket.close(1008)
        await socket.accept()
        line, name, event = None, socket.path_params["room"], asyncio.Event()
        with contextlib.suppress(TimeoutError, WebSocketDisconnect, KeyError, hosting.NotStored):
            hello = await asyncio.wait_for(socket.receive_text(), 10)
            line = await asyncio.to_thread(self.host.connect, name, hello)
        if line is None:
            return await socket.close(4404, "no such table")
        self.events[name].add(event)
        self.watch(name)
        telling = asyncio.create_task(self.send(socket, line, event))
        try:
            while not line.worn_out:
                text = await socket.receive_text()
                if reply := await asyncio.to_thread(line.hear, text, now()):
                    await socket.send_text(reply)
            await socket.close(1008, "too much that was refused")
        except (WebSocketDisconnect, KeyError, RuntimeError):
            pass  # gone, or has sent what is not text
        finally:
            telling.cancel()
            self.events[name].discard(event)
            line.close()

    async def send(self, socket: WebSocket, line: hosting.Line, event: asyncio.Event) -> None:
        """Send what is new, whenever the connection is ready for it; a slow one is behind alone."""
        with contextlib.suppress(Exception):
            while True:
                event.clear()
                if text := line.news(now()):
                    await asyncio.wait_for(socket.send_text(text), 30)
                await event.wait()
        await socket.close(1008, "too slow")

    async def open(self, request: Request) -> Response:
        """Open a room."""
        body, client = await request.body(), request.client
        name = await asyncio.to_thread(self.host.open, body, now(), client.host if client else "")
        return JSONResponse({"room": name}, 400 if name.startswith("!") else 200)


def application(store: str) -> Starlette:
    """The application, with its store in a file or at a URL."""
    if store.startswith("postgres"):
        from web_table.postgres import PostgresStore as Stored
    else:
        from collusion_rules.hosting import SqliteStore as Stored
    server = Server(Stored(store))

    @contextlib.asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        running = asyncio.create_task(server.run())
        yield
        running.cancel()

    async def page(_: Request) -> Response:
        return FileResponse(HERE / "index.html", headers=HEADERS)

    async def code(request: Request) -> Response:
        link = f"{request.base_url}r/{request.path_params['room']}"
        segno.make_qr(link).save(picture := BytesIO(), kind="svg", scale=4, light="#fff")
        return Response(picture.getvalue(), media_type="image/svg+xml", headers=HEADERS)

    return Starlette(
        lifespan=life,
        routes=[
            Route("/", page),
            Route("/r/{room}", page),
            Route("/rooms", server.open, methods=["POST"]),
            Route("/code/{room}.svg", code),
            WebSocketRoute("/ws/{room}", server.connect),
            Mount("/table", StaticFiles(directory=str(files("collusion_rules") / "table"))),
            Mount("/static", StaticFiles(directory=HERE)),
        ],
    )
