"""What the tests of the operator's page share."""

import pytest

from cabinet.display.toolkit import Toolkit
from tests.cabinet.scenes.stories import toolkit_of


@pytest.fixture(scope="module")
def toolkit() -> Toolkit:
    return toolkit_of()
