"""Print views of whole games, each with the snapshot after every event: for check.ts."""

import json
import sys
from pathlib import Path

import collusion_rules as cr

GOLDEN = Path(__file__).parent.parent / "tests" / "golden"


def followed(record: Path, seat: cr.Seat | None) -> dict[str, object]:
    """A view of a game, and what it shows after each event."""
    game = cr.loads(record.read_bytes())
    told = [cr.redact(event, seat) for event in game.log]
    view = cr.observe(told[:1], seat)
    snapshots: list[object] = [cr.snapshot(view)]
    for event in told[1:]:
        view = cr.advance(view, event)
        within = view.to_act is None and 0 < len(view.trick) < view.rules.players  # a reveal is due
        snapshots.append(None if within else cr.snapshot(view))
    return {"record": cr.to_data(view), "snapshots": snapshots}


def main() -> None:
    """Follow each golden game, as one seat and as a spectator."""
    games = [
        followed(record, seat)
        for record in sorted(GOLDEN.glob("1-*.json"))
        if record.stem not in ("1-fields", "1-view-of-house-rules")
        for seat in (cr.Seat(2), None)
    ]
    json.dump(games, sys.stdout)


if __name__ == "__main__":
    main()
