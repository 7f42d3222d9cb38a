"""`python -m web_table` starts the server."""

from web_table.server import main

main()
