"""What a card or a token is stands in one row; what the rules know by name has such a row."""

from games.castle_panic import catalog, components as box
from games.castle_panic.game import CastlePanic


def test_the_rules_name_every_card_and_token_and_no_other() -> None:
    named = {box.BRICK, box.MORTAR, box.NICE_SHOT, box.BARBARIAN, box.TAR, box.DRIVE_BACK}
    others = {box.FORTIFY, box.MISSING, box.DRAW_TWO, box.SCAVENGE}
    assert named | others | box.HITS.keys() == catalog.CARDS.keys()
    others = {box.BOULDER, box.DISCARD, *box.MOVES, *box.TURNS, *box.PLAGUES}
    drawing = {key for key, token in catalog.TOKENS.items() if token.more}
    assert {*box.MONSTERS, *others, *drawing} == catalog.TOKENS.keys()
    assert [key for key, token in catalog.TOKENS.items() if token.points] == list(box.MONSTERS)


def test_the_board_explains_every_piece_as_its_row_says() -> None:
    explained = {one.about: one for one in CastlePanic.book.explanations}
    for piece in catalog.PIECES.values():
        assert explained[piece.face["data"]["rule"]] == piece.rule
    assert explained["healer"].title == catalog.TOKENS["healer"].name
