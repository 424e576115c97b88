"""Tables that tell events: gaps filled by the vocabulary, by the fields, or before."""

from typing import Any

import msgspec

from games.plugin import Choice, Line, Motion, Narration, SeatName, SeenEvent, line, lines, telling
from games.plugin.telling import (
    Told,
    Vocabulary,
    Worded,
    Wording,
    by_action,
    filled,
    narrated,
    say,
    word,
    worded,
)


def fruit(kind: str) -> Line:
    return line(f"a {kind}")


WORDS: Vocabulary = {"name": ("seat", SeatName), "what": ("fruit", fruit)}


def _lost(data: dict[str, Any]) -> Narration | None:
    return say("{name} drops {what}.", hold=1.5) if data["fruit"] else None


TABLE: dict[str, Told] = {
    "ready": say("Ready."),
    "picked": say("{name} picks {what} from tree {tree}."),
    "carried": say("{name} carries them home.", Motion("{fruits}", "tree:{tree}", "home:{seat}")),
    "ripens": say("It ripens.", Motion("{fruit}", "tree:1", "tree:1", then=True, becomes="{next}")),
    "lost": _lost,
}


def tell(type_: str, **data) -> Narration | None:
    return narrated(SeenEvent(type_, data), TABLE, WORDS)


def test_gaps_are_filled_in_the_words_of_the_vocabulary_or_as_the_field_is():
    said = tell("picked", tree=3, fruit="plum", seat=1)
    assert said == Narration(
        line("{name} picks {what} from tree {tree}.", name=SeatName(1), what=line("a plum"), tree=3)
    )
    assert list(said.line.params) == ["name", "what", "tree"]
    assert tell("ready", seat=1) == TABLE["ready"]


def test_motions_are_filled_by_the_fields_and_a_list_of_pieces_moves_one_by_one():
    said = tell("ripens", fruit="plum", next="ripe-plum")
    assert said.motions == (Motion("plum", "tree:1", "tree:1", then=True, becomes="ripe-plum"),)
    said = tell("carried", seat=0, tree=2, fruits=["plum", "pear", "plum"])
    moved = [Motion(fruit, "tree:2", "home:0") for fruit in ("plum", "pear", "plum")]
    assert list(said.motions) == moved


def test_a_function_chooses_what_is_told_and_parameters_that_are_there_stay():
    said = tell("lost", seat=1, fruit="pear")
    assert said is not None
    assert said.line == line("{name} drops {what}.", name=SeatName(1), what=line("a pear"))
    assert said.hold == 1.5
    assert tell("lost", seat=1, fruit="") is None
    counted = lines("{name}: {n} plum", "{name}: {n} plums", 2)
    assert filled(counted, {"seat": 0, "n": 7}, WORDS) == lines(
        "{name}: {n} plum", "{name}: {n} plums", 2, name=SeatName(0)
    )


class Pick(msgspec.Struct, frozen=True):
    tree: int
    fruits: tuple[str, ...]


class Rest(msgspec.Struct, frozen=True):
    """An action: nothing."""


def _pick(state: int, action: Pick) -> Wording:
    label = line("Pick from tree {tree}, {left} left", left=state - len(action.fruits))
    return Wording(label, line("Tree {tree}"), ("tree:{tree}", "fruit:{fruits}"), ordered=True)


WORDINGS: dict[type, Worded[int]] = {
    Pick: _pick,
    Rest: Wording(line("Rest"), line("Go on"), ("rest",), preview={"sun": True}, at_once=True),
}


def test_label_group_and_picks_are_filled_by_the_action():
    assert worded(5, Rest(), WORDINGS, WORDS) == Choice(
        Rest(), line("Rest"), line("Go on"), ("rest",), preview={"sun": True}, at_once=True
    )
    action = Pick(2, ("plum", "pear"))
    assert worded(5, action, WORDINGS, WORDS) == Choice(
        action,
        line("Pick from tree {tree}, {left} left", left=3, tree=2),
        line("Tree {tree}", tree=2),
        ("tree:2", "fruit:plum", "fruit:pear"),
        ordered=True,
    )


def test_what_the_state_has_no_say_in_is_worded_once_for_an_action():
    wordings = {
        Rest: word("Rest", "Go on", "rest"),
        Pick: by_action(
            lambda pick: word("Pick {n} fruits", "Tree {tree}", f"n:{len(pick.fruits)}")
        ),
    }
    words = {"n": ("fruits", len)}
    one, other = Pick(1, ("plum",)), Pick(2, ("plum", "pear"))
    made = [worded(state, action, wordings, words) for state in (1, 2) for action in (one, other)]
    assert made[1] == Choice(
        other, line("Pick {n} fruits", n=2), line("Tree {tree}", tree=2), ("n:2",)
    )
    assert made[0] is made[2]
    assert made[1] is made[3]
    assert worded(1, Rest(), wordings, words) is worded(2, Rest(), wordings, words)


def test_a_row_keeps_so_many_choices_and_no_more(monkeypatch):
    monkeypatch.setattr(telling, "MOST_KNOWN", 3)
    row = word("Pick from tree {tree}", "Trees", "tree:{tree}")
    for tree in range(8):
        assert worded(0, Pick(tree, ()), {Pick: row}, WORDS).picks == (f"tree:{tree}",)
        assert len(row.known) <= 3
