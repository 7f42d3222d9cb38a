"""What type checkers make of the public names. This file is checked, not run."""

from collections.abc import Mapping
from typing import assert_type

import collusion_rules as cr
from collusion_rules import hosting


def verbs(game: cr.Game, view: cr.View, move: cr.Move, log: tuple[cr.Event, ...]) -> None:
    assert_type(cr.new_game(cr.PARLETT), cr.Game)
    assert_type(cr.new_game(cr.RULESETS["parlett"], dealer=cr.Seat(0)), cr.Game)
    assert_type(cr.deal(game), cr.Game)
    assert_type(cr.deal(game, seed=7), cr.Game)
    assert_type(cr.deal(game, seed="table 12"), cr.Game)
    assert_type(cr.deal(game, seed=b"\x00"), cr.Game)
    assert_type(cr.deal(game, hands=[cr.Cards(), cr.Cards()]), cr.Game)
    assert_type(cr.legal_moves(game), tuple[cr.Move, ...])
    assert_type(cr.legal_moves(view, cr.Seat(2)), tuple[cr.Move, ...])
    assert_type(cr.is_legal(game, move), bool)
    assert_type(cr.is_legal(view, move), bool)
    assert_type(cr.why_not(view, move), cr.Fault | None)
    assert_type(cr.playable(view), cr.Cards)
    assert_type(cr.playable(game)[0], cr.Card)
    assert_type(cr.playable(game)[:1], cr.Cards)
    assert_type(cr.play(game, move, sender=cr.Seat(1)), cr.Game)
    assert_type(cr.score_game(game.rules, []), tuple[cr.DealScore, ...])
    assert_type(cr.score_so_far(view), cr.DealScore | None)
    assert_type(view.hand, cr.Cards | None)
    assert_type(game.scores, tuple[cr.DealScore, ...])
    assert_type(game.trick_winners, tuple[cr.Seat, ...])
    assert_type(game.deal_log, tuple[cr.Event, ...])
    assert_type(cr.play(game, move), cr.Game)
    assert_type(cr.play(game, move, expect_version=3), cr.Game)
    assert_type(cr.score_deal(cr.PARLETT, cr.Outcome(tricks=(4, 4, 2, 3))), cr.DealScore)
    assert_type(cr.score_deal(game.rules, cr.Outcome((13, 0, 0, 0)), [1, 2, 3, 4]), cr.DealScore)
    assert_type(cr.game_winner(game), tuple[cr.Seat, ...])
    assert_type(cr.game_winner(view), tuple[cr.Seat, ...])
    assert_type(cr.replay(log), cr.Game)
    assert_type(cr.rewind(game, 3), cr.Game)
    assert_type(cr.commitment("secret"), str)
    assert_type(cr.combined_seed("one", b"two", 3), bytes)


def seeing(game: cr.Game, view: cr.View, event: cr.Event) -> None:
    assert_type(cr.view(game, cr.Seat(2)), cr.View)
    assert_type(cr.view(game, None), cr.View)
    assert_type(cr.redact(event, cr.Seat(2)), cr.Event)
    assert_type(cr.observe([event], cr.Seat(2)), cr.View)
    assert_type(cr.advance(view, event), cr.View)


def knowing(game: cr.Game, view: cr.View) -> None:
    assert_type(cr.voids(game), tuple[tuple[cr.Suit, ...], ...])
    assert_type(cr.voids(view), tuple[tuple[cr.Suit, ...], ...])
    assert_type(cr.pacts(game), tuple[cr.Pact, ...])
    assert_type(cr.pacts(view)[0].tricks, int)
    assert_type(cr.standings(game), tuple[cr.Standing, ...])
    assert_type(cr.standings(view)[0].place, int)


def keeping(game: cr.Game, view: cr.View, event: cr.Event, text: str, stored: object) -> None:
    assert_type(cr.dumps(game), str)
    assert_type(cr.dumps(view), str)
    assert_type(cr.dumps(event), str)
    assert_type(cr.to_data(game), dict[str, object])
    assert_type(cr.record_schema(), dict[str, object])
    assert_type(cr.loads(text), cr.Game)
    assert_type(cr.loads(text, "game"), cr.Game)
    assert_type(cr.loads(text, "view"), cr.View)
    assert_type(cr.loads(text, "event"), cr.Event)
    assert_type(cr.loads(text.encode(), "move"), cr.Move)
    assert_type(cr.from_data(stored), cr.Game)
    assert_type(cr.from_data(stored, "view"), cr.View)
    assert_type(cr.from_data(stored, "event"), cr.Event)
    assert_type(cr.from_data(stored, "move"), cr.Move)
    assert_type(cr.to_pbn(game.hands), str)
    assert_type(cr.to_pbn(view.hands, first=cr.Seat(1)), str)
    assert_type(cr.from_pbn(text), tuple[cr.Cards | cr.FaceDown, ...])


def describing(event: cr.Event, error: cr.CollusionError, line: cr.ScoreLine) -> None:
    assert_type(cr.describe(event, ["Ann", "Bo", "Cy", "Di"]), str)
    assert_type(cr.describe(cr.Aim(4), names=("Ann", "Bo"), language="ja"), str)
    assert_type(cr.describe(error, []), str)
    assert_type(cr.describe(line, []), str)
    assert_type(cr.languages(), Mapping[str, cr.Language])


def showing(view: cr.View, game: cr.Game, move: cr.Move, outcomes: list[cr.Outcome]) -> None:
    assert_type(cr.draw_text(view, width=40), str)
    assert_type(cr.draw_svg(view, ["Ann", "Bo", "Cy", "Di"], "ja"), str)
    assert_type(cr.parse_move("ten of hearts", view), cr.Move)
    assert_type(cr.playable(game), cr.Cards)
    assert_type(cr.why_not(view, move), cr.Fault | None)
    assert_type(cr.score_so_far(game), cr.DealScore | None)
    assert_type(cr.score_game(cr.PARLETT, outcomes), tuple[cr.DealScore, ...])
    assert_type(cr.snapshot(view), dict[str, object])
    assert_type(cr.snapshot_schema(), dict[str, object])
    assert_type(cr.deals_from_pbn(b"[Deal]"), tuple[cr.PbnDeal, ...])


def builders() -> None:
    assert_type(cr.parlett(target=75), cr.Ruleset)
    assert_type(cr.secret_partners(accusations=True), cr.Ruleset)
    assert_type(cr.open_collusion(deals=4), cr.Ruleset)
    assert_type(cr.rotation_collusion(((cr.Rank.ACE, cr.Rank.TWO),)), cr.Ruleset)
    assert_type(cr.triple_collusion(play_off=True), cr.Ruleset)
    assert_type(cr.RULESETS, Mapping[str, cr.Ruleset])


def games(game: cr.Game) -> None:
    assert_type(game.rules, cr.Ruleset)
    assert_type(game.phase, cr.Phase)
    assert_type(game.to_act, cr.Seat | None)
    assert_type(game.dealer, cr.Seat)
    assert_type(game.hands, tuple[cr.Cards, ...])
    assert_type(game.trump, cr.Suit | None)
    assert_type(game.trick, tuple[cr.Play, ...])
    assert_type(game.tricks, tuple[tuple[cr.Play, ...], ...])
    assert_type(game.tricks_won, tuple[int, ...])
    assert_type(game.plays, tuple[cr.Play, ...])
    assert_type(game.accusations, tuple[cr.Accusation, ...])
    assert_type(game.partners_revealed, bool)
    assert_type(game.partner_cards, tuple[cr.Card, ...])
    assert_type(game.teams_played, tuple[tuple[cr.Seat, ...], ...] | None)
    assert_type(game.teams, tuple[tuple[cr.Seat, ...], ...])
    assert_type(game.totals, tuple[int, ...])
    assert_type(game.deals_played, int)
    assert_type(game.last_score, cr.DealScore | None)
    assert_type(game.log, tuple[cr.Event, ...])
    assert_type(game.version, int)
    assert_type(game.deal_number, int)
    assert_type(game.scores, tuple[cr.DealScore, ...])
    assert_type(game.teams_known, tuple[tuple[cr.Seat, ...], ...] | None)
    assert_type(game.trick_winners, tuple[cr.Seat, ...])


def views(view: cr.View) -> None:
    assert_type(view.viewer, cr.Seat | None)
    assert_type(view.hand, cr.Cards | None)
    assert_type(view.deal_number, int)
    assert_type(view.scores, tuple[cr.DealScore, ...])
    assert_type(view.teams_known, tuple[tuple[cr.Seat, ...], ...] | None)
    assert_type(view.trick_winners, tuple[cr.Seat, ...])
    assert_type(view.rules, cr.Ruleset)
    assert_type(view.phase, cr.Phase)
    assert_type(view.to_act, cr.Seat | None)
    assert_type(view.dealer, cr.Seat)
    assert_type(view.hands, tuple[cr.Cards | cr.FaceDown, ...])
    assert_type(view.trump, cr.Suit | None)
    assert_type(view.trick, tuple[cr.Play, ...])
    assert_type(view.tricks, tuple[tuple[cr.Play, ...], ...])
    assert_type(view.tricks_won, tuple[int, ...])
    assert_type(view.plays, tuple[cr.Play, ...])
    assert_type(view.accusations, tuple[cr.Accusation, ...])
    assert_type(view.partners_revealed, bool)
    assert_type(view.partner_cards, tuple[cr.Card, ...])
    assert_type(view.teams_played, tuple[tuple[cr.Seat, ...], ...] | None)
    assert_type(view.teams, tuple[tuple[cr.Seat, ...], ...] | None)
    assert_type(view.totals, tuple[int, ...])
    assert_type(view.deals_played, int)
    assert_type(view.last_score, cr.DealScore | None)
    assert_type(view.log, tuple[cr.Event, ...])
    assert_type(view.version, int)


def cards(card: cr.Card, hand: cr.Cards, deck: cr.Deck) -> None:
    assert_type(cr.Card.parse("A♠"), cr.Card)
    assert_type(cr.Card(cr.Rank.ACE, cr.Suit.SPADES), cr.Card)
    assert_type(card.rank, cr.Rank)
    assert_type(card.suit, cr.Suit)
    assert_type(card.number, int)
    assert_type(card.rank.letter, str)
    assert_type(card.suit.symbol, str)
    assert_type(card.suit < cr.Suit.SPADES, bool)
    assert_type(cr.Cards.parse("AS KS"), cr.Cards)
    assert_type(hand | hand, cr.Cards)
    assert_type(hand & hand, cr.Cards)
    assert_type(hand + hand, cr.Cards)
    assert_type(hand - hand, cr.Cards)
    assert_type(hand.of_suit(cr.Suit.HEARTS), cr.Cards)
    assert_type(hand.count(card), int)
    assert_type(list(hand), list[cr.Card])
    assert_type(card in hand, bool)
    assert_type(len(hand), int)
    assert_type(deck.cards, cr.Cards)
    assert_type(cr.FaceDown(13).count, int)


def scores(score: cr.DealScore, line: cr.ScoreLine) -> None:
    assert_type(score.outcome, cr.Outcome)
    assert_type(score.outcome.teams, tuple[tuple[cr.Seat, ...], ...])
    assert_type(score.points, tuple[int, ...])
    assert_type(score.totals, tuple[int, ...])
    assert_type(score.lines, tuple[cr.ScoreLine, ...])
    assert_type(line.seat, cr.Seat)
    assert_type(line.points, int)
    assert_type(line.reason, cr.Reason | cr.Because)
    assert_type(line.reason.rule, str)


def own_scoring(rules: cr.Ruleset, scheme: type[cr.ParlettScoring], record: str) -> None:
    why = cr.Because("{tricks} tricks", "H1", {"ja": "{tricks}トリック"})
    assert_type(why.translations, tuple[tuple[str, str], ...])
    assert_type(rules.winners((1, 2, 3, 4), 5), tuple[cr.Seat, ...])
    assert_type(rules.scoring.ends((1, 2, 3, 4), 5), bool)
    assert_type(rules.revision, int)
    assert_type(cr.loads(record, schemes={"own": scheme}), cr.Game)
    assert_type(cr.loads(record, "view", schemes={}, most_bytes=None), cr.View)
    assert_type(cr.from_data({}, "move", schemes={"own": scheme}), cr.Move)
    assert_type(cr.record_schema(schemes={"own": scheme}), dict[str, object])


def snapshots(view: cr.View) -> None:
    assert_type(cr.snapshot(view), dict[str, object])
    assert_type(cr.snapshot_schema(), dict[str, object])


def errors(error: cr.CollusionError, refused: cr.IllegalMoveError, bad: cr.BadDealError) -> None:
    assert_type(cr.ErrorCode("game-over"), cr.ErrorCode)
    assert_type(error.code, cr.ErrorCode)
    assert_type(error.parameters, Mapping[str, object])
    assert_type(refused.move, object)
    assert_type(bad.faults, tuple[cr.Fault, ...])
    value_errors: list[ValueError] = [refused, bad]
    assert_type(value_errors, list[ValueError])


def rooms(settings: hosting.Settings, store: hosting.Store, person: hosting.Person) -> None:
    """The next room and the answer are behind `stored`, and nowhere else."""
    step = hosting.open_room(settings, 0)
    assert_type(hosting.stored(step), tuple[hosting.Room, str | None])
    assert_type(step.rows, tuple[tuple[int, str], ...])
    assert_type(hosting.tick(hosting.stored(step)[0], 0), hosting.Step)
    room = hosting.resume(store.after("room", 0))
    assert_type(hosting.load(store, "room", schemes={}), hosting.Room | None)
    host = hosting.Host(store, rulesets={"parlett": cr.PARLETT}, schemes={})
    assert_type(host.connect("room", "", lambda: None), hosting.Line | None)
    assert_type(hosting.receive(room, person, "", 0), hosting.Step | hosting.Behind)
    assert_type(hosting.submit(room, store, person, "", 0), tuple[hosting.Room, str | None])
    assert_type(hosting.poll(room, None, 0, 0), str | None)
    assert_type(hosting.next_deadline(room), int | None)
    assert_type(hosting.want_move(room), hosting.Want | None)
