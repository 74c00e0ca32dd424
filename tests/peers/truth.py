#!/usr/bin/env python3
"""Whether the hints are true: what Goalline says the project's own tests cover, beside what JaCoCo saw in the project's
own build, line by line.

Why it is there: a tool that calls covered code uncovered is switched off on its first day.

Usage: tests/peers/truth.py MODULE... [--files N] [--seed N] [--timeout N] [--jacoco FILE] [--goals GOALS]
                            [--goalline BINARY] [--work DIR] [--markdown FILE] [-- MAVEN ARGUMENTS]

MODULE is the folder of a Maven module in a checkout; its tests run in a copy, under JaCoCo's agent, unless --jacoco names
a report that is there already. Where a plugin of the lifecycle cannot run here, --goals names the others one by one:
"resources:resources compiler:compile resources:testResources compiler:testCompile surefire:test". Per line with branch goals:

- *false missing*: JaCoCo has the line with all its branches covered, and a goal of it is called missing (not where javac notes
  the line above for some of its branches, and one of those is missed);
- *false covered*: JaCoCo never ran the line, and a goal of it is covered by the user's tests;
- *not known*: a goal of it is not known.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from judge import AGENT, REPORTER, ROOT, fetch  # noqa: E402

# What builds check beside compiling and testing; none of it changes what tests cover.
SKIPPED = ["enforcer.skip", "checkstyle.skip", "animal.sniffer.skip", "japicmp.skip", "spring-javaformat.skip", "rat.skip",
           "license.skip", "spotless.check.skip", "maven.javadoc.skip",
           # A project's own JaCoCo: of two agents in one JVM neither measures anything.
           "jacoco.skip"]


@dataclass
class Counts:
    """Lines of one module."""

    module: str
    commit: str
    files: int = 0
    failed: int = 0
    lines: int = 0
    missing: int = 0
    covered: int = 0
    unknown: int = 0
    build: float = 0.0
    seconds: float = 0.0

    def row(self) -> str:
        share = lambda part: f"{part} ({100 * part / max(self.lines, 1):.1f} %)"  # noqa: E731
        return (f"| {self.module} | {self.commit} | {self.files} | {self.failed} | {self.lines} | {share(self.missing)} | {share(self.covered)} | "
                f"{share(self.unknown)} | {self.build:.0f} | {self.seconds:.0f} |")


# States that say that no test of the user covers a goal. What cannot be measured says nothing.
MISSING = {"not_reached", "test_ready", "not_offered", "not_measured"}

HEAD = ["| module | commit | files | without an answer | lines | false missing | false covered | not known | build s | Goalline s |",
        "|---|---|---|---|---|---|---|---|---|---|"]


def jacoco(options, module: Path, arguments: list[str]) -> tuple[Path, float]:
    """JaCoCo's report of the module's tests in its own build, which runs in a copy of the repository; and its seconds."""
    root = Path(subprocess.run(["git", "-C", str(module), "rev-parse", "--show-toplevel"], capture_output=True, text=True).stdout.strip())
    copy = options.work / "truth" / root.name
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(root, copy, symlinks=True)
    # A class whose source is gone would run, too.
    subprocess.run(["git", "-C", str(copy), "clean", "-fdxq"], check=True)
    inside, out = copy / module.relative_to(root), options.work / "truth" / f"{root.name}-{module.name}"
    executed, agent = Path(f"{out}.exec"), fetch(AGENT, options.work / "jars")
    executed.unlink(missing_ok=True)
    environment = {**os.environ, "JAVA_TOOL_OPTIONS": f"-javaagent:{agent}=destfile={executed},append=true,excludes=org.apache.maven.*"}
    command = ["mvn", "-q", "-B", *(f"-D{name}=true" for name in SKIPPED), "-Dmaven.test.failure.ignore=true", *arguments, *options.goals.split()]
    begun = time.time()
    with open(f"{out}.log", "w") as log:
        subprocess.run(command, cwd=inside, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
    seconds, report = time.time() - begun, Path(f"{out}.xml")
    subprocess.run(["java", "-jar", str(fetch(REPORTER, options.work / "jars")), "report", str(executed), "--classfiles",
                    str(inside / "target/classes"), "--xml", str(report), "--quiet"], check=True)
    return report, seconds


def seen_by_jacoco(report: Path) -> dict[str, dict[int, tuple[int, int, int, int]]]:
    """Per source file (`p/A.java`) and line: instructions missed and covered, branches missed and covered."""
    text = report.read_text()
    lines = {}
    for package in ET.fromstring(text[text.index("<report"):]).iter("package"):
        for source in package.iter("sourcefile"):
            name = f"{package.get('name')}/{source.get('name')}"
            lines[name] = {int(line.get("nr")): tuple(int(line.get(key)) for key in ("mi", "ci", "mb", "cb")) for line in source.iter("line")}
    return lines


def states(options, module: Path) -> dict[Path, dict[int, list[str]]] | None:
    """Per source and line the states of its branch goals in the coverage map of the module; none without an answer."""
    command = [options.goalline, "coverage", str(module), "--format", "json"]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=options.timeout)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        print(done.stderr, file=sys.stderr)
        return None
    answer = json.loads(done.stdout)
    for one in answer["did_nothing"] + answer["notices"]:
        print(f"  {one}")
    files: dict[Path, dict[int, list[str]]] = {}
    for file in answer["files"]:
        by_line = files.setdefault(Path(file["file"]), {})
        for goal in file["goals"]:
            by_line.setdefault(goal["line"], []).append(goal["state"])
    return files


def is_noted_above(lines: dict, said_of: dict, number: int) -> bool:
    """Whether the line above has a missed branch, and more branches than goals: javac notes the first line of a statement
    for conditions that stand further down."""
    _, _, missed, covered = lines.get(number - 1, (0, 0, 0, 0))
    return missed > 0 and missed + covered > len(said_of.get(number - 1, []))


def compare(options, module: Path, counts: Counts, report: Path) -> None:
    lines = seen_by_jacoco(report)
    if not any(ran for by_line in lines.values() for _, ran, _, _ in by_line.values()):
        sys.exit(f"{report}: JaCoCo saw no line of {module} run, so nothing can be compared. Look into {report.with_suffix('.log')}: "
                 "did the tests run, and is the report one of this module?")
    names = sorted(lines)
    random.Random(options.seed).shuffle(names)
    begun = time.time()
    said_of = states(options, module)
    counts.seconds = time.time() - begun
    for name in names:
        if options.files and counts.files >= options.files:
            break
        file = module / "src/main/java" / name
        if not file.exists():
            continue
        counts.files += 1
        by_line = said_of.get(file) if said_of is not None else None
        if by_line is None:
            counts.failed += 1
            print(f"{name}: no answer", flush=True)
            continue
        for number, said in by_line.items():
            if number not in lines[name]:
                continue
            counts.lines += 1
            _, ran, missed, _ = lines[name][number]
            is_whole = missed == 0 and ran and not is_noted_above(lines[name], by_line, number)
            if is_whole and any(one in MISSING for one in said):
                counts.missing += 1
                print(f"{name}:{number}: false missing: {said}", flush=True)
            if not ran and "covered_by_user" in said:
                counts.covered += 1
                print(f"{name}:{number}: false covered: {said}", flush=True)
            counts.unknown += "not_known" in said


def main() -> int:
    words = sys.argv[1:]
    split = words.index("--") if "--" in words else len(words)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="+", type=Path)
    parser.add_argument("--files", type=int, help="at most so many files of each module, drawn at random")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--jacoco", type=Path)
    parser.add_argument("--goals", default="test", help="what Maven is to do, in place of `test`")
    parser.add_argument("--timeout", type=int, default=3600, help="seconds that a map may take")
    parser.add_argument("--goalline", default=str(ROOT / "target/release/goalline"))
    parser.add_argument("--work", type=Path, default=ROOT / "target/peers")
    parser.add_argument("--markdown", type=Path)
    options = parser.parse_args(words[:split])
    options.work = options.work.resolve()
    (options.work / "truth").mkdir(parents=True, exist_ok=True)
    rows = []
    for module in options.modules:
        module = module.resolve()
        commit = subprocess.run(["git", "-C", str(module), "log", "-1", "--format=%h"], capture_output=True, text=True).stdout.strip()
        counts = Counts(module.name, commit)
        report, counts.build = (options.jacoco, 0.0) if options.jacoco else jacoco(options, module, words[split + 1:])
        compare(options, module, counts, report)
        rows.append(counts)
        print(counts.row(), flush=True)
    text = "\n".join([*HEAD, *(one.row() for one in rows)])
    print("\n" + text)
    if options.markdown:
        options.markdown.write_text(text + "\n")
    return 0 if all(not one.missing and not one.covered for one in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
