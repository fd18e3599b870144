"""Turns what PDFium measures from the lower left of the paper to the page as it is shown. Pure."""

from __future__ import annotations

from dataclasses import dataclass

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Frame:
    """The sides of the page on its paper; `turn` is how many quarters clockwise it is shown."""

    left: float
    bottom: float
    right: float
    top: float
    turn: int

    @property
    def width(self) -> float:
        """Return the width as it is shown."""
        return self.top - self.bottom if self.turn % 2 else self.right - self.left

    @property
    def height(self) -> float:
        """Return the height as it is shown."""
        return self.right - self.left if self.turn % 2 else self.top - self.bottom

    def shows(self, sides: Box) -> bool:
        """Tell whether a box has its middle on the page."""
        x, y = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
        return 0 <= x <= self.width and 0 <= y <= self.height

    def box(self, x0: float, y0: float, x1: float, y1: float) -> Box:
        """Turn a box given by two opposite corners."""
        x0, x1, y0, y1 = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
        match self.turn:
            case 1:
                return y0 - self.bottom, x0 - self.left, y1 - self.bottom, x1 - self.left
            case 2:
                return self.right - x1, y0 - self.bottom, self.right - x0, y1 - self.bottom
            case 3:
                return self.top - y1, self.right - x1, self.top - y0, self.right - x0
            case _:
                return x0 - self.left, self.top - y1, x1 - self.left, self.top - y0
