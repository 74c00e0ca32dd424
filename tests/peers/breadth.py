#!/usr/bin/env python3
"""How many classes of whole checkouts Goalline can work on: draws classes at random, generates tests for each as the
repository has it, and says what stood in the way.

Why it is there: published library classes say nothing about modules, frameworks, processors and generated sources.

Usage: tests/peers/breadth.py CHECKOUT... [--classes N] [--seeds 1,2,3] [--seconds N] [--min-goals N] [--name REGEX]
                              [--goalline BINARY] [--work DIR] [--markdown FILE]

CHECKOUT is a Git work tree, or a folder of them. Tests are written into the work folder (default: target/peers), nothing
into the checkouts: their `git status` is compared before and after. A class counts as *answered* where the command ends
well and its report has a state for every branch goal.
"""

import argparse
import json
import random
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from judge import ROOT  # noqa: E402

# Seconds beside the search that a class may take, the build's first answer among them.
PATIENCE = 400


@dataclass
class Row:
    """What came of one class."""

    file: str
    seed: int
    goals: int
    covered: int = 0
    total: int = 0
    tests: int = 0
    seconds: float = 0.0
    error: str = ""


@dataclass
class Project:
    """A checkout with the rows of its classes."""

    name: str
    commit: str
    rows: list[Row] = field(default_factory=list)
    written: list[str] = field(default_factory=list)

    @property
    def answered(self) -> int:
        return sum(not row.error for row in self.rows)


def git(folder: Path, *words: str) -> str:
    return subprocess.run(["git", "-C", str(folder), *words], capture_output=True, text=True).stdout.strip()


def checkouts(paths: list[Path]) -> list[Path]:
    """The work trees named, and those in the folders named."""
    found = []
    for path in paths:
        inside = [path] if (path / ".git").exists() else sorted(one for one in path.iterdir() if (one / ".git").exists())
        found.extend(one.resolve() for one in inside)
    return found


def goals_of(options, file: Path) -> int:
    """The branch goals of a file, without a JDK; 0 where it has none or cannot be read."""
    done = subprocess.run([options.goalline, "goals", str(file), "--format", "json"], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True)
    try:
        return len(json.loads(done.stdout)["goals"])
    except (ValueError, KeyError):
        return 0


def is_main(path: Path) -> bool:
    """Whether a source is the product's, below `src/main/java`, or in a plain project below `src` or `src/java`."""
    folders = [part.lower() for part in path.parts[:-1]]
    if "src" not in folders:
        return False
    at = folders.index("src")
    above, below = folders[:at], folders[at + 1:]
    if below[:1] == ["main"]:
        return below[:2] == ["main", "java"]
    return not any("test" in folder for folder in above + below[:1]) and below[:1] not in (["it"], ["jmh"])


def drawn(options, root: Path, seed: int) -> list[tuple[Path, int]]:
    """Classes of the main sources with enough goals, in random order."""
    files = [path for path in sorted(root.rglob("*.java")) if is_main(path.relative_to(root))]
    files = [path for path in files if path.name not in ("package-info.java", "module-info.java")]
    random.Random(seed).shuffle(files)
    found = []
    for file in files:
        if len(found) == options.classes:
            break
        if options.name and not re.search(options.name, file.name):
            continue
        goals = goals_of(options, file)
        if goals >= options.min_goals:
            found.append((file, goals))
    return found


def tried(options, root: Path, file: Path, row: Row) -> Row:
    """Generates tests for one class, beside the checkout."""
    out = options.work / "breadth" / root.name / f"{row.seed}-{file.stem}"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    report = out / "report.json"
    command = [options.goalline, "generate", str(file), "--seconds", str(options.seconds), "--seed", str(row.seed),
               "--out", str(out / "tests"), "--report", str(report)]
    begun = time.time()
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=options.seconds + PATIENCE)
        status, log = done.returncode, done.stdout + done.stderr
    except subprocess.TimeoutExpired:
        status, log = None, f"not done after {options.seconds + PATIENCE:.0f} s"
    row.seconds = time.time() - begun
    (out / "log.txt").write_text(log)
    row.error = complaint(status, log, report)
    if report.exists():
        found = json.loads(report.read_text())
        row.tests = len(found["tests"])
        for criterion in found["criteria"]:
            if criterion["criterion"] == "branch":
                row.covered, row.total = criterion["covered"], criterion["total"]
    return row


def complaint(status: int | None, log: str, report: Path) -> str:
    """What stood in the way; empty where there is an answer about every goal."""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    last = lines[-1] if lines else "no output"
    if status is None:
        return last
    if not report.exists():
        said = [line for line in lines if line.startswith("goalline:") or "does not compile" in line]
        return (said[0] if said else last)[:160]
    goals = json.loads(report.read_text())["goals"]
    if any(goal["state"] == "not_measured" for goal in goals):
        return "goals without an answer"
    return "" if status == 0 or goals else f"exit status {status}: {last[:120]}"


def table(projects: list[Project]) -> str:
    lines = ["| project | commit | classes | answered | with tests | branch goals covered | seconds a class |", "|---|---|---|---|---|---|---|"]
    for one in projects:
        rows = one.rows
        covered, total = sum(row.covered for row in rows), sum(max(row.total, 0 if not row.error else row.goals) for row in rows)
        mean = sum(row.seconds for row in rows) / max(len(rows), 1)
        share = f"{one.answered} ({100 * one.answered / max(len(rows), 1):.0f} %)"
        with_tests = sum(row.tests > 0 for row in rows)
        lines.append(f"| {one.name} | {one.commit} | {len(rows)} | {share} | {with_tests} | {covered} of {total} | {mean:.0f} |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", nargs="+", type=Path)
    parser.add_argument("--classes", type=int, default=30, help="classes for each seed")
    parser.add_argument("--seeds", default="1")
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--min-goals", type=int, default=4)
    parser.add_argument("--name", help="only files whose name fits")
    parser.add_argument("--goalline", default=str(ROOT / "target/release/goalline"))
    parser.add_argument("--work", type=Path, default=ROOT / "target/peers")
    parser.add_argument("--markdown", type=Path)
    options = parser.parse_args()
    options.work = options.work.resolve()
    projects = []
    for root in checkouts(options.checkouts):
        project = Project(root.name, git(root, "log", "-1", "--format=%h"))
        before = git(root, "status", "--porcelain")
        for seed in map(int, options.seeds.split(",")):
            for file, goals in drawn(options, root, seed):
                row = tried(options, root, file, Row(str(file.relative_to(root)), seed, goals))
                project.rows.append(row)
                said = row.error or f"{row.covered} of {row.total} branch goals, {row.tests} tests"
                print(f"{root.name} {row.seed} {row.file}: {said} ({row.seconds:.0f} s)", flush=True)
        after = git(root, "status", "--porcelain")
        project.written = sorted(set(after.splitlines()) - set(before.splitlines()))
        for line in project.written:
            print(f"{root.name}: written into the checkout: {line}")
        projects.append(project)
        print(table([project]).splitlines()[-1], flush=True)
    print("\n" + table(projects))
    if options.markdown:
        options.markdown.write_text(table(projects) + "\n")
    options.work.mkdir(parents=True, exist_ok=True)
    (options.work / "breadth.json").write_text(json.dumps([[one.name, one.commit, [vars(row) for row in one.rows]] for one in projects], indent=1))
    return 0 if all(one.answered == len(one.rows) and not one.written for one in projects) else 1


if __name__ == "__main__":
    sys.exit(main())
