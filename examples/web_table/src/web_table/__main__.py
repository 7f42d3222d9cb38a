"""The command `web-table`: start the server."""

import argparse

import uvicorn

from web_table.server import application


def main() -> None:
    """Serve until a signal comes."""
    parser = argparse.ArgumentParser(description="Tables of the Collusion games in the browser")
    parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 to be found by others")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--store", default="tables.sqlite", help="a file, or a URL postgresql://…")
    parser.add_argument("--behind-proxy", default="", help="the address of a proxy to trust")
    asked = parser.parse_args()
    uvicorn.run(
        application(asked.store),
        host=asked.host,
        port=asked.port,
        ws="websockets",
        ws_max_size=8_192,
        ws_max_queue=8,
        ws_per_message_deflate=False,
        limit_concurrency=2_000,
        forwarded_allow_ips=asked.behind_proxy or None,
        access_log=False,
        timeout_graceful_shutdown=2,
    )


if __name__ == "__main__":
    main()
