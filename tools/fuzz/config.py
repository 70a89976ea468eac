"""Fuzz the reader of the configuration file with atheris: ``python -m tools.fuzz.config [CORPUS]``.

Needs `atheris` (``pip install atheris``), which is no dependency of the project. Options are libFuzzer's:
``-max_total_time=600``. Inputs are made from those in the folder CORPUS; ``python -m tools.fuzz.seeds config CORPUS``
puts some there. A crash is an exception that is not a refusal, or an input that takes too long (``-timeout=20``).
"""

import sys

import atheris  # not installed with the project

with atheris.instrument_imports():
    from cabinet.config.faults import ConfigError
    from cabinet.config.file import LoadedConfig, decoded, parse_config
    from cabinet.config.offers import check_rules
    from cabinet.config.text import config_text


def one(data: bytes) -> None:
    """Check that the bytes are refused in words, or are a configuration that equals its printed form."""
    try:
        text = decoded(data)
        config = parse_config(text)
        check_rules(LoadedConfig(config, None, text))
    except UnicodeDecodeError as problem:
        assert problem.reason.isprintable()
        return
    except ConfigError as problem:
        assert str(problem), "a fault without words"
        assert all(line.isprintable() for line in str(problem).splitlines()), str(problem)
        return
    assert parse_config(config_text(config, {})) == config


if __name__ == "__main__":
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()
