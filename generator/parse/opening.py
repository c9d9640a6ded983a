"""What the head of a file says of its chapter: its heading, its front matter, its name."""

import re
from dataclasses import dataclass

from generator.diagnostics import Diagnostic
from generator.document import Blocks, Inlines, Rule, Text
from generator.parse.attributes import split_attributes
from generator.parse.divisions import Heading, tags_of, tell_attributes
from generator.parse.front_matter import FrontMatter
from generator.parse.inlines import read_inlines
from generator.parse.reading import Reading


@dataclass(frozen=True, slots=True)
class Opening:
    """What the head of a file says of its chapter; *line* counts from 0."""

    id: str
    title: Inlines
    tags: tuple[str, ...]
    line: int


def read_opening(
    reading: Reading, divisions: list[tuple[Heading | None, Blocks]], front: FrontMatter, number: int
) -> Opening:
    """Return what the chapter is called, and tell what is wrong with its head."""
    heading = next((found for found, _ in divisions if found and found.level == 1), None)
    before = [block for block in divisions[0][1] if not isinstance(block, Rule)]
    if before:
        message = "text stands before the chapter's '# ' heading; move it below"
        reading.found.append(Diagnostic(before[0].location, "outside-card", message))
    for found in [found for found, _ in divisions if found and found.level == 1][1:]:
        reading.tell(found.line, "chapter-heading", "a second '# ' heading; write '## ' for a section")
    stem = reading.path.stem
    if heading is None:
        title = front.title or stem
        line = max(0, front.lines - 1)
        reading.tell(line, "chapter-heading", f"the chapter has no '# ' heading; write '# {title}' first")
        return Opening(_chapter_id(stem, number), (Text(title),), front.tags, line)
    source, attributes = split_attributes(heading.source)
    tell_attributes(reading, heading, attributes, allowed=("tags",))
    children = read_inlines(reading, source, heading.line) or (Text(front.title or stem),)
    tags = front.tags + tags_of(attributes)
    return Opening(attributes.id or _chapter_id(stem, number), children, tags, heading.line)


def _chapter_id(stem: str, number: int) -> str:
    """Return the id that a file's name gives its chapter."""
    name = re.sub(r"[^a-z0-9]+", "-", re.sub(r"^\d+[-_. ]*", "", stem).lower()).strip("-")
    return name or f"chapter-{number}"
