"""What the C library's allocator is told, and that another one is left alone."""

from cabinet.process.memory import LARGE, M_MMAP_THRESHOLD, M_TRIM_THRESHOLD, Heap


class Glibc:
    """glibc, as far as it is asked."""

    def __init__(self, answer: int = 1) -> None:
        self.told: list[tuple[int, ...]] = []
        self._answer = answer

    def mallopt(self, name: int, value: int) -> int:
        self.told.append((name, value))
        return self._answer

    def malloc_trim(self, pad: int) -> int:
        self.told.append((pad,))
        return 1


def test_large_blocks_have_pages_of_their_own_and_free_ones_go_back() -> None:
    library = Glibc()
    heap = Heap(library)
    assert heap.settle()
    assert library.told == [(M_MMAP_THRESHOLD, LARGE), (M_TRIM_THRESHOLD, LARGE)]
    heap.give_back()
    assert library.told[2:] == [(0,)]


def test_a_library_that_has_no_such_thing_or_will_not_is_left_as_it_is() -> None:
    bare = Heap(object())
    assert not bare.settle()
    bare.give_back()
    assert not Heap(Glibc(0)).settle()


def test_the_librarys_own_functions_are_found() -> None:
    heap = Heap()
    assert heap.settle() is (heap._mallopt is not None)
    heap.give_back()
