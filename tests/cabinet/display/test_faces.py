"""Card faces: told apart, kept, big in the index, the same turned round."""

import pygame
import pytest

from cabinet.display.cards import CAP, CardArt, CardSize
from cabinet.display.table.view_state import FACES
from cabinet.display.theme import Fonts, Theme, with_theme
from engine.games.speed_uno.rules import face, uno_deck

SMALL = CardSize(52, 73)
USUAL = CardSize(88, 123)


@pytest.fixture(scope="module")
def art() -> CardArt:
    return CardArt(Theme(), Fonts())


def ink_box(face: pygame.Surface, area: pygame.Rect, paper: tuple[int, int, int]) -> pygame.Rect:
    """The box of everything in an area that is much darker than paper."""
    mask = pygame.mask.from_threshold(face.subsurface(area), paper, (60, 60, 60))
    mask.invert()
    rects = mask.get_bounding_rects()
    return rects[0].unionall(rects[1:]) if rects else pygame.Rect(0, 0, 0, 0)


@pytest.mark.parametrize("size", [SMALL, USUAL])
def test_every_face_differs_from_every_other(art: CardArt, size: CardSize) -> None:
    seen = {pygame.image.tobytes(art.card(code, size), "RGB") for code in (*FACES, "X1", "X2")}
    assert len(seen) == 54


@pytest.mark.parametrize(("size", "least"), [(SMALL, 20), (USUAL, 28)])
@pytest.mark.parametrize("code", ["AS", "7H", "TC", "QD", "KS", "JC"])
def test_the_index_is_as_tall_as_the_look_asks_for(art: CardArt, code: str, size: CardSize, least: int) -> None:
    # inside the sheet's edge; the corner in which no emblem stands
    corner = pygame.Rect(2, 2, size.width // 2 - 10 * size.width // 88, int(size.width * 0.53))
    box = ink_box(art.card(code, size), corner, Theme().colours.paper)
    assert box.height >= least
    assert box.height >= 0.4 * size.width


def test_a_card_is_drawn_once(art: CardArt) -> None:
    assert art.card("9D", USUAL) is art.card("9D", USUAL)
    assert art.card("~9D", USUAL) is art.card("~4C", USUAL)


def test_a_turned_card_is_the_same_card_turned(art: CardArt) -> None:
    upright = pygame.transform.rotate(art.card("4C", USUAL), 180)
    turned = art.card("4C", USUAL, turned=True)
    assert pygame.image.tobytes(upright, "RGBA") == pygame.image.tobytes(turned, "RGBA")


def test_a_two_ended_card_reads_the_same_from_both_sides(art: CardArt) -> None:
    for code in ("8H", "KS", "TC"):
        face = art.card(code, USUAL, two_ended=True)
        index = pygame.Rect(4, 4, USUAL.width // 2, int(USUAL.width * 0.5))
        opposite = pygame.transform.rotate(face, 180)
        assert pygame.image.tobytes(face.subsurface(index), "RGB") == pygame.image.tobytes(
            opposite.subsurface(index), "RGB"
        )


def test_two_colours_are_an_option() -> None:
    four, two = Theme(), with_theme(Theme(), two_colour=True, reduced_motion=False)
    assert len({four.suit_colour(suit) for suit in "SHDC"}) == 4
    assert two.suit_colour("S") == two.suit_colour("C")
    assert two.suit_colour("H") == two.suit_colour("D")
    assert two.suit_colour("S") != two.suit_colour("H")


def test_copies_of_a_card_look_alike_and_unknown_cards_show_their_code(art: CardArt) -> None:
    assert pygame.image.tobytes(art.card("7H/1", USUAL), "RGB") == pygame.image.tobytes(art.card("7H", USUAL), "RGB")
    assert pygame.image.tobytes(art.card("M1", USUAL), "RGB") != pygame.image.tobytes(art.blank(USUAL), "RGB")
    assert pygame.image.tobytes(art.card("W+", USUAL), "RGB") != pygame.image.tobytes(art.card("GS", USUAL), "RGB")


COLOURED = tuple(dict.fromkeys(map(face, uno_deck(1))))


@pytest.mark.parametrize("two_ended", [False, True])
@pytest.mark.parametrize("size", [SMALL, USUAL])
def test_every_coloured_face_differs_from_every_other(art: CardArt, size: CardSize, two_ended: bool) -> None:
    seen = {pygame.image.tobytes(art.card(code, size, two_ended=two_ended), "RGB") for code in (*COLOURED, *FACES)}
    assert len(seen) == 54 + 52


def test_all_copies_of_a_card_are_one_picture(art: CardArt) -> None:
    assert art.card("G7/1", USUAL) is art.card("G7/3", USUAL)


@pytest.mark.parametrize(("size", "least"), [(SMALL, 20), (USUAL, 28)])
@pytest.mark.parametrize("code", COLOURED)
def test_a_coloured_card_s_index_is_as_tall_as_the_look_asks_for(
    art: CardArt, code: str, size: CardSize, least: int
) -> None:
    index = art.coloured.index(code, round(size.width * CAP), round(size.width * 0.66))
    assert index.get_bounding_rect().height >= least
    assert index.get_width() <= size.width * 0.66


@pytest.mark.parametrize("code", COLOURED)
def test_a_coloured_face_reads_the_same_from_both_ends(art: CardArt, code: str) -> None:
    face = art.card(code, USUAL, two_ended=True)
    corner = pygame.Rect(8, 8, int(USUAL.width * 0.45), int(USUAL.width * 0.5))
    opposite = pygame.transform.rotate(face, 180)
    assert pygame.image.tobytes(face.subsurface(corner), "RGB") == pygame.image.tobytes(
        opposite.subsurface(corner), "RGB"
    )
