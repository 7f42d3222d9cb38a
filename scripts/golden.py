"""Write the golden records: a whole game of each ruleset, one of house rules, a view, the fields.

Every later version of the library must read them. So they are written once: the script stops at a
file that is there. Records of a new version of the format get files of their own.
"""

import json
import sys
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import get_args

import attrs

import collusion_rules as cr
from collusion_rules.revisions import ABSENT

GOLDEN = Path(__file__).parent.parent / "tests" / "golden"

HOUSE_RULES = cr.secret_partners(
    name="house rules: 話す",
    deals=3,
    accusations=True,
    accusation=7,
    wrong_accusation=-3,
    accusation_needs_win=True,
    first_leader=cr.FirstLeader.DEALER,
    soloist_all_tricks=10,
    talk=cr.TableTalk.ANYTHING,
    play_off=True,
)

LIFTING = cr.parlett(
    target=60,
    name="house rules: lift",
    tied_pair=11,
    fewest=19,
    odd_one_out=31,
    lift=True,
    first_leader=cr.FirstLeader.RIGHT,
    talk=cr.TableTalk.STATEMENTS,
)

SAID: tuple[cr.Statement, ...] = (
    cr.Aim(4),
    cr.AskAim(3),
    cr.Offer(cr.Seat(1), 4),
    cr.Agree(cr.Seat(2), 4),
    cr.AskLead(cr.Suit.HEARTS, cr.Height.HIGH),
    cr.AskLead(),
    cr.AskNotLead(cr.Suit.CLUBS),
    cr.AskMore(cr.Seat(3)),
    cr.AskWhatToLead(cr.Seat(2)),
    cr.AskWhatNotToLead(cr.Seat(2)),
    cr.OfferLead(cr.Seat(0)),
    cr.Retract(),
    cr.NoMore(),
    cr.Words("一緒に 4 tricks? ♥"),
)


def whole_game(rules: cr.Ruleset) -> cr.Game:
    """A game with talk before each trick, and two accusations before the fourth."""
    game = cr.new_game(rules, cr.Seat(1))
    statements = cycle(SAID)
    while game.phase is not cr.Phase.OVER:
        if game.phase is cr.Phase.AWAITING_DEAL:
            game = cr.deal(game, seed=rules.name)
            continue
        if game.phase is cr.Phase.PLAYING and not game.trick:
            for aside in asides(game, next(statements)):
                game = cr.play(game, aside)
        moves = cr.legal_moves(game)
        game = cr.play(game, moves[game.version % len(moves)])
    return game


def asides(game: cr.Game, statement: cr.Statement) -> Iterator[cr.Move]:
    """What is said before a trick, and who is accused, where the rules allow it."""
    players = game.rules.players
    seats = [cr.Seat((game.version + place) % players) for place in range(players)]
    talks = [cr.Talk(seat, statement) for seat in seats]
    yield from [talk for talk in talks if cr.is_legal(game, talk)][:1]
    for seat in seats[:2] if len(game.tricks) == 3 else ():
        accusations = cr.legal_moves(game, seat)
        yield from [move for move in accusations if isinstance(move, cr.Accusation)][:1]


def records() -> Iterator[tuple[str, str]]:
    """The name and the text of each file."""
    for rules in cr.RULESETS.values():
        yield f"1-{rules.name}", cr.dumps(whole_game(rules))
    game = whole_game(HOUSE_RULES)
    yield "1-house-rules", cr.dumps(game)
    yield "1-lifting", cr.dumps(whole_game(LIFTING))
    yield "1-view-of-house-rules", cr.dumps(cr.view(game, cr.Seat(2)))


CLASSES: tuple[type, ...] = (
    *get_args(cr.Event),
    *get_args(cr.Statement),
    *(cr.Ruleset, cr.Deck, cr.FaceDown, cr.EvenDeal, cr.HonoursFirst, cr.SecretPair, cr.ThreePairs),
    *(cr.ParlettScoring, cr.PartnersScoring, cr.ThreeTeamsScoring),
    *(cr.DealScore, cr.Outcome, cr.ScoreLine),
)
"""The classes whose fields stand in records."""


def fields() -> dict[str, dict[str, str | None]]:
    """By class and field: what a record means that lacks the field; null if it must have it."""
    return {
        kind.__name__: {field.name: absent(field) for field in attrs.fields(kind) if field.init}
        for kind in CLASSES
    }


def absent(field: "attrs.Attribute[object]") -> str | None:
    """What the absence of a field means, as its repr."""
    if ABSENT in field.metadata:
        return repr(field.metadata[ABSENT])
    return None if field.default is attrs.NOTHING else repr(field.default)


def main() -> None:
    """Write each file, unless there is one of its name already."""
    for name, text in (*records(), ("1-fields", json.dumps(fields(), indent=1))):
        file = GOLDEN / f"{name}.json"
        if file.exists():
            sys.exit(f"{file.name} is there already: a golden record is never written again")
        file.write_bytes(text.encode())
        print(f"{file.name}: {len(text)} characters")


if __name__ == "__main__":
    main()
