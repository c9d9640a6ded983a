"""The clock, read at the edge only."""

import os
from datetime import UTC, datetime


def now() -> datetime:
    """Return the time of the build: `SOURCE_DATE_EPOCH` if it is set, else the machine's clock."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(epoch), UTC) if epoch.isdigit() else datetime.now(UTC)
