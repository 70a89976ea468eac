"""Write docs/events.schema.json, the JSON Schema of a line of events, from the types that write them.

python -m tools.events_schema
"""

from inspect import cleandoc
from pathlib import Path
from typing import Any, Final

import msgspec

from cabinet.live.events import Line

PAGE: Final = Path(__file__).parent.parent / "docs" / "events.schema.json"


def without_indents(part: Any) -> Any:
    """Return a part of a schema with its descriptions as Python 3.13 has them: without what their lines begin with."""
    if isinstance(part, dict):
        return {name: cleandoc(each) if name == "description" else without_indents(each) for name, each in part.items()}
    return [without_indents(each) for each in part] if isinstance(part, list) else part


def named_by_type(text: str, schema: dict[str, Any]) -> str:
    """Return a schema's text with each event under the `type` that its lines have, as readers know it."""
    for name, each in schema["$defs"].items():
        for kind in each["properties"].get("type", {}).get("enum", ()):
            text = text.replace(f'"{name}": {{', f'"{kind}": {{').replace(f'"title": "{name}"', f'"title": "{kind}"')
            text = text.replace(f'"#/$defs/{name}"', f'"#/$defs/{kind}"')
    return text


def schema() -> str:
    """Return the schema as text."""
    found = without_indents(msgspec.json.schema(Line))
    del found["$defs"]["Line"]["properties"]["event"]["discriminator"]  # OpenAPI's, no keyword of JSON Schema
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Photo Finish events, version 1",
        **found,
    }
    return named_by_type(msgspec.json.format(msgspec.json.encode(whole), indent=1).decode() + "\n", found)


if __name__ == "__main__":
    PAGE.write_text(schema(), encoding="utf-8")
