"""Sharing out a list of any length to places on the screen: pure arithmetic, without pygame."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Pages:
    """`count` things, at most `most` on a page, shared out as evenly as can be; both at least 1."""

    count: int
    most: int

    @property
    def number(self) -> int:
        """Of pages."""
        return -(-self.count // self.most)

    @property
    def widest(self) -> int:
        """How many places the fullest page takes."""
        return -(-self.count // self.number)

    def on(self, page: int) -> range:
        """The things on a page 0, 1, …, by their numbers in the list."""
        return range(self._first(page), self._first(page + 1))

    def _first(self, page: int) -> int:
        """Rounded up, so that the fuller pages come first."""
        return -(-page * self.count // self.number)

    def page_of(self, thing: int) -> int:
        """The page that a thing stands on. Raises StopIteration for one that is not in the list."""
        return next(page for page in range(self.number) if thing in self.on(page))
