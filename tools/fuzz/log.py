"""Fuzz the reader of match logs with atheris, and replay the accepted logs.

``python -m tools.fuzz.log [CORPUS]`` needs `atheris` (``pip install atheris``), which is no dependency of the
project. Options are libFuzzer's: ``-max_total_time=600``. Inputs are made from those in the folder CORPUS;
``python -m tools.fuzz.seeds log CORPUS`` puts some there. A crash is an exception that is not a refusal, or an input
that takes too long (``-timeout=20``).
"""

import sys

import atheris  # not installed with the project

with atheris.instrument_imports():
    from engine.errors import Divergence, LogError
    from engine.log import LATEST, read
    from engine.log_replay import verify


def one(data: bytes) -> None:
    """Check that the bytes are refused with a line number, or are a log that verifies or differs; no other error."""
    try:
        log = read(data)
    except LogError as problem:
        assert "line " in str(problem)
        return
    assert 0 <= log.end <= LATEST
    try:
        verify(log)
    except Divergence as problem:
        assert "differs" in str(problem)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()
