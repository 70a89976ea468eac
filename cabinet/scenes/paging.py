"""Sharing out a list of any length to places on the screen: pure arithmetic, without pygame."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Pages:
    """`count` items, at most `most` on a page, shared out as evenly as possible; both at least 1."""

    count: int
    most: int

    @property
    def number(self) -> int:
        """Number of pages."""
        return -(-self.count // self.most)

    @property
    def widest(self) -> int:
        """Number of items on the fullest page."""
        return -(-self.count // self.number)

    def on(self, page: int) -> range:
        """Return the items on a page 0, 1, …, by their indices in the list."""
        return range(self._first(page), self._first(page + 1))

    def _first(self, page: int) -> int:
        """Return the first item of a page, rounded up, so that the fuller pages come first."""
        return -(-page * self.count // self.number)

    def page_of(self, thing: int) -> int:
        """Return the page of an item. Raises StopIteration for an index outside the list."""
        return next(page for page in range(self.number) if thing in self.on(page))
