"""Write the study: `docs/study.md`, `docs/study.ja.md` and their pictures, from play and counting.

    python scripts/study.py

It needs the extras `fast` and `plot`. The same seed and numbers give the same pages.
"""

# ruff: noqa: E501 -- the lines of paragraphs in two languages

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb, floor, hypot, isnan, log10, nan, sqrt
from pathlib import Path
from typing import Final, Literal

import attrs
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import collusion_rules as cr
from collusion_rules.batch import play_deals
from collusion_rules.simulation import (
    Declares,
    Estimate,
    Plays,
    Policy,
    Side,
    Simulation,
    simulate,
)
from collusion_rules.simulation.tallies import share, together

# Matplotlib leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

DOCS: Final = Path(__file__).parent.parent / "docs"
SEED: Final = "study"
COLOURS: Final = {
    "": ("#1f4e79", "#d9822b", "#4b9b6e"),
    "-dark": ("#7fb2e5", "#f0a860", "#8fd0ab"),
}
INK: Final = {"": "#222222", "-dark": "#dddddd"}
"""Pictures for a light page, and for a dark one."""
TARGETS: Final = (50, 75, 100)
REASONS: Final = (cr.Reason.TIED_PAIR, cr.Reason.FEWEST, cr.Reason.ODD_ONE_OUT)
TRIPLE: Final = {
    ("ours (D7)", "裁定どおり（D7）"): cr.ThreeTeamsScoring(),
    ("a tie for most paid in full", "同数最多にも全額"): cr.ThreeTeamsScoring(tied_most=10),
    ("nothing lost by the fewest", "最少でも減点なし"): cr.ThreeTeamsScoring(
        tied_fewest=0, fewest=0
    ),
    ("only the fewest lose, -10", "最少だけが−10点"): cr.ThreeTeamsScoring(fewest=-10),
    ("nothing paid for a tie", "同数には得点なし"): cr.ThreeTeamsScoring(
        tied_most=0, tied_fewest=0
    ),
}
BATCH: Final = 50_000

Language = Literal["en", "ja"]
Text = Mapping[Language, str]


def per_cent(found: Estimate) -> str:
    """A share with its standard error; a dash for what there was none of."""
    if isnan(found.value):
        return "–"
    return f"{number(Estimate(100 * found.value, 100 * found.error))} %"


def number(found: Estimate) -> str:
    """A mean with its standard error, to two digits of the error."""
    if isnan(found.value):
        return "–"
    if not found.error > 0:
        return f"{found.value:g}"
    places = max(0, 1 - floor(log10(found.error)))
    return f"{found.value:.{places}f} ± {found.error:.{places}f}"


def exactly(value: Fraction) -> str:
    """An exact share."""
    return f"{100 * float(value):.4f} %"


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    rule = ["---"] + ["--:"] * (len(headings) - 1)
    return "\n".join(f"| {' | '.join(row)} |" for row in (headings, rule, *rows))


def picture(file: Path, below: str, bars: Mapping[str, Mapping[int, Estimate]]) -> None:
    """Draw shares as groups of bars, with error bars of two standard errors, light and dark."""
    for shade, colours in COLOURS.items():
        figure = Figure(figsize=(8, 4), layout="constrained")
        axes: Axes = figure.add_subplot()
        width = 0.8 / len(bars)
        ink = INK[shade]
        for at, (name, found) in enumerate(bars.items()):
            places = [place + width * (at - (len(bars) - 1) / 2) for place in found]
            shares = [100 * each.value for each in found.values()]
            errors = [200 * each.error for each in found.values()]
            colour = colours[at]
            axes.bar(
                places,
                shares,
                width,
                color=colour,
                label=name,
                yerr=errors,
                ecolor=ink,
                capsize=2,
            )
        axes.set(ylim=(0, None))
        axes.set_xlabel(below, color=ink)
        axes.set_ylabel("%", color=ink)
        axes.tick_params(colors=ink)
        axes.locator_params(axis="x", integer=True)
        axes.spines[["top", "right"]].set_visible(False)
        axes.spines[["bottom", "left"]].set_color(ink)
        if len(bars) > 1:
            axes.legend(frameon=False, labelcolor=ink)
        shaded = file.with_name(f"{file.stem}{shade}{file.suffix}")
        figure.savefig(shaded, dpi=120, transparent=True, metadata={"Software": None})


def shown(name: str, alternative: str, language: Language) -> str:
    """A picture in a page: the one that goes with the page's colours.

    The Japanese pages lie a folder deeper, and have the pictures of the others.
    """
    files = [f"study/{name}.png#only-light", f"study/{name}-dark.png#only-dark"]
    if language == "en":
        return "\n".join(f"![{alternative}]({file})" for file in files)
    return "\n".join(f'<img src="../{file}" alt="{alternative}">' for file in files)


# The splits of thirteen tricks

Split = tuple[int, int, int, int]
SPLITS: Final[tuple[Split, ...]] = tuple(
    (a, b, c, 13 - a - b - c) for a, b, c in product(range(14), repeat=3) if a + b + c <= 13
)
REASON_OF: Final = {
    split: [
        next(
            (line.reason for line in score.lines if line.seat == seat and line.reason in REASONS),
            None,
        )
        for seat in range(4)
    ]
    for split in SPLITS
    for score in [cr.score_deal(cr.PARLETT, cr.Outcome(split))]
}
"""By split and seat: the bonus."""
POINTS_OF: Final = {split: cr.score_deal(cr.PARLETT, cr.Outcome(split)).points for split in SPLITS}


def splits(deals: int) -> dict[Split, int]:
    """How often each way of splitting 13 tricks comes in random play."""
    counts = np.zeros(14**3, np.int64)
    for first in range(0, deals, BATCH):
        taken = play_deals(cr.PARLETT, min(BATCH, deals - first), SEED, first=first).tricks
        places = (taken[:, 0].astype(np.int64) * 14 + taken[:, 1]) * 14 + taken[:, 2]
        counts += np.bincount(places, minlength=14**3)
    return {split: int(counts[(split[0] * 14 + split[1]) * 14 + split[2]]) for split in SPLITS}


def among(
    counts: Mapping[Split, int], tricks: int, worth: Callable[[Split, int], float]
) -> Estimate:
    """What something is worth on average to a seat with so many tricks, whichever seat it is.

    The seats of a deal are not independent: the error is that of a ratio of sums over deals.
    """
    having = {s: [seat for seat in range(4) if s[seat] == tricks] for s in counts if tricks in s}
    many = sum(counts[split] * len(seats) for split, seats in having.items())
    if not many:
        return Estimate(nan, nan)
    sums = {split: sum(worth(split, seat) for seat in seats) for split, seats in having.items()}
    value = sum(counts[split] * found for split, found in sums.items()) / many
    square = sum(
        counts[split] * (found - value * len(having[split])) ** 2 for split, found in sums.items()
    )
    return Estimate(value, sqrt(square) / many)


def paid(reason: cr.Reason) -> Callable[[Split, int], float]:
    """Whether a seat gets a bonus."""
    return lambda split, seat: float(REASON_OF[split][seat] is reason)


def any_bonus(split: Split, seat: int) -> float:
    """Whether a seat gets a bonus, whichever."""
    return float(REASON_OF[split][seat] is not None)


def points(split: Split, seat: int) -> float:
    """The points of a seat."""
    return float(POINTS_OF[split][seat])


def kind_of(split: Split) -> cr.Reason:
    """The bonus of a deal."""
    return next(reason for reason in REASON_OF[split] if isinstance(reason, cr.Reason))


def tricks(parlett: Simulation, pictures: Path) -> Text:
    """How tricks fall, and whether Parlett is right about them."""
    tally = parlett.deals
    shares = {k: tally.share_with(k) for k in range(14)}
    leader = {k: share(tally.tricks[1][k], tally.deals) for k in range(14)}
    bars = {
        "any seat": {k: each for k, each in shares.items() if each.value > 0.0005},
        "the seat that leads first": {k: e for k, e in leader.items() if shares[k].value > 0.0005},
    }
    picture(pictures / "tricks.png", "tricks", bars)
    first, second = sorted(shares, key=lambda k: -shares[k].value)[:2]
    gap = shares[first].value - shares[second].value
    errors = gap / hypot(shares[first].error, shares[second].error)
    rows = [[str(k), per_cent(shares[k]), per_cent(leader[k])] for k in range(14)]
    means = [[str(seat), number(tally.mean_tricks(seat))] for seat in range(4)]
    return {
        "en": f"""## How tricks fall

Two tricks are the most common number, Parlett's rules say on his authority; the average is 3.25, as
13 tricks for four players must be. In {tally.deals:,} deals
under random play the most common number was **{first}**, with {per_cent(shares[first])} of all
seats, before {second}, with {per_cent(shares[second])}. That is a lead of {errors:.1f} standard
errors, though a small one: {100 * gap:.2f} in a hundred seats.

{shown("tricks", "Tricks of a seat", "en")}

{table(["tricks", "any seat", "the seat that leads first"], rows)}

Seat 0 deals, so seat 1 leads first, and takes a little more than its share:

{table(["seat", "tricks on average"], means)}
""",
        "ja": f"""## トリックの分かれ方

最も多いのは2トリックだと、パーレットのルールは本人の言葉として述べています。平均は、4人で13トリックなので
必ず3.25です。ランダムなプレイの{tally.deals:,}ディールでは、最も多かったのは**{first}**トリックで全席の
{per_cent(shares[first])}、次が{second}トリックで{per_cent(shares[second])}でした。差は標準誤差の{errors:.1f}倍
ありますが、大きさは100席あたり{100 * gap:.2f}席にすぎません。

{shown("tricks", "1席が取るトリック数（青はすべての席、橙は最初にリードする席）", "ja")}

{table(["トリック", "すべての席", "最初にリードする席"], rows)}

席0がディーラーなので、最初にリードするのは席1です。席1は、平均より少しだけ多く取ります。

{table(["席", "トリックの平均"], means)}
""",
    }


def bonuses(parlett: Simulation, counts: Mapping[Split, int]) -> Text:
    """How likely each bonus is, and how many of the ways to split the tricks lead to it."""
    ways = {reason: sum(kind_of(split) is reason for split in SPLITS) for reason in REASONS}
    names: Mapping[Language, Sequence[tuple[str, str]]] = {
        "en": [
            ("two players tie", "+10 for each of the two (B2)"),
            ("nobody ties", "+20 for the fewest tricks (B3)"),
            ("three players tie", "+30 for the fourth (B4)"),
        ],
        "ja": [
            ("2人が同数", "その2人に+10点ずつ（B2）"),
            ("全員が別の数", "最少に+20点（B3）"),
            ("3人が同数", "残る1人に+30点（B4）"),
        ],
    }
    rows = {
        language: [
            [
                *named[at],
                per_cent(parlett.deals.share_paid(reason)),
                f"{ways[reason]}",
                f"{100 * ways[reason] / len(SPLITS):.1f} %",
            ]
            for at, reason in enumerate(REASONS)
        ]
        for language, named in names.items()
    }
    shapes: dict[Split, int] = {}
    for split, times in counts.items():
        shape = sorted(split)
        key = (shape[0], shape[1], shape[2], shape[3])
        shapes[key] = shapes.get(key, 0) + times
    total = sum(counts.values())
    often = sorted(shapes, key=lambda shape: -shapes[shape])[:10]
    common = [["-".join(map(str, shape)), per_cent(share(shapes[shape], total))] for shape in often]
    means = [[str(seat), number(parlett.deals.mean_points(seat))] for seat in range(4)]
    return {
        "en": f"""## How likely each bonus is

One of the three is paid in every deal, since two pairs can't tie (B6). Of the {len(SPLITS)} ways in
which four seats can split 13 tricks, nearly half have no tie; in play a pair is the more likely:

{table(["when", "bonus", "deals", "of all ways", "in a hundred"], rows["en"])}

The ten splits that come most often, whoever takes which number:

{table(["split", "deals"], common)}

Far from the target, these are the points of a seat in a deal:

{table(["seat", "points on average"], means)}
""",
        "ja": f"""## それぞれのボーナスが出る割合

2組が同数になることはないので（B6）、どのディールでも3つのうち1つが出ます。4席が13トリックを分ける
{len(SPLITS)}通りのうち、半分近くは同数のない分かれ方ですが、実際のプレイでは2人が同数になるほうが多くなります。

{table(["分かれ方", "ボーナス", "ディール", "通り", "その割合"], rows["ja"])}

だれが取ったかを区別しないとき、最も多い10通りの分かれ方です。

{table(["分かれ方", "ディール"], common)}

目標点から遠いとき、1席が1ディールで得る点数です。

{table(["席", "得点の平均"], means)}
""",
    }


def worth(counts: Mapping[Split, int]) -> Text:
    """What each number of tricks is worth."""
    never = Estimate(nan, nan)
    can = {
        reason: {
            split[seat] for split in SPLITS for seat in range(4) if REASON_OF[split][seat] is reason
        }
        for reason in REASONS
    }
    rows = [
        [
            str(k),
            *(
                per_cent(among(counts, k, paid(reason)) if k in can[reason] else never)
                for reason in REASONS
            ),
            per_cent(among(counts, k, any_bonus)),
            number(among(counts, k, points)),
        ]
        for k in range(14)
    ]
    return {
        "en": f"""## What each number of tricks is worth

The advice of Parlett's rules, measured: two tricks when you need 10 points, for a pair is likeliest
there, though some bonus or other is likelier with none or one; four, seven and ten because they leave
the others a tie of three, and so each is worth more than its neighbours. One and thirteen do the same,
which the advice leaves out. The 20 points need none or one. A dash stands for what can't be, or was not.

{table(["tricks", "+10 (B2)", "+20 (B3)", "+30 (B4)", "any bonus", "points"], rows)}
""",
        "ja": f"""## それぞれのトリック数の値打ち

パーレットのルールの助言を確かめた表です。10点がほしいなら2トリック、というのは本当で、1人とだけ同数になる割合が
最も高い数です。ただし、何かのボーナスが出る割合は0か1のほうが高くなります。4、7、10は、残る3人が同数になる余地が
あるので、どれも隣の数より値打ちがあります。助言にはありませんが、1と13も同じです。20点には0か1が要ります。
「–」は、ありえないか、1回もなかったものです。

{table(["トリック", "+10（B2）", "+20（B3）", "+30（B4）", "どれか", "得点"], rows)}
""",
    }


def seat_of(
    policy: Policy, deals: int, seats: Sequence[int]
) -> tuple[Estimate, Estimate, Estimate]:
    """Tricks, points, and how often some seats take as many tricks as they aim for."""
    tally = simulate(cr.PARLETT, deals, SEED, games=0, policy=policy).deals
    aims = policy.aims_of_seats(4)
    hits = [share(tally.tricks[seat][aims[seat]], deals) for seat in seats]
    found = (
        [tally.mean_tricks(seat) for seat in seats],
        [tally.mean_points(seat) for seat in seats],
        hits,
    )
    means = [averaged(each) for each in found]
    return means[0], means[1], means[2]


def averaged(found: Sequence[Estimate]) -> Estimate:
    """The mean of estimates; at the worst they go together."""
    many = len(found)
    value = sum(each.value for each in found) / many
    return Estimate(value, sum(each.error for each in found) / many)


def one_among_random(plays: Plays, deals: int, aim: int = 4) -> tuple[Estimate, Estimate, Estimate]:
    """A player among three who play at random, in each of the four seats."""
    found: list[tuple[Estimate, Estimate, Estimate]] = []
    for seat in range(4):
        how = tuple(plays if at == seat else Plays.RANDOM for at in range(4))
        found.append(seat_of(Policy(plays=how, aims=aim), deals, [seat]))
    means = [
        Estimate(sum(e.value for e in each) / 4, hypot(*(e.error for e in each)) / 4)
        for each in zip(*found, strict=True)
    ]
    return means[0], means[1], means[2]


def plans(deals: int) -> Text:
    """Players with a plan among random ones."""
    names: Mapping[Plays, tuple[str, str]] = {
        Plays.RANDOM: ("any legal card", "出せるカードからランダム"),
        Plays.DUCK: (
            "ducks: the highest card that doesn't win",
            "取らない：勝たない中で最も高いカード",
        ),
        Plays.TAKE: ("takes: the cheapest card that wins", "取る：勝つ中で最も低いカード"),
        Plays.MIDDLE: ("the middle card", "中くらいのカード"),
        Plays.HIGHEST: ("the first of the legal cards", "出せるカードの先頭"),
        Plays.LOWEST: ("the last of the legal cards", "出せるカードの末尾"),
    }
    rows: dict[Language, list[list[str]]] = {"en": [], "ja": []}
    for plays, (english, japanese) in names.items():
        taken, earned, _ = one_among_random(plays, deals)
        rows["en"].append([english, number(taken), number(earned)])
        rows["ja"].append([japanese, number(taken), number(earned)])
    ducks: list[list[str]] = []
    for many in (1, 2, 3, 4):
        how = tuple(Plays.DUCK if seat < many else Plays.RANDOM for seat in range(4))
        taken, earned, _ = seat_of(Policy(plays=how), deals, range(many))
        ducks.append([str(many), number(taken), number(earned)])
    aims: list[list[str]] = []
    for aim in range(11):
        taken, earned, hit = one_among_random(Plays.AIM, deals, aim)
        aims.append([str(aim), number(taken), per_cent(hit), number(earned)])
    return {
        "en": f"""## Ducking, taking and aiming

One player with a plan among three without, in each of the four seats in turn. None of them remembers
what was played:

{table(["who plays so", "tricks", "points"], rows["en"])}

"At the start, aim to lose every trick", the advice says. That is good as long as the others don't: the
points of those who duck, by how many do.

{table(["players who duck", "tricks of each", "points of each"], ducks)}

One player takes tricks until there are as many as aimed for, and then ducks:

{table(["aims for", "tricks", "just as many in", "points"], aims)}
""",
        "ja": f"""## 取らない、取る、数を狙う

作戦のある1人と、ランダムな3人です。4つの席に順に座らせました。どの作戦も、出たカードを覚えません。

{table(["作戦", "トリック", "得点"], rows["ja"])}

「はじめは1トリックも取らないことを目指す」という助言があります。それがよいのは、ほかの人がそうしない間だけです。
取らない人の得点は、何人がそうするかによって変わります。

{table(["取らない人の数", "それぞれのトリック", "それぞれの得点"], ducks)}

狙った数まで取り、そのあとは取らない1人の場合です。

{table(["狙う数", "トリック", "ちょうどその数の割合", "得点"], aims)}
""",
    }


def targets(games: int, pictures: Path) -> Text:
    """How the target changes the length of a game."""
    rows: list[list[str]] = []
    bars: dict[str, Mapping[int, Estimate]] = {}
    for target in TARGETS:
        tally = simulate(cr.parlett(target), 1, SEED, games=games).games
        if tally is None:
            raise RuntimeError("games were asked for")
        bars[f"target {target}"] = {
            length: tally.share_of_length(length) for length in tally.lengths
        }
        subtracted = tally.paid[cr.Reason.SUBTRACTED].deals
        rows.append(
            [
                str(target),
                number(tally.mean_length()),
                f"{min(tally.lengths)}-{max(tally.lengths)}",
                number(tally.mean_winning_points()),
                per_cent(share(subtracted, tally.deals)),
                per_cent(tally.share_joint()),
            ]
        )
    picture(pictures / "lengths.png", "deals", bars)
    english = ["target", "deals", "from-to", "winner's points", "B7 bites in", "joint winners"]
    japanese = ["目標点", "ディール数", "範囲", "勝者の得点", "B7が働く割合", "勝者が複数"]
    return {
        "en": f"""## What a target of 50 does

A game ends with the first deal that brings anybody to the target (B8); whoever would reach it
without a bonus loses their tricks instead (B7). From {games:,} games with each target:

{table(english, rows)}

{shown("lengths", "Deals of a game", "en")}

"B7 bites in" is the share of all deals in which somebody's tricks are subtracted.
""",
        "ja": f"""## 目標を50点にすると

だれかが目標に達したディールでゲームは終わります（B8）。ボーナスなしで届くはずのプレイヤーは、足す代わりに引きます
（B7）。目標ごとに{games:,}ゲームの結果です。

{table(japanese, rows)}

{shown("lengths", "1ゲームのディール数", "ja")}

「B7が働く割合」は、だれかのトリックが引かれたディールの割合です。
""",
    }


# Declaring trumps


def held(kept: Declares) -> tuple[Fraction, Fraction]:
    """Exactly: how often the dealer is a partner or alone, and how often somebody is alone.

    It goes through all that a policy looks at: how long each suit of the dealer's is, and whether
    it has the A, the K, both or neither; so many hands have these.
    """
    both_elsewhere = Fraction(12, 38)  # one other player has both of two cards out of 39
    ways, partner, alone = comb(52, 13), Fraction(0), Fraction(0)
    for lengths in SPLITS:
        for honours in product(range(3), repeat=4):
            hands = 1
            for length, many in zip(lengths, honours, strict=True):
                hands *= (1, 2, 1)[many] * (comb(11, length - many) if length >= many else 0)
            if not hands:
                continue
            liked = [like(kept, *each) for each in zip(lengths, honours, strict=True)]
            declared = [
                many for many, liking in zip(honours, liked, strict=True) if liking == max(liked)
            ]
            part = Fraction(hands, ways * len(declared))
            partner += part * sum(many > 0 for many in declared)
            alone += part * sum(
                Fraction(many == 2) + (many == 0) * both_elsewhere for many in declared
            )
    return partner, alone


def like(declares: Declares, length: int, honours: int) -> int:
    """How much a policy likes a suit with so many cards and so many of the A and K."""
    match declares:
        case Declares.RANDOM:
            return 0
        case Declares.LONGEST:
            return length
        case Declares.HOLDING:
            return int(honours > 0)
        case Declares.LONGEST_HELD:
            return length + 64 * (honours > 0)


def declarations(deals: int) -> Text:
    """How often the dealer's declaration makes them a partner, and what it is worth."""
    rows: list[list[str]] = []
    for declares in Declares:
        policy = Policy(declares=declares)
        tally = simulate(cr.SECRET_PARTNERS, deals, SEED, games=0, policy=policy).deals
        partner, alone = held(declares)
        rows.append(
            [
                declares.value,
                per_cent(tally.share_of_dealer_partners()),
                exactly(partner),
                per_cent(tally.share_paid(cr.Reason.SOLOIST)),
                exactly(alone),
                per_cent(tally.share_won(Side.PARTNERS)),
                per_cent(tally.share_won(Side.SOLOIST)),
                number(tally.mean_points(0)),
            ]
        )
    english = ["the dealer declares", "is a partner or alone", "exactly"]
    english += ["soloists", "exactly", "partners win", "soloist wins", "dealer's points"]
    japanese = ["ディーラーの宣言", "パートナーか単独", "正確な値"]
    japanese += ["単独のディール", "正確な値", "パートナーの勝ち", "単独の勝ち", "ディーラーの得点"]
    return {
        "en": f"""## How often the dealer becomes a partner

In the secret-partner game the dealer declares trumps after seeing their own hand (C1), and the
holders of the trump A and K are partners (C2). `random` is any suit; `longest` a suit of which they
hold most cards; `holding` one in which they hold the A or the K, if they can; `longest-held` the
longest of these. From {deals:,} deals each:

{table(english, rows)}

The Japanese rules advise to declare a suit in which one holds the A or the K. It makes a partner of the
dealer, and among random players that alone is worth next to nothing. What pays is length: the longest
suit earns the dealer most, and the longest of those with one of the two cards lies in between. The exact
shares are counted: each way in which the dealer's suits can be long, and hold the A and the K, and in how
many of all hands. If the dealer has neither, one of the others has both in 12 of 38 cases.
""",
        "ja": f"""## ディーラーはどのくらいパートナーになるか

秘密のパートナーのゲームでは、ディーラーは自分の手札を見て切り札を宣言し（C1）、切り札のAとKを持つ2人がパートナーに
なります（C2）。`random` は任意のスート、`longest` は最も枚数の多いスート、`holding` はAかKを持つスート（あれば）、
`longest-held` はその中で最も枚数の多いスートです。それぞれ{deals:,}ディールの結果です。

{table(japanese, rows)}

日本のルールは、AかKを持つスートを宣言するよう勧めています。そうするとディーラーはパートナーになりますが、ランダムな
プレイヤーの間では、それだけではほとんど得になりません。得になるのは枚数です。最も枚数の多いスートが最も得で、AかKを持つ
スートの中で最も多いものは、その間です。正確な値は、
ディーラーの各スートの枚数とA・Kの有無を、全通り数えたものです。ディーラーがどちらも持たないとき、ほかの1人が両方を持つ
割合は38分の12です。
""",
    }


# Accusations


def accusations(deals: int) -> Text:
    """What a blind accusation is worth to an opponent."""
    alone = Fraction(12, 38)
    blind, after = (1 - alone) / 3, Fraction(13, 38)
    rules = cr.secret_partners(accusations=True)
    right = opponents = 0
    for first in range(0, deals, BATCH):
        sides = play_deals(rules, min(BATCH, deals - first), SEED, first=first).sides
        seat = sides[:, 3] == 1  # not the dealer's, who has chosen the suit
        opponents += int(seat.sum())
        right += int((seat & (sides[:, 1] == 0) & (sides[:, 2] == 0)).sum())
    rows = {
        language: [
            [
                name,
                exactly(chance),
                *(f"{float(5 * chance + cost * (1 - chance)):+.2f}" for cost in COSTS),
            ]
            for name, chance in zip(names, (blind, after), strict=True)
        ]
        for language, names in {
            "en": ("before a card is played", "after one partner card has fallen"),
            "ja": ("1枚も出ていないとき", "パートナーのカードが1枚出たあと"),
        }.items()
    }
    even = [float(-5 * chance / (1 - chance)) for chance in (blind, after)]
    prices = [f"`wrong_accusation={cost}`" for cost in COSTS]
    return {
        "en": f"""## What a blind accusation is worth

Before a card is played, an opponent who holds neither partner card knows only this: both are in one
hand in 12 of 38 cases, and otherwise each of the three pairs of others is as likely. In {deals:,}
deals with any suit declared, naming two certain players was right for an opponent in
{per_cent(share(right, opponents))}. A right accusation pays every opponent 5 points (C10); what a
wrong one costs its maker is for the table to say (C11). So a guess is worth to its maker, in points:

{table(["when", "right in", *prices], rows["en"])}

Free, it should be made in every deal. A blind guess is worth nothing at {even[0]:.2f} points, and one
after the first partner card at {even[1]:.2f}.
""",
        "ja": f"""## 当てずっぽうのパートナー当ての値打ち

1枚も出ていないとき、パートナーのカードをどちらも持たない対抗チームのプレイヤーにわかるのは、1人が両方を持つ割合が38分の
12で、そうでなければ、ほかの3人から2人を選ぶ3通りが同じ割合だということだけです。任意のスートを宣言した{deals:,}ディールで、
決まった2人を挙げると、{per_cent(share(right, opponents))}で正解でした。正解なら対抗チームの全員が5点を得ます（C10）。
外れたときの損は、卓で決められます（C11）。宣言した本人にとっての値打ちは、次の点数です。

{table(["いつ", "正解の割合", *prices], rows["ja"])}

損がなければ、毎ディール宣言するのが得です。損得なしになるのは、1枚も出ていないときで{even[0]:.2f}点、パートナーのカードが
1枚出たあとで{even[1]:.2f}点のときです。
""",
    }


COSTS: Final = (0, -1, -2, -5)


def triple(deals: int, games: int) -> Text:
    """What the rulings on the scores of Triple do."""
    rows: dict[Language, list[list[str]]] = {"en": [], "ja": []}
    simulations: list[Simulation] = []
    for (english, japanese), scoring in TRIPLE.items():
        rules = attrs.evolve(cr.TRIPLE_COLLUSION, name=english, scoring=scoring)
        simulation = simulate(rules, deals, SEED, games=games)
        simulations.append(simulation)
        tally, whole = simulation.deals, simulation.games
        if whole is None:
            raise RuntimeError("games were asked for")
        figures = [
            *_average_and_spread(tally.points, deals),
            number(whole.mean_winning_points()),
            per_cent(whole.share_joint()),
        ]
        rows["en"].append([english, *figures])
        rows["ja"].append([japanese, *figures])
    ours = simulations[0].deals
    found = [
        per_cent(ours.share_paid(cr.Reason.TEAM_TIED_MOST)),
        per_cent(ours.share_paid(cr.Reason.TEAM_TIED_FEWEST)),
        per_cent(ours.share_paid(cr.Reason.TEAM_TOOK_ALL)),
        per_cent(ours.share_won(Side.FIRST_TEAM)),
        per_cent(ours.share_won(Side.SECOND_TEAM)),
        per_cent(ours.share_won(Side.THIRD_TEAM)),
    ]
    english_ties = [
        "two teams tie for most",
        "two teams tie for fewest",
        "a team takes all tricks",
        "the team of the aces has most points",
        "the team of the kings",
        "the team of the queens",
    ]
    japanese_ties = [
        "2チームが同数で最多",
        "2チームが同数で最少",
        "1チームが全トリック",
        "Aのチームが最高得点",
        "Kのチームが最高得点",
        "Qのチームが最高得点",
    ]
    english_headings = ["scores", "points a deal", "spread", "winner's points", "joint winners"]
    japanese_headings = ["得点", "1ディールの得点", "ばらつき", "勝者の得点", "勝者が複数"]
    return {
        "en": f"""## What our rulings on Triple's scores do

The published rules give no scores for the game of six, so D7 is our ruling. From {deals:,} deals
and {games:,} games of 8 deals with each of these scores, the cards falling alike:

{table(english_headings, rows["en"])}

"Spread" is the standard deviation of a seat's points in a deal. With ours:

{table(["", "deals"], list(zip(english_ties, found, strict=True)))}

Where two teams have the most, each is counted as half a win. Cards make teams, so the holders of
the trump aces start with the best of trumps, and it shows.
""",
        "ja": f"""## トリプルコルージョンの得点の裁定

6人のゲームの得点は公開されているルールにないので、D7は私たちの裁定です。次の得点のそれぞれで、同じカードによる
{deals:,}ディールと、8ディールの{games:,}ゲームの結果です。

{table(japanese_headings, rows["ja"])}

「ばらつき」は、1席の1ディールの得点の標準偏差です。裁定どおりの得点では、次のようになります。

{table(["", "ディール"], list(zip(japanese_ties, found, strict=True)))}

2チームが並んで最高のときは、それぞれ半分の勝ちと数えました。カードがチームを決めるので、切り札のAを持つ2人は、はじめから
最も強い切り札を持っています。
""",
    }


def _average_and_spread(points: Sequence[Mapping[int, int]], deals: int) -> tuple[str, str]:
    """The points of any seat in a deal: their mean, and how far they scatter."""
    counts = together(*points)
    seats = deals * len(points)
    average = sum(number * times for number, times in counts.items()) / seats
    square = sum(number**2 * times for number, times in counts.items()) / seats
    spread = sqrt(square - average**2)
    # the seats of a deal are not independent: at the worst they count as one
    return number(Estimate(average, spread / sqrt(deals))), f"{spread:.2f}"


def begun(deals: int, games: int) -> Text:
    """How the pages begin."""
    return {
        "en": f"""# A study: how the games go by themselves

Everybody here plays any of their legal cards, each as likely as the others, unless something else is
said. This page is written by one command, from up to {deals:,} deals and {games:,} games for each
question, with the seed `{SEED}`; the same command writes the same page again. It needs the extras
`fast` and `plot`.

```console
python scripts/study.py
```

What stands behind ± is one standard error; error bars are two each way. Where a number is called exact,
it is counted.

!!! warning "What this doesn't show"

    Random players don't collude. They keep no agreements, save no trick for a friend and don't watch
    what is played. So this is the background against which real play stands out; nor does it say that
    a rule is fun.
""",
        "ja": f"""# 調査：ゲームはひとりでにどう進むか

特に断らないかぎり、全員が、出せるカードから同じ確率で1枚を選びます。このページは1つのコマンドで作られたもので、問いごとに
最大{deals:,}ディール、{games:,}ゲームをプレイしました。シードは `{SEED}` で、同じコマンドは同じページを作ります。追加機能の
`fast` と `plot` が必要です。

```console
python scripts/study.py
```

±の後ろは標準誤差1つ分、グラフの誤差の線は上下に2つ分です。「正確な値」は、数え上げたものです。

!!! warning "この調査が示さないこと"

    ランダムなプレイヤーは共謀しません。約束を守ることも、味方のためにトリックを残すことも、出たカードを覚えることもありません。
    これは、実際のプレイと比べるための背景です。ルールが面白いかどうかも、ここからはわかりません。
""",
    }


def pages(deals: int, games: int, docs: Path) -> Iterator[tuple[Language, str]]:
    """The pages; their pictures are written on the way."""
    pictures = docs / "study"
    pictures.mkdir(parents=True, exist_ok=True)
    parlett = simulate(cr.PARLETT, deals, SEED, games=0)
    counts = splits(deals)
    sections = [
        begun(deals, games),
        tricks(parlett, pictures),
        bonuses(parlett, counts),
        worth(counts),
        plans(deals // 40 or 1),
        targets(games, pictures),
        declarations(deals),
        accusations(deals // 4 or 1),
        triple(deals // 4 or 1, games),
    ]
    languages: tuple[Language, ...] = ("en", "ja")
    for language in languages:
        yield language, "\n".join(section[language] for section in sections)


def main() -> None:
    """Read the options, simulate and write."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--deals", type=int, default=4_000_000)
    options.add_argument("--games", type=int, default=100_000)
    options.add_argument("--docs", type=Path, default=DOCS)
    chosen = options.parse_args()
    for language, text in pages(chosen.deals, chosen.games, chosen.docs):
        name = "study.md" if language == "en" else f"study.{language}.md"
        (chosen.docs / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
