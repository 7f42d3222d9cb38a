"""Chance: the shuffle of docs/fair-shuffling.md, pinned, written again, and measured."""

import hashlib
import json
import re
import secrets
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, permutations
from pathlib import Path
from typing import Any, Final

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from surroundings import run

import collusion_rules as cr
from collusion_rules.shuffling import Chance, derived

_PAGE: Final = (Path(__file__).parent.parent / "docs" / "fair-shuffling.md").read_text("utf-8")


def _block(language: str) -> str:
    (block,) = re.findall(rf"^```{language}\n(.*?)^```$", _PAGE, re.DOTALL | re.MULTILINE)
    return str(block)


_GOLDEN: Final = json.loads(_block("json"))

SEEDS: Final = st.integers() | st.text(st.characters(exclude_categories=["Cs"])) | st.binary()


def _seed(written: Mapping[str, str]) -> cr.Seed:
    """A seed of the golden vectors: its kind, and how it is written."""
    ((kind, text),) = written.items()
    read: Mapping[str, Callable[[str], cr.Seed]] = {
        "int": int,
        "text": str,
        "bytes": bytes.fromhex,
    }
    return read[kind](text)


def _numbers(cases: Sequence[object]) -> list[str]:
    """Plain names for tests, whatever they are about."""
    return [str(number) for number, _ in enumerate(cases)]


# The shuffle written again from the page alone, one paragraph after the other.


def _sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def _canonical(seed: cr.Seed) -> bytes:
    if isinstance(seed, int):
        sign = "-" if seed < 0 else ""
        return f"int:{sign}{abs(seed):x}".encode("ascii")
    if isinstance(seed, str):
        return b"text:" + seed.encode("utf-8")
    return b"bytes:" + seed


def _digest(purpose: str, *parts: bytes) -> bytes:
    measured = [len(part).to_bytes(8, "big") + part for part in parts]
    return _sha(b"collusion-rules 1 ", purpose.encode(), b"\x00", *measured)


def _words(seed: cr.Seed, deal_number: int) -> Iterator[int]:
    key = _digest("shuffle", _canonical(seed), b"%d" % deal_number)
    block = 0
    while True:
        digest = _sha(key, block.to_bytes(8, "big"))
        yield from (int(digest[at : at + 4].hex(), 16) for at in range(0, 32, 4))
        block += 1


def _fair_number(limit: int, words: Iterator[int]) -> int:
    greatest_multiple = 2**32 // limit * limit
    return next(word % limit for word in words if word < greatest_multiple)


def _shuffle(cards: list[str], words: Iterator[int]) -> None:
    last = len(cards) - 1
    while last >= 1:
        other = _fair_number(last + 1, words)
        cards[other], cards[last] = cards[last], cards[other]
        last -= 1


def _listed(ranks: str, suits: str, copies: int) -> list[str]:
    return [rank + suit for suit in suits for rank in ranks for _ in range(copies)]


def _dealt_again(ruleset: str, dealer: int, number: int, seed: cr.Seed) -> list[Counter[str]]:
    words = _words(seed, number)
    players, packets = 4, [_listed("AKQJT98765432", "SHDC", 1)]
    if ruleset == "triple-collusion":
        players, packets = 6, [_listed("AKQ", suit, 2) for suit in "SHDC"]
        packets.append(_listed("JT9876543", "SHDC", 2))
    hands: list[Counter[str]] = [Counter() for _ in range(players)]
    for packet in packets:
        _shuffle(packet, words)
        seat = dealer
        for card in packet:
            seat = (seat + 1) % players
            hands[seat][card] += 1
    return hands


def _game_before(ruleset: str, dealer: int, number: int) -> cr.Game:
    """A game that awaits its deal of this number, by this dealer."""
    rules = cr.RULESETS[ruleset]
    game = cr.new_game(rules, cr.Seat((dealer - number + 1) % rules.players))
    for _ in range(number - 1):
        game = cr.deal(game, seed="whatever")
        while moves := cr.legal_moves(game):
            game = cr.play(game, moves[0])
    return game


def _texts(hands: Sequence[cr.Cards]) -> list[Counter[str]]:
    return [Counter(map(str, hand)) for hand in hands]


@pytest.mark.parametrize("vector", _GOLDEN["deals"], ids=_numbers(_GOLDEN["deals"]))
def test_golden_deals(vector: Mapping[str, Any]) -> None:
    game = _game_before(vector["ruleset"], vector["dealer"], vector["deal"])
    assert (game.dealer, game.deals_played) == (vector["dealer"], vector["deal"] - 1)
    game = cr.deal(game, seed=_seed(vector["seed"]))
    assert [str(hand) for hand in game.hands] == vector["hands"]


@pytest.mark.parametrize("vector", _GOLDEN["deals"], ids=_numbers(_GOLDEN["deals"]))
def test_golden_deals_written_again(vector: Mapping[str, Any]) -> None:
    again = _dealt_again(vector["ruleset"], vector["dealer"], vector["deal"], _seed(vector["seed"]))
    assert again == [Counter(hand.split()) for hand in vector["hands"]]


@pytest.mark.parametrize("vector", _GOLDEN["commitments"], ids=_numbers(_GOLDEN["commitments"]))
def test_golden_commitments(vector: Mapping[str, Any]) -> None:
    seed = _seed(vector["seed"])
    assert cr.commitment(seed) == vector["commitment"]
    assert _digest("commitment", _canonical(seed)).hex() == vector["commitment"]


@pytest.mark.parametrize(
    "vector", _GOLDEN["combined_seeds"], ids=_numbers(_GOLDEN["combined_seeds"])
)
def test_golden_combined_seeds(vector: Mapping[str, Any]) -> None:
    shares = [_seed(share) for share in vector["shares"]]
    assert cr.combined_seed(*shares).hex() == vector["combined_seed"]
    assert _digest("combined", *map(_canonical, shares)).hex() == vector["combined_seed"]


def test_golden_commitments_to_shares() -> None:
    for vector in _GOLDEN["commitments_to_shares"]:
        terms, seat, share = vector["terms"], vector["seat"], _seed(vector["share"])
        assert cr.commitment(share, terms=terms, seat=seat) == vector["commitment"]
        owner = b"room" if seat is None else b"%d" % seat
        parts = (_canonical(terms), owner, _canonical(share))
        assert _digest("commitment to a share", *parts).hex() == vector["commitment"]


def test_golden_combined_seeds_under_terms() -> None:
    for vector in _GOLDEN["combined_seeds_under_terms"]:
        terms, shares = vector["terms"], [_seed(share) for share in vector["shares"]]
        assert cr.combined_seed(*shares, terms=terms).hex() == vector["combined_seed"]
        parts = map(_canonical, (terms, *shares))
        assert _digest("combined under terms", *parts).hex() == vector["combined_seed"]


def test_what_a_room_derives_from_its_secret_stays_the_same() -> None:
    """A room that is read back draws the same shares, first dealer and chances for its players."""
    found = derived(b"secret", "share", 12)
    assert found.hex() == "a67fc57c9f5fd8723aba9c67904ec2678f6e2e32fe91530dcbd35f9e1f1adc2b"
    assert found == _digest("derived", b"secret", b"share", b"12")


def test_golden_vectors_cover_what_matters() -> None:
    deals = _GOLDEN["deals"]
    assert {deal["ruleset"] for deal in deals} >= {"parlett", "secret-partners", "triple-collusion"}
    assert {kind for deal in deals for kind in deal["seed"]} == {"int", "text", "bytes"}
    assert {deal["deal"] for deal in deals} >= {1, 2, 3}
    commitments = _GOLDEN["commitments"]
    assert len({vector["commitment"] for vector in commitments}) == len(commitments)


_ASK_NODE: Final = """
const seedOf = (written) => {
  const [[kind, text]] = Object.entries(written);
  if (kind === "int") return BigInt(text);
  return kind === "text" ? text : Uint8Array.from(Buffer.from(text, "hex"));
};
const golden = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
(async () => {
  for (const vector of golden.commitments)
    vector.commitment = await commitment(seedOf(vector.seed));
  for (const vector of golden.combined_seeds)
    vector.combined_seed = Buffer.from(
      await combinedSeed(...vector.shares.map(seedOf))).toString("hex");
  for (const vector of golden.commitments_to_shares)
    vector.commitment = await commitment(
      seedOf(vector.share), vector.terms, vector.seat ?? undefined);
  for (const vector of golden.combined_seeds_under_terms)
    vector.combined_seed = Buffer.from(await combinedSeedUnderTerms(
      vector.terms, ...vector.shares.map(seedOf))).toString("hex");
  for (const vector of golden.deals) {
    const [packets, players] =
      vector.ruleset === "triple-collusion" ? [fivePackets, 6] : [onePacket, 4];
    vector.hands = await deal(packets, players, vector.dealer, seedOf(vector.seed), vector.deal);
  }
  const refused = [];
  for (const seed of [7, null, "\\ud800"])
    try { canonical(seed); } catch (error) { refused.push(error.name); }
  console.log(JSON.stringify({ ...golden, refused }));
})();
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")
def test_golden_vectors_in_javascript(tmp_path: Path) -> None:
    node = shutil.which("node")
    assert node is not None
    script = tmp_path / "shuffle.js"
    script.write_text(_block("javascript") + _ASK_NODE, encoding="utf-8")
    asked = json.dumps({key: _without_answers(rows) for key, rows in _GOLDEN.items()})
    answers = json.loads(run(node, script, typed=asked).stdout)
    assert answers["refused"] == ["TypeError"] * 3
    assert answers["commitments"] == _GOLDEN["commitments"]
    for vectors in ("combined_seeds", "commitments_to_shares", "combined_seeds_under_terms"):
        assert answers[vectors] == _GOLDEN[vectors]
    for answer, golden in zip(answers["deals"], _GOLDEN["deals"], strict=True):
        assert [Counter(hand) for hand in answer["hands"]] == [
            Counter(hand.split()) for hand in golden["hands"]
        ]


def _without_answers(rows: list[dict[str, object]]) -> list[dict[str, object]]:
    answers = {"commitment", "combined_seed", "hands"}
    return [{key: value for key, value in row.items() if key not in answers} for row in rows]


# Properties


@given(SEEDS, st.integers(0, 3), st.sampled_from(["parlett", "open-collusion"]))
def test_every_deal_is_that_of_the_page(seed: cr.Seed, dealer: int, ruleset: str) -> None:
    game = cr.deal(cr.new_game(cr.RULESETS[ruleset], cr.Seat(dealer)), seed=seed)
    assert _texts(game.hands) == _dealt_again(ruleset, dealer, 1, seed)


@given(SEEDS, st.integers(0, 5))
def test_every_triple_deal_is_that_of_the_page(seed: cr.Seed, dealer: int) -> None:
    """D6: the honours of each suit first, then the rest."""
    game = cr.deal(cr.new_game(cr.TRIPLE_COLLUSION, cr.Seat(dealer)), seed=seed)
    assert _texts(game.hands) == _dealt_again("triple-collusion", dealer, 1, seed)


@given(SEEDS, st.integers(1, 2**33), st.integers(1, 10**6))
def test_a_fair_number_is_that_of_the_page(seed: cr.Seed, limit: int, number: int) -> None:
    """Large limits make refused words common: with the cards of a deck they almost never are."""
    limit = min(limit, 2**32)
    chance, words = Chance(seed, number), _words(seed, number)
    for _ in range(20):
        drawn = chance.below(limit)
        assert drawn == _fair_number(limit, words)
        assert 0 <= drawn < limit


@pytest.mark.parametrize("limit", [1, 2**31, 2**31 + 1, 3 * 2**30, 2**32 - 1, 2**32])
def test_a_fair_number_at_the_limits(limit: int) -> None:
    chance, words = Chance("limits", 1), _words("limits", 1)
    assert [chance.below(limit) for _ in range(100)] == [
        _fair_number(limit, words) for _ in range(100)
    ]


def test_the_boundary_word_is_refused() -> None:
    """With a limit of exactly one of the stream's words, that word itself is thrown away."""
    words = list(islice(_words("boundary 3", 1), 9))
    limit = words[0]
    assert limit > 2**31
    assert Chance("boundary 3", 1).below(limit) == next(word for word in words if word < limit)


@given(SEEDS, SEEDS)
def test_different_seeds_have_different_commitments(one: cr.Seed, other: cr.Seed) -> None:
    same = type(one) is type(other) and one == other
    assert (cr.commitment(one) == cr.commitment(other)) is same
    assert (cr.combined_seed(one, other) == cr.combined_seed(other, one)) is same


def test_seeds_of_different_types_differ() -> None:
    seeds: list[cr.Seed] = [7, "7", b"7"]
    assert len({cr.commitment(seed) for seed in seeds}) == 3
    game = cr.new_game(cr.PARLETT, cr.Seat(0))
    assert len({cr.deal(game, seed=seed).hands for seed in seeds}) == 3


def test_shares_are_not_run_together() -> None:
    assert cr.combined_seed("ab", "c") != cr.combined_seed("a", "bc")
    assert cr.combined_seed("a") not in (cr.combined_seed("a", ""), b"a")


def test_one_seed_gives_a_different_deal_each_time() -> None:
    games = [_game_before("secret-partners", 0, number) for number in range(1, 9)]
    assert len({cr.deal(game, seed="one table").hands for game in games}) == 8


def test_without_a_seed_the_deal_depends_on_256_secret_bits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[int] = []

    def token(count: int) -> bytes:
        drawn.append(count)
        return b"\x2a" * count

    monkeypatch.setattr(secrets, "token_bytes", token)
    game = cr.new_game(cr.PARLETT, cr.Seat(0))
    assert cr.deal(game) == cr.deal(game, seed=b"\x2a" * 32)
    assert drawn == [32]


def test_without_a_seed_deals_differ() -> None:
    game = cr.new_game(cr.PARLETT, cr.Seat(0))
    assert cr.deal(game).hands != cr.deal(game).hands


class _NoInt(int):
    """A whole number that is more than one: which of its two values would be the seed?"""


_NO_SEEDS: Final = [
    (1.5, "something of type float"),
    (True, "something of type bool"),
    (_NoInt(7), "something of type _NoInt"),
    (bytearray(b"7"), "something of type bytearray"),
    (memoryview(b"7"), "something of type memoryview"),
    ([7], "something of type list"),
    (cr.Rank.ACE, "something of type Rank"),
    ("north \ud800", "text with lone surrogates"),
]


@pytest.mark.parametrize(("seed", "got"), _NO_SEEDS, ids=_numbers(_NO_SEEDS))
def test_a_seed_of_a_wrong_type_is_refused(seed: Any, got: str) -> None:
    game = cr.new_game(cr.PARLETT, cr.Seat(0))
    calls: list[Callable[[], object]] = [
        lambda: cr.deal(game, seed=seed),
        lambda: cr.commitment(seed),
        lambda: cr.combined_seed("a share", seed),
    ]
    for call in calls:
        with pytest.raises(cr.BadDealError) as caught:
            call()
        (fault,) = caught.value.faults
        assert fault.code is cr.ErrorCode.BAD_SEED
        assert fault.parameters == {"got": got}
        assert str(fault) == f"a seed must be an int, bytes or well-formed text, not {got}"
        assert "north" not in str(caught.value)  # a seed is a secret


def test_no_seed_is_no_share() -> None:
    none: Any = None
    for call in (lambda: cr.commitment(none), lambda: cr.combined_seed(none)):
        with pytest.raises(
            cr.BadDealError, match="well-formed text, not something of type NoneType"
        ):
            call()


@pytest.mark.parametrize("seat", [True, -1, 1.0, "1", "room", 10**30, "\ud800", [1]], ids=ascii)
def test_a_share_is_of_a_seat(seat: Any) -> None:
    with pytest.raises(cr.BadArgumentError, match=r"^seat must be a whole number from 0 to "):
        cr.commitment(b"a", "terms", seat)


def test_a_seat_without_terms_would_be_left_out() -> None:
    with pytest.raises(cr.BadArgumentError) as refused:
        cr.commitment(b"a", seat=0)
    assert str(refused.value) == "seat must be left out without terms, not 0"


@pytest.mark.parametrize("terms", [7, b"terms", ["terms"], 0, b""])
def test_terms_are_text(terms: Any) -> None:
    for call in (
        lambda: cr.commitment(b"a", terms),
        lambda: cr.combined_seed(b"a", terms=terms),
    ):
        with pytest.raises(cr.BadArgumentError, match=r"^terms must be text, not "):
            call()


def test_combining_no_shares_is_refused() -> None:
    with pytest.raises(cr.BadDealError) as caught:
        cr.combined_seed()
    (fault,) = caught.value.faults
    assert fault.code is cr.ErrorCode.BAD_SEED
    assert fault.parameters == {"got": "no share at all"}


# Uniformity: with fixed seeds, so these either always pass or never do. The bounds are the
# quantiles 0.001 and 0.999 of the chi-square distribution; too even is as suspicious as too uneven.


def _chi_square(counts: Mapping[Any, int], cells: int) -> float:
    expected = sum(counts.values()) / cells
    missing = cells - len(counts)
    return sum((count - expected) ** 2 / expected for count in counts.values()) + missing * expected


def test_every_card_comes_to_every_seat_equally_often() -> None:
    """Chi-square over card and seat: 51 times 3 degrees of freedom."""
    counts: Counter[tuple[cr.Card, int]] = Counter()
    game = cr.new_game(cr.PARLETT, cr.Seat(0))
    for number in range(2000):
        for seat, hand in enumerate(cr.deal(game, seed=number).hands):
            counts.update((card, seat) for card in hand)
    # the hands of one deal have no card twice, which makes the counts a little too even
    assert 104.6 < _chi_square(counts, 52 * 4) * 51 / 52 < 212.8


@pytest.mark.no_cover
def test_every_honour_comes_to_every_seat_equally_often() -> None:
    """D6: chi-square over the honours of one suit and seats: 2 times 5 degrees of freedom."""
    counts: Counter[tuple[cr.Card, int]] = Counter()
    game = cr.new_game(cr.TRIPLE_COLLUSION, cr.Seat(2))
    for number in range(1000):
        for seat, hand in enumerate(cr.deal(game, seed=number).hands):
            hearts = hand.of_suit(cr.Suit.HEARTS)
            counts.update((card, seat) for card in hearts if card.rank >= cr.Rank.QUEEN)
    assert sum(counts.values()) == 6000
    # a count of one card at one seat varies with 1/3 times 2/3 a deal: 18 of these make 12, not 10
    assert 1.48 < _chi_square(counts, 18) * 10 / 12 < 29.6


def test_every_order_of_a_tiny_deck_comes_equally_often() -> None:
    """Chi-square over the 24 ways to deal four aces to four seats: 23 degrees of freedom."""
    rules = attrs.evolve(cr.PARLETT, name="four aces", deck=cr.Deck(lowest=cr.Rank.ACE))
    game = cr.new_game(rules, cr.Seat(3))
    counts = Counter(cr.deal(game, seed=f"deal {number}").hands for number in range(4800))
    assert len(counts) == 24
    assert 7.5 < _chi_square(counts, 24) < 49.7


def test_every_order_of_five_comes_equally_often() -> None:
    """Chi-square over the 120 orders: 119 degrees of freedom."""
    counts = Counter("".join(Chance(number, 1).shuffled("abcde")) for number in range(12000))
    assert set(counts) == {"".join(order) for order in permutations("abcde")}
    assert 77.0 < _chi_square(counts, 120) < 172.4


def test_the_statistic_finds_an_uneven_shuffle() -> None:
    """A planted fault: swapping each card with any card is a well-known unfair shuffle."""
    counts: Counter[str] = Counter()
    for number in range(12000):
        chance, order = Chance(number, 1), list("abcde")
        for place in range(5):
            other = chance.below(5)
            order[place], order[other] = order[other], order[place]
        counts["".join(order)] += 1
    assert _chi_square(counts, 120) > 600


@pytest.mark.parametrize("count", [0, 1])
def test_shuffling_next_to_nothing_draws_no_number(count: int) -> None:
    chance = Chance("few", 1)
    assert chance.shuffled("a" * count) == ["a"] * count
    assert chance.below(2**32) == next(_words("few", 1))


def test_shuffling_leaves_the_items_alone() -> None:
    items = [1, 2, 3, 4, 5, 6, 7, 8]
    shuffled = Chance("alone", 1).shuffled(items)
    assert items == [1, 2, 3, 4, 5, 6, 7, 8]
    assert sorted(shuffled) == items != shuffled
