"""What a person types or says, read as a move: as people say it, and as `describe` does."""

from typing import Any, get_args

import laws
import pytest
from hypothesis import given
from hypothesis import strategies as st

import collusion_rules as cr
from collusion_rules import describe, parse_move, testing
from collusion_rules.wording import Language

S0, S1, S2, S3 = map(cr.Seat, range(4))
NAMES = ("Ann", "Bo", "Cy", "Di")
PLAYING = cr.view(cr.deal(cr.new_game(cr.PARLETT, S0), 7), S1)
DECLARING = cr.view(cr.deal(cr.new_game(cr.secret_partners(accusations=True), S0), 7), S0)
HEARTS, CLUBS = cr.Suit.HEARTS, cr.Suit.CLUBS
HIGH, LOW = cr.Height.HIGH, cr.Height.LOW
LANGUAGES = [*cr.languages()]


def card(text: str) -> cr.Play:
    return cr.Play(S1, cr.Card.parse(text))


def talk(statement: cr.Statement) -> cr.Talk:
    return cr.Talk(S1, statement)


def all_mean(played: str, texts: str) -> list[tuple[str, cr.Move]]:
    return [(text, card(played)) for text in texts.split("/")]


ENGLISH: list[tuple[str, cr.Move]] = [
    *[
        (text, card("TH"))
        for text in ("TH", "th", "10h", "h10", "♥10", "10♥", "10♥️", "♡T", "ＴＨ", "１０Ｈ")
    ],
    *[
        (text, card("TH"))
        for text in ("ten of hearts", "10 of hearts", "the ten of hearts", "Hearts ten")
    ],
    *[
        (text, card("TH"))
        for text in (
            "10 of hearts.",
            "TH!",
            " th ",
            "10 H",
            "Play TH",
            "I'll play the 10 of hearts.",
        )
    ],
    *[
        (text, card("AS"))
        for text in ("as", "Ace of Spades", "ace of spades, please", "I play the ace of spades")
    ],
    ("deuce of clubs", card("2C")),
    ("Bo plays 10♥", card("TH")),
    ("trumps hearts", cr.Declaration(S1, HEARTS)),
    ("hearts are trumps", cr.Declaration(S1, HEARTS)),
    ("Bo declares hearts as trumps", cr.Declaration(S1, HEARTS)),
    ("accuse 0 2", cr.Accusation(S1, (S0, S2))),
    ("I accuse Ann and Cy of being the partners!", cr.Accusation(S1, (S0, S2))),
    ("Cy and seat 3 are the partners", cr.Accusation(S1, (S2, S3))),
    ("Bo accuses Ann and Cy of being the partners", cr.Accusation(S1, (S0, S2))),
    ("aim 4", talk(cr.Aim(4))),
    ("I'm aiming for four tricks", talk(cr.Aim(4))),
    ("i want no tricks", talk(cr.Aim(0))),
    ("I am aiming for 1 trick.", talk(cr.Aim(1))),
    ("I probably won't take any more", talk(cr.NoMore())),
    ("no-more", talk(cr.NoMore())),
    ("Who else wants seven?", talk(cr.AskAim(7))),
    ("Cy, do you want more tricks?", talk(cr.AskMore(S2))),
    ("ask-more 2", talk(cr.AskMore(S2))),
    ("Lead anything", talk(cr.AskLead())),
    ("please lead a heart", talk(cr.AskLead(HEARTS))),
    ("lead ♥", talk(cr.AskLead(HEARTS))),
    ("lead a low card", talk(cr.AskLead(None, LOW))),
    ("Could you lead a high heart?", talk(cr.AskLead(HEARTS, HIGH))),
    ("ask-lead hearts high", talk(cr.AskLead(HEARTS, HIGH))),
    ("Don't lead clubs", talk(cr.AskNotLead(CLUBS))),
    ("dont lead clubs", talk(cr.AskNotLead(CLUBS))),
    ("Cy, what should I lead?", talk(cr.AskWhatToLead(S2))),
    ("cy which suit should i avoid", talk(cr.AskWhatNotToLead(S2))),
    ("Seat 2, I can give you the lead", talk(cr.OfferLead(S2))),
    ("Cy, let's both take 4", talk(cr.Offer(S2, 4))),
    ("offer 2 4", talk(cr.Offer(S2, 4))),
    ("Cy: agreed, 4 each", talk(cr.Agree(S2, 4))),
    ("I take it back", talk(cr.Retract())),
    ("say hello, all!", talk(cr.Words("hello, all!"))),
    ("Say: Hello", talk(cr.Words("Hello"))),
    ("say words I don't know", talk(cr.Words("I don't know"))),
    ("say I take it back", talk(cr.Retract())),
    ("say aim 4", talk(cr.Aim(4))),
    ("“Hello!”", talk(cr.Words("Hello!"))),
    ('"Hello"', talk(cr.Words("Hello"))),
    ("Bo: “Hello!”", talk(cr.Words("Hello!"))),
    ("Bo: “I am aiming for 4 tricks.”", talk(cr.Aim(4))),
]
JAPANESE: list[tuple[str, cr.Move]] = [
    *[
        (text, card("TH"))
        for text in ("ハートの10", "ハートの１０", "ﾊｰﾄの10", "ハート の 10", "♥10", "10♥", "TH")
    ],
    *[
        (text, card("TH"))
        for text in (
            "ハートの10。",
            "ハートの10を出します",
            "ハートの十！",
            "ハート10です",
            "♥10で",
        )
    ],
    *[
        (text, card("AS"))
        for text in ("スペードのエース", "スペードのA", "スペードのＡを出す", "♠A")
    ],
    ("ダイヤモンドのクイーン", card("QD")),
    ("Boが♥10を出しました", card("TH")),
    ("切り札はハートです", cr.Declaration(S1, HEARTS)),
    ("ハートを切り札にします。", cr.Declaration(S1, HEARTS)),
    ("Boが切り札をハートと宣言しました", cr.Declaration(S1, HEARTS)),
    ("パートナーはAnnとCyです", cr.Accusation(S1, (S0, S2))),
    ("Annさんと席2がパートナー", cr.Accusation(S1, (S0, S2))),
    ("Boが、パートナーはAnnとCyだと宣言しました", cr.Accusation(S1, (S0, S2))),
    ("4トリック狙いです", talk(cr.Aim(4))),
    ("四トリックを狙っています", talk(cr.Aim(4))),
    ("もういりません", talk(cr.NoMore())),
    ("ほかに7トリックを狙っている人はいますか？", talk(cr.AskAim(7))),
    ("Cyさん、まだ取れそうですか？", talk(cr.AskMore(S2))),
    ("好きなスートをリードしてください", talk(cr.AskLead())),
    ("ハートをお願いします", talk(cr.AskLead(HEARTS))),
    ("低いカードをリードして", talk(cr.AskLead(None, LOW))),
    ("高いハートをリードしてください", talk(cr.AskLead(HEARTS, HIGH))),
    ("クラブは出さないでください", talk(cr.AskNotLead(CLUBS))),
    ("Cy、何をリードしましょうか？", talk(cr.AskWhatToLead(S2))),
    ("Cy、どのスートは避けましょうか", talk(cr.AskWhatNotToLead(S2))),
    ("席2にリードを渡せます", talk(cr.OfferLead(S2))),
    ("Cyさん、お互いに4トリックずつ取りましょう", talk(cr.Offer(S2, 4))),
    ("Cy、了解。4トリックずつ", talk(cr.Agree(S2, 4))),
    ("取り消します", talk(cr.Retract())),
    ("「こんにちは」", talk(cr.Words("こんにちは"))),
    ("発言：よろしくお願いします。", talk(cr.Words("よろしくお願いします。"))),
    ("Bo「こんにちは」", talk(cr.Words("こんにちは"))),
    ("aim 4", talk(cr.Aim(4))),
    ("say こんにちは", talk(cr.Words("こんにちは"))),
]


@pytest.mark.parametrize(("text", "move"), ENGLISH)
def test_what_people_say_in_english(text: str, move: cr.Move) -> None:
    assert parse_move(text, PLAYING, names=NAMES) == move


@pytest.mark.parametrize(("text", "move"), JAPANESE)
def test_what_people_say_in_japanese(text: str, move: cr.Move) -> None:
    assert parse_move(text, PLAYING, "ja", NAMES) == move


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_is_read(language: str) -> None:
    for each in cr.Deck().cards:
        for text in (str(each), str(each).lower(), describe(each, language=language)):
            assert parse_move(text, PLAYING, language) == cr.Play(S1, each)
        suit = cr.languages()[language].tables["suits"][each.suit.name.lower()]
        rank = "10" if each.rank is cr.Rank.TEN else each.rank.letter
        said = {"en": f"{rank} of {suit}", "ja": f"{suit}の{rank}"}[language]
        assert parse_move(said, PLAYING, language) == cr.Play(S1, each)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_suit_is_a_declaration_while_one_is_wanted(language: str) -> None:
    """C1."""
    for suit in cr.Suit:
        word = cr.languages()[language].tables["suits"][suit.name.lower()]
        for text in (suit.value, suit.symbol, word, f"{word}！"):
            assert parse_move(text, DECLARING, language) == cr.Declaration(S0, suit)
            with pytest.raises(cr.NotUnderstoodError):
                parse_move(text, PLAYING, language)


PEOPLE = st.sampled_from(
    [
        None,
        NAMES,
        ("Ann", "Seat 3", "席0", "4"),
        ("アンナ", "ベン", "J. O'Hara, Jr.", "“Ace”"),
        ("שרה", "Bo", "C", "D"),
    ]
)


@given(testing.statements(cr.PARLETT), PEOPLE, st.sampled_from(LANGUAGES), st.booleans())
def test_what_describe_says_is_read_again(
    statement: cr.Statement, names: tuple[str, ...] | None, language: str, honorific: bool
) -> None:
    """B9: every typed statement, with names and without."""
    said = describe(statement, names, language, honorific=honorific)
    if isinstance(statement, cr.Words):
        said = f"say {said}"
        if parse_move(said, PLAYING, language, names) != talk(cr.Words(statement.text.strip())):
            return  # it happens to be a statement
    else:
        assert parse_move(said, PLAYING, language, names) == talk(statement)
        spoken = describe(talk(statement), names, language)
        assert parse_move(spoken, PLAYING, language, names) == talk(statement)


def test_every_kind_of_statement_is_drawn_above() -> None:
    kinds = {type(move.statement) for _, move in ENGLISH + JAPANESE if isinstance(move, cr.Talk)}
    assert kinds == set(get_args(cr.Statement))


@given(testing.games(cr.secret_partners(accusations=True)), PEOPLE, st.sampled_from(LANGUAGES))
def test_every_move_that_describe_tells_is_read_again(
    game: cr.Game, names: tuple[str, ...] | None, language: str
) -> None:
    for seat in map(cr.Seat, range(4)):
        view = cr.view(game, seat)
        for move in cr.legal_moves(view, seat)[:4]:
            assert parse_move(describe(move, names, language), view, language, names) == move


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "text",
    ["say {}", "“{}”", "「{}」", '"{}"', "Bo: “{}”", "say play {}", "say: {}!", "say “{}”"],
)
def test_a_card_by_itself_is_never_said(text: str, language: str) -> None:
    """B9: whoever means to play a card does not tell it by mistake."""
    for each in ("AS", "10♥", "ace of spades" if language == "en" else "スペードのエース"):
        with pytest.raises(cr.NotUnderstoodError):
            parse_move(text.format(each), PLAYING, language, NAMES)


STRANGE = [
    *("", " ", "?", "what", "play", "play it", "say", "““", "aim", "aim x", "1S", "11 of hearts"),
    *("Ann plays AS", "Eve, I can give you the lead.", "accuse 1", "\x00", "sayonara"),
    *("x" * 5_000, "A" * 1_000),
]


@pytest.mark.parametrize("text", STRANGE, ids=range(len(STRANGE)))
def test_what_is_not_understood_is_said_in_few_words(text: str) -> None:
    for language in LANGUAGES:
        with pytest.raises(cr.NotUnderstoodError) as caught:
            parse_move(text, PLAYING, language, NAMES)
        assert caught.value.code is cr.ErrorCode.NOT_UNDERSTOOD
        assert len(describe(caught.value, NAMES, language)) < 300


def examples(view: cr.View, language: str = "en") -> list[cr.Move]:
    """What the error of a text that is not understood shows, read in its turn."""
    with pytest.raises(cr.NotUnderstoodError) as caught:
        parse_move("no such thing", view, language)
    shown = str(caught.value.parameters["examples"])
    marks = {"en": ("“", "”, "), "ja": ("「", "」、")}[language]
    return [parse_move(each.strip("“”「」"), view, language) for each in shown.split(marks[1])]


@given(testing.games(), st.sampled_from(LANGUAGES))
def test_the_examples_can_be_said_now(game: cr.Game, language: str) -> None:
    for seat in map(cr.Seat, range(game.rules.players)):
        view = cr.view(game, seat)
        try:
            shown = examples(view, language)
        except cr.IllegalMoveError as refused:
            nothing = refused
        else:
            assert 1 <= len(shown) <= 3
            assert len(set(shown)) == len(shown)
            assert all(cr.is_legal(view, move) for move in shown)
            if view.to_act == seat and len(cr.legal_moves(view)) > 2:
                assert len(shown) == 3
            continue
        assert cr.legal_moves(view, seat) == ()
        assert nothing.code in (
            "awaiting-deal",
            "game-over",
            "not-your-turn",
            "awaiting-declaration",
        )


def test_three_things_are_shown() -> None:
    assert examples(PLAYING) == [card("AS"), talk(cr.Aim(4)), talk(cr.NoMore())]
    other = cr.view(cr.deal(cr.new_game(cr.PARLETT, S0), 7), S2)
    assert examples(other) == [cr.Talk(S2, made) for made in (cr.Aim(4), cr.NoMore(), cr.AskLead())]
    declared = cr.secret_partners(accusations=True)
    game = cr.deal(cr.new_game(declared, S0), 7)
    waiting = cr.view(cr.play(game, cr.Declaration(S0, HEARTS)), S3)  # only accusations are open
    assert examples(waiting) == [*cr.legal_moves(waiting, S3)]
    assert examples(DECLARING) == [cr.Declaration(S0, suit) for suit in [*cr.Suit][:3]]


def test_when_nothing_can_be_said_the_error_says_why() -> None:
    fresh = cr.view(cr.new_game(cr.PARLETT, S0), S1)
    with pytest.raises(cr.IllegalMoveError, match="no cards are dealt") as caught:
        parse_move("hello?", fresh)
    assert caught.value.move == "hello?"
    over = cr.view(laws.random_game(cr.PARLETT, 5, 10_000), S1)
    with pytest.raises(cr.IllegalMoveError, match="the game is over"):
        parse_move("hello?", over)


def test_a_language_may_know_nothing_but_its_own_lines() -> None:
    """The tables of other ways to say things may be left out."""
    tables = {
        table: texts
        for table, texts in cr.languages()["en"].tables.items()
        if not table.startswith("heard")
    }
    plain = Language("xx", tables)
    assert parse_move("AS", PLAYING, plain) == card("AS")
    assert parse_move("I am aiming for 4 tricks", PLAYING, plain) == talk(cr.Aim(4))
    assert parse_move("spades", DECLARING, plain) == cr.Declaration(S0, cr.Suit.SPADES)
    with pytest.raises(cr.NotUnderstoodError):
        parse_move("ten of hearts", PLAYING, plain)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_help_of_the_command_line_lists_is_read(language: str) -> None:
    own = ("Enter", "hint", "undo", "status", "save game.json", "help", "quit")
    meant = {"say words ...": ["say words hello"], **{key: list[str]() for key in own}}
    asked = cr.languages()[language].tables["help"]
    assert meant.keys() < asked.keys()
    for typed in asked:
        for text in meant.get(typed, typed.split(", ")):
            view = DECLARING if typed.startswith("spades") else PLAYING
            assert parse_move(text, view, language)


def test_names_that_sound_alike_name_nobody() -> None:
    names = ("Ann", "Bo", "ann", "Di")
    with pytest.raises(cr.NotUnderstoodError):
        parse_move("Ann, I can give you the lead.", PLAYING, names=names)
    assert parse_move("Di, I can give you the lead.", PLAYING, names=names) == talk(
        cr.OfferLead(S3)
    )


def test_only_the_viewer_of_a_table_is_listened_to() -> None:
    game = cr.deal(cr.new_game(cr.PARLETT, S0), 7)
    others: list[Any] = [game, None, cr.view(game, None)]
    for other in others:
        with pytest.raises(cr.BadArgumentError, match=r"^view must be "):
            parse_move("AS", other)
    texts: list[Any] = [None, 5, b"AS", cr.Card.parse("AS")]
    for text in texts:
        with pytest.raises(cr.BadArgumentError, match=r"^text must be text"):
            parse_move(text, PLAYING)
    with pytest.raises(cr.BadArgumentError, match=r"^language must be one of"):
        parse_move("AS", PLAYING, "xx")
    with pytest.raises(cr.BadArgumentError, match=r"^names must be "):
        parse_move("AS", PLAYING, names=["Ann"])


@given(st.text(max_size=40), st.sampled_from(LANGUAGES))
def test_only_errors_of_the_library_come_out(text: str, language: str) -> None:
    try:
        move = parse_move(text, PLAYING, language)
    except cr.NotUnderstoodError as error:
        shown = error
    else:
        assert move.seat == S1
        return
    assert describe(shown, language=language)
