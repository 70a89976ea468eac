"""The texts about names, and those of `photofinish players`. A part of the catalogue (`catalogue`)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

PLAYERS_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "place.first": "{place}st of {of}",
        "place.second": "{place}nd of {of}",
        "place.third": "{place}rd of {of}",
        "place.other": "{place}th of {of}",
        "cli.players": "list, rename, merge, delete or export the names of people",
        "cli.players.about": "The names of people and everything that stands under them. Without a word after it, list "
        "them. list and export work beside a running cabinet; rename, merge and delete need it ended.",
        "cli.players.list": "list the names, with their matches, when they were last seen, and their places",
        "cli.players.rename": "give everything under a name to a new one",
        "cli.players.merge": "give everything under a name to another that is there already",
        "cli.players.delete": "delete a name; its matches stay, as those of somebody without a name",
        "cli.players.export": "print everything that stands under a name, or under all",
        "cli.players.name": "a name: two or three letters or digits",
        "cli.players.new": "the new name",
        "cli.players.into": "the name that keeps everything",
        "cli.players.which": "the name (default: all)",
        "cli.players.yes": "do not ask",
        "cli.players.csv": "as CSV, a line for each match, instead of JSON",
        "cli.players.output": "write to FILE instead",
        "players.head": "name, matches, won, last seen, places",
        "players.place": "{game} {place}",
        "players.nobody": "Nobody has taken a name here.",
        "players.ask.rename": "Everything under {name} goes to {other}: {matches} {matches:match|matches}, their "
        "logs, ratings and records. Go on?",
        "players.ask.merge": "Everything under {name} goes to {other}, who has {others} {others:match|matches}: "
        "{matches} {matches:match|matches}, their logs, ratings and records. That cannot be undone. Go on?",
        "players.ask.delete": "{name} goes from {matches} {matches:match|matches}, their logs, ratings and records; "
        "the photos and films of these matches go. That cannot be undone. Go on?",
        "players.prompt": "{question} [y/N] ",
        "players.unchanged": "Nothing was changed. Answer y, or give --yes.",
        "players.done.rename": "{name} is {other} now: {matches} {matches:match|matches}.",
        "players.done.merge": "{name} is {other} now: {matches} {matches:match|matches}.",
        "players.done.delete": "{name} is deleted from {matches} {matches:match|matches}.",
        "players.no_name": "{given!r} is no name: two or three letters or digits, such as MIA.",
        "players.refused": "{name} is a word that no name may be: choose another.",
        "players.unknown": "Nobody here is called {name}; photofinish players lists the names.",
        "players.taken": "{name} is there already: photofinish players merge {old} {name} puts the two together.",
        "players.same": "{name} is the same name twice: name two different ones.",
        "players.in_use": "{folder}: a cabinet uses these records. End it first (on an installed one: sudo systemctl "
        "stop photofinish), and start it again afterwards; what only reads works beside it.",
        "players.unreadable": "{path} cannot be used ({reason}). photofinish doctor says more.",
        "players.forbidden": "{path} is another account's. Ask as that one: on a cabinet, sudo -u photofinish before "
        "the command.",
        "players.exists": "{path} exists already; name another file.",
        "players.unwritable": "{path} cannot be written ({reason}). Make room, or name another file.",
    }
)
"""Keys begin with the name of a command, or are about places."""
