"""The metadata block at the head of a file: YAML between two lines of `---`, of which only texts are taken."""

import re
from dataclasses import dataclass

import yaml

from generator.parse.folding import folded
from generator.suggestions import did_you_mean

_KEYS = ("title", "tags", "deck")
_LONGEST = 200
_MOST_MARKS = 200
"""Lines of a block, and brackets and dashes in it: more is no metadata, and would only cost time."""

_KEY = re.compile(r"[A-Za-z_][\w-]*[ \t]*:(?:[ \t]|$)|(?:title|tags|deck)：|#")
_KNOWN = re.compile(r"(?:title|tags|deck)[ \t]*[:：]")
_FULL_WIDTH = re.compile(r"([A-Za-z_][\w-]*)：[ \t]*(.*)")
_COLON_IN_VALUE = re.compile(r"""([A-Za-z_][\w-]*:[ \t]+)(?!["'\[{|>&*!#])(.*:[ \t].*)""")
_HEADING = re.compile(r"#{2,6}[ \t]")
_PLAIN_TAGS = tuple(f"tag:yaml.org,2002:{name}" for name in ("str", "int", "float", "bool", "null", "timestamp", "seq"))


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What the block says; *lines* is how many lines of the file it takes, *faults* are lines from 0 and messages."""

    title: str = ""
    tags: tuple[str, ...] = ()
    deck: str = ""
    lines: int = 0
    faults: tuple[tuple[int, str], ...] = ()


def read_front_matter(text: str) -> FrontMatter:
    """Return what the metadata block at the head of *text* says; a rule at the head of a file is none."""
    lines = [line.rstrip() for line in text.split("\n", _LONGEST + 2)[: _LONGEST + 2]]
    first = next((place for place, line in enumerate(lines) if line), len(lines))
    if lines[first : first + 1] == ["+++"]:
        return _toml(lines, first)
    if lines[first : first + 1] != ["---"] or not _KEY.match("".join(lines[first + 1 : first + 2])):
        return FrontMatter()
    end, faults = _find_end(lines, first)
    if end < 0:
        return FrontMatter()
    if first:
        faults = [(first, "blank lines stand before the metadata block; delete them"), *faults]
    closed = lines[end] in ("---", "...") if end < len(lines) else False
    return _read(lines[first + 1 : end], first + 1, end + 1 if closed else end, faults)


def _toml(lines: list[str], first: int) -> FrontMatter:
    """Return the empty metadata of a block in another format, which is not shown either."""
    end = next((place for place in range(first + 1, len(lines)) if lines[place] == "+++"), -1)
    if end < 0:
        return FrontMatter()
    return FrontMatter(
        lines=end + 1, faults=((first, "'+++' metadata is not read; write YAML between lines of '---'"),)
    )


def _find_end(lines: list[str], first: int) -> tuple[int, list[tuple[int, str]]]:
    """Return the line after the block's last, and what is wrong with its end; -1 if it is no block."""
    block = next((place for place in range(first + 1, len(lines)) if _HEADING.match(lines[place])), len(lines))
    end = next((place for place in range(first + 1, block) if lines[place] in ("---", "...")), -1)
    if end >= 0:
        return end, []
    blank = next((place for place in range(first + 1, block) if not lines[place]), block)
    if not any(_KNOWN.match(line) for line in lines[first + 1 : blank]):
        return -1, []
    return blank, [(first, f"the metadata block does not end; write '---' after line {blank}")]


def _read(block: list[str], offset: int, lines: int, faults: list[tuple[int, str]]) -> FrontMatter:
    """Return what the lines of *block* say; *offset* is the first one's line."""
    for place, line in enumerate(block):
        if wrong := _FULL_WIDTH.match(line):
            faults.append(
                (offset + place, f"the colon after '{wrong[1]}' is full-width; write '{wrong[1]}: {wrong[2]}'")
            )
            block[place] = f"{wrong[1]}: {wrong[2]}"
        if line.startswith("\t"):
            faults.append((offset + place, "a tab indents the line; write spaces"))
            block[place] = line.expandtabs(2)
    if sum("\n".join(block).count(mark) for mark in ("[", "{", "- ", "? ")) > _MOST_MARKS:
        return FrontMatter(lines=lines, faults=(*faults, (offset, "the metadata block is no short list of texts")))
    root = _compose(block, offset, faults)
    if root is None:
        return FrontMatter(lines=lines, faults=tuple(faults))
    values = _values(root, offset, faults)
    return FrontMatter(
        title="".join(values.get("title", ())),
        tags=tuple(tag for tag in values.get("tags", ()) if tag),
        deck="".join(values.get("deck", ())),
        lines=lines,
        faults=tuple(faults),
    )


def _compose(block: list[str], offset: int, faults: list[tuple[int, str]]) -> yaml.MappingNode | None:
    """Return the block's tree, or None if it is no YAML even with values quoted that hold a colon."""
    try:
        root = yaml.compose("\n".join(block), Loader=yaml.BaseLoader)
    except yaml.YAMLError as error:
        quoted = [
            _COLON_IN_VALUE.sub(lambda m: f"{m[1]}'{m[2].replace(chr(39), chr(39) * 2)}'", line) for line in block
        ]
        if quoted != block:
            place = next(place for place, line in enumerate(block) if line != quoted[place])
            faults.append((offset + place, f"a value with a colon needs quotes; write {quoted[place]}"))
            return _compose(quoted, offset, faults)
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or "not YAML"
        faults.append(
            (offset + (mark.line if mark else 0), f"the metadata can't be read: {problem}; write 'key: value'")
        )
        return None
    if root is None or isinstance(root, yaml.MappingNode):
        return root
    faults.append((offset, "the metadata are no 'key: value' lines; write 'title: …'"))
    return None


def _values(root: yaml.MappingNode, offset: int, faults: list[tuple[int, str]]) -> dict[str, tuple[str, ...]]:
    """Return the texts under each known key."""
    values: dict[str, tuple[str, ...]] = {}
    for key, value in root.value:
        line = offset + key.start_mark.line
        name = key.value if isinstance(key, yaml.ScalarNode) else "?"
        if name not in _KEYS:
            faults.append((line, f"unknown key '{name}'; {did_you_mean(name, _KEYS, 'write title, tags or deck')}"))
        elif name in values:
            faults.append((line, f"'{name}' stands twice; keep one"))
        elif (texts := _texts(name, value)) is None:
            kind = "a list of texts" if name == "tags" else "a text"
            built = f", not {value.tag.replace('tag:yaml.org,2002:', '!!')}" if value.tag not in _PLAIN_TAGS else ""
            faults.append((line, f"'{name}' must be {kind}{built}"))
        else:
            values[name] = texts
    return values


def _texts(name: str, value: yaml.Node) -> tuple[str, ...] | None:
    """Return the texts in *value*, or None if it holds anything else, such as a tag that would build an object."""
    if value.tag not in _PLAIN_TAGS:
        return None
    if isinstance(value, yaml.ScalarNode):
        parts = re.split(r"[,，、]", value.value) if name == "tags" else [value.value]
        return tuple(folded(part.strip()) for part in parts)
    if name != "tags" or not isinstance(value, yaml.SequenceNode):
        return None
    if not all(isinstance(item, yaml.ScalarNode) and item.tag in _PLAIN_TAGS for item in value.value):
        return None
    return tuple(folded(item.value.strip()) for item in value.value)
