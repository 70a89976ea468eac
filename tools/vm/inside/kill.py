"""Runs in the guest: kills the program without a warning, and prints the moment (CLOCK_MONOTONIC, ns).

`kill.py SIGNAL` sends SIGKILL, SIGSTOP, … to the main process of the unit. Standard library only.
"""

import os
import signal
import subprocess
import sys
import time

MAIN_PID = ("systemctl", "show", "--property=MainPID", "--value", "photofinish.service")


def main(name: str) -> None:
    """Send the signal and say when."""
    pid = int(subprocess.run(MAIN_PID, capture_output=True, text=True, check=True).stdout)
    at = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
    os.kill(pid, signal.Signals[name])
    print(at)


if __name__ == "__main__":
    main(sys.argv[1])
