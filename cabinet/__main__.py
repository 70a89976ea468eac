"""Run ``photofinish`` as ``python -m cabinet`` where its script is not installed."""

import sys

from cabinet.cli import main

if __name__ == "__main__":
    sys.exit(main())
