#!/usr/bin/env python3
"""Outside judge of what a library's own tests miss: builds a Maven project of a published class with the tests that its makers published,
has Goalline insert only what these miss, and prints JaCoCo's figures before and after; then how long the library's tests take
to run again after a save that touches everything, one method, or nothing.

Usage: tests/peers/own_tests.py [--seconds N] [--only WORD]... [--goalline BINARY] [--work DIR] [--markdown FILE]

It leaves alone everything but its work folder (default: target/peers) and the Maven repository.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import judge

LANG = "org.apache.commons:commons-lang3:3.17.0"
# Artifact, class, test sources, and where a statement is added: a method's beginning, the end of the class's head.
SUBJECTS = [
    (LANG, "org.apache.commons.lang3.math.Fraction",
     ["org/apache/commons/lang3/AbstractLangTest", "org/apache/commons/lang3/math/FractionTest"],
     "public Fraction pow(final int power) {", "public final class Fraction extends Number implements Comparable<Fraction> {"),
    (LANG, "org.apache.commons.lang3.text.StrBuilder",
     ["org/apache/commons/lang3/AbstractLangTest", "org/apache/commons/lang3/text/StrBuilderTest",
      "org/apache/commons/lang3/text/StrBuilderAppendInsertTest"],
     "public StrBuilder reverse() {", "public class StrBuilder implements CharSequence, Appendable, Serializable, Builder<String> {"),
    (LANG, "org.apache.commons.lang3.CharRange",
     ["org/apache/commons/lang3/AbstractLangTest", "org/apache/commons/lang3/CharRangeTest"],
     "public boolean isNegated() {", "final class CharRange implements Iterable<Character>, Serializable {"),
]
POM = """<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>goalline.peers</groupId><artifactId>own</artifactId><version>1</version>
<properties><maven.compiler.release>11</maven.compiler.release></properties><dependencies>
<dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.11.4</version><scope>test</scope></dependency>
</dependencies></project>
"""


def project_of(out: Path, work: Path, artifact: str, tests: list[str]) -> Path:
    """A Maven project with the library's sources and these of its published tests."""
    project = out / "project"
    shutil.copytree(judge.sources_of(artifact, work), project / "src/main/java",
                    ignore=shutil.ignore_patterns("META-INF", "module-info.java"))
    jar = judge.fetch(f"{artifact}:jar:test-sources", work / "jars")
    with zipfile.ZipFile(jar) as archive:
        archive.extractall(project / "src/test/java", [f"{test}.java" for test in tests])
    (project / "pom.xml").write_text(POM)
    return project


def generate(options, out: Path, project: Path, class_name: str, *more: str) -> dict:
    """Runs the generator in the project; gives its report."""
    report = out / "report.json"
    command = [options.goalline, "generate", str(project / "src/main/java" / (class_name.replace(".", "/") + ".java")),
               "--report", str(report), *more]
    report.unlink(missing_ok=True)
    with open(out / "generate.log", "a") as log:
        subprocess.run(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                       env={**os.environ, "XDG_CACHE_HOME": str(out / "cache")})
    return json.loads(report.read_text())


def measured(out: Path, project: Path, artifact: str, class_name: str, work: Path, tools: dict) -> dict:
    """Tests passed and failed with JaCoCo's counters, of the tests as they stand in the project."""
    shutil.rmtree(out / "classes", ignore_errors=True)
    shutil.rmtree(out / "tests", ignore_errors=True)
    shutil.copytree(project / "src/test/java", out / "tests")
    jar = judge.fetch(f"{artifact}:jar", work / "jars")
    complaints = judge.compile_tests(out, {"needs": []}, jar, tools)
    if complaints:
        raise SystemExit(complaints)
    passed, failed = judge.run_tests(out, {"needs": []}, jar, tools, with_agent=True)
    counters = judge.coverage(out, jar, judge.sources_of(artifact, work), tools, class_name)
    return {"passed": passed, "failed": failed, "branch": counters["BRANCH"], "line": counters["LINE"]}


def saved(options, out: Path, project: Path, class_name: str, after: str | None, statement: str) -> tuple[int, float]:
    """Saves the class with something put behind this text and runs its tests; gives how many ran and the seconds it took."""
    path = project / "src/main/java" / (class_name.replace(".", "/") + ".java")
    if after:
        text = path.read_text()
        if after not in text:
            raise SystemExit(f"{path} has no `{after}`")
        path.write_text(text.replace(after, f"{after} {statement}", 1))
    report = generate(options, out, project, class_name, "--max-executions", "1", "--goals-only", "--dry-run")
    ran = sum(test["ran"] for test in report["user_tests"])
    return ran, report["user_test_seconds"]


def rows(options, subject, work: Path, tools: dict) -> tuple[str, str]:
    """One row of either table."""
    artifact, class_name, tests, method, head = subject
    out = work / "own" / class_name
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    project = project_of(out, work, artifact, tests)
    simple = class_name.split(".")[-1]
    before = measured(out, project, artifact, class_name, work, tools)
    saved(options, out, project, class_name, None, "")
    times = [saved(options, out, project, class_name, *change)
             for change in [(head, "int touched;"), (method, "int touched = 0;"), (None, "")]]
    report = generate(options, out, project, class_name, "--seconds", str(options.seconds), "--goals-only")
    after = measured(out, project, artifact, class_name, work, tools)
    covered = lambda of: f"{of['branch'][0]}/{of['branch'][1]}, {of['line'][0]}/{of['line'][1]}"
    added = after["passed"] + after["failed"] - before["passed"] - before["failed"]
    first = [simple, before["passed"], covered(before), len(report["tests"]), added, covered(after), after["failed"]]
    second = [simple, *(f"{ran} in {seconds:.2f} s" for ran, seconds in times)]
    return tuple("| " + " | ".join(map(str, cells)) + " |" for cells in (first, second))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--goalline", default=str(judge.ROOT / "target/release/goalline"))
    parser.add_argument("--work", type=Path, default=judge.ROOT / "target/peers")
    parser.add_argument("--markdown", type=Path)
    options = parser.parse_args()
    work = options.work.resolve()
    tools = {"junit": judge.fetch(judge.JUNIT, work / "jars"), "agent": judge.fetch(judge.AGENT, work / "jars"),
             "reporter": judge.fetch(judge.REPORTER, work / "jars")}
    coverage = ["| class | its own tests | branches, lines before | tests offered | added | branches, lines after | failed |", "|" + "---|" * 7]
    again = ["| class | head of the class touched | one method touched | nothing touched |", "|" + "---|" * 4]
    for subject in SUBJECTS:
        if options.only and not any(word in subject[1] for word in options.only):
            continue
        first, second = rows(options, subject, work, tools)
        coverage.append(first)
        again.append(second)
        print(first, second, sep="\n", flush=True)
    text = "\n".join([*coverage, "", *again]) + "\n"
    print("\n" + text)
    if options.markdown:
        options.markdown.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
