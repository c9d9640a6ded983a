"""`make soak`: every test marked `soak`, with a seed that is printed, and a report in docs/soak.md.

usage: python -m tests.soak [SEED] [pytest arguments…]
"""

import platform
import re
import secrets
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

REPORT = Path("docs/soak.md")


def main() -> int:
    """Run the soak and return pytest's exit code."""
    given = sys.argv[1:]
    seed = int(given.pop(0)) if given and given[0].isdigit() else secrets.randbelow(2**32)
    print(f"seed {seed}: run `python -m tests.soak {seed}` to draw the same examples again", flush=True)
    arguments = ["-m", "pytest", "-m", "soak", "--durations=0", "-q", f"--hypothesis-seed={seed}", *given]
    start = time.monotonic()
    result = subprocess.run([sys.executable, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    print(result.stdout)
    if not given:
        REPORT.parent.mkdir(exist_ok=True)
        REPORT.write_text(_report(result.stdout, seed, time.monotonic() - start), encoding="utf-8")
    return result.returncode


def _report(output: str, seed: int, seconds: float) -> str:
    """Return the report: what was run, how long each test took, what failed."""
    durations = re.findall(r"^([\d.]+)s call +(\S+)$", output, re.MULTILINE)
    failed = re.findall(r"^FAILED (\S+)", output, re.MULTILINE)
    last = output.strip().split("\n")[-1].strip("= ")
    head = [
        "# The last soak",
        "",
        f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, seed {seed}, {seconds / 60:.0f} minutes: {last}.",
        "",
        "| test | seconds | |",
        "|---|---|---|",
    ]
    rows = [f"| `{name}` | {taken} | {'**failed**' if name in failed else 'ok'} |" for taken, name in durations]
    return "\n".join([*head, *rows]) + "\n"


if __name__ == "__main__":
    sys.exit(main())
