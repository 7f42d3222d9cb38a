"""The commands deal, rules, schema, score and replay, each from end to end."""

import json
import re
import shlex
import sys
from pathlib import Path

import attrs
import click
import pytest
import surroundings
from click.testing import CliRunner, Result
from tables import NoScoring, ToldScoring

import collusion_rules as cr
from collusion_rules.cli import COMMANDS, commands
from collusion_rules.cli.rules import told
from collusion_rules.texts import columns
from collusion_rules.wording import language_of


def run(*arguments: str, text: str = "") -> Result:
    """Call a command as the shell does."""
    return CliRunner().invoke(commands, arguments, input=text)


@pytest.fixture
def finished() -> cr.Game:
    """A whole game of Parlett's to 50, each seat playing its first legal card."""
    game = cr.new_game(cr.PARLETT_50, cr.Seat(1))
    while not cr.game_winner(game):
        if game.phase is cr.Phase.AWAITING_DEAL:
            game = cr.deal(game, seed="cli")
        else:
            game = cr.play(game, cr.legal_moves(game)[0])
    return game


def saved(folder: Path, text: str) -> str:
    """A file with a record in it."""
    file = folder / "game.json"
    file.write_text(text, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert result.output.startswith("Usage: ")
    assert len(run("--help").output.split(command)) > 1


def test_completion_names_the_commands() -> None:
    result = CliRunner().invoke(
        commands,
        prog_name="collusion-rules",
        env={
            "_COLLUSION_RULES_COMPLETE": "bash_complete",
            "COMP_WORDS": "collusion-rules s",
            "COMP_CWORD": "1",
        },
    )
    assert result.output.split() == ["plain,schema", "plain,score", "plain,simulate"]


class TestDeal:
    def test_the_hands_of_a_seed(self) -> None:
        lines = run("deal", "--seed", "7").output.splitlines()
        game = cr.deal(cr.new_game(cr.PARLETT, cr.Seat(0)), seed=7)
        assert len(lines) == 5
        for seat, line in enumerate(lines[1:]):
            assert line.split()[2:] == [
                rank
                for suit in reversed(cr.Suit)
                for rank in (str(card.rank) for card in game.hands[seat].of_suit(suit))
            ]

    def test_as_pbn(self) -> None:
        text = run("deal", "--seed", "7", "--dealer", "2", "--pbn").output
        game = cr.deal(cr.new_game(cr.PARLETT, cr.Seat(2)), seed=7)
        assert text == cr.to_pbn(game.hands, cr.Seat(2)) + "\n"
        assert cr.from_pbn(text.strip()) == game.hands

    def test_as_a_record(self) -> None:
        text = run("deal", "triple-collusion", "--seed", "table 12", "--json").output
        game = cr.deal(cr.new_game(cr.TRIPLE_COLLUSION, cr.Seat(0)), seed="table 12")
        assert cr.loads(text) == game

    def test_without_a_seed_two_deals_differ(self) -> None:
        assert run("deal").output != run("deal").output

    def test_a_seed_that_was_drawn_is_told(self) -> None:
        drawn = run("deal", "--language", "ja", "--names", "A,B,C,D")
        seed = drawn.stderr.rpartition(" ")[2].strip()
        again = run("deal", "--seed", seed, "--names", "A,B,C,D")
        assert again.stdout == drawn.stdout
        assert drawn.stderr == f"引いたシード：--seed {seed}\n"
        assert again.stderr == ""

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (("deal", "--dealer", "4"), "seats are 0 to 3"),
            (("deal", "triple-collusion", "--pbn"), "PBN has deals for 4 players alone"),
            (("deal", "--names", "Ann"), "4 names are needed, not 1"),
        ],
    )
    def test_what_cannot_be(self, arguments: tuple[str, ...], message: str) -> None:
        result = run(*arguments)
        assert result.exit_code == 2
        assert message in result.output


class TestRules:
    def test_the_games(self) -> None:
        lines = run("rules").output.splitlines()
        assert [line.split()[0] for line in lines] == list(cr.RULESETS)
        assert lines[-1].endswith("6 players, 16 tricks a deal")

    @pytest.mark.parametrize(
        ("ruleset", "rules"),
        [
            ("parlett", ["B1", "B2,", "B3", "B4", "B7", "B8", "B9", "A10"]),
            ("secret-partners", ["C1", "C2", "C3", "C4", "C5", "C6", "C7", "C9"]),
            ("open-collusion", ["D1"]),
            ("rotation-collusion", ["D2,"]),
            ("triple-collusion", ["A8", "D4", "D6", "D7", "D8"]),
        ],
    )
    def test_a_game_has_its_rules(self, ruleset: str, rules: list[str]) -> None:
        lines = run("rules", ruleset).output.splitlines()
        assert {rule.rstrip(",") for rule in rules} <= {
            line[:8].split(",")[0].strip() for line in lines
        }
        assert max(map(len, lines)) <= 80

    def test_the_rules_of_a_saved_game(self, tmp_path: Path) -> None:
        house = cr.secret_partners(
            name="ours", accusations=True, play_off=True, talk=cr.TableTalk.STATEMENTS, deals=3
        )
        for saved_one in (
            cr.new_game(house, cr.Seat(0)),
            cr.view(cr.new_game(house, cr.Seat(0)), None),
        ):
            file = saved(tmp_path, cr.dumps(saved_one))
            lines = run("rules", "--record", file).output.splitlines()
            assert "C9      After 3 deals the highest total wins." in lines
            assert "C10     If an opponent named both partners, each opponent gets +5." in lines
            assert "A10     Equal highest totals are played off in more deals." in lines
            assert any(
                line.startswith("C3      Anybody may speak in set phrases") for line in lines
            )
            assert list(json.loads(run("rules", "--record", file, "--json").output)) == ["ours"]
        assert run("rules", "parlett", "--record", file).exit_code == 2

    def test_the_rules_of_a_house(self, tmp_path: Path) -> None:
        """A4, B10, C11: what is not as usual is told."""
        lifting = cr.parlett(lift=True, first_leader=cr.FirstLeader.DEALER)
        costly = cr.secret_partners(accusations=True, accusation=7, wrong_accusation=-4)
        lines = list[str]()
        for rules in (lifting, costly):
            file = saved(tmp_path, cr.dumps(cr.new_game(rules, cr.Seat(0))))
            lines += run("rules", "--record", file).output.splitlines()
        assert "A4      The dealer leads." in lines
        assert "B10     Who tied with the winner is lifted to 100, and is second." in lines
        assert "C10     If an opponent named both partners, each opponent gets +7." in lines
        assert "C11     Whoever accuses wrongly gets -4." in lines

    def test_of_a_scoring_of_ones_own_it_is_told_what_it_says_of_itself(self) -> None:
        rules = attrs.evolve(cr.PARLETT, scoring=NoScoring())
        *_, own, last = told(rules, language_of("en"))
        assert own == ("", "The scoring is NoScoring, a scheme of its own.")
        assert last == ("A10", "Equal highest totals win together.")
        rules = attrs.evolve(cr.PARLETT, scoring=ToldScoring())
        *_, own, last = told(rules, language_of("en"))
        assert own == ("H1", "Nobody gets anything.")

    def test_a_record_with_a_scoring_of_ones_own(self, tmp_path: Path) -> None:
        game = cr.new_game(attrs.evolve(cr.PARLETT, scoring=ToldScoring()), cr.Seat(0))
        file = saved(tmp_path, cr.dumps(game, schemes={"told": ToldScoring}))
        given = ("--scheme", "told=tables:ToldScoring")
        assert "H1      Nobody gets anything." in run("rules", "--record", file, *given).output
        parts = json.loads(run("rules", "--record", file, "--json", *given).output)
        assert parts["parlett"]["scoring"] == {"type": "told"}
        assert "1 events" in run("replay", file, "--verify", *given).output.replace(
            "1 event,", "1 events,"
        )
        assert "'told' is not one of the library's own" in run("rules", "--record", file).stderr
        for wrong in ("told", "told=tables", "=tables:ToldScoring", "told=:ToldScoring"):
            refused = run("rules", "--scheme", wrong, "--record", file)
            assert refused.exit_code == 2
            assert "write NAME=MODULE:CLASS" in refused.stderr
        for wrong in ("told=nowhere:ToldScoring", "told=tables:Nothing"):
            refused = run("rules", "--scheme", wrong, "--record", file)
            assert refused.exit_code == 2
            assert "is not there" in refused.stderr

    @pytest.mark.parametrize("name", ["", *cr.RULESETS])
    def test_in_japanese_at_any_width(self, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "40")
        given = (name, "--language", "ja") if name else ("--language", "ja")
        lines = run("rules", *given).output.splitlines()
        ids = [line[:8].strip() for line in run("rules", *given[:-2]).output.splitlines()]
        assert [line[:8].strip() for line in lines if line[:8].strip()] == [*filter(None, ids)]
        for line in lines:
            assert columns(line) <= 40 or not name
            assert not re.search("[a-z]", line[20:] if not name else line)

    def test_a_house_rule_in_japanese(self) -> None:
        japanese = language_of("ja")
        house = cr.secret_partners(accusations=True, wrong_accusation=-2, play_off=True)
        rules = dict(told(house, japanese))
        assert rules["C10"].startswith("対抗チームのだれかが")
        assert rules["C11"] == "パートナー当てを外したプレイヤーは-2点です。"
        own = attrs.evolve(cr.PARLETT, scoring=ToldScoring())
        assert ("H1", "Nobody gets anything.") in told(own, japanese)

    def test_as_json(self) -> None:
        parts = json.loads(run("rules", "parlett", "--json").output)
        assert list(parts) == ["parlett"]
        assert parts["parlett"]["scoring"]["target"] == 100
        assert list(json.loads(run("rules", "--json").output)) == list(cr.RULESETS)


def test_the_schema() -> None:
    assert json.loads(run("schema").output) == cr.record_schema()


class TestScore:
    def test_the_worked_examples(self) -> None:
        lines = run("score", "parlett", "4,4,2,3", "0,2,5,6", "--json").output.splitlines()
        events = [cr.loads(line, "event") for line in lines]
        scores = [event.score for event in events if isinstance(event, cr.DealScored)]
        assert [score.points for score in scores] == [(14, 14, 2, 3), (20, 2, 5, 6)]
        assert scores[1].totals == (34, 16, 7, 9)

    def test_reasons_and_totals_are_shown(self) -> None:
        output = run("score", "parlett", "4,4,2,3", "--names", "Ann, Bob, Cem, Dee").output
        assert "Ann: tied with Bob on 4 tricks: +10 (B2)" in output
        assert ["Bob", "4", "+14", "14"] in [line.split() for line in output.splitlines()]

    def test_partners_and_a_soloist(self) -> None:
        lines = run("score", "secret-partners", "5,3,2,3/0,2", "7 2 2 2/0", "--json").output
        scores = [json.loads(line)["event"]["score"] for line in lines.splitlines()]
        assert [score["points"] for score in scores] == [[5, 0, 5, 0], [20, -5, -5, -5]]

    def test_three_teams(self) -> None:
        line = run("score", "triple-collusion", "4,1,3,2,5,1/0,3/1,4/2,5", "--json").output
        assert json.loads(line)["event"]["score"]["points"] == [5, 5, -5, 5, 5, -5]

    def test_the_game_ends_with_a_winner(self) -> None:
        output = run("score", "parlett-50", *["0,2,5,6"] * 3, "--names", "Ann,Bob,Cem,Dee").output
        assert output.splitlines()[-1] == cr.describe(
            cr.GameWon((cr.Seat(0),)), ("Ann", "Bob", "Cem", "Dee")
        )

    def test_no_deal_after_the_last(self) -> None:
        result = run("score", "parlett-50", *["0,2,5,6"] * 4)
        assert result.exit_code == 1
        assert "Error: deal 4: the game is over" in result.output

    def test_it_asks_and_asks_again(self) -> None:
        result = run("score", text="4,4,2\n4,4,2,3\nfour\n4,4,2,4\n\n4,4,2,3/0,1\n")
        assert result.exit_code == 0
        assert result.stderr.count("Type the tricks of all 4 players, such as 4,3,3,3.") == 3
        assert "The tricks must add up to 13, not 14." in result.stderr
        assert "There are no partners in this game: type the tricks alone." in result.stderr
        assert result.stdout.count("total") == 1
        assert result.stderr.endswith("Go on with: collusion-rules score parlett --more 4,4,2,3\n")

    def test_it_goes_on_as_it_was_left(self) -> None:
        names = ("--names", "Ann,Bob,Cem,Dee O'Dea", "--language", "ja")
        left = run("score", "secret-partners", *names, text="5,3,2,3/Ann,Cem\nquit\n")
        words = shlex.split(left.stderr.splitlines()[-1].partition("：")[2])
        assert words[0] == "collusion-rules"
        again = run(*words[1:], text="7 2 2 2/ann\n\nquit\n")
        assert [line for line in left.stdout.splitlines() if line in again.stdout] == (
            left.stdout.splitlines()
        )
        at_once = run("score", "secret-partners", *names, "5,3,2,3/0,2", "7,2,2,2/0")
        assert at_once.stdout == again.stdout
        assert at_once.stderr == ""

    def test_partners_are_asked_for_where_they_are_needed(self) -> None:
        typed = "5,3,2,3\nAnn Cem\n7,2,2,2\n0,0\n7,2,2,2\n"
        asked = run("score", "rotation-collusion", "--names", "Ann,Bob,Cem,Dee", text=typed)
        assert "Who held the A and K of trumps? One or two seats or names: " in asked.stderr
        assert "Who held the Q and J of trumps?" in asked.stderr
        assert "Name two different players as partners, or one" in asked.stderr
        assert asked.stdout == run(
            "score", "rotation-collusion", "--names", "Ann,Bob,Cem,Dee", "5,3,2,3/0,2"
        ).stdout  # fmt: skip
        typed = "help\n4,1,3,2,5,1\n0 3\n1,4\n2、5\n4,1,3,2,5,1/0,3\n"
        asked = run("score", "triple-collusion", text=typed)
        for card in "AKQ":
            assert f"Who held the {card} of trumps? Two seats or names: " in asked.stderr
        assert "4,1,3,2,5,1/0,3/1,4/2,5: with the partners" in asked.stderr
        assert "Name three pairs, each player once" in asked.stderr
        assert asked.stdout.count("total") == 1

    def test_names_with_blanks_are_names(self) -> None:
        names = "Ann Lee,Bob,Cem,Dee"
        shown = run("score", "secret-partners", "5,3,2,3/ann lee,Cem", "--names", names, "--json")
        assert json.loads(shown.stdout)["event"]["score"]["outcome"]["teams"][0] == [0, 2]
        assert run("score", "secret-partners", "5,3,2,3/Eve").exit_code == 1

    def test_what_was_written_can_be_mended(self) -> None:
        typed = "undo\nedit 1 4,4,2,3\n4,4,2,3\n0,2,5,6\nedit 1 3,3,3,4\nedit 2\nundo\nsheet\n"
        shown = run("score", text=typed)
        assert "No deal is written down yet." in shown.stderr
        assert shown.stderr.count("Type edit, the number of a deal") == 2
        sheets = [line.split() for line in shown.stdout.splitlines() if line[:5] == "total"]
        assert sheets == [
            ["total", *at] for at in (["23", "5", "8", "40"], *[["3", "3", "3", "34"]] * 2)
        ]
        assert shown.stderr.rstrip().endswith("--more 3,3,3,4")
        with_teams = run("score", "secret-partners", "--json", text="5,3,2,3/0\nedit 1 7,2,2,2\n")
        score = json.loads(with_teams.stdout)["event"]["score"]
        assert score["points"] == [20, -5, -5, -5]
        mended = run("score", "secret-partners", text="5,3,2,3/0\nedit 1 5,3,2,3/0,2\n")
        assert ["total", "5", "0", "5", "0"] in [
            line.split() for line in mended.stdout.splitlines()
        ]

    def test_an_edit_after_which_the_game_was_over_sooner_is_refused(self) -> None:
        typed = "0,2,5,6\n0,2,5,6\n5,2,2,4\nedit 1 13,0,0,0\nedit 1 3,3,3,4/0\n"
        shown = run("score", "parlett-50", text=typed)
        assert "With this the game would have been over before deal 3: undo" in shown.stderr
        assert shown.stderr.rstrip().endswith("0,2,5,6 0,2,5,6 5,2,2,4")
        typed = "2,3,4,4/0,1\nedit 1 0,0,13,0/0,1,2\n"
        assert "Name two different" in run("score", "secret-partners", text=typed).stderr

    def test_help_says_what_can_be_typed(self) -> None:
        shown = run("score", text="help\n?\nquit\n")
        for word in ("edit 1 4,4,2,3: ", "undo: ", "sheet: ", "quit: "):
            assert shown.stderr.count(word) == 2
        assert "Go on with" not in shown.stderr

    def test_the_last_deal_can_be_mended_too(self) -> None:
        typed = "0,2,5,6\n" * 3 + "0,2,5,6\nundo\nquit\n"
        shown = run("score", "parlett-50", text=typed)
        assert "Enter to end, or undo or edit: " in shown.stderr
        assert "the game is over" in shown.stderr
        assert shown.stderr.rstrip().endswith("--more 0,2,5,6 0,2,5,6")
        assert run("score", "parlett-50", text="0,2,5,6\n" * 3 + "\n").stderr.endswith("edit: ")

    def test_the_winner_is_in_the_json(self) -> None:
        result = run("score", "parlett-50", "--json", text="0,2,5,6\n" * 3 + "sheet\n\n")
        assert result.exit_code == 0
        events = [cr.loads(line, "event") for line in result.stdout.splitlines()]
        assert len(events) == 4
        assert events[-1] == cr.GameWon((cr.Seat(0),))

    def test_ctrl_c_tells_how_to_go_on(self, monkeypatch: pytest.MonkeyPatch) -> None:
        typed = iter(["4,4,2,3"])

        def read(_: str = "") -> str:
            for text in typed:
                return text
            raise KeyboardInterrupt

        monkeypatch.setattr("builtins.input", read)
        result = run("score")
        assert result.exit_code == 130
        assert "--more 4,4,2,3" in result.stderr

    @pytest.mark.parametrize("deal", ["4,4,2,4", "4,4,5", "1/2", "x", "", "4,4,2,3/0,1", "9" * 50])
    def test_what_cannot_be(self, deal: str) -> None:
        result = run("score", "parlett", deal)
        assert result.exit_code == 1
        assert result.output.startswith("Error: deal 1: ")

    @pytest.mark.parametrize("name", ["", "\u202enna", "\u200b"])
    def test_a_name_that_deceives_the_eye(self, name: str) -> None:
        result = run("score", "parlett", "4,4,2,3", "--names", f"{name},Bob,Cem,Dee")
        assert result.exit_code == 2
        assert "1 to 100 characters in one line, none of them hidden" in " ".join(
            result.output.replace("│", " ").split()
        )

    def test_a_name_with_quotation_marks(self) -> None:
        output = run("score", "parlett", "4,4,2,3", "--names", 'Ann "Ace",Bob,Cem,Dee').output
        assert "Ann 'Ace'" in output

    def test_too_few_names(self) -> None:
        result = run("score", "parlett", "4,4,2,3", "--names", "Ann,Bob")
        assert result.exit_code == 2
        assert "4 names are needed, not 2" in result.output

    def test_in_japanese(self) -> None:
        output = run("score", "parlett", "4,4,2,3", "--language", "ja").output
        assert "トリック" in output


class TestReplay:
    def test_every_event_is_told(self, finished: cr.Game, tmp_path: Path) -> None:
        result = run("replay", saved(tmp_path, cr.dumps(finished)))
        names = tuple(f"Seat {seat}" for seat in range(4))
        told_lines = [cr.describe(event, names) for event in finished.log]
        assert result.output.splitlines() == told_lines

    def test_a_view(self, finished: cr.Game, tmp_path: Path) -> None:
        record = cr.dumps(cr.view(finished, cr.Seat(2)))
        result = run("replay", saved(tmp_path, record), "--verify")
        told = f"Parlett's Collusion to 50: {finished.version} events, as the rules allow.\n"
        assert result.output == told

    def test_in_an_encoding_without_the_letters(self, tmp_path: Path) -> None:
        rules = cr.parlett(name="遊び")
        file = saved(tmp_path, cr.dumps(cr.new_game(rules, cr.Seat(0))))
        program = (sys.executable, "-m", "collusion_rules", "replay", file, "--verify")
        western = surroundings.environment(PYTHONIOENCODING="cp1252", PYTHONUTF8="0")
        shown = surroundings.run(*program, encoding="cp1252", env=western).stdout
        assert shown.strip() == "??: 1 event, as the rules allow."

    def test_from_the_standard_input_in_japanese(self, finished: cr.Game) -> None:
        result = run("replay", "-", "--language", "ja", text=cr.dumps(finished))
        assert result.exit_code == 0
        assert "ディーラー" in result.output

    def test_step_by_step(
        self, finished: cr.Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("collusion_rules.cli.replay.at_a_terminal", lambda: True)
        file = saved(tmp_path, cr.dumps(finished))
        shown = cr.describe(finished.log[1], [f"Seat {seat}" for seat in range(4)])
        first = run("replay", file, text="q\n").output
        assert first.startswith("Press Enter for the next event, or type q to stop.\n")
        assert shown[:20] not in first
        assert shown[:20] in run("replay", file, text="\n\nq\n").output
        assert run("replay", file, text="").exit_code == 0

    def test_where_it_breaks(self, finished: cr.Game, tmp_path: Path) -> None:
        data = cr.to_data(finished)
        log = data["log"]
        assert isinstance(log, list)
        del log[2]
        result = run("replay", saved(tmp_path, json.dumps(data)))
        assert result.exit_code == 1
        assert "event 2 breaks the rules" in result.output

    @pytest.mark.parametrize("text", ["", "{}", "[1]", '{"format": "other"}'])
    def test_no_record(self, text: str, tmp_path: Path) -> None:
        result = run("replay", saved(tmp_path, text))
        assert result.exit_code == 1
        assert result.output.startswith("Error: ")

    def test_no_file(self) -> None:
        assert run("replay", "nowhere.json").exit_code == 2


def test_the_commands_are_clicks() -> None:
    context = click.Context(commands)
    assert all(commands.get_command(context, name) is not None for name in COMMANDS)
    assert commands.get_command(context, "nothing") is None


def test_simulate_can_leave_whole_games_out() -> None:
    pytest.importorskip("numba", reason="the extra `fast` is not installed")
    result = CliRunner().invoke(
        commands, ["simulate", "parlett", "--deals", "10", "--games", "0", "--seed", "1"]
    )
    assert result.exit_code == 0, result.output
    assert "10 deals" in result.output
    assert "games" not in result.output.splitlines()[0]
