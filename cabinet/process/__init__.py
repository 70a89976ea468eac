"""The process itself, as the operating system sees it: its life, its memory and its standard error.

`notify` reports to systemd, `crash_report` leaves the reason of a failure, `streams` keeps standard output and error in
order and C libraries silent, `sdl_library` finds SDL, `gc_tuning` sets up Python's memory, `memory` the C library's and
says how much there is, `engine_build` names the engine that is loaded, `revision` the commit that all was made from,
`time_of_day` says whether anybody has set the time. Each module does one thing and knows nothing of the game: the room
imports the standard library alone. Its tests use files, sockets and libraries that stand in for the system's.
"""
