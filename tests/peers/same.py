#!/usr/bin/env python3
"""Whether two builds do the same: generates tests for published classes with both, from one seed and for a number of
executions, and compares every byte of the tests, the reports and what was printed. Figures of time are left out.

Why it is there: code that only moves, or is only called otherwise, must change nothing that a user gets.

Usage: tests/peers/same.py BEFORE AFTER [--seed N] [--max-executions N] [--only WORD]... [--subjects FILE] [--work DIR]

BEFORE and AFTER are binaries. Exit status: 0 the same everywhere, 1 otherwise; the first difference of each class is shown.
"""

import argparse
import difflib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from judge import JUNIT, ROOT, fetch, read_subjects, resources_of, sources_of  # noqa: E402

# Seconds as they are printed: `2.0 s in all`, `0.1 s`.
SECONDS = re.compile(r"\d+(?:\.\d+)? m?s\b")


def made_by(binary: Path, options, subject: dict, name: str) -> dict[str, str]:
    """Every text that one build gives for a class, by the name of its file."""
    out = options.work / "same" / subject["class"] / name
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    source = subject["sources"] / (subject["class"].replace(".", "/") + ".java")
    path = [options.junit, *subject["needs"], subject["resources"]]
    command = [
        str(binary), "generate", str(source), "--sources", str(subject["sources"]), "--classpath", os.pathsep.join(map(str, path)),
        "--seed", str(options.seed), "--max-executions", str(options.max_executions), "--workers", "1", "--framework", "jupiter",
        "--out", str(out / "tests"), "--report", str(out / "report.json"),
    ]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          env={**os.environ, "XDG_CACHE_HOME": str(options.work / "same" / name)})
    texts = {"printed": plain(done.stdout, out), "messages": plain(done.stderr, out), "exit status": str(done.returncode)}
    for file in sorted((out / "tests").rglob("*.java")):
        texts[str(file.relative_to(out))] = file.read_text()
    if (out / "report.json").exists():
        texts["report.json"] = plain(json.dumps(timeless(json.loads((out / "report.json").read_text())), indent=1), out)
    return texts


def plain(text: str, out: Path) -> str:
    """Without times and without the folder, which differ from run to run."""
    return SECONDS.sub("… s", text.replace(str(out), "OUT"))


def timeless(value):
    """A report without its figures of time."""
    if isinstance(value, dict):
        return {key: timeless(one) for key, one in value.items() if "seconds" not in key}
    return [timeless(one) for one in value] if isinstance(value, list) else value


def first_difference(before: dict[str, str], after: dict[str, str]) -> str | None:
    """The first file that differs, with the lines."""
    for name in sorted({*before, *after}):
        one, other = before.get(name), after.get(name)
        if one != other:
            lines = difflib.unified_diff((one or "").splitlines(), (other or "").splitlines(), lineterm="", n=1)
            return f"{name}: " + "\n    ".join(list(lines)[2:12])
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-executions", type=int, default=3000)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--subjects", type=Path, default=Path(__file__).with_name("subjects.tsv"))
    parser.add_argument("--work", type=Path, default=ROOT / "target/peers")
    options = parser.parse_args()
    options.work = options.work.resolve()
    options.junit = fetch(JUNIT, options.work / "jars")
    different = 0
    for subject in read_subjects(options.subjects):
        if options.only and not any(word in subject["class"] for word in options.only):
            continue
        artifact, *needs = subject["artifact"].split("+")
        subject["needs"] = [fetch(f"{need}:jar", options.work / "jars") for need in needs]
        subject["sources"] = sources_of(artifact, options.work)
        subject["resources"] = resources_of(fetch(f"{artifact}:jar", options.work / "jars"), options.work)
        before = made_by(options.before.resolve(), options, subject, "before")
        after = made_by(options.after.resolve(), options, subject, "after")
        found = first_difference(before, after)
        different += found is not None
        print(f"{subject['class']}: {'the same, ' + str(len(before)) + ' texts' if found is None else 'differs in ' + found}", flush=True)
    print(f"{different} classes differ")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
