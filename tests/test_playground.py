"""The playground's side in Python: a person's seat at a table of random players."""

import json
from typing import cast

import pytest
from sitting import Shown, Sitting, drawn, sit

import collusion_rules as cr


def shown(sitting: Sitting, known: int = 0) -> Shown:
    return cast("Shown", json.loads(sitting.shown(known)))


def turn_of_person(sitting: Sitting) -> Sitting:
    while sitting.game.to_act not in (None, sitting.seat):
        sitting = sitting.others()
    return sitting


def moved(sitting: Sitting, move: cr.Move) -> Sitting:
    return sitting.move(cr.dumps(move), sitting.game.version)


def test_the_table_is_dealt_and_seen_from_the_persons_seat() -> None:
    table = shown(sit("parlett", "table 12", 0))
    assert " ".join(table["hand"]) == "7S QH TH 8H 3H AD TD 3D 2D QC JC 5C 4C"
    assert table["players"][0] == {
        "names": {"en": "seat 0 (you)", "ja": "席0（あなた）"},
        "cards": 13,
        "tricks": 0,
        "total": 0,
        "place": 1,
    }
    assert [player["names"]["en"] for player in table["players"][1:]] == [
        "seat 1",
        "seat 2",
        "seat 3",
    ]
    assert (table["phase"], table["dealer"], table["to_act"]) == ("playing", 0, 1)
    assert table["lines"][0] == {
        "en": "a game of Parlett's Collusion begins: seat 0 (you) deals first",
        "ja": "コルージョン（パーレット版）を始めます。最初のディーラーは席0（あなた）です",
    }


def test_a_seed_that_looks_like_a_number_is_one() -> None:
    rules, number, text = cr.PARLETT, sit("parlett", "7", 0), sit("parlett", "7a", 0)
    assert number.game.log[1] == cr.deal(cr.new_game(rules, number.game.dealer), 7).log[1]
    assert text.game.log[1] == cr.deal(cr.new_game(rules, text.game.dealer), "7a").log[1]


def test_a_seed_goes_through_specified_bytes() -> None:
    """The same game on every Python: these numbers were worked out from SHA-256 alone."""
    assert [drawn("table 12", "the first dealer", 4), drawn(7, "the first dealer", 4)] == [0, 1]
    assert [drawn(seed, "after event 2", 13) for seed in (0, -7, "0", "席")] == [7, 7, 4, 10]


def test_the_others_play_at_random_the_same_way_each_time() -> None:
    first = sit("parlett", "table 12", 0)
    assert turn_of_person(first) == turn_of_person(first)
    tables = [sit("parlett", str(seed), 0) for seed in range(30)]
    leads = {cr.legal_moves(table.game).index(table.rest().game.plays[0]) for table in tables}
    assert len(leads) > 6  # of 13


def test_the_others_leave_the_person_their_turn() -> None:
    sitting = turn_of_person(sit("parlett", "table 12", 0))
    assert sitting.game.version == 5
    assert sitting.others() == sitting


def test_legal_moves_are_those_of_the_person_alone() -> None:
    start = sit("parlett", "table 12", 0)
    assert shown(start)["legal"] == []
    assert shown(turn_of_person(start))["legal"] == [
        {"type": "play", "seat": 0, "card": card} for card in ("QC", "JC", "5C", "4C")
    ]


def test_a_card_is_played_and_only_the_news_is_told() -> None:
    sitting = turn_of_person(sit("parlett", "table 12", 0))
    known = sitting.game.version
    table = shown(moved(sitting, cr.Play(cr.Seat(0), cr.Card.parse("QC"))), known)
    assert [line["en"] for line in table["lines"]] == [
        "seat 0 (you) plays Q♣",
        "seat 0 (you) takes the trick",
    ]
    assert table["trick"] == [
        {"seat": 1, "card": "6C"},
        {"seat": 2, "card": "7C"},
        {"seat": 3, "card": "8C"},
        {"seat": 0, "card": "QC"},
    ]
    assert (table["taken_by"], table["to_act"], table["players"][0]["tricks"]) == (0, 0, 1)


def test_a_trick_in_progress_is_taken_by_nobody() -> None:
    table = shown(sit("parlett", "table 12", 0).others())
    assert table["trick"] == [{"seat": 1, "card": "6C"}]
    assert table["taken_by"] is None


def test_a_refusal_says_why_and_goes_with_the_next_move() -> None:
    sitting = turn_of_person(sit("parlett", "table 12", 0))
    refused = moved(sitting, cr.Play(cr.Seat(0), cr.Card.parse("7S")))
    assert refused.game == sitting.game
    assert shown(refused)["refusal"] == {
        "en": "seat 0 (you) must follow clubs: play one of Q♣ J♣ 5♣ 4♣",
        "ja": (
            "席0（あなた）はクラブをフォローしなければなりません。"
            "♣Q ♣J ♣5 ♣4のどれかを出してください"
        ),
    }
    assert shown(moved(refused, cr.Play(cr.Seat(0), cr.Card.parse("4C"))))["refusal"] is None


def test_a_move_for_an_older_table_is_refused() -> None:
    sitting = turn_of_person(sit("parlett", "table 12", 0))
    play = cr.dumps(cr.Play(cr.Seat(0), cr.Card.parse("QC")))
    again = sitting.move(play, sitting.game.version).move(play, sitting.game.version)
    assert again.refusal is not None
    assert again.refusal.code is cr.ErrorCode.STALE_VERSION


def test_nobody_moves_for_another_or_is_told_their_cards() -> None:
    """A5: whatever the page sends, it is judged as the person's own."""
    sitting = sit("parlett", "table 12", 0)
    for seat in (1, 2, 3):
        for card in ("AS", "7S"):
            refused = moved(sitting, cr.Play(cr.Seat(seat), cr.Card.parse(card)))
            assert refused.game == sitting.game
            assert refused.refusal is not None
            assert refused.refusal.code is cr.ErrorCode.NOT_YOUR_SEAT
            assert not any(name in str(refused.refusal) for name in ("AS", "7S", "cards"))


def test_talk_is_for_any_table() -> None:
    talk = cr.dumps(cr.Talk(cr.Seat(0), cr.NoMore()))
    said = sit("parlett", "table 12", 0).others().move(talk)
    assert said.refusal is None
    assert said.game.log[-1] == cr.Talk(cr.Seat(0), cr.NoMore())


def test_a_move_that_is_no_record_is_refused() -> None:
    sitting = sit("parlett", "table 12", 0)
    assert isinstance(sitting.move("play the ace", 2).refusal, cr.BadRecordError)


def test_talk_is_offered_where_the_rules_have_it() -> None:
    sitting = sit("parlett", "table 12", 0)
    assert (shown(sitting)["talk"], shown(sitting)["words"]) == (True, True)
    said = moved(sitting, cr.Talk(cr.Seat(0), cr.Aim(4)))
    assert shown(said, 2)["lines"] == [
        {
            "en": "seat 0 (you): “I am aiming for 4 tricks.”",
            "ja": "席0（あなた）「4トリックを狙っています」",
        }
    ]
    silent = shown(sit("secret-partners", "7", 0))
    assert (silent["talk"], silent["words"]) == (False, False)


def test_the_dealer_declares_and_then_knows_the_own_side() -> None:
    sitting = sit("secret-partners", "7", 1)
    table = shown(sitting)
    assert (table["phase"], table["trump"], table["teams"]) == ("declaring", None, None)
    assert table["legal"] == [
        {"type": "declaration", "seat": 1, "suit": suit} for suit in ("C", "D", "H", "S")
    ]
    declared = moved(sitting, cr.Declaration(cr.Seat(1), cr.Suit.HEARTS))
    assert shown(declared)["trump"] == "H"
    assert shown(declared.rest())["teams"] == [list(team) for team in declared.game.teams]


def test_the_rest_of_a_deal_is_scored_with_its_reasons() -> None:
    table = shown(sit("parlett", "table 12", 0).rest())
    assert [player["tricks"] for player in table["players"]] == [1, 1, 6, 5]
    assert [player["total"] for player in table["players"]] == [11, 11, 6, 5]
    assert [player["place"] for player in table["players"]] == [1, 1, 3, 4]
    assert [line["en"] for line in table["score"]] == [
        "seat 0 (you): 1 trick: +1 (B1)",
        "seat 0 (you): tied with seat 1 on 1 trick: +10 (B2)",
        "seat 1: 1 trick: +1 (B1)",
        "seat 1: tied with seat 0 (you) on 1 trick: +10 (B2)",
        "seat 2: 6 tricks: +6 (B1)",
        "seat 3: 5 tricks: +5 (B1)",
    ]
    assert (table["phase"], table["to_act"], table["hand"]) == ("awaiting-deal", None, [])
    assert table["winners"] == []


def test_a_whole_game_has_a_winner_and_no_further_deal() -> None:
    sitting = sit("parlett-50", "table 12", 2)
    while sitting.game.phase is not cr.Phase.OVER:
        sitting = (sitting.deal() if sitting.game.to_act is None else sitting).rest()
    assert shown(sitting)["winners"] == [0]
    assert sitting.game.totals == (51, 45, 42, 19)
    assert shown(sitting)["score"][0]["ja"] == "席0：0トリック：+0点（B1）"
    assert shown(sitting.deal())["refusal"] == {
        "en": "this deal is refused: the game is over: start a new one",
        "ja": "この配札は使えません。ゲームは終了しています。新しいゲームを始めてください",
    }


def test_a_move_is_taken_back_with_what_came_after() -> None:
    before = turn_of_person(sit("parlett", "table 12", 0))
    assert not shown(before)["take_back"]
    assert before.take_back() == before
    played = moved(before, cr.Play(cr.Seat(0), cr.Card.parse("4C")))
    after = moved(played.others(), cr.Talk(cr.Seat(0), cr.NoMore()))
    assert shown(after)["take_back"]
    assert after.take_back() == before
    assert played.rest().take_back().take_back().game.to_act == 0


def test_the_record_is_the_view_of_the_seat() -> None:
    sitting = sit("triple-collusion", "7", 4).rest()
    assert cr.loads(sitting.record(), "view") == cr.view(sitting.game, cr.Seat(4))


@pytest.mark.parametrize("ruleset", cr.RULESETS)
def test_nothing_shown_names_a_card_that_the_seat_has_not_seen(ruleset: str) -> None:
    sitting = sit(ruleset, "7", 1).others().others()
    mine = cr.view(sitting.game, cr.Seat(1))
    hidden = [
        card
        for seat, hand in enumerate(sitting.game.hands)
        for card in hand
        if seat != 1 and card not in sitting.game.hands[1]
    ]
    seen = sitting.shown(0) + sitting.record() + sitting.session()
    trick = [play.card for play in mine.trick]
    for card in hidden:
        if card not in trick:
            assert f'"{card}"' not in seen
            assert f"'{card}'" not in seen
            assert f"{card.rank}{card.suit.symbol}" not in seen


def test_the_session_shows_what_the_library_answers() -> None:
    sitting = turn_of_person(sit("parlett", "table 12", 0))
    assert sitting.session().splitlines()[:5] == [
        ">>> view = cr.view(game, cr.Seat(0))",
        ">>> view",
        "<View of parlett for seat 0: playing, deal 1, trick 1, totals 0 0 0 0, version 5>",
        ">>> view.to_act",
        "0",
    ]
    assert ">>> cr.legal_moves(view)\n(Play(seat=0, card=Card.parse('QC')), " in sitting.session()
