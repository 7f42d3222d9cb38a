"""Lines for people: every language has every message, and each says the right thing."""

import sys
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import get_args

import attrs
import pytest
from surroundings import environment, run

import collusion_rules as cr
from collusion_rules import describing
from collusion_rules.describing import Describable, describe
from collusion_rules.errors import fault
from collusion_rules.motives import Motive, Why, why
from collusion_rules.wording import Language, languages, placeholders

ANN, BOB, CY, DI = (cr.Seat(seat) for seat in range(4))
NAMES = ("Ann", "Bob", "Cy", "Di")
ONE_LINE = "names of 1 to 100 characters in one line, none of them hidden"
SIX = (*NAMES, "Eve", "Flo")

HAND = cr.Cards.parse("AS TH 9H 2C")
LEADS = [
    cr.AskLead(suit, height) for suit in (None, cr.Suit.HEARTS) for height in (None, *cr.Height)
]

# Each line in English and in Japanese.
LINES: list[tuple[Describable, str, str]] = [
    (
        cr.GameStarted(cr.PARLETT, BOB),
        "a game of Parlett's Collusion begins: Bob deals first",
        "コルージョン（パーレット版）を始めます。最初のディーラーはBobです",
    ),
    (
        cr.Dealt(BOB, (cr.FaceDown(4), HAND, cr.FaceDown(1), cr.FaceDown(0))),
        "Bob deals: Ann has 4 cards face down, Bob has A♠ 10♥ 9♥ 2♣, "
        "Cy has 1 card face down, Di has 0 cards face down",
        "Bobがカードを配りました。Annの手札は裏向きの4枚、Bobの手札は♠A ♥10 ♥9 ♣2、"
        "Cyの手札は裏向きの1枚、Diの手札は裏向きの0枚",
    ),
    (cr.Play(CY, cr.Card.parse("TD")), "Cy plays 10♦", "Cyが♦10を出しました"),
    (
        cr.Declaration(ANN, cr.Suit.CLUBS),
        "Ann declares clubs as trumps",
        "Annが切り札をクラブと宣言しました",
    ),
    (
        cr.Talk(DI, cr.Agree(ANN, 1)),
        "Di: “Ann, agreed: both of us 1 trick.”",
        "Di「Ann、了解です。おたがいに1トリックずつ取りましょう」",
    ),
    (
        cr.Accusation(DI, (ANN, CY)),
        "Di accuses Ann and Cy of being the partners",
        "Diが、パートナーはAnnとCyだと宣言しました",
    ),
    (
        cr.Accusation(DI, (ANN, BOB, CY)),
        "Di accuses Ann, Bob and Cy of being the partners",
        "Diが、パートナーはAnn、Bob、Cyだと宣言しました",
    ),
    (
        cr.Accusation(DI, ()),
        "Di accuses nobody of being the partners",
        "Diが、パートナーはなしだと宣言しました",
    ),
    (cr.TrickWon(BOB), "Bob takes the trick", "Bobがトリックを取りました"),
    (
        cr.PartnersRevealed(((ANN, CY), (BOB, DI))),
        "the partners are Ann and Cy, against Bob and Di",
        "パートナーはAnnとCy、対抗チームはBobとDiです",
    ),
    (
        cr.PartnersRevealed(((CY,), (ANN, BOB, DI))),
        "Cy is alone against Ann, Bob and Di",
        "Cyは単独プレイヤー、対抗チームはAnn、Bob、Diです",
    ),
    (
        cr.DealScored(cr.score_deal(cr.PARLETT, cr.Outcome(tricks=(4, 4, 1, 4)), (0, 0, 99, 0))),
        "the deal is scored: Ann +4 (total 4), Bob +4 (total 4), Cy +31 (total 130), "
        "Di +4 (total 4)",
        "このディールの得点：Annは+4点（合計4点）、Bobは+4点（合計4点）、"
        "Cyは+31点（合計130点）、Diは+4点（合計4点）",
    ),
    (
        cr.DealScored(cr.score_deal(cr.PARLETT, cr.Outcome(tricks=(6, 0, 2, 5)), (95, -1, 0, 0))),
        "the deal is scored: Ann -6 (total 89), Bob +20 (total 19), Cy +2 (total 2), "
        "Di +5 (total 5)",
        "このディールの得点：Annは-6点（合計89点）、Bobは+20点（合計19点）、"
        "Cyは+2点（合計2点）、Diは+5点（合計5点）",
    ),
    (cr.GameWon((DI,)), "the game is over, won by Di", "ゲーム終了です。勝者はDiです"),
    (
        cr.GameWon((ANN, DI)),
        "the game is over, won by Ann and Di",
        "ゲーム終了です。勝者はAnnとDiです",
    ),
    (cr.Aim(0), "I am aiming for 0 tricks.", "0トリックを狙っています"),
    (cr.Aim(1), "I am aiming for 1 trick.", "1トリックを狙っています"),
    (cr.NoMore(), "I will probably take no more tricks.", "もうトリックは取らないと思います"),
    (
        cr.AskAim(4),
        "Who else is aiming for 4 tricks?",
        "ほかに4トリックを狙っている人はいますか？",
    ),
    (
        cr.AskMore(BOB),
        "Bob, are you likely to win another trick?",
        "Bob、まだトリックを取れそうですか？",
    ),
    (
        cr.AskWhatToLead(BOB),
        "Bob, which suit do you want me to lead?",
        "Bob、どのスートをリードしてほしいですか？",
    ),
    (
        cr.AskWhatNotToLead(BOB),
        "Bob, which suit should I not lead?",
        "Bob、リードしてほしくないスートはどれですか？",
    ),
    (
        LEADS[0],
        "Please lead whatever you like.",
        "どのスートでもかまいません。リードをお願いします",
    ),
    (LEADS[1], "Please lead a high card.", "高いカードをリードしてください"),
    (LEADS[2], "Please lead a low card.", "低いカードをリードしてください"),
    (LEADS[3], "Please lead hearts.", "ハートをリードしてください"),
    (LEADS[4], "Please lead high in hearts.", "ハートの高いカードをリードしてください"),
    (LEADS[5], "Please lead low in hearts.", "ハートの低いカードをリードしてください"),
    (
        cr.AskNotLead(cr.Suit.DIAMONDS),
        "Please don't lead diamonds.",
        "ダイヤはリードしないでください",
    ),
    (cr.OfferLead(CY), "Cy, I can give you the lead.", "Cy、あなたにリードを渡せます"),
    (
        cr.Offer(CY, 3),
        "Cy, let us both take 3 tricks.",
        "Cy、おたがいに3トリックずつ取りましょう",
    ),
    (
        cr.Agree(CY, 3),
        "Cy, agreed: both of us 3 tricks.",
        "Cy、了解です。おたがいに3トリックずつ取りましょう",
    ),
    (
        cr.Retract(),
        "I take back what I offered and agreed.",
        "私の提案と合意を取り消します",
    ),
    (cr.Words("{seat} owes me 1 tricks"), "{seat} owes me 1 tricks", "{seat} owes me 1 tricks"),
    (
        cr.ScoreLine(ANN, 10, cr.Reason.TIED_PAIR, 1, (BOB,)),
        "Ann: tied with Bob on 1 trick: +10 (B2)",
        "Ann：1トリックでBobと同数：+10点（B2）",
    ),
    (
        cr.ScoreLine(ANN, 30, cr.Reason.ODD_ONE_OUT, 4, (BOB, CY, DI)),
        "Ann: the others tied with each other: Bob, Cy and Di: +30 (B4)",
        "Ann：ほかのBob、Cy、Diがたがいに同数：+30点（B4）",
    ),
    (
        cr.ScoreLine(DI, -6, cr.Reason.SUBTRACTED, 6),
        "Di: 6 tricks would reach the target without a bonus: -6 (B7)",
        "Di：ボーナスなしで6トリックを足すと目標点に届くため、足さずに引く：-6点（B7）",
    ),
    (
        cr.ScoreLine(DI, 0, cr.Reason.TRICKS, 0),
        "Di: 0 tricks: +0 (B1)",
        "Di：0トリック：+0点（B1）",
    ),
    (
        cr.ScoreLine(DI, -15, cr.Reason.SOLOIST, 6),
        "Di: the soloist took 6 tricks: -15 (C6)",
        "Di：単独プレイヤーが6トリック：-15点（C6）",
    ),
    (
        fault(cr.ErrorCode.NO_SUCH_SEAT, seat="9", last=3),
        "there is no seat 9: seats are 0 to 3",
        "席9はありません。席は0から3までです",
    ),
    (
        fault(cr.ErrorCode.NO_SUCH_SEAT, seat="-1", last=3),
        "there is no seat -1: seats are 0 to 3",
        "席-1はありません。席は0から3までです",
    ),
    (
        fault(cr.ErrorCode.CARD_NOT_HELD, seat=BOB, card=cr.Card.parse("TS"), cards=HAND),
        "Bob does not hold 10♠: play one of A♠ 10♥ 9♥ 2♣",
        "Bobは♠10を持っていません。♠A ♥10 ♥9 ♣2のどれかを出してください",
    ),
    (
        fault(cr.ErrorCode.WRONG_HAND_SIZE, seat=CY, size=1, got=2),
        "Cy needs 1 card, not 2",
        "Cyの手札は1枚必要ですが、2枚です",
    ),
    (
        fault(cr.ErrorCode.WRONG_HAND_SIZE, seat=7, size=13, got=2),
        "seat 7 needs 13 cards, not 2",
        "席7の手札は13枚必要ですが、2枚です",
    ),
    (
        fault(cr.ErrorCode.TWO_PAIRS, tricks=(4, 4, 2, 2)),
        "4, 4, 2, 2 has no single tie: that can't happen",
        "4、4、2、2では同数の組が一つに決まりません。このような結果はありえません",
    ),
    (
        fault(cr.ErrorCode.FACE_DOWN, seats=(ANN, CY)),
        "the hands of Ann and Cy are face down: give the cards of all",
        "AnnとCyの手札が裏向きです。全員のカードを指定してください",
    ),
    (
        cr.BadDealError(
            [
                fault(cr.ErrorCode.MISSING_CARDS, cards=cr.Cards.parse("AS AH")),
                fault(cr.ErrorCode.WRONG_NUMBER_OF_HANDS, players=4, got=3),
            ]
        ),
        "this deal is refused: nobody holds A♠ A♥; 4 hands are needed, not 3",
        "この配札は使えません。♠A ♥Aがだれにも配られていません。"
        "手札は4人分必要ですが、渡されたのは3です",
    ),
    (cr.Card.parse("TH"), "10♥", "♥10"),
    (HAND, "A♠ 10♥ 9♥ 2♣", "♠A ♥10 ♥9 ♣2"),
    (cr.Cards(), "no cards", "カードなし"),
    (cr.FaceDown(13), "13 cards face down", "裏向きのカード13枚"),
    (cr.FaceDown(1), "1 card face down", "裏向きのカード1枚"),
    (cr.Standing(2, CY, 14), "2. Cy: 14 points", "2位：Cy、14点"),
    (cr.Standing(4, DI, 1), "4. Di: 1 point", "4位：Di、1点"),
    (
        cr.Pact(ANN, BOB, 4),
        "Ann offers Bob a pact: 4 tricks each",
        "AnnがBobに、4トリックずつ取ることを提案しています",
    ),
    (
        cr.Pact(ANN, BOB, 1, agreed=True),
        "Ann and Bob have a pact: 1 trick each",
        "AnnとBobは、1トリックずつ取ることに合意しています",
    ),
    (
        cr.PARLETT,
        "Parlett's Collusion: 4 players, 13 tricks a deal",
        "コルージョン（パーレット版）：4人、1ディール13トリック",
    ),
    (
        cr.parlett(name="Fridays"),
        "Fridays: 4 players, 13 tricks a deal",
        "Fridays：4人、1ディール13トリック",
    ),
]

# Each line without names.
NAMELESS: list[tuple[Describable, str, str]] = [
    (cr.TrickWon(CY), "seat 2 takes the trick", "席2がトリックを取りました"),
    (
        cr.Dealt(BOB, (cr.FaceDown(1), HAND)),
        "seat 1 deals: seat 0 has 1 card face down, seat 1 has A♠ 10♥ 9♥ 2♣",
        "席1がカードを配りました。席0の手札は裏向きの1枚、席1の手札は♠A ♥10 ♥9 ♣2",
    ),
    (
        cr.DealScored(cr.score_deal(cr.PARLETT, cr.Outcome((4, 4, 2, 3)))),
        "the deal is scored: seat 0 +14 (total 14), seat 1 +14 (total 14), seat 2 +2 (total 2), "
        "seat 3 +3 (total 3)",
        "このディールの得点：席0は+14点（合計14点）、席1は+14点（合計14点）、席2は+2点（合計2点）、"
        "席3は+3点（合計3点）",
    ),
    (cr.GameWon((ANN, cr.Seat(7))), "the game is over, won by seat 0 and seat 7", ""),
    (fault(cr.ErrorCode.NOT_YOUR_TURN, seat=BOB, turn=DI), "", ""),
    (cr.AskMore(DI), "seat 3, are you likely to win another trick?", ""),
]


@pytest.mark.parametrize(("event", "english", "japanese"), NAMELESS)
def test_seats_without_names_are_called_by_number(
    event: Describable, english: str, japanese: str
) -> None:
    for code, line in (("en", english), ("ja", japanese)):
        told = describe(event, language=code)
        assert told == (line or told)
        assert "seat" in told or "席" in told
        assert told == describe(event, None, code, honorific=True)


@pytest.mark.parametrize("event", [cr.TrickWon(cr.Seat(8)), cr.AskMore(cr.Seat(-1))])
def test_a_seat_that_no_table_has_has_no_number(event: Describable) -> None:
    with pytest.raises(cr.BadArgumentError, match=r"^names must be one name a seat, also for seat"):
        describe(event)


REVEALED_TO_SIX = cr.PartnersRevealed(((ANN, DI), (BOB, cr.Seat(5)), (CY, cr.Seat(4))))

# What the parameters of errors may be, for those that are not simply text.
PARAMETERS: Mapping[str, object] = {
    "card": cr.Card.parse("AS"),
    "cards": HAND,
    "dealer": BOB,
    "faults": (fault(cr.ErrorCode.SEED_AND_HANDS), fault(cr.ErrorCode.GAME_OVER)),
    "seat": ANN,
    "seats": (ANN, BOB),
    "suit": cr.Suit.SPADES,
    "tricks": 13,
    "turn": DI,
}


def a_fault(code: cr.ErrorCode) -> cr.Fault:
    """A fault of this code."""
    names = placeholders(code.template)
    return fault(code, **{name: PARAMETERS.get(name, "something") for name in names})


def a_why(motive: Motive) -> Why:
    """A reason with this motive."""
    names = placeholders(motive.template)
    return why(motive, **{name: PARAMETERS.get(name, "something") for name in names})


def everything() -> Iterator[Describable]:
    """At least one of everything that can be described to four players."""
    yield from map(a_why, Motive)
    yield from (event for event, _, _ in LINES)
    for code in cr.ErrorCode:
        yield a_fault(code)
    for reason in cr.Reason:
        yield cr.ScoreLine(ANN, 5, reason, 2, (BOB, CY))
    yield cr.ScoreLine(ANN, 5, cr.Because("so it is"), 2)
    for suit in cr.Suit:
        yield cr.Declaration(ANN, suit)


class Consulted(dict[str, str]):
    """Templates that note which of them are asked for."""

    def __init__(self, templates: Mapping[str, str]) -> None:
        super().__init__(templates)
        self.left = set(templates)

    def __getitem__(self, key: str) -> str:
        self.left.discard(key)
        return super().__getitem__(key)


def test_no_message_is_for_nothing() -> None:
    consulted = {table: Consulted(texts) for table, texts in languages()["en"].tables.items()}
    english = Language("en", languages()["en"].tables)
    object.__setattr__(english, "tables", consulted)
    for event in everything():
        describe(event, NAMES, english)
    describe(REVEALED_TO_SIX, SIX, english)
    describe(cr.NoMore(), NAMES, english, honorific=True)
    for rules in cr.RULESETS.values():
        describe(cr.GameStarted(rules, ANN), SIX[: rules.players], english)
    left = {table: texts.left for table, texts in consulted.items() if texts.left}
    # singulars are gone through as a whole; rooms, front ends and listeners have lines of their own
    heard = {table for table in left if table.startswith("heard")}
    elsewhere = {
        "aims",
        "drawing",
        "figures",
        "help",
        "ranks",
        "refusals",
        "rules",
        "table",
        "terminal",
    }
    assert left.keys() == {"singular", "parts", "joints", *elsewhere, *heard}
    assert (left["parts"], left["joints"]) == ({"seat-you", "computer"}, {"said"})
    for table in elsewhere:
        assert left[table] == set(languages()["en"].tables[table])


def test_everything_that_can_be_described_is_tried() -> None:
    tried = {type(event) for event in everything()}
    flat = (kind for kind in get_args(Describable) if kind is not cr.CollusionError)
    assert tried >= set(flat)


@pytest.mark.parametrize("code", languages())
def test_every_line_is_one_line_and_filled_in(code: str) -> None:
    for event in everything():
        if not isinstance(event, cr.Words):
            line = describe(event, NAMES, code)
            assert line.isprintable()
            assert line.strip() == line != ""
            assert not set("{}") & set(line)


@pytest.mark.parametrize(("event", "english", "japanese"), LINES)
def test_the_line_says(event: Describable, english: str, japanese: str) -> None:
    assert describe(event, NAMES) == english
    assert describe(event, NAMES, "en") == english
    assert describe(event, NAMES, language="ja") == japanese


def test_three_teams() -> None:
    assert describe(REVEALED_TO_SIX, SIX) == "the teams are Ann and Di, Bob and Flo, Cy and Eve"
    assert describe(REVEALED_TO_SIX, SIX, "ja") == "チーム分けはAnnとDi、BobとFlo、CyとEveです"


def test_an_error_of_the_rules() -> None:
    game = cr.deal(cr.new_game(cr.PARLETT, ANN), seed="table 12")
    game = cr.play(game, cr.Play(BOB, cr.Card.parse("3C")))
    with pytest.raises(cr.IllegalMoveError) as caught:
        cr.play(game, cr.Play(CY, cr.Card.parse("AH")))
    assert str(caught.value) == "seat 2 must follow clubs: play one of AC 7C 2C"
    assert describe(caught.value, NAMES) == "Cy must follow clubs: play one of A♣ 7♣ 2♣"
    assert describe(caught.value, NAMES, "ja") == (
        "Cyはクラブをフォローしなければなりません。♣A ♣7 ♣2のどれかを出してください"
    )
    with pytest.raises(cr.IllegalMoveError) as caught:
        cr.play(game, cr.Play(DI, cr.Card.parse("AH")))
    assert describe(caught.value, NAMES) == "it is not Di's turn: wait for Cy"
    with pytest.raises(cr.BadDealError) as refused:
        cr.deal(cr.new_game(cr.PARLETT, ANN), hands=[HAND] * 5)
    assert describe(refused.value.faults[-3], NAMES) == "seat 4 needs 13 cards, not 4"


@pytest.mark.parametrize("ruleset", cr.RULESETS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_whole_deal_is_told(ruleset: str, seed: int) -> None:
    rules = cr.RULESETS[ruleset]
    game = cr.deal(cr.new_game(rules, ANN), seed=seed)
    while game.deals_played == 0:
        moves = cr.legal_moves(game)
        game = cr.play(game, moves[seed * game.version % len(moves)])
    names = SIX[: rules.players]
    for code in languages():
        told = [describe(event, names, code) for event in game.log]
        assert all(line.isprintable() for line in told)
        assert all(name in told[-1] for name in names)


def test_a_line_of_a_view_names_no_hidden_card() -> None:
    game = cr.deal(cr.new_game(cr.PARLETT, ANN), seed="table 12")
    dealt = cr.view(game, BOB).log[-1]
    assert describe(dealt, NAMES) == (
        "Ann deals: Ann has 13 cards face down, "
        "Bob has A♠ 10♠ 8♠ J♥ 7♥ 6♥ 4♥ 5♦ 4♦ 10♣ 9♣ 6♣ 3♣, "
        "Cy has 13 cards face down, Di has 13 cards face down"
    )
    assert describe(cr.view(game, None).log[-1], NAMES, "ja") == (
        "Annがカードを配りました。Annの手札は裏向きの13枚、Bobの手札は裏向きの13枚、"
        "Cyの手札は裏向きの13枚、Diの手札は裏向きの13枚"
    )


def made(kind: Callable[..., object], *values: object) -> object:
    """An event put together without a thought for its types."""
    return kind(*values)


SCORE = cr.score_deal(cr.PARLETT, cr.Outcome(tricks=(4, 4, 2, 3)))
SPADES = cr.Suit.SPADES
ACE = cr.Card.parse("AS")


@pytest.mark.parametrize(
    "event",
    [
        None,
        "AS",
        made(cr.FaceDown, "13"),
        made(cr.Standing, 1, ANN, None),
        made(cr.Pact, ANN, BOB, "4"),
        cr.ErrorCode.GAME_OVER,
        cr.Reason.TRICKS,
        cr.Play,
        SCORE,
        made(cr.GameStarted, "parlett", ANN),
        made(cr.GameStarted, cr.PARLETT, "Ann"),
        made(cr.Dealt, ANN, None),
        made(cr.Dealt, ANN, [HAND] * 4),
        made(cr.Dealt, ANN, ("AS",) * 4),
        made(cr.Dealt, ANN, (cr.FaceDown(13),) * 3 + (made(cr.FaceDown, "13"),)),
        made(cr.Dealt, None, (HAND,) * 4),
        made(cr.Play, "Ann", ACE),
        made(cr.Play, ANN, "AS"),
        made(cr.Play, ANN, SPADES),
        made(cr.Declaration, ANN, "S"),
        made(cr.Declaration, ANN, None),
        made(cr.Talk, ANN, "hello"),
        made(cr.Talk, ANN, cr.Play(ANN, ACE)),
        made(cr.Talk, ANN, None),
        made(cr.Accusation, ANN, BOB),
        made(cr.Accusation, ANN, ("Bob", CY)),
        made(cr.TrickWon, 0.5),
        made(cr.PartnersRevealed, None),
        made(cr.PartnersRevealed, (ANN, BOB, CY, DI)),
        made(cr.DealScored, None),
        made(cr.DealScored, (4, 4, 2, 3)),
        made(cr.DealScored, made(cr.DealScore, None, ("1",) * 4, (1,) * 4, ())),
        made(cr.GameWon, ANN),
        made(cr.Aim, "four"),
        made(cr.AskLead, "spades"),
        made(cr.AskLead, None, "high up"),
        made(cr.AskLead, SPADES, "high"),
        made(cr.AskMore, None),
        made(cr.Offer, BOB, None),
        made(cr.Words, None),
        cr.Words(""),
        cr.Words("two\nlines"),
        cr.Words("x" * 501),
        made(cr.ScoreLine, ANN, "1", cr.Reason.TRICKS, 1),
        made(cr.ScoreLine, ANN, 1, "tricks", 1),
        made(cr.ScoreLine, ANN, 1, cr.Reason.TRICKS, None),
        made(cr.ScoreLine, ANN, 1, cr.Reason.TRICKS, 1, None),
        made(cr.Fault, "game-over"),
        made(cr.Fault, None),
        made(cr.Fault, cr.ErrorCode.GAME_OVER, None),
        made(cr.Fault, cr.ErrorCode.GAME_OVER, (1, 2)),
        cr.Fault(cr.ErrorCode.NOT_YOUR_TURN),
        fault(cr.ErrorCode.BAD_DEAL, faults=(cr.Fault(cr.ErrorCode.NOT_YOUR_TURN),)),
    ],
)
def test_what_has_no_words_is_refused(event: Describable) -> None:
    for code in languages():
        with pytest.raises(cr.BadArgumentError, match=r"^event must be ") as caught:
            describe(event, NAMES, code)
        assert caught.value.code is cr.ErrorCode.BAD_ARGUMENT
        assert caught.value.parameters["argument"] == "event"


def test_a_huge_number_is_no_trouble() -> None:
    assert describe(cr.Aim(10**5000), NAMES) == "I am aiming for a huge int tricks."
    assert describe(cr.Aim(-1), NAMES) == "I am aiming for -1 tricks."
    line = cr.ScoreLine(ANN, -(10**5000), cr.Reason.TRICKS, 1)
    assert describe(line, NAMES) == "Ann: 1 trick: a huge int (B1)"


@pytest.mark.parametrize(
    ("event", "names", "message"),
    [
        (cr.TrickWon(BOB), ("Ann",), "one name a seat, also for seat 1, not 1"),
        (cr.TrickWon(cr.Seat(-1)), NAMES, "one name a seat, also for seat -1, not 4"),
        (cr.Accusation(ANN, (BOB, DI)), NAMES[:3], "one name a seat, also for seat 3, not 3"),
        (cr.AskMore(DI), NAMES[:3], "one name a seat, also for seat 3, not 3"),
        (cr.GameStarted(cr.PARLETT, ANN), SIX, "4 names, one a seat, not 6"),
        (cr.GameStarted(cr.TRIPLE_COLLUSION, ANN), NAMES, "6 names, one a seat, not 4"),
        (cr.Dealt(ANN, (HAND,) * 4), NAMES[:3], "4 names, one a seat, not 3"),
        (cr.Dealt(ANN, (HAND,) * 4), SIX, "4 names, one a seat, not 6"),
        (cr.PartnersRevealed(((ANN, CY), (BOB, DI))), SIX, "4 names, one a seat, not 6"),
        (REVEALED_TO_SIX, NAMES, "one name a seat, also for seat 5, not 4"),
        (cr.DealScored(SCORE), SIX, "4 names, one a seat, not 6"),
        (cr.DealScored(attrs.evolve(SCORE, totals=(1, 2))), NAMES, "2 names, one a seat, not 4"),
        (cr.NoMore(), "Anna", "one name a seat, not 'Anna'"),
        (cr.NoMore(), {"Ann", "Bob"}, "one name a seat, not something of type set"),
        (cr.NoMore(), ("Ann", None), f"{ONE_LINE}, not None"),
        (cr.NoMore(), ("Ann", ""), f"{ONE_LINE}, not ''"),
        (cr.NoMore(), ("Ann", "B\nob"), f"{ONE_LINE}, not 'B\\nob'"),
        (
            cr.NoMore(),
            ("Ann", "\x1b[1m"),
            f"{ONE_LINE}, not '\\x1b[1m'",
        ),
        (
            cr.NoMore(),
            ["B" * 101],
            f"{ONE_LINE}, not '{'B' * 40}'...",
        ),
        (cr.NoMore(), b"Ann", f"{ONE_LINE}, not 65"),
    ],
)
def test_there_is_one_name_a_seat(event: Describable, names: Sequence[str], message: str) -> None:
    for code in languages():
        with pytest.raises(cr.BadArgumentError) as caught:
            describe(event, names, code)
        assert str(caught.value) == f"names must be {message}"


def test_names_may_be_as_long_as_a_hundred_characters_and_as_strange_as_templates() -> None:
    assert (
        describe(cr.TrickWon(ANN), ["{seat}" + "B" * 94]) == f"{{seat}}{'B' * 94} takes the trick"
    )


@pytest.mark.parametrize("code", ["", "EN", "en.toml", "../languages/en", "zz", None, ["en"]])
def test_an_unknown_language_is_refused(code: str) -> None:
    with pytest.raises(
        cr.BadArgumentError, match=f"^language must be one of {', '.join(languages())}, not "
    ):
        describe(cr.NoMore(), NAMES, code)


def test_the_languages_are_found_in_a_zipped_package(tmp_path: Path) -> None:
    package = Path(describing.__file__).parent
    archive = tmp_path / "zipped.zip"
    with zipfile.ZipFile(archive, "w") as zipped:
        for file in package.rglob("*"):
            if file.suffix in (".py", ".toml"):
                zipped.write(file, file.relative_to(package.parent))
    program = (
        "import collusion_rules.describing as d, collusion_rules as cr; "
        "print(d.__file__, *cr.languages(), ascii(d.describe(cr.NoMore(), (), 'ja')))"
    )
    zipped_first = environment(PYTHONPATH=str(archive))
    told = run(sys.executable, "-c", program, env=zipped_first).stdout.split()
    assert told[0].startswith(str(archive))
    assert told[1:] == [*languages(), ascii("もうトリックは取らないと思います")]


@pytest.mark.parametrize(("value", "spelled"), [(1.5, "1.5"), (None, "None")])
def test_a_parameter_of_any_type_is_spelled(value: object, spelled: str) -> None:
    told = cr.Fault(cr.ErrorCode.PARTS_DISAGREE, (("part", "this"), ("needs", value)))
    assert describe(told) == f"this needs {spelled}"


@pytest.mark.parametrize(("rank", "english", "japanese"), [("A", "ace", "A"), ("T", "ten", "10")])
def test_a_rank_is_spelled(rank: str, english: str, japanese: str) -> None:
    needed = cr.Card.parse(f"{rank}S").rank
    told = cr.Fault(cr.ErrorCode.PARTS_DISAGREE, (("part", "this"), ("needs", needed)))
    assert describe(told) == str(told) == f"this needs {english}"
    assert describe(told, None, "ja") == f"thisには{japanese}が必要です"
    tables = {name: table for name, table in languages()["ja"].tables.items() if name != "ranks"}
    assert describe(told, None, Language("zz", tables)) == f"thisには{english}が必要です"
