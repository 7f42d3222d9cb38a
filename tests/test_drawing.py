"""A table as its viewer sees it, in text and as a picture, at any width and with any players."""

import re
import xml.etree.ElementTree as ET
from typing import Any

import attrs
import laws
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import NoScoring, cards, play

import collusion_rules as cr
from collusion_rules import draw_svg, draw_text
from collusion_rules.drawing import joined
from collusion_rules.texts import columns

NAMES = ("Ann", "Bob", "Cy", "Di")
GAME = play(
    cr.deal(
        cr.new_game(cr.PARLETT, cr.Seat(3)),
        hands=cards(
            "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2H",
            "2S AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H",
            "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2C",
            "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2D",
        ),
    ),
    *("AS", "2S", "2C", "2D", "KS"),
)
VIEW = cr.view(GAME, cr.Seat(1))
COLOURS = re.compile(r"([^{}]+)\{([^{}]+)\}")


def of_players(players: int, packs: int = 1) -> cr.Ruleset:
    """A game of so many players, with as many of the cards as can be dealt evenly."""
    lowest = next(rank for rank in cr.Rank if 4 * packs * (15 - rank) % players == 0)
    deck = cr.Deck(packs=packs, lowest=lowest)
    return cr.Ruleset(name="a table", players=players, deck=deck, scoring=NoScoring())


RULESETS = [*cr.RULESETS.values(), of_players(2, packs=2), *map(of_players, range(2, 9))]


def views(rules: cr.Ruleset) -> list[cr.View]:
    """What each seat and a spectator see at some moments of a game."""
    games = [laws.random_game(rules, 5, moves) for moves in (1, 11, 60)]
    fresh = cr.new_game(rules, cr.Seat(1))
    seats = [None, *map(cr.Seat, range(rules.players))]
    return [cr.view(game, seat) for game in (fresh, *games) for seat in seats]


def own_cards(view: cr.View) -> list[cr.Card]:
    return [card for hand in view.hands if isinstance(hand, cr.Cards) for card in hand]


def trick_shown(view: cr.View) -> list[cr.Card]:
    """The cards of the trick on the table, or of the last one."""
    plays = view.trick or (view.tricks[-1] if view.tricks else ())
    return [play.card for play in plays]


# Text


def test_a_table_in_text() -> None:
    assert (
        draw_text(VIEW, NAMES, width=60)
        == """\
Parlett's Collusion, deal 1
Di dealt, trick 2 of 13
Bob is to play

                             Di
                          0 tricks
                          0 points


Cy                                                       Ann
0 tricks                                             1 trick
0 points                                            0 points
                                                        > K♠

                            Bob
                          0 tricks
                          0 points


your hand:
♠ -
♥ [A] [K] [Q] [J] [10] [9] [8] [7] [6] [5] [4] [3]
♦ -
♣ -

> led   [ ] may be played now"""
    )


def test_a_narrow_table_in_japanese() -> None:
    game = play(GAME, "AH", "AD", "AC")
    assert (
        draw_text(cr.view(game, cr.Seat(3)), language="ja", width=32)
        == """\
コルージョン（パーレット版）、
第1ディール
ディーラーは席3（あなた）、
13トリック中の第3トリック
席0の番です

> ♠K *  席0
        2トリック、0点
  ♥A    席1
        0トリック、0点
  ♦A    席2
        0トリック、0点
  ♣A    席3（あなた）
        0トリック、0点

あなたの手札：
♠ -
♥ -
♦ -
♣ K Q J 10 9 8 7 6 5 4 3

> リード
* トリックを取ったカード"""
    )


@pytest.mark.no_cover
@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: f"{rules.name}-{rules.players}")
def test_every_card_is_there_at_any_width(rules: cr.Ruleset) -> None:
    for view in views(rules):
        for width, language in ((32, "en"), (33, "ja"), (60, "ja"), (100, "en")):
            text = draw_text(view, language=language, width=width)
            lines = text.split("\n")
            assert all(columns(line) <= width for line in lines), text
            for seat in range(rules.players):
                assert {"en": f"seat {seat}", "ja": f"席{seat}"}[language] in text
            for card in trick_shown(view):
                assert cr.describe(card, language=language) in text
            if own_cards(view):
                assert ranks_shown(lines) == [
                    (card.suit, cr.describe(card)[:-1]) for card in own_cards(view)
                ]


def ranks_shown(lines: list[str]) -> list[tuple[cr.Suit, str]]:
    """The cards of the own hand, as the lines of its suits have them."""
    found: list[tuple[cr.Suit, str]] = []
    start = max(at for at, line in enumerate(lines) if line.startswith("♠ "))
    suit: cr.Suit | None = None
    for line in lines[start:]:
        pip, _, rest = line.partition(" ")
        if pip in "♠♥♦♣" and pip:
            suit = cr.Suit("CDHS"["♣♦♥♠".index(pip)])
        elif not line.startswith("  "):
            break
        assert suit is not None
        found += [(suit, rank.strip("[]")) for rank in rest.split() if rank != "-"]
    return found


@given(
    st.text("abcdefghij 　あ漢שم́-", min_size=1, max_size=80),
    st.integers(32, 70),
    st.sampled_from([*cr.languages()]),
)
def test_long_names_are_cut_and_say_so(name: str, width: int, language: str) -> None:
    try:
        text = draw_text(VIEW, (name, "B" * 100, "C", "D"), language, width=width)
    except cr.BadArgumentError:
        return  # nothing to be seen in the name
    assert all(columns(line) <= width for line in text.split("\n")), text
    assert "…" in text
    assert text.count("[") == len(own_cards(VIEW)) + 1


def test_what_the_table_waits_for_is_told() -> None:
    game = cr.new_game(cr.secret_partners(deals=1), cr.Seat(2))
    assert "seat 2 is to deal" in str(cr.view(game, cr.Seat(0)))
    game = cr.deal(game, 3)
    assert "seat 2 (you) is to declare trumps" in str(cr.view(game, cr.Seat(2)))
    game = cr.play(game, cr.Declaration(cr.Seat(2), cr.Suit.HEARTS))
    assert "trumps: ♥ hearts, trick 1 of 13" in str(cr.view(game, None))
    while game.to_act is not None:
        game = cr.play(game, cr.legal_moves(game)[0])
    text = str(cr.view(game, cr.Seat(0)))
    assert "the game is over, won by " in text
    assert "the partners are " in text or " is alone against " in text
    assert "is to " not in text
    assert "* took the trick" in text


def test_a_complete_trick_waits_to_be_taken() -> None:
    """A7: a viewer may be told of the last card before the trick is taken."""
    view = VIEW
    for event in play(GAME, "AH", "AD", "AC").log[len(GAME.log) :][:3]:
        view = cr.advance(view, event)
    assert "the trick is complete" in draw_text(view)
    assert "> led" in draw_text(view)


# Pictures


def parsed(view: cr.View, *arguments: Any) -> ET.Element:
    return ET.fromstring(draw_svg(view, *arguments))  # noqa: S314 -- our own


def drawn(root: ET.Element, kind: str) -> list[ET.Element]:
    """The elements that are of a class."""
    return [one for one in root.iter() if kind in (one.get("class") or "").split()]


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: f"{rules.name}-{rules.players}")
def test_a_picture_has_every_card_within_its_edges(rules: cr.Ruleset) -> None:
    for view in views(rules):
        root = parsed(view)
        _, _, width, height = map(float, (root.get("viewBox") or "").split())
        own, trick = own_cards(view), trick_shown(view)
        faces = [face.text for face in drawn(root, "face")]
        shown = sorted(f"{rank}{pip}" for rank, pip in zip(faces[::2], faces[1::2], strict=True))
        assert shown == sorted(map(cr.describe, own + trick))
        playable = [move for move in cr.legal_moves(view) if isinstance(move, cr.Play)]
        held = sum(own.count(move.card) for move in playable)
        assert len(drawn(root, "now")) == held
        for group in root.iter("{http://www.w3.org/2000/svg}g"):
            below = float((group.get("transform") or "").split()[1].rstrip(")"))
            for card in drawn(group, "card"):
                x, y = float(card.get("x") or -1), float(card.get("y") or -1) + below
                assert 0 <= x <= width - 44
                assert 0 <= y <= height - 60
        assert len(drawn(root, "turn")) == (view.to_act is not None)


@pytest.mark.parametrize("language", cr.languages())
def test_a_picture_can_be_heard(language: str) -> None:
    root = parsed(VIEW, NAMES, language)
    title, desc = root[0], root[1]
    assert (root.get("role"), root.get("lang")) == ("img", language)
    assert root.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
    assert title.tag.endswith("}title")
    assert desc.tag.endswith("}desc")
    assert title.text
    for part in (*NAMES, cr.describe(GAME.plays[-1], NAMES, language)):
        assert part in (desc.text or "")
    for card in own_cards(VIEW):
        assert cr.describe(card, language=language) in (desc.text or "")


def test_no_name_gets_out_of_its_text() -> None:
    names = ("<script>", 'A" onload="x', "&amp;", "</text>")
    root = parsed(VIEW, names)
    texts = [name.text for name in drawn(root, "name") if name.text != ">"]
    assert texts == ["A' onload='x", "&amp;", "</text>", "<script>"]


def test_two_pictures_can_stand_in_one_page() -> None:
    other = cr.view(GAME, cr.Seat(2))
    one, two = parsed(VIEW).get("id"), parsed(other).get("id")
    assert one != two
    for view, own in ((VIEW, one), (other, two)):
        style = next(part.text or "" for part in parsed(view).iter() if part.tag.endswith("style"))
        rules = [rule for rule, _ in COLOURS.findall(style.replace("@media", "").partition("{")[0])]
        assert all(f"#{own}" in rule for rule in rules)
        assert style.count("#table-") == style.count(f"#{own}")


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_all_can_be_read_in_light_and_in_dark() -> None:
    """WCAG 2.2: 4.5 to 1 for text, 3 to 1 for what else has a meaning."""
    style = next(part.text or "" for part in parsed(VIEW).iter() if part.tag.endswith("style"))
    light, _, dark = style.partition("@media")
    colours: dict[str, str] = {}
    for part in (light, dark.partition("{")[2]):
        for selectors, body in COLOURS.findall(part):
            for selector in selectors.split(","):
                for kind, colour in re.findall(r"(fill|stroke):(#\w{6})", body):
                    colours[f"{selector.split()[-1]} {kind}"] = colour
        for background in ("paper", "felt"):
            assert contrast(colours["text fill"], colours[f".{background} fill"]) >= 4.5
        for ink in ("black", "red"):
            assert contrast(colours[f"text.{ink} fill"], colours[".card fill"]) >= 4.5
        assert contrast(colours[".turn stroke"], colours[".paper fill"]) >= 3
        assert contrast(colours[".now stroke"], colours[".paper fill"]) >= 3


# Both


def test_a_view_shows_itself() -> None:
    shown: Any = VIEW
    assert str(VIEW) == draw_text(VIEW)
    assert shown._repr_svg_() == draw_svg(VIEW)
    assert not hasattr(GAME, "_repr_svg_")
    assert str(GAME) == repr(GAME)


def test_only_a_view_is_drawn() -> None:
    """By type: a game has more in it than its viewers may see."""
    others: list[Any] = [GAME, None, VIEW.log]
    for other in others:
        for draw in (draw_text, draw_svg):
            with pytest.raises(cr.BadArgumentError, match=r"^view must be a View"):
                draw(other)


def test_what_is_not_known_can_not_be_drawn() -> None:
    widths: list[Any] = [31, 1_001, "80", True, None]
    for width in widths:
        with pytest.raises(cr.BadArgumentError, match=r"^width must be a whole number from 32 to"):
            draw_text(VIEW, width=width)
    for draw in (draw_text, draw_svg):
        with pytest.raises(cr.BadArgumentError, match=r"^names must be 4 names, one a seat, not 3"):
            draw(VIEW, NAMES[:3])
        with pytest.raises(cr.BadArgumentError, match=r"^language must be one of"):
            draw(VIEW, NAMES, "xx")


def test_a_drawing_tells_no_more_than_the_view() -> None:
    """Two games that differ in what a seat has not seen look the same from it."""
    fresh = cr.new_game(cr.PARLETT, cr.Seat(3))
    hands = cr.deal(fresh, seed=1).hands
    before = cr.deal(fresh, hands=hands)
    other = cr.deal(fresh, hands=[hands[0], hands[1], hands[3], hands[2]])
    for draw in (draw_text, draw_svg):
        for seat in (None, cr.Seat(1)):
            assert draw(cr.view(other, seat)) == draw(cr.view(before, seat))


# Widths


def test_facts_are_joined_in_lines_that_end_with_the_joint() -> None:
    facts = ("席3 7♠", "席0 10♣", "席1 A♦")
    assert [*joined(facts, "、", 16)] == ["席3 7♠、", "席0 10♣、席1 A♦"]
    assert [*joined(("a", "b", "c"), "  ", 4)] == ["a  b", "c"]
    assert [*joined(("a", "longer fact"), ", ", 6)] == ["a,", "longer", "fact"]


def test_scores_that_are_long_have_their_place_in_rows() -> None:
    rules = attrs.evolve(cr.PARLETT, scoring=cr.ParlettScoring(target=1_000_000, fewest=999_999))
    game = laws.random_game(rules, 3, 53 * 40)
    text = draw_text(cr.view(game, cr.Seat(0)), width=60)
    assert all(str(total) in text for total in game.totals)
