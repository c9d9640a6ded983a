"""Files as the bytes of an `.apkg`."""

import io
import json
import zipfile
from collections.abc import Mapping

_DATE = (1980, 1, 1, 0, 0, 0)


def package(collection: bytes, media: Mapping[str, bytes]) -> bytes:
    """Return the package of a collection and its media; the same input gives the same bytes."""
    names = sorted(media)
    table = json.dumps({str(number): name for number, name in enumerate(names)}, ensure_ascii=False)
    members = {"collection.anki2": collection, "media": table.encode()}
    members |= {str(number): media[name] for number, name in enumerate(names)}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in sorted(members.items()):
            entry = zipfile.ZipInfo(name, _DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return out.getvalue()
