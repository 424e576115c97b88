"""Tables that tell events: gaps filled by the vocabulary, by the fields, or before."""

from typing import Any

from games.plugin import Line, Motion, Narration, SeatName, SeenEvent, line, lines
from games.plugin.telling import Told, Vocabulary, filled, named, told


def fruit(kind: str) -> Line:
    return line(f"a {kind}")


WORDS: Vocabulary = {"name": ("seat", SeatName), "what": ("fruit", fruit)}


def _lost(data: dict[str, Any]) -> Narration | None:
    return Narration(line("{name} drops {what}."), hold=1.5) if data["fruit"] else None


TABLE: dict[str, Told] = {
    "ready": Narration(line("Ready.")),
    "picked": Narration(line("{name} picks {what} from tree {tree}.")),
    "carried": Narration(
        line("{name} carries them home."), (Motion("{fruits}", "tree:{tree}", "home:{seat}"),)
    ),
    "ripens": Narration(
        line("It ripens."), (Motion("{fruit}", "tree:1", "tree:1", then=True, becomes="{next}"),)
    ),
    "lost": _lost,
}


def tell(type_: str, **data: Any) -> Narration | None:
    return told(SeenEvent(type_, data), TABLE, WORDS)


def test_gaps_are_filled_in_the_words_of_the_vocabulary_or_as_the_field_is() -> None:
    assert tell("picked", seat=1, fruit="plum", tree=3) == Narration(
        line("{name} picks {what} from tree {tree}.", name=SeatName(1), what=line("a plum"), tree=3)
    )


def test_parameters_come_in_the_order_of_their_gaps() -> None:
    said = tell("picked", tree=3, fruit="plum", seat=1)
    assert said is not None
    assert list(said.line.params) == ["name", "what", "tree"]


def test_a_row_without_gaps_is_told_as_it_is() -> None:
    assert tell("ready", seat=1) == TABLE["ready"]


def test_motions_are_filled_by_the_fields_themselves() -> None:
    said = tell("ripens", fruit="plum", next="ripe-plum")
    assert said is not None
    assert said.motions == (Motion("plum", "tree:1", "tree:1", then=True, becomes="ripe-plum"),)


def test_a_list_of_pieces_moves_one_by_one() -> None:
    said = tell("carried", seat=0, tree=2, fruits=["plum", "pear", "plum"])
    assert said is not None
    assert said.motions == tuple(
        Motion(fruit, "tree:2", "home:0") for fruit in ("plum", "pear", "plum")
    )


def test_a_function_chooses_what_is_told() -> None:
    said = tell("lost", seat=1, fruit="pear")
    assert said is not None
    assert said.line == line("{name} drops {what}.", name=SeatName(1), what=line("a pear"))
    assert said.hold == 1.5
    assert tell("lost", seat=1, fruit="") is None


def test_parameters_that_are_there_stay() -> None:
    counted = lines("{name}: {n} plum", "{name}: {n} plums", 2)
    assert filled(counted, {"seat": 0, "n": 7}, WORDS) == lines(
        "{name}: {n} plum", "{name}: {n} plums", 2, name=SeatName(0)
    )


def test_names_are_filled_and_those_of_a_list_named_one_by_one() -> None:
    fields = {"tree": 2, "fruits": ("plum", "pear")}
    assert named(("tree:{tree}", "fruit:{fruits}"), fields) == (
        "tree:2",
        "fruit:plum",
        "fruit:pear",
    )
