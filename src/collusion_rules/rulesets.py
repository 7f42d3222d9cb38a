"""Rulesets: each game of the family as data, its builders and constants, and `RULESETS`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypedDict, Unpack, assert_never, final

import attrs

from collusion_rules.cards import Deck, Rank, Seat
from collusion_rules.dealing import Dealing, EvenDeal, HonoursFirst
from collusion_rules.enums import Choice
from collusion_rules.errors import (
    MOST_NUMBER,
    BadOutcomeError,
    BadRulesetError,
    BadScoringError,
    ErrorCode,
    Fault,
    check_whole,
    excerpt,
    fault,
)
from collusion_rules.moves import MOST_PLAYERS
from collusion_rules.partnerships import ROTATING, Partnership, SecretPair, ThreePairs
from collusion_rules.revisions import ABSENT, latest
from collusion_rules.schemes import ends, faults_of_ruleset
from collusion_rules.scoring import (
    OWN_SCHEMES,
    ParlettScoring,
    PartnersScoring,
    Scoring,
    ThreeTeamsScoring,
    totals_fault,
)
from collusion_rules.texts import plain
from collusion_rules.validators import a_kind_of, one_line, whole, wrong_part
from collusion_rules.values import ReadOnly, Value


class TableTalk(Choice):
    """What may be said at the table (B9, C3)."""

    NONE = "none"
    """Nothing (C3)."""
    STATEMENTS = "statements"
    """The typed statements, none of which can name a card."""
    ANYTHING = "anything"
    """Free text too."""


class Reveal(Choice):
    """When the partners are revealed to all (C4, D1)."""

    AFTER_LAST_TRICK = "after-last-trick"
    """After the last trick (C4)."""
    AT_FIRST_PARTNER_CARD = "at-first-partner-card"
    """As the first partner card is played (D1)."""


class FirstLeader(Choice):
    """Who leads to the first trick of a deal (A4)."""

    LEFT = "left"
    """The player to the dealer's left."""
    RIGHT = "right"
    """The player to the dealer's right."""
    DEALER = "dealer"
    """The dealer."""


def _a_scheme(_: object, attribute: "attrs.Attribute[Scoring]", value: Scoring) -> None:
    if isinstance(value, type) or not isinstance(value, Scoring):
        raise wrong_part(attribute.name, "Scoring", value)
    if isinstance(value, OWN_SCHEMES) and type(value) not in OWN_SCHEMES:
        # Whoever knows one of ours would take it for that, whatever it does.
        raise wrong_part(attribute.name, "Scoring that is no subclass of the library's", value)


def _a_revision(_: object, attribute: "attrs.Attribute[int]", value: int) -> None:
    if type(value) is not int or value < 1:
        raise wrong_part(attribute.name, "a whole number from 1", value)
    if value > latest():
        unknown = ErrorCode.UNKNOWN_REVISION
        raise BadRulesetError([fault(unknown, known=latest(), got=excerpt(value))])


def _is_hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _leaders(totals: Sequence[int]) -> tuple[Seat, ...]:
    """The seats with the highest total, however many (A10)."""
    highest = max(totals)
    return tuple(Seat(seat) for seat, total in enumerate(totals) if total == highest)


@final
@attrs.frozen(kw_only=True)
class Ruleset(Value):
    """The rules of one game, as data. Change a part with `attrs.evolve`.

    Raises:
        BadRulesetError: a part is of the wrong kind, or the parts don't go together; `faults`
            names everything that does not.

    Attributes:
        name: a short name, such as `"parlett"`, of 1 to 100 characters in one line.
        players: how many seats there are, 2 to 8.
        scoring: what the points are and when the game ends.
        deck: the cards, all of which are dealt (A3).
        dealing: how they are dealt (A3, D6).
        first_leader: who leads to the first trick (A4).
        declares: whether the dealer declares trumps (C1).
        partnership: whom the trump cards make partners, if any (C2, D2, D4).
        reveal: when the partners are revealed (C4, D1).
        talk: what may be said at the table (B9, C3).
        accusations: whether one may accuse two seats of being the partners (C10, C11).
        play_off: whether a tie for the win is played off in more deals (A10).
        revision: the revision of our rulings that it is played under; the latest, unless a record
            was begun before a correction.
    """

    name: str = attrs.field(converter=plain, validator=one_line(100))
    players: int = attrs.field(default=4, validator=whole(2, MOST_PLAYERS))
    scoring: Scoring = attrs.field(validator=_a_scheme)
    deck: Deck = attrs.field(default=Deck(), validator=a_kind_of(Deck))
    dealing: Dealing = attrs.field(default=EvenDeal(), validator=a_kind_of(EvenDeal, HonoursFirst))
    first_leader: FirstLeader = attrs.field(
        default=FirstLeader.LEFT, validator=a_kind_of(FirstLeader)
    )
    declares: bool = attrs.field(default=False, validator=a_kind_of(bool))
    partnership: Partnership | None = attrs.field(
        default=None, validator=a_kind_of(SecretPair, ThreePairs, type(None))
    )
    reveal: Reveal = attrs.field(default=Reveal.AFTER_LAST_TRICK, validator=a_kind_of(Reveal))
    talk: TableTalk = attrs.field(default=TableTalk.NONE, validator=a_kind_of(TableTalk))
    accusations: bool = attrs.field(default=False, validator=a_kind_of(bool))
    play_off: bool = attrs.field(default=False, validator=a_kind_of(bool))
    revision: int = attrs.field(factory=latest, validator=_a_revision, metadata={ABSENT: 1})

    tricks: int = attrs.field(init=False, eq=False, repr=False)
    """How many tricks a deal has, which is the size of every hand."""

    def __attrs_post_init__(self) -> None:
        if faults := tuple(self._faults()):
            raise BadRulesetError(faults)
        object.__setattr__(self, "tricks", len(self.deck) // self.players)

    def winners(self, totals: Sequence[int], deals_played: int) -> tuple[Seat, ...]:
        """Who has won: all with the highest total, once the game ends (A10, B8, C9).

        `()` while it goes on, and while a tie for the win is played off.

        Args:
            totals: points, one entry a seat.
            deals_played: how many deals these are from.

        Raises:
            BadOutcomeError: the totals are not one whole number a seat.
            BadArgumentError: `deals_played` is not a number of deals.
            BadScoringError: a scoring of your own says neither that the game ends nor that it
                goes on.
        """
        totals = tuple(totals) if isinstance(totals, list) else totals
        if wrong := totals_fault(totals, self.players):
            raise BadOutcomeError(wrong.code, **wrong.parameters)
        check_whole("deals_played", deals_played, 0, MOST_NUMBER)
        if not ends(self.scoring, tuple(totals), deals_played):
            return ()
        leaders = _leaders(totals)
        return () if self.play_off and len(leaders) > 1 else leaders

    def leads_first(self, dealer: Seat) -> Seat:
        """Who leads to the first trick of a deal (A4)."""
        match self.first_leader:
            case FirstLeader.LEFT:
                return Seat((dealer + 1) % self.players)
            case FirstLeader.RIGHT:
                return Seat((dealer - 1) % self.players)
            case FirstLeader.DEALER:
                return dealer
            case _:
                assert_never(self.first_leader)

    def _faults(self) -> Iterator[Fault]:
        """How the parts don't go together."""
        cards, players, partnership = len(self.deck), self.players, self.partnership
        if cards % players:
            yield fault(ErrorCode.DECK_DOES_NOT_DIVIDE, cards=cards, players=players)
        else:
            yield from self._scoring_faults(cards // players)
        if not _is_hashable(self.scoring):
            wrong, got = ErrorCode.WRONG_PART, excerpt(self.scoring)
            yield fault(wrong, part="scoring", expected="immutable and hashable", got=got)
        yield from self.dealing.ruleset_faults(self.deck, players)
        needs = ErrorCode.PARTS_DISAGREE
        if partnership is not None:
            yield from partnership.ruleset_faults(self.deck, players)
            if not self.declares:
                yield fault(needs, part="a partnership", needs="declares=True")
        elif self.reveal is not Reveal.AFTER_LAST_TRICK:
            yield fault(needs, part="a reveal during play", needs="a partnership")
        if isinstance(partnership, ThreePairs) and self.dealing != HonoursFirst(
            partnership.honours
        ):
            yield fault(needs, part="ThreePairs", needs="HonoursFirst with the same honours")
        if self.accusations and not isinstance(partnership, SecretPair):
            yield fault(needs, part="an accusation", needs="a SecretPair partnership")

    def _scoring_faults(self, tricks: int) -> tuple[Fault, ...]:
        """How the scoring doesn't go with the other parts, or is not a scoring at all."""
        try:
            return faults_of_ruleset(self.scoring, self.players, tricks, self.partnership)
        except BadScoringError as error:
            return (error.fault,)


def parlett(
    target: int = 100,
    *,
    name: str | None = None,
    tied_pair: int = 10,
    fewest: int = 20,
    odd_one_out: int = 30,
    lift: bool = False,
    first_leader: FirstLeader = FirstLeader.LEFT,
    talk: TableTalk = TableTalk.ANYTHING,
    play_off: bool = False,
) -> Ruleset:
    """Parlett's Collusion (B1 to B10).

    Args:
        target: the game ends once anybody has this many points (B7, B8).
        name: the ruleset's name; `"parlett"` or, for another target, such as `"parlett-50"`.
        tied_pair: points more for each of two players who tie (B2).
        fewest: points more for the player with fewest tricks if nobody ties (B3).
        odd_one_out: points more for the fourth player if three tie (B4).
        lift: whether who tied with the winner is lifted to the target (B10).
        first_leader: who leads to the first trick (A4).
        talk: what may be said at the table (B9).
        play_off: whether a tie for the win is played off in more deals (A10).

    Raises:
        BadRulesetError: this makes no sense.
    """
    scoring = ParlettScoring(
        target=target, tied_pair=tied_pair, fewest=fewest, odd_one_out=odd_one_out, lift=lift
    )
    if name is None:
        name = "parlett" if target == 100 else f"parlett-{target}"
    return Ruleset(
        name=name, scoring=scoring, first_leader=first_leader, talk=talk, play_off=play_off
    )


class HouseRules(TypedDict, total=False):
    """What `open_collusion` and `rotation_collusion` take besides, as `secret_partners` does."""

    name: str
    deals: int
    accusations: bool
    accusation: int
    wrong_accusation: int
    accusation_needs_win: bool
    soloist_all_tricks: int
    first_leader: FirstLeader
    talk: TableTalk
    play_off: bool


def secret_partners(
    *,
    name: str = "secret-partners",
    deals: int = 8,
    accusations: bool = False,
    accusation: int = 5,
    wrong_accusation: int = 0,
    accusation_needs_win: bool = False,
    soloist_all_tricks: int = 0,
    first_leader: FirstLeader = FirstLeader.LEFT,
    talk: TableTalk = TableTalk.NONE,
    play_off: bool = False,
) -> Ruleset:
    """Secret-partner Collusion (C1 to C13).

    Args:
        name: the ruleset's name.
        deals: how many deals make a game (C9).
        accusations: whether one may accuse two seats of being the partners (C10, C11).
        accusation: points more for each opponent if one of them named both partners (C10).
        wrong_accusation: points for whoever makes a wrong one, such as -5; never above 0 (C11).
        accusation_needs_win: whether a right one is paid only if the partners lose (C13).
        soloist_all_tricks: points more for a soloist who takes all tricks (C8).
        first_leader: who leads to the first trick (A4).
        talk: what may be said at the table (C3).
        play_off: whether a tie for the win is played off in more deals (A10).

    Raises:
        BadRulesetError: this makes no sense.
    """
    return Ruleset(
        name=name,
        declares=True,
        partnership=SecretPair(),
        first_leader=first_leader,
        talk=talk,
        accusations=accusations,
        scoring=PartnersScoring(
            deals=deals,
            soloist_all_tricks=soloist_all_tricks,
            accusation=accusation,
            wrong_accusation=wrong_accusation,
            accusation_needs_win=accusation_needs_win,
        ),
        play_off=play_off,
    )


def open_collusion(**house_rules: Unpack[HouseRules]) -> Ruleset:
    """Open Collusion: the first partner card reveals both partners (D1).

    Args:
        **house_rules: as for `secret_partners`.

    Raises:
        BadRulesetError: this makes no sense.
    """
    house_rules.setdefault("name", "open-collusion")
    return attrs.evolve(secret_partners(**house_rules), reveal=Reveal.AT_FIRST_PARTNER_CARD)


def rotation_collusion(
    cycle: tuple[tuple[Rank, Rank], ...] = ROTATING, **house_rules: Unpack[HouseRules]
) -> Ruleset:
    """Rotation Collusion: other partner cards in each deal (D2, D3).

    Args:
        cycle: the two ranks for each deal in turn, from the first again after the last.
        **house_rules: as for `secret_partners`.

    Raises:
        BadRulesetError: this makes no sense.
    """
    house_rules.setdefault("name", "rotation-collusion")
    return attrs.evolve(secret_partners(**house_rules), partnership=SecretPair(cycle))


def triple_collusion(
    *,
    name: str = "triple-collusion",
    deals: int = 8,
    first_leader: FirstLeader = FirstLeader.LEFT,
    talk: TableTalk = TableTalk.NONE,
    play_off: bool = False,
) -> Ruleset:
    """Triple Collusion: six players, two packs without the 2s, three teams of two (D4 to D8).

    Args:
        name: the ruleset's name.
        deals: how many deals make a game (D8).
        first_leader: who leads to the first trick (A4).
        talk: what may be said at the table (C3).
        play_off: whether a tie for the win is played off in more deals (A10).

    Raises:
        BadRulesetError: this makes no sense.
    """
    return Ruleset(
        name=name,
        players=6,
        deck=Deck(packs=2, lowest=Rank.THREE),
        dealing=HonoursFirst(),
        declares=True,
        partnership=ThreePairs(),
        first_leader=first_leader,
        talk=talk,
        scoring=ThreeTeamsScoring(deals=deals),
        play_off=play_off,
    )


PARLETT: Final = parlett()
"""Parlett's Collusion to 100 points (B1 to B9)."""
PARLETT_50: Final = parlett(target=50)
"""Parlett's Collusion to 50 points (B1 to B9)."""
SECRET_PARTNERS: Final = secret_partners()
"""Secret-partner Collusion (C1 to C9)."""
OPEN_COLLUSION: Final = open_collusion()
"""Open Collusion (D1)."""
ROTATION_COLLUSION: Final = rotation_collusion()
"""Rotation Collusion (D2, D3)."""
TRIPLE_COLLUSION: Final = triple_collusion()
"""Triple Collusion (D4 to D8)."""

RULESETS: Final[Mapping[str, Ruleset]] = ReadOnly(
    {
        rules.name: rules
        for rules in (
            PARLETT,
            PARLETT_50,
            SECRET_PARTNERS,
            OPEN_COLLUSION,
            ROTATION_COLLUSION,
            TRIPLE_COLLUSION,
        )
    }
)
"""The six games by name."""
