"""`collusion-rules watch`: what a person sees, and what a shell gets."""

import contextlib
import io
import re
import sys

import click
import pytest
from click.testing import CliRunner
from surroundings import ended, environment, in_terminal, on_posix, run

import collusion_rules as cr
from collusion_rules.__main__ import main
from collusion_rules.cli import COMMANDS, commands, showing

FIRST_DEAL = """\
A game of parlett, seed 7

Deal 1: seat 2 deals ───────────────────────────────────────────────────────────
        ♠             ♥             ♦             ♣
seat 0  3 2           Q 9 6         9 5 3         A Q T 9 6
seat 1  6 5           J 7 5         A Q T 7 4 2   K 5
seat 2  Q J T 9       K T 8 4 2     J             J 4 3
seat 3  A K 8 7 4     A 3           K 8 6         8 7 2

trick  seat 0   seat 1   seat 2   seat 3
    1   2♠       6♠       T♠*     >4♠
    2   3♠       5♠      >Q♠       A♠*
    3   A♣*      K♣       J♣      >8♣
    4  >Q♣*      5♣       3♣       7♣
    5  >5♦       7♦       J♦*      8♦
    6   6♥       7♥*     >2♥       3♥
    7   3♦      >Q♦*      T♥       6♦
    8   Q♥      >J♥       8♥       A♥*
    9   9♦       A♦*      9♠      >K♦
   10   6♣      >4♦*      K♥       8♠
   11   9♥      >2♦*      4♣       K♠
   12   T♣      >5♥*      4♥       2♣
   13   9♣      >T♦*      J♠       7♠
> led   * won

seat 0: 2 tricks: +2 (B1)
seat 1: 7 tricks: +7 (B1)
seat 1: the others tied with each other: seat 0, seat 2, seat 3: +30 (B4)
seat 2: 2 tricks: +2 (B1)
seat 3: 2 tricks: +2 (B1)

        tricks  points  total
seat 0       2      +2      2
seat 1       7     +37     37
seat 2       2      +2      2
seat 3       2      +2      2

Deal 2: seat 3 deals ───────────────────────────────────────────────────────────
"""
PROGRAM = (sys.executable, "-m", "collusion_rules", "watch")


def shown(*arguments: str) -> str:
    """What a command prints, without the spaces that end its lines."""
    result = CliRunner().invoke(commands, ["watch", *arguments])
    assert result.exit_code == 0, result.output
    return re.sub(r" +$", "", result.output, flags=re.MULTILINE)


def run_in_a_terminal(interrupt: bool = False, **changes: str) -> tuple[int | None, str]:
    """Run a game to its end, or to Ctrl-C: the exit code and what the terminal got."""
    with in_terminal(
        "watch", "triple-collusion", "--seed", "7", env=environment(**changes)
    ) as child:
        child.expect("A game of")
        first = f"{child.before}{child.after}"
        if interrupt:
            child.sendintr()
        code, rest = ended(child)
    return code, first + rest


def test_a_deal_is_shown_with_its_hands_tricks_reasons_and_totals() -> None:
    assert shown("parlett", "--seed", "7").startswith(FIRST_DEAL)


def test_parletts_game_is_what_is_watched_unless_one_says_otherwise() -> None:
    assert shown("--seed", "7") == shown("parlett", "--seed", "7")


@pytest.mark.parametrize("name", cr.RULESETS)
def test_every_game_is_shown_to_its_end(name: str) -> None:
    game = shown(name, "--seed", "7")
    *deals, last_deal = re.findall(r"^Deal (\d+): seat \d deals", game, re.MULTILINE)
    assert [*map(int, deals), int(last_deal)] == list(range(1, int(last_deal) + 1))
    players = cr.RULESETS[name].players
    last_line = game.splitlines()[-1]
    totals = [int(line.split()[-1]) for line in game.splitlines()[-2 - players : -2]]
    winners = [str(seat) for seat in range(players) if totals[seat] == max(totals)]
    named, end = last_line.split(" win", 1)
    assert re.findall(r"\d", named) == winners
    assert end.endswith(f" after {last_deal} deals, with {max(totals)} points.")


@pytest.mark.parametrize("name", cr.RULESETS)
def test_the_winner_of_each_trick_leads_to_the_next(name: str) -> None:
    rows = re.findall(r"^ {,4}(\d+) ([ >].*)$", shown(name, "--seed", "7"), re.MULTILINE)
    tricks = cr.RULESETS[name].tricks
    assert [int(number) for number, _ in rows[: 2 * tricks]] == [*range(1, tricks + 1)] * 2
    marks = [re.findall(r"[ >]?\w.[ *]?", row) for _, row in rows]
    led = [[card.startswith(">") for card in row].index(True) for row in marks]
    won = [[card.endswith("*") for card in row].index(True) for row in marks]
    for deal in range(0, len(rows), tricks):
        assert led[deal + 1 : deal + tricks] == won[deal : deal + tricks - 1]


def test_the_partners_are_named_once_the_deal_is_over() -> None:
    game = shown("open-collusion", "--seed", "7")
    assert "\nSeat 2 declares clubs. Partner cards: A♣ K♣\n" in game
    assert "\nThe partners: seats 0 and 1; the opponents: seats 2 and 3\n" in game


def test_the_partner_cards_change_from_deal_to_deal() -> None:
    game = shown("rotation-collusion", "--seed", "7")
    told = re.findall(r"^Seat \d declares \w+\. Partner cards: (.). (.).$", game, re.MULTILINE)
    assert told == [tuple(pair) for pair in ("AK", "QJ", "AQ", "AK", "QJ", "AQ", "AK", "QJ")]


def test_a_soloist_and_joint_winners_are_named() -> None:
    game = shown("secret-partners", "--seed", "päl")
    assert "\nThe soloist: seat 1; the opponents: seats 0, 2 and 3\n" in game
    assert game.endswith("\nSeats 0 and 3 win together after 8 deals, with 35 points.\n")


def test_three_teams_are_named() -> None:
    game = shown("triple-collusion", "--seed", "7")
    assert "\nTeams: seats 2 and 5; seats 0 and 4; seats 1 and 3\n" in game


def test_without_a_seed_it_is_another_game_and_its_seed_is_told() -> None:
    game, other = shown("parlett-50"), shown("parlett-50")
    first_line = re.match(r"A game of parlett-50, seed (\d+)\n", game)
    assert first_line is not None
    assert shown("parlett-50", "--seed", first_line[1]) == game != other


@pytest.mark.parametrize("seed", ["-5", "table 12", "[bold]:smile:", "9" * 5000])
def test_a_seed_is_a_number_or_a_text(seed: str) -> None:
    game = shown("parlett-50", f"--seed={seed}")
    unbroken = "".join(game.split())
    assert unbroken.startswith(f"A game of parlett-50, seed {seed}Deal 1:".replace(" ", ""))
    assert game == shown("parlett-50", f"--seed={seed}") != shown("parlett-50")


def test_the_hands_are_those_that_the_same_seed_deals_in_the_library() -> None:
    game = cr.deal(cr.new_game(cr.PARLETT, dealer=cr.Seat(2)), seed=7)
    assert str(game.hands[0].of_suit(cr.Suit.CLUBS)) == "AC QC TC 9C 6C"
    assert "A Q T 9 6\n" in FIRST_DEAL


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["watch", "whist"], "'whist' is not one of 'parlett', 'parlett-50', 'secret-partners'"),
        (["deal-me-in"], "No such command 'deal-me-in'"),
        (["watch", "--seed"], "Option '--seed' requires an argument"),
    ],
)
def test_a_wrong_call_is_refused_with_code_2(arguments: list[str], said: str) -> None:
    result = CliRunner().invoke(commands, arguments)
    assert result.exit_code == 2
    assert said in result.output


def test_a_seed_that_the_library_refuses_is_told_without_a_traceback() -> None:
    result = CliRunner().invoke(commands, ["watch", "--seed", "\udcff"])
    assert result.exit_code == 1
    assert result.output.startswith("Error: this deal is refused: a seed must be an int, bytes")


def test_the_help_names_every_command_and_every_game() -> None:
    overview = CliRunner().invoke(commands, ["--help"]).output
    assert all(f"\n  {name} " in overview for name in COMMANDS)
    of_watch = CliRunner().invoke(commands, ["watch", "-h"]).output
    assert all(name in of_watch for name in cr.RULESETS)
    assert '\n    collusion-rules watch triple-collusion --seed "table 12"\n' in of_watch


@pytest.mark.parametrize("library", ["click", "rich"])
def test_without_the_extra_it_says_what_to_install(
    library: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    expected = 'The command line needs an extra: pip install "collusion-rules[cli]"\n'
    assert capsys.readouterr() == ("", expected)


def test_the_program_prints_what_the_command_does() -> None:
    program = run(*PROGRAM, "parlett-50", "--seed", "7")
    assert re.sub(r" +$", "", program.stdout, flags=re.MULTILINE) == shown(
        "parlett-50", "--seed", "7"
    )
    assert program.stderr == ""


def test_the_console_script_is_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["collusion-rules", "--version"])
    with contextlib.redirect_stdout(io.StringIO()) as output, pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 0
    assert output.getvalue() == f"collusion-rules, version {cr.__version__}\n"


def test_where_pips_cant_be_written_letters_are() -> None:
    asked = (*PROGRAM, "secret-partners", "--seed", "7 ♥ é")
    program = run(*asked, encoding="ascii", env=environment(PYTHONIOENCODING="ascii"))
    first, _, rule, heading, *_ = program.stdout.splitlines()
    assert first == "A game of secret-partners, seed 7 H ?"
    assert rule.startswith("Deal 1: seat 0 deals ---")
    assert heading.split() == ["S", "H", "D", "C"]


def test_only_writing_is_made_to_fit() -> None:
    showing.terminal()
    assert "A♠ é".encode("ascii", "letters-for-pips") == b"AS ?"
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("ascii", "letters-for-pips")


def test_ctrl_c_ends_it_with_code_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: cr.Game) -> tuple[cr.Move, ...]:
        raise KeyboardInterrupt

    monkeypatch.setattr("collusion_rules.cli.watch.legal_moves", interrupted)
    result = CliRunner().invoke(commands, ["watch", "--seed", "7"])
    assert result.exit_code == 130
    assert isinstance(result.exception, SystemExit)


@on_posix
def test_ctrl_c_in_a_terminal() -> None:
    code, output = run_in_a_terminal(interrupt=True)
    for _ in range(9):  # on a busy machine the game may be over before the signal is there
        if code == 0:
            code, output = run_in_a_terminal(interrupt=True)
    assert code == 130
    assert "Traceback" not in output
    assert "after 8 deals" not in output


@on_posix
def test_a_closed_pipe_ends_it_quietly() -> None:
    line = f"{{ {' '.join(PROGRAM)}; echo $? >&2; }} | true"
    assert run("/bin/sh", "-c", line).stderr == "1\n"


@on_posix
def test_a_terminal_gets_colours() -> None:
    code, output = run_in_a_terminal()
    assert code == 0
    assert "\x1b[31m" in output


@on_posix
def test_no_color_is_plain_even_in_a_terminal() -> None:
    code, output = run_in_a_terminal(NO_COLOR="1")
    assert code == 0
    assert "A game of triple-collusion" in output
    assert "\x1b" not in output


def test_commands_are_imported_only_when_they_are_called() -> None:
    context = click.Context(commands)
    assert commands.get_command(context, "showing") is None
    asked = "import sys, collusion_rules.cli; print('rich' in sys.modules)"
    assert run(sys.executable, "-c", asked).stdout.split() == ["False"]
