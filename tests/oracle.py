"""Scores worked out from the rules alone, by tables: nothing here is shared with the library.

A line is (seat, points, rule, tricks, others), as plain values; lines come in no certain order.
"""

from collections.abc import Iterator, Sequence

Line = tuple[int, int, str, int, tuple[int, ...]]


def splits(tricks: int, seats: int) -> Iterator[tuple[int, ...]]:
    """Every way in which `seats` seats can share so many tricks."""
    if seats == 1:
        yield (tricks,)
        return
    for first in range(tricks + 1):
        for rest in splits(tricks - first, seats - 1):
            yield (first, *rest)


def points(lines: Sequence[Line], seats: int) -> tuple[int, ...]:
    """What the lines add up to, one entry a seat."""
    table = [0] * seats
    for seat, gain, *_ in lines:
        table[seat] += gain
    return tuple(table)


def parlett_lines(tricks: Sequence[int], totals: Sequence[int], target: int) -> list[Line]:
    """B1 to B8: the seats are grouped by their tricks, and the sizes of the groups decide."""
    groups: dict[int, list[int]] = {}
    for seat, taken in enumerate(tricks):
        groups.setdefault(taken, []).append(seat)
    by_size = sorted((len(seats), taken) for taken, seats in groups.items())

    lines: list[Line] = []
    match [size for size, _ in by_size]:
        case [1, 1, 1, 1]:  # B3
            taken = by_size[0][1]
            lines.append((groups[taken][0], 20, "B3", taken, ()))
        case [1, 1, 2]:  # B2, B5
            taken = by_size[2][1]
            one, other = groups[taken]
            lines += [(one, 10, "B2", taken, (other,)), (other, 10, "B2", taken, (one,))]
        case [1, 3]:  # B4
            taken = by_size[0][1]
            lines.append((groups[taken][0], 30, "B4", taken, tuple(groups[by_size[1][1]])))
        case _:
            raise LookupError("B6: this can't happen")

    with_bonus = {seat for seat, *_ in lines}
    for seat, taken in enumerate(tricks):
        reaches = totals[seat] + taken >= target
        if reaches and seat not in with_bonus and taken > 0:
            lines.append((seat, -taken, "B7", taken, ()))
        else:
            lines.append((seat, taken, "B1", taken, ()))
    return lines


# C5 with C7, and C6: by the tricks of the side, what each of it gets and each of the others.
PARTNERS = {
    0: (-5, 10), 1: (-5, 10), 2: (-5, 10), 3: (-5, 10), 4: (-5, 10), 5: (-5, 10), 6: (-5, 10),
    7: (5, 0),
    8: (10, -5), 9: (10, -5), 10: (10, -5), 11: (10, -5), 12: (10, -5), 13: (10, -5),
}  # fmt: skip
SOLOIST = {
    0: (-15, 10), 1: (-15, 10), 2: (-15, 10), 3: (-15, 10), 4: (-15, 10), 5: (-15, 10),
    6: (-15, 10),
    7: (20, -5), 8: (20, -5), 9: (20, -5), 10: (20, -5), 11: (20, -5), 12: (20, -5), 13: (20, -5),
}  # fmt: skip


def partners_lines(
    tricks: Sequence[int],
    partners: tuple[int, ...],
    accused: bool = False,
    *,
    soloist_all_tricks: int = 0,
    accusation_needs_win: bool = False,
) -> list[Line]:
    """C5 to C8, C10 and C13."""
    others = {0, 1, 2, 3} - set(partners)
    taken = sum(tricks[seat] for seat in partners)
    pair = len(partners) == 2
    for_partner, for_opponent = (PARTNERS if pair else SOLOIST)[taken]
    rule = "C5" if pair else "C6"
    lines: list[Line] = [(seat, for_partner, rule, taken, ()) for seat in partners]
    lines += [(seat, for_opponent, rule, taken, ()) for seat in others]
    if taken == 13 and pair:
        lines += [(seat, 10, "C7", 13, ()) for seat in partners]
    if taken == 13 and not pair and soloist_all_tricks:
        lines.append((partners[0], soloist_all_tricks, "C8", 13, ()))
    if accused and not (accusation_needs_win and taken >= 7):
        lines += [(seat, 5, "C10", taken, partners) for seat in others]
    return lines


# D7: by how many teams took more and how many took fewer.
TRIPLE = {(0, 2): 10, (0, 1): 5, (1, 1): 0, (1, 0): -5, (2, 0): -5}


def triple_lines(tricks: Sequence[int], teams: Sequence[Sequence[int]]) -> list[Line]:
    """D7."""
    lines: list[Line] = []
    taken = {tuple(team): sum(tricks[seat] for seat in team) for team in teams}
    for team, own in taken.items():
        more = sum(other > own for other in taken.values())
        fewer = sum(other < own for other in taken.values())
        for seat in team:
            lines.append((seat, TRIPLE[more, fewer], "D7", own, ()))
            if own == 16:
                lines.append((seat, 10, "D7", own, ()))
    return lines


def winners(totals: Sequence[int]) -> tuple[int, ...]:
    """A10: all seats with the highest total."""
    ranked = sorted(totals)
    return tuple(seat for seat in range(len(totals)) if totals[seat] == ranked[-1])
