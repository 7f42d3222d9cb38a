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
from collusion_rules.texts import columns

FIRST_DEAL = """\
Parlett's Collusion, seed 7

Deal 1, Seat 2 dealt ───────────────────────────────────────────────────────────
        ♠             ♥             ♦             ♣
Seat 0  3 2           Q 9 6         9 5 3         A Q T 9 6
Seat 1  6 5           J 7 5         A Q T 7 4 2   K 5
Seat 2  Q J T 9       K T 8 4 2     J             J 4 3
Seat 3  A K 8 7 4     A 3           K 8 6         8 7 2

trick  Seat 0  Seat 1  Seat 2  Seat 3
> led   * took the trick
    1  5♦      Q♦      J♦     >K♦*
    2  6♥      7♥      K♥*    >3♥
    3  Q♣*     5♣     >3♣      7♣
    4 >A♣*     K♣      4♣      2♣
    5 >3♠      6♠      9♠*     4♠
    6  2♠      5♠     >Q♠      A♠*
    7  9♦*     2♦      J♠     >6♦
    8 >9♥      J♥      2♥      A♥*
    9  3♦      A♦*     10♠    >8♦
   10  Q♥*    >5♥      8♥      K♠
   11 >9♣      7♦      J♣*     8♣
   12  6♣      10♦    >4♥*     7♠
   13  10♣     4♦     >10♥*    8♠

Seat 0: 4 tricks: +4 (B1)
Seat 1: 1 trick: +1 (B1)
Seat 1: fewest tricks, 1, and nobody tied: +20 (B3)
Seat 2: 5 tricks: +5 (B1)
Seat 3: 3 tricks: +3 (B1)

        tricks  points  total
Seat 0       4      +4      4
Seat 1       1     +21     21
Seat 2       5      +5      5
Seat 3       3      +3      3

Deal 2, Seat 3 dealt ───────────────────────────────────────────────────────────
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
        "watch",
        "triple-collusion",
        "--seed",
        "7",
        "--players",
        "random",
        "--pace",
        "0",
        env=environment(**changes),
    ) as child:
        child.expect("Collusion, seed")
        first = f"{child.before}{child.after}"
        if interrupt:
            child.sendintr()
        code, rest = ended(child)
    return code, first + rest


def test_a_deal_is_shown_with_its_hands_tricks_reasons_and_totals() -> None:
    assert shown("parlett", "--seed", "7", "--players", "random").startswith(FIRST_DEAL)


@pytest.mark.no_cover
def test_parletts_game_and_players_who_plan_are_watched_unless_one_says_otherwise() -> None:
    dealt = "".join(FIRST_DEAL.splitlines(keepends=True)[2:8])
    game = shown("parlett-50", "--seed", "7")
    assert re.search("^Seat [0-3]: “Seat [0-3], let us both take", game, re.MULTILINE)
    assert dealt in FIRST_DEAL
    assert dealt[-40:] in shown("--seed", "7", "--players", "duck")


SIMPLE = ("--seed", "7", "--players", "random")


@pytest.mark.no_cover
@pytest.mark.parametrize("name", cr.RULESETS)
def test_every_game_is_shown_to_its_end(name: str) -> None:
    game = shown(name, *SIMPLE)
    deals = re.findall(r"^Deal (\d+), Seat \d dealt", game, re.MULTILINE)
    assert [*map(int, deals)] == list(range(1, len(deals) + 1))
    players = cr.RULESETS[name].players
    *_, last_line = game.splitlines()
    standings = re.findall(r"^(\d)\. (Seat \d): (-?\d+) points?$", game, re.MULTILINE)
    assert len(standings) == players
    winners = [seat for place, seat, _ in standings if place == "1"]
    assert re.findall(r"Seat \d", last_line) == winners
    assert last_line.startswith("the game is over, won by ")


@pytest.mark.no_cover
@pytest.mark.parametrize("name", cr.RULESETS)
def test_the_winner_of_each_trick_leads_to_the_next(name: str) -> None:
    rows = re.findall(r"^ {,4}(\d+) ([ >].*)$", shown(name, *SIMPLE), re.MULTILINE)
    tricks = cr.RULESETS[name].tricks
    assert [int(number) for number, _ in rows[: 2 * tricks]] == [*range(1, tricks + 1)] * 2
    marks = [re.findall(r"[ >]?(?:10|\w)[♠♥♦♣][ *]?", row) for _, row in rows]
    led = [[card.startswith(">") for card in row].index(True) for row in marks]
    won = [[card.endswith("*") for card in row].index(True) for row in marks]
    for deal in range(0, len(rows), tricks):
        assert led[deal + 1 : deal + tricks] == won[deal : deal + tricks - 1]


def test_trumps_and_partners_are_named() -> None:
    game = shown("open-collusion", *SIMPLE)
    assert re.search(r"^Seat \d declares (\w+) as trumps; partner cards: A(.) K\2$", game, re.M)
    assert re.search(r"^the partners are Seat \d and Seat \d, against Seat \d and", game, re.M)
    teams = re.findall(r"^the teams are (.*)$", shown("triple-collusion", *SIMPLE), re.M)
    assert len(teams) == 8


def test_the_partner_cards_change_from_deal_to_deal() -> None:
    game = shown("rotation-collusion", *SIMPLE)
    told = re.findall(r"; partner cards: (.). (.).$", game, re.MULTILINE)
    assert told == [tuple(pair) for pair in ("AK", "QJ", "AQ", "AK", "QJ", "AQ", "AK", "QJ")]


def test_who_plays_is_chosen() -> None:
    names = ("--names", "アン,ボブ,シー,ディー", "--language", "ja", "--seed", "7")
    game = shown("parlett-50", *names, "--players", "easy-honest,duck,take,easy-silent")
    talk = set(re.findall(r"^(\S+)「", game, re.MULTILINE))
    assert talk == {"アン"}
    assert not re.search("[a-z]{2}", game)
    for wrong in ("duck,take", "nobody"):
        refused = CliRunner().invoke(commands, ["watch", "--players", wrong])
        assert refused.exit_code == 2


def test_a_pace_is_for_people(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    shown("parlett-50", *SIMPLE)
    assert slept == []
    game = shown("parlett-50", *SIMPLE, "--pace", "2")
    assert set(slept) == {2.0}
    rows = re.findall(r"^ {,4}\d+ [ >].*$", game, re.MULTILINE)
    reasons = re.findall(r"^Seat .*\(B\d\)$", game, re.MULTILINE)
    assert len(slept) == len(rows) + len(reasons)


@pytest.mark.no_cover
@pytest.mark.parametrize("width", [32, 44, 60, 160])
@pytest.mark.parametrize(("name", "language"), [("triple-collusion", "ja"), ("parlett", "en")])
def test_every_card_is_there_at_any_width(
    width: int, name: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    game = shown(name, *SIMPLE, "--language", language)
    hands_and_tricks = [line for line in game.splitlines() if re.search("[♠♥♦♣] ?[2-9TJQKA]", line)]
    assert all(columns(line) <= width for line in hands_and_tricks if "宣言" not in line)
    rules = cr.RULESETS[name]
    seat = next(int(seat) for seat in re.findall(r"(?:Seat |席)(\d)", game))
    dealt = cr.deal(cr.new_game(rules, cr.Seat(seat)), seed=7)
    first, *_ = re.split(r"\nDeal 2|\n第2", game)
    cards = re.findall(r"(10|[2-9JQKA])([♠♥♦♣])", first)
    assert len(cards) >= rules.players * rules.tricks
    played = {f"{rank}{pip}" for rank, pip in cards}
    assert played >= {cr.describe(card) for hand in dealt.hands for card in hand}


def test_without_a_seed_it_is_another_game_and_its_seed_is_told() -> None:
    game, other = (shown("parlett-50", "--players", "random") for _ in range(2))
    first_line = re.match(r"Parlett's Collusion to 50, seed (\d+)\n", game)
    assert first_line is not None
    assert shown("parlett-50", "--players", "random", "--seed", first_line[1]) == game != other


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", ["-5", "table 12", "[bold]:smile:", "9" * 5000])
def test_a_seed_is_a_number_or_a_text(seed: str) -> None:
    game = shown("parlett-50", "--players", "random", f"--seed={seed}")
    unbroken = "".join(game.split())
    start = f"Parlett's Collusion to 50, seed {seed}Deal 1,".replace(" ", "")
    assert unbroken.startswith(start)
    assert game == shown("parlett-50", "--players", "random", f"--seed={seed}")


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


@pytest.mark.parametrize("command", ["watch", "play", "deal"])
def test_a_seed_that_the_library_refuses_is_told_without_a_traceback(command: str) -> None:
    result = CliRunner().invoke(commands, [command, "--seed", "\udcff"])
    assert result.exit_code == 2
    assert "a seed must be an int, bytes" in " ".join(result.output.replace("│", " ").split())


def test_the_help_names_every_command_and_every_game() -> None:
    overview = CliRunner().invoke(commands, ["--help"]).output
    assert all(f"\n  {name} " in overview for name in COMMANDS)
    of_watch = CliRunner().invoke(commands, ["watch", "-h"]).output
    assert all(name in of_watch for name in cr.RULESETS)
    assert (
        '\n    collusion-rules watch triple-collusion --players strong-silent --seed "table 12"\n'
        in of_watch
    )


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
    program = run(*PROGRAM, "parlett-50", *SIMPLE)
    assert re.sub(r" +$", "", program.stdout, flags=re.MULTILINE) == shown("parlett-50", *SIMPLE)
    assert program.stderr == ""


def test_the_console_script_is_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["collusion-rules", "--version"])
    with contextlib.redirect_stdout(io.StringIO()) as output, pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 0
    assert output.getvalue() == f"collusion-rules, version {cr.__version__}\n"


def test_where_pips_cant_be_written_letters_are() -> None:
    asked = (*PROGRAM, "secret-partners", "--seed", "7 ♥ é", "--players", "random")
    program = run(*asked, encoding="ascii", env=environment(PYTHONIOENCODING="ascii"))
    first, _, rule, heading, *_ = program.stdout.splitlines()
    assert first == "Secret-partner Collusion, seed 7 H ?"
    assert rule.startswith("Deal 1, Seat 0 dealt ---")
    assert heading.split() == ["S", "H", "D", "C"]


def test_only_writing_is_made_to_fit() -> None:
    showing.terminal()
    assert "A♠ é".encode("ascii", "letters-for-pips") == b"AS ?"
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("ascii", "letters-for-pips")


def test_ctrl_c_ends_it_with_code_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> cr.Move:
        raise KeyboardInterrupt

    monkeypatch.setattr("collusion_rules.cli.watch.ask", interrupted)
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
    assert "the game is over" not in output


@on_posix
def test_a_closed_pipe_ends_it_quietly() -> None:
    line = f"{{ {' '.join(PROGRAM)}; echo $? >&2; }} | true"
    assert run("/bin/sh", "-c", line).stderr == "141\n"


@on_posix
def test_a_terminal_gets_colours() -> None:
    code, output = run_in_a_terminal()
    assert code == 0
    assert "\x1b[31m" in output


@on_posix
def test_no_color_is_plain_even_in_a_terminal() -> None:
    code, output = run_in_a_terminal(NO_COLOR="1")
    assert code == 0
    assert "Triple Collusion, seed" in output
    assert "\x1b" not in output


def test_commands_are_imported_only_when_they_are_called() -> None:
    context = click.Context(commands)
    assert commands.get_command(context, "showing") is None
    asked = "import sys, collusion_rules.cli; print('rich' in sys.modules)"
    assert run(sys.executable, "-c", asked).stdout.split() == ["False"]
