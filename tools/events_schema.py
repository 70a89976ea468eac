"""Write docs/events.schema.json, the JSON Schema of a line of events, from the types that write them.

python -m tools.events_schema
"""

from pathlib import Path
from typing import Final

import msgspec

from cabinet.live.events import Line

PAGE: Final = Path(__file__).parent.parent / "docs" / "events.schema.json"


def schema() -> str:
    """Return the schema as text."""
    found = msgspec.json.schema(Line)
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Photo Finish events, version 1",
        **found,
    }
    return msgspec.json.format(msgspec.json.encode(whole), indent=1).decode() + "\n"


if __name__ == "__main__":
    PAGE.write_text(schema(), encoding="utf-8")
