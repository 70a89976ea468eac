"""Mutations of the layout and of the drawing of the table."""

from typing import Final

from tools.mutations.mutation import Mutation

SLOTS = ("tests/cabinet/display/test_layout.py",)
HANDS = ("tests/cabinet/display/test_layout_hands.py",)
FEED = ("tests/cabinet/display/test_event_feed.py",)
PICTURES = ("tests/cabinet/display/test_golden.py",)

LAYOUT: Final = (
    Mutation(
        "a row takes the whole width and leaves none to plates and stocks",
        "cabinet/display/layout/slots_facing.py",
        "ROW_SHARE = 0.67",
        "ROW_SHARE = 0.97",
        SLOTS,
    ),
    Mutation(
        "cards reach into their keys",
        "cabinet/display/layout/slots_facing.py",
        "card_y = key_y - grid.gap - grid.card[1]",
        "card_y = key_y + grid.gap - grid.card[1]",
        SLOTS,
    ),
    Mutation(
        "the lane in the middle forgets that armed cards are lifted",
        "cabinet/display/layout/grid.py",
        "near.slots[0].y - self.lift - 1 - far_bottom",
        "near.slots[0].y + self.lift - 1 - far_bottom",
        (*SLOTS, *HANDS),
    ),
    Mutation(
        "LEFT plays on the right pile at the far side of a cocktail table",
        "cabinet/display/layout/parts.py",
        "left_key=far.right_key, right_key=far.left_key)",
        "left_key=far.left_key, right_key=far.right_key)",
        SLOTS,
    ),
    Mutation(
        "rows of tiles overlap",
        "cabinet/display/layout/hands_facing.py",
        "place // columns * (height + gap)",
        "place // columns * (height - gap)",
        HANDS,
    ),
    Mutation(
        "a rewind leaves the notice of the very moment",
        "cabinet/display/table/event_feed.py",
        "for notice in self.notices if notice.t < since_t]",
        "for notice in self.notices if notice.t <= since_t]",
        FEED,
    ),
    Mutation(
        "a margin has two decimals up to 100 ms",
        "cabinet/display/margin_text.py",
        "    if ms < 10:\n",
        "    if ms < 100:\n",
        ("tests/cabinet/display/test_margin_text.py",),
    ),
    Mutation(
        "the arrows of LEFT and RIGHT are interchanged",
        "cabinet/display/table/key_faces.py",
        '(button == BUTTON_LEFT) != swapped',
        '(button == BUTTON_LEFT) == swapped',
        PICTURES,
    ),
    Mutation(
        "a sprite that has gone stays on the picture",
        "cabinet/display/stage.py",
        "changed = [rects.pop(sprite) for sprite in gone]",
        "changed = [rects.pop(sprite) for sprite in gone][:0]",
        ("tests/cabinet/display/test_stage.py", "tests/cabinet/display/test_table_view.py"),
    ),
    Mutation(
        "a card goes on gliding after it has left its zone",
        "cabinet/display/table/animator.py",
        "any(_is(card, mover.card) for card in table.zones.get(mover.zone, ()))",
        "mover.card",
        (
            "tests/cabinet/display/test_table_view.py",
            "tests/cabinet/display/test_hidden.py",
            "tests/cabinet/display/test_targeting.py",
        ),
    ),
)
