"""What the tests of the operator's page share."""

import pytest

from cabinet.config.schema import Config
from cabinet.display.fonts import Fonts
from cabinet.display.toolkit import Toolkit
from cabinet.screens.view_factory import theme_of


@pytest.fixture(scope="module")
def toolkit() -> Toolkit:
    return Toolkit(theme_of(Config()), Fonts(), (480, 320))
