"""Fuzzers that are run by hand, each for as long as one likes."""
