"""Snapshots: all that a client draws of a table, as JSON, for clients that fold no logs."""

from typing import Final

from collusion_rules.converting import written_event, written_score
from collusion_rules.engine import game_winner, is_legal, legal_moves, score_so_far
from collusion_rules.errors import check
from collusion_rules.knowledge import pacts, standings
from collusion_rules.moves import Accusation, Move, NoMore, Play, Talk
from collusion_rules.rulesets import TableTalk
from collusion_rules.schemas import Schema, array, one_object, ref, shared_definitions
from collusion_rules.scoring import DealScore
from collusion_rules.state import Phase, View
from collusion_rules.tricks import taker

FORMAT: Final = "collusion-rules"
VERSION: Final = 1


def snapshot(view: View) -> dict[str, object]:
    """What a client draws of a table, as dicts, lists, texts and whole numbers.

    It has nothing that the viewer may not see, and costs what the deal in play costs. It can't be
    read again: a game or a view that is to go on is a record, made by `dumps`.

    Raises:
        BadArgumentError: `view` is not a `View`.
    """
    check("view", View, view)
    tricks, winners = view.tricks, view.trick_winners
    return {
        "format": FORMAT,
        "version": VERSION,
        "kind": "snapshot",
        "table_version": view.version,
        "ruleset": view.rules.name,
        "viewer": view.viewer,
        "phase": view.phase.value,
        "deal": view.deal_number,
        "dealer": view.dealer,
        "turn": view.to_act,
        "trump": None if view.trump is None else view.trump.value,
        "hand": None if view.hand is None else [str(card) for card in view.hand],
        "counts": [len(hand) for hand in view.hands],
        "tricks": view.rules.tricks,
        "trick": _trick(view.trick),
        "taking": taker(view.trick, view.trump) if view.trick else None,
        "last_trick": _trick(tricks[-1]) if tricks else None,
        "taken_by": winners[-1] if winners else None,
        "tricks_won": list(view.tricks_won),
        "partner_ranks": [str(rank) for rank in view.scene.partner_ranks],
        "partner_cards": [str(card) for card in view.partner_cards],
        "own_partner_cards": [str(card) for card in view.scene.own_partner_cards],
        "teams": None if view.teams is None else [list(team) for team in view.teams],
        "totals": list(view.totals),
        "standings": [
            {"place": each.place, "seat": each.seat, "total": each.total}
            for each in standings(view)
        ],
        "score_so_far": _score_so_far(view),
        "last_score": _score(view.last_score),
        "winners": list(game_winner(view)),
        "pacts": [
            {
                "offered_by": pact.offered_by,
                "offered_to": pact.offered_to,
                "tricks": pact.tricks,
                "agreed": pact.agreed,
            }
            for pact in pacts(view)
        ],
        "moves": [_move(move) for move in legal_moves(view)],
        "talk": _talk(view).value,
        "accusations": _accusations(view),
    }


def snapshot_schema() -> dict[str, object]:
    """The JSON Schema (2020-12) of snapshots: whatever `snapshot` gives is valid."""
    properties = _properties()
    described = {
        name: {"description": _ABOUT[name], **part} if name in _ABOUT else part
        for name, part in properties.items()
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A snapshot of a table of collusion-rules, version 1",
        "description": "What a client draws of a table, as one viewer sees it.",
        "$ref": "#/$defs/snapshot",
        "$defs": {
            "snapshot": one_object(described),
            "standing": one_object({"place": _COUNT, "seat": ref("seat"), "total": ref("whole")}),
            "pact": one_object(
                {
                    "offered_by": ref("seat"),
                    "offered_to": ref("seat"),
                    "tricks": ref("tricks"),
                    "agreed": {"type": "boolean"},
                }
            ),
            "card-played": one_object({"seat": ref("seat"), "card": ref("card")}),
            **shared_definitions(),
        },
    }


_COUNT: Final[Schema] = {"type": "integer", "minimum": 0}

_ABOUT: Final = {
    "table_version": "How many events the viewer has been told of: it grows with each.",
    "ruleset": "The name of the game.",
    "viewer": "Whose view it is; null for a spectator.",
    "phase": "What the table is waiting for.",
    "deal": "The number of the deal, from 1.",
    "dealer": "Who dealt; between deals, who deals the next.",
    "turn": "Whose turn it is to play or declare; null if it is nobody's.",
    "trump": "The trump suit; null if there is none, or none yet.",
    "hand": "The viewer's cards, from AS down to 2C; null for a spectator.",
    "counts": "How many cards each seat holds.",
    "tricks": "How many tricks a deal has.",
    "trick": "The cards of the trick on the table, the lead first.",
    "taking": "Who takes that trick as it is; null before its lead.",
    "last_trick": "The last finished trick of the deal; null before there is one.",
    "taken_by": "Who took that trick; null before there is one.",
    "tricks_won": "Tricks taken in the deal, one entry a seat.",
    "partner_ranks": "The ranks of the cards that decide the teams of the deal, if any; known "
    "before trumps are declared.",
    "partner_cards": "The cards that decide the teams of the deal, if any.",
    "own_partner_cards": "Those of them that the viewer was dealt, played or not.",
    "teams": "The partners or the soloist, then their opponents; in Triple the holders of the A, "
    "of the K, of the Q. Empty where there are no teams, null while the viewer can't know them.",
    "totals": "Points of the game so far, one entry a seat.",
    "standings": "The seats by their totals, highest first.",
    "score_so_far": "What each seat would score if the deal ended now, and why; null while that "
    "can't be said.",
    "last_score": "The score of the last deal, and why; null before there is one.",
    "winners": "Who has won; empty while the game goes on.",
    "pacts": "What is agreed on or offered in the deal.",
    "moves": "The plays or declarations that the viewer may make now.",
    "talk": "What the viewer may say now.",
    "accusations": "The accusations that the viewer may make now.",
}


def _properties() -> dict[str, Schema]:
    """What each field looks like."""
    nobody: Schema = {"type": "null"}
    per_seat = {"minItems": 2, "maxItems": 8}
    maybe_seat: Schema = {"anyOf": [ref("seat"), nobody]}
    maybe_score: Schema = {"anyOf": [ref("deal-score"), nobody]}
    trick = array(ref("card-played"), maxItems=8)
    return {
        "format": {"const": FORMAT},
        "version": {"const": VERSION},
        "kind": {"const": "snapshot"},
        "table_version": _COUNT,
        "ruleset": {"type": "string"},
        "viewer": maybe_seat,
        "phase": {"enum": [phase.value for phase in Phase]},
        "deal": _COUNT,
        "dealer": ref("seat"),
        "turn": maybe_seat,
        "trump": {"anyOf": [ref("suit"), nobody]},
        "hand": {"anyOf": [array(ref("card")), nobody]},
        "counts": array(_COUNT, **per_seat),
        "tricks": ref("tricks"),
        "trick": trick,
        "taking": maybe_seat,
        "last_trick": {"anyOf": [trick, nobody]},
        "taken_by": maybe_seat,
        "tricks_won": array(ref("tricks"), **per_seat),
        "partner_ranks": array(ref("rank")),
        "partner_cards": array(ref("card")),
        "own_partner_cards": array(ref("card")),
        "teams": {"anyOf": [array(array(ref("seat"))), nobody]},
        "totals": array(ref("whole"), **per_seat),
        "standings": array(ref("standing"), **per_seat),
        "score_so_far": maybe_score,
        "last_score": maybe_score,
        "winners": array(ref("seat")),
        "pacts": array(ref("pact")),
        "moves": array({"anyOf": [ref("play"), ref("declaration")]}),
        "talk": ref("table-talk"),
        "accusations": array(ref("accusation")),
    }


def _trick(plays: tuple[Play, ...]) -> list[object]:
    return [{"seat": play.seat, "card": str(play.card)} for play in plays]


def _score(score: DealScore | None) -> dict[str, object] | None:
    return None if score is None else written_score(score)


def _score_so_far(view: View) -> dict[str, object] | None:
    """What each seat would score now; nothing where a scheme of one's own can't say that."""
    try:
        return _score(score_so_far(view))
    except Exception:  # noqa: BLE001 -- whatever it raises of a deal that has not ended
        return None


def _move(move: Move) -> dict[str, object]:
    """A play or a declaration as records have it; made here, since there are many in a deal."""
    if isinstance(move, Play):
        return {"type": "play", "seat": move.seat, "card": str(move.card)}
    return written_event(move)


def _talk(view: View) -> TableTalk:
    """What the viewer may say now (B9, C3)."""
    may = view.viewer is not None and is_legal(view, Talk(view.viewer, NoMore()))
    return view.rules.talk if may else TableTalk.NONE


def _accusations(view: View) -> list[dict[str, object]]:
    """The accusations that the viewer may make now (C11)."""
    moves = legal_moves(view, view.viewer) if view.rules.accusations else ()
    return [written_event(move) for move in moves if isinstance(move, Accusation)]
