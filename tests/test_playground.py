"""The playground's side in Python: a person's seat at a table of computer players."""

import base64
import json
import zlib
from typing import cast

import pytest
from sitting import (
    MOST_MOVES,
    Reading,
    Shown,
    Sitting,
    drawn,
    names_for,
    read,
    read_or_say,
    resume,
    sit,
    what_is_shown,
)

import collusion_rules as cr

pytestmark = pytest.mark.no_cover  # for speed: other tests run what it runs, too


def seated(ruleset: str = "parlett", seed: str = "table 12", seat: int = 0, **more: str) -> Sitting:
    link = {"game": ruleset, "seed": seed, "seat": str(seat), "players": "random"}
    return sit(json.dumps(link | more))


def shown(sitting: Sitting | Reading, known: int = 0, language: str = "en") -> Shown:
    return cast("Shown", json.loads(sitting.shown(known, language)))


def settled(sitting: Sitting) -> Sitting:
    while not sitting.settled:
        sitting = sitting.others()
    return sitting


def played_out(sitting: Sitting) -> Sitting:
    while sitting.game.to_act is not None:
        sitting = sitting.rest()
    return sitting


def moved(sitting: Sitting, move: cr.Move) -> Sitting:
    return sitting.move(cr.dumps(move), sitting.game.version)


def said(sitting: Sitting) -> list[cr.Talk]:
    return [event for event in sitting.game.log if isinstance(event, cr.Talk)]


# Begin


def test_the_table_is_dealt_and_seen_from_the_persons_seat() -> None:
    table = shown(seated())
    snapshot = table["snapshot"]
    assert cr.Cards.parse(" ".join(cast("list[str]", snapshot["hand"]))) == cr.Cards.parse(
        "7S QH TH 8H 3H AD TD 3D 2D QC JC 5C 4C"
    )
    assert (snapshot["phase"], snapshot["dealer"], snapshot["turn"]) == ("playing", 0, 1)
    assert table["names"] == ["Ann", "Bo", "Cy", "Di"]
    assert names_for(4, 2, "ja") == ["サイ", "ダイ", "アン", "ボー"]
    assert table["lines"][0] == "A game of Parlett's Collusion begins: Ann deals first"


def test_a_seed_that_looks_like_a_number_is_one() -> None:
    for text, seed in (("7", 7), ("-7", -7), ("7a", "7a")):
        game = seated(seed=text).game
        assert game.log[1] == cr.deal(cr.new_game(cr.PARLETT, game.dealer), seed).log[1]


def test_a_seed_goes_through_specified_bytes() -> None:
    """The same game on every Python: these numbers were worked out from SHA-256 alone."""
    assert [drawn("table 12", "the first dealer", 4), drawn(7, "the first dealer", 4)] == [0, 1]
    assert [drawn(seed, "after event 2", 13) for seed in (0, -7, "0", "席")] == [7, 7, 4, 10]


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "whist"},
        {"seat": "4"},
        {"seat": "-1"},
        {"seat": "east"},
        {"players": "nobody"},
        {"players": "random,random"},
    ],
    ids=str,
)
def test_a_link_to_nothing_is_refused(wrong: dict[str, str]) -> None:
    link = {"game": "parlett", "seed": "7", "seat": "0", "players": "random"}
    with pytest.raises((KeyError, ValueError)):
        sit(json.dumps(link | wrong))


# The others


def test_the_others_leave_the_person_their_turn() -> None:
    sitting = settled(seated())
    assert sitting.game.to_act == 0
    assert sitting.others().game == sitting.game
    assert shown(sitting)["settled"]


@pytest.mark.parametrize(
    "players", ["medium-honest", "easy-wily,easy-honest,easy-wily,easy-honest"]
)
def test_the_others_talk_and_answer(players: str) -> None:
    """B9: they offer before a trick; they answer whatever the person asks, in the midst of one."""
    sitting = settled(seated(players=players))
    assert {talk.seat for talk in said(sitting)} <= {1, 2, 3}
    assert any(isinstance(talk.statement, cr.Offer | cr.Aim) for talk in said(sitting))
    before = len(said(sitting))
    asked = settled(moved(sitting, cr.Talk(cr.Seat(0), cr.AskWhatToLead(cr.Seat(2)))))
    answers = said(asked)[before + 1 :]
    assert [talk.seat for talk in answers] == [2]
    assert isinstance(answers[0].statement, cr.AskLead)
    assert shown(asked)["bubbles"]["2"].startswith("Please lead")


def test_nobody_talks_for_ever_or_where_talk_is_off() -> None:
    sitting = settled(seated(players="easy-wily"))
    assert all(sum(talk.seat == seat for talk in said(sitting)) <= 4 for seat in (1, 2, 3))
    quiet = played_out(seated("open-collusion", players="easy-wily"))
    assert said(quiet) == []


def test_the_same_link_gives_the_same_game() -> None:
    one = played_out(seated(players="easy-honest"))
    assert played_out(seated(players="easy-honest")) == one
    assert played_out(seated(seed="table 13", players="easy-honest")).game != one.game


# What the person does


def test_a_card_is_played_and_only_the_news_is_told() -> None:
    sitting = settled(seated())
    known = sitting.game.version
    card = cast("cr.Play", cr.legal_moves(sitting.game)[0])
    after = moved(sitting, card)
    news = shown(after, known, "ja")
    assert news["known"] == known
    assert news["lines"][0].startswith("アンが")
    assert shown(after.take_back(), after.game.version)["known"] == known
    assert after.take_back().game == sitting.game
    assert (shown(after)["take_back"], shown(sitting)["take_back"]) == (True, False)
    assert sitting.take_back() == sitting


def test_a_refusal_says_why_and_goes_with_the_next_move() -> None:
    sitting = settled(seated())
    (wrong, *_) = [
        card for card in sitting.view.hand or () if card not in cr.playable(sitting.game)
    ]
    refused = moved(sitting, cr.Play(cr.Seat(0), wrong))
    assert refused.game == sitting.game
    assert shown(refused)["refusal"].startswith("Ann must follow")
    assert shown(refused, 0, "ja")["refusal"].startswith("アンは")
    assert shown(moved(refused, cr.legal_moves(sitting.game)[0]))["refusal"] == ""


def test_a_move_for_an_older_table_is_refused() -> None:
    sitting = settled(seated())
    play = cr.dumps(cr.legal_moves(sitting.game)[0])
    again = sitting.move(play, sitting.game.version).move(play, sitting.game.version)
    assert again.refusal is not None
    assert again.refusal.code is cr.ErrorCode.STALE_VERSION


def test_nobody_moves_for_another_or_is_told_their_cards() -> None:
    """A5: whatever the page sends, it is judged as the person's own."""
    sitting = seated()
    for seat in (1, 2, 3):
        for card in ("AS", "7S"):
            refused = moved(sitting, cr.Play(cr.Seat(seat), cr.Card.parse(card)))
            assert refused.game == sitting.game
            assert refused.refusal is not None
            assert refused.refusal.code is cr.ErrorCode.NOT_YOUR_SEAT
            assert not any(name in str(refused.refusal) for name in ("AS", "7S", "cards"))


def test_what_is_not_a_record_of_a_move_is_refused() -> None:
    assert isinstance(seated().move("play the ace", 2).refusal, cr.BadRecordError)


def test_a_hint_says_why() -> None:
    sitting = settled(seated())
    hint = cast("dict[str, str]", json.loads(sitting.hint("en")))
    assert hint["move"] in {cr.describe(card) for card in cr.playable(sitting.game)}
    assert hint["move"] in hint["why"]
    assert json.loads(sitting.hint("ja"))["why"] != hint["why"]
    declaring = seated("secret-partners", "7", 1)
    assert declaring.game.phase is cr.Phase.DECLARING
    assert "trumps" in json.loads(declaring.hint("en"))["move"]


# What is shown


def test_the_score_comes_with_the_rules() -> None:
    table = shown(played_out(seated()))
    assert {reason["rule"] for reason in table["reasons"]} <= {"B1", "B2", "B3", "B4"}
    assert table["points"] == [table["snapshot"]["totals"]]


def test_a_whole_game_has_a_winner_and_no_further_deal() -> None:
    sitting = seated("parlett-50", players="easy-silent")
    while sitting.game.phase is not cr.Phase.OVER:
        sitting = played_out(sitting if sitting.game.to_act is not None else sitting.deal())
    assert shown(sitting)["snapshot"]["winners"]
    assert shown(sitting.deal())["refusal"].endswith("the game is over: start a new one")
    assert sitting.others().settled


@pytest.mark.parametrize("ruleset", cr.RULESETS)
def test_nothing_shown_names_a_card_that_the_seat_has_not_seen(ruleset: str) -> None:
    sitting = seated(ruleset, "7", 1).others().others()
    hidden = [
        card
        for seat, hand in enumerate(sitting.game.hands)
        for card in hand
        if seat != 1 and card not in sitting.game.hands[1]
    ]
    seen = sitting.shown(0, "en") + sitting.record() + sitting.session()
    public = [*(play.card for play in sitting.game.trick), *sitting.view.partner_cards]
    for card in hidden:
        if card not in public:
            for name in (f'"{card}"', f"'{card}'", f"{card.rank}{card.suit.symbol}"):
                assert name not in seen


def test_the_session_shows_what_the_library_answers() -> None:
    session = settled(seated()).session()
    assert session.startswith(">>> view = cr.view(game, cr.Seat(0))\n>>> view\n<View of parlett")
    assert ">>> cr.legal_moves(view)\n(Play(seat=0, card=Card.parse(" in session


# Keep, link, read


def middle(ruleset: str = "parlett") -> Sitting:
    """A game in its second deal, with talk."""
    sitting = played_out(seated(ruleset, players="easy-honest")).deal()
    for _ in range(20):
        sitting = sitting.rest()
    return sitting


@pytest.mark.parametrize("ruleset", cr.RULESETS)
def test_a_game_is_kept_and_carried_by_a_link(ruleset: str) -> None:
    sitting = middle(ruleset)
    again = resume(sitting.kept())
    assert (again.game, again.seat, again.seed) == (sitting.game, 0, "table 12")
    carried = sit(sitting.link())
    assert (carried.game, carried.players, carried.broken) == (again.game, again.players, None)
    just_dealt = played_out(seated(ruleset)).deal()
    assert sit(just_dealt.link()).game == just_dealt.game


@pytest.mark.parametrize("moves", ["!", "AAAA", "eJwrAAAA", base64.b64encode(b"{}").decode()])
def test_a_link_that_is_broken_begins_the_game(moves: str) -> None:
    sitting = seated(moves=moves)
    assert (sitting.game, sitting.broken) == (seated().game, 0)


def test_a_link_goes_as_far_as_it_can_be_followed() -> None:
    def packed(*entries: object) -> str:
        text = json.dumps(entries).encode()
        return base64.urlsafe_b64encode(zlib.compress(text)).decode()

    good = cr.legal_moves(seated().game)[0]
    assert isinstance(good, cr.Play)
    for bad in ("AS AS", 0, {"type": "talk"}, None, ["AS"], "QC"):
        sitting = seated(moves=packed(str(good.card), bad, str(good.card)))
        assert (sitting.game.version, shown(sitting)["broken"]) == (3, 1)
    assert seated(moves=packed("x" * MOST_MOVES)).broken == 0
    assert seated(moves=packed() + "=").broken in (0, None)


def test_a_game_of_other_cards_or_rules_has_no_link() -> None:
    game = cr.deal(cr.new_game(cr.PARLETT, cr.Seat(0)), 99)
    sitting = read(cr.dumps(game), 0).play_on("7", "random")
    assert sitting is not None
    assert sitting.link() == ""
    house = cr.deal(cr.new_game(cr.parlett(target=60), cr.Seat(0)), 7)
    sitting = read(cr.dumps(house), 0).play_on("7", "random")
    assert sitting is not None
    assert sitting.link() == ""


def test_a_record_is_read_step_by_step_and_played_on() -> None:
    sitting = middle()
    reading = read(sitting.saved(), 0)
    assert shown(reading)["step"] == [sitting.game.version, sitting.game.version]
    for at, expected in ((-3, 1), (1, 1), (7, 7), (10_000, sitting.game.version)):
        table = shown(reading.go(at))
        assert table["step"] == [expected, sitting.game.version]
        assert len(table["lines"]) == expected
        assert table["playable"]
        assert table["snapshot"]["moves"] == []
    trick = next(at for at, e in enumerate(sitting.game.log) if isinstance(e, cr.TrickWon))
    for at in range(1, sitting.game.version + 1, 3):
        assert len(shown(reading.go(at))["lines"]) == at
    amid = reading.go(trick).play_on("8", "random")
    assert amid is not None
    assert amid.game == cr.rewind(sitting.game, trick - 1)
    assert shown(sitting.read())["step"] == [1, sitting.game.version]
    on = reading.go(30).play_on("8", "easy-wily")
    assert on is not None
    assert on.game == cr.rewind(sitting.game, 30)
    assert settled(on).settled


def test_a_view_is_read_but_not_played_on() -> None:
    sitting = middle("triple-collusion")
    reading = read(sitting.record(), 5)
    table = shown(reading.go(40))
    assert (table["playable"], table["snapshot"]["viewer"]) == (False, 0)
    assert reading.play_on("7", "random") is None
    game = sitting.game
    spectator = read(cr.dumps(cr.view(game, None)), 0)
    assert shown(spectator)["snapshot"]["hand"] is None


def test_what_is_not_a_record_is_not_read() -> None:
    for text in ("", "{", '{"kind":"view"}', "[1]"):
        told = read_or_say(text, 0, "en")
        assert isinstance(told, str)
        assert told
    assert isinstance(read_or_say(seated().saved(), 9, "ja"), Reading)
    assert read(seated().saved(), 9).seat == 0


def test_what_is_shown_of_a_game_that_is_not_dealt() -> None:
    view = cr.view(cr.new_game(cr.PARLETT, cr.Seat(0)), cr.Seat(0))
    table = what_is_shown(view, names_for(4, 0, "en"), 9, "en")
    assert (table["known"], table["lines"], table["reasons"]) == (1, [], [])
