#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes JSON Schemas of the forms that resources/help/json.md describes, from its tables.

    packaging/schemas.py FOLDER      writes FOLDER/plumbline-compare.json ...

A form is known by its `format`. A member of a table is required unless its text says when it is there ("only ..."). What the page
describes in sentences is left open, and so are members that a later version may add.
"""
import json
import re
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "resources/help/json.md"
TYPES = {"text": "string", "number": "number", "object": "object", "array": "array", "bool": "boolean", "boolean": "boolean",
         "true or false": "boolean", "true": "boolean", "null": "null"}
# Forms whose first table describes the elements of one member.
ELEMENTS = {"plumbline-blame": "changes", "plumbline-siblings": "rows", "plumbline-evidence": "rows", "plumbline-runs": "runs",
            "plumbline-lint": "files", "plumbline-repeat": "models"}
FORM = re.compile(r"`(plumbline-[a-z-]+)`(?:\),?|,)?(?: `?version`?)?(?:,? `?version`? `?(\d+)|,? `?(\d+)`?)?")


def types(text):
    """{type} of a cell such as "number, text or null"; None for a cell that names no types."""
    words = [word for word in re.split(r",\s*|;\s*or\s+|\s+or\s+(?=null)", text.strip()) if word]
    return [TYPES[word] for word in words] if words and all(word in TYPES for word in words) else None


def members(rows):
    """(name, schema, is required) of each member in the rows of a table."""
    for names, kinds, what in rows:
        named = re.findall(r"`([^`]+)`", names)
        found = types(kinds)
        for at, name in enumerate(named):
            schema = {}
            if found:
                single = len(found) == len(named) > 1 and "or null" not in kinds
                several = len(found) == len(named) + 1 > 2 and kinds.endswith("; or null")
                mine = [found[at]] if single else [found[at], "null"] if several else found
                schema = {"type": mine[0] if len(mine) == 1 else mine}
            yield name, schema, not re.search(r"\bonly (if|with|for)\b|^with `|\babsent\b", what)


def add(schema, rows):
    """Adds the members to an object; `a[].b` and `a.b` lead to the elements of a and to a."""
    for name, member, required in members(rows):
        holder = schema
        *path, last = name.split(".")
        for part in path:
            key = part.removesuffix("[]")
            holder = holder.setdefault("properties", {}).setdefault(key, {})
            if part.endswith("[]"):
                holder = holder.setdefault("items", {"type": "object"})
        holder.setdefault("properties", {}).setdefault(last, {}).update(member)
        if required and last not in holder.setdefault("required", []):
            holder["required"].append(last)


def places(schema, heading):
    """The objects that a heading such as "`actual`, `expected`" or "`rows[].metrics`" names."""
    for name in re.findall(r"`([^`]+)`", heading):
        holder = schema
        for part in re.split(r"\.", name.replace("[]", "")):
            holder = holder.setdefault("properties", {}).setdefault(part, {})
            if holder.get("type") == "array":
                holder = holder.setdefault("items", {"type": "object"})
        if name.endswith(".metrics"):  # an object with a name of its own for each element
            holder = holder.setdefault("additionalProperties", {"type": "object"})
        yield holder


def tables(text):
    """(line before, rows) of each table with types."""
    for match in re.finditer(r"\n([^\n|]*)\n\n\| member \| type \| what \|\n\|[-|]+\|\n((?:\|.*\n?)+)", text):
        rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:4]] for line in match[2].splitlines()]
        yield match[1], rows


def schemas():
    """format -> schema."""
    made = {}
    for section in re.split(r"^## ", PAGE.read_text().replace("# The JSON form", "## compare", 1).replace("## The object", "### The object"), flags=re.M)[1:]:
        forms = {name: number or other for name, number, other in FORM.findall(section) if number or other or re.search(rf"(\(|always )`{name}`", section)}
        named = re.search(r"`version` \| number \| `(\d+)`", section)
        for name, number in forms.items():
            number = number or (named[1] if named and len(forms) == 1 else "")
            properties = {"format": {"const": name}, "version": {"const": int(number)} if number else {"type": "number"}}
            made[name] = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": name, "type": "object",
                          "required": ["format", "version"], "properties": properties}
        if not forms:
            continue
        first = next(iter(forms))
        for index, (before, rows) in enumerate(tables(section)):
            top = made[first]
            rows = [row for row in rows if "`format`" not in row[0]]
            if before.startswith(("###", "Each of", "An element")) and "The object" not in before:
                for place in places(top, before):
                    add(place, rows)
            elif index == 0 and first in ELEMENTS:
                array = top["properties"].setdefault(ELEMENTS[first], {"type": "array"})
                add(array.setdefault("items", {"type": "object"}), rows)
            elif index == 0:
                add(top, rows)
    return made


def write(folder):
    """Writes a file for each form and returns their names."""
    folder.mkdir(parents=True, exist_ok=True)
    made = schemas()
    for name, schema in made.items():
        (folder / f"{name}.json").write_text(json.dumps(schema, indent=1) + "\n")
    return list(made)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    write(Path(sys.argv[1]))
