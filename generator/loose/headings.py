"""Headings inside answers, and text that is to stand in a heading."""

import re

from generator.loose.marks import closing_hashes, hash_count

_LIST = re.compile(r"[{｛](?=[ \t]*(?:[#＃.]|[A-Za-z-]+[ \t]*=))")


def split_heading(text: str) -> tuple[int, str]:
    """Return level and text of a heading, or 0."""
    level = hash_count(text)
    rest = text.lstrip(" ")[level:]
    bare = rest[: closing_hashes(rest)].strip(" \t\u3000")
    return (level, bare) if level and bare and rest[0] in " \t\u3000" else (0, "")


def heading_text(text: str) -> str:
    """Return *text* so that neither hashes nor an attribute list end it."""
    if re.search(r"(?:^|[ \t])#+[ \t]*$", text):
        place = text.rstrip(" \t#") if text.strip(" \t#") else ""
        text = place + text[len(place) :].replace("#", "\\#", 1)
    return _LIST.sub(lambda match: f"&#{ord(match[0])};", text)
