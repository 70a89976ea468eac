"""Fuzzers, run by hand for any length of time."""
