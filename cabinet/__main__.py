"""``python -m cabinet`` is ``photofinish``, where no script is installed."""

import sys

from cabinet.cli import main

if __name__ == "__main__":
    sys.exit(main())
