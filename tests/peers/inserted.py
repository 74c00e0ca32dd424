#!/usr/bin/env python3
"""What the tests are worth in the project that they are written for: generates them into a copy of a checkout, runs them in
the project's own build, and asks JaCoCo and PIT what they cover and notice.

Why it is there: a test that passes beside a project and fails in its build is worth nothing, and business code has its
framework, its strict stubs and its order of tests only there.

Usage: tests/peers/inserted.py CHECKOUT... [--name REGEX] [--classes N] [--seed N] [--seconds N] [--min-goals N] [--again N]
                               [--pit] [--goals GOALS] [--goalline BINARY] [--work DIR] [--markdown FILE]

CHECKOUT is a Git work tree built with Maven, or a folder of them. Of each, N classes are drawn whose file name fits REGEX;
the user's tests of these classes are taken away in the copy, the others stay. A class counts with the branches of its source
file. --again runs the new tests so many times more, classes and methods in a random order; --pit asks PIT's default
operators which mutants the new tests kill (calls removed apart). --goals names the goals of Maven where a plugin of the
lifecycle cannot run here.
"""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from breadth import checkouts, drawn, git  # noqa: E402
from judge import AGENT, REPORTER, ROOT, fetch  # noqa: E402
from mutation import pit_jars  # noqa: E402
from truth import SKIPPED, seen_by_jacoco  # noqa: E402

CLASSPATH = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath"
# What a test class of the user is called, of a class `A`.
OF_CLASS = ("{}Test", "{}Tests", "Test{}", "{}IT", "{}TestCase", "{}Spec")


@dataclass
class Row:
    """What came of one class."""

    source: Path
    tests: list[Path] = field(default_factory=list)
    methods: int = 0
    branches: tuple[int, int] | None = None
    lines: tuple[int, int] = (0, 0)
    mutants: tuple[int, int] | None = None
    calls: tuple[int, int] | None = None
    error: str = ""

    @property
    def share(self) -> float | None:
        return self.branches[0] / self.branches[1] if self.branches and self.branches[1] else None


def copied(options, root: Path) -> Path:
    """The checkout's commit in the work folder, as a work tree of its own."""
    copy = options.work / "inserted" / root.name
    shutil.rmtree(copy, ignore_errors=True)
    copy.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["git", "clone", "-q", str(root), str(copy)], check=True)
    return copy


def module_of(file: Path) -> Path:
    """The folder of the nearest `pom.xml`."""
    return next(folder for folder in file.parents if (folder / "pom.xml").exists())


def take_away(copy: Path, source: Path) -> None:
    """Deletes the user's tests of a class."""
    names = {form.format(source.stem) + ".java" for form in OF_CLASS}
    for path in copy.rglob("*.java"):
        if path.name in names and "test" in {part.lower() for part in path.relative_to(copy).parts}:
            path.unlink()


def keep(copy: Path) -> None:
    """Makes what is there the state that new tests are told apart from."""
    said = ["-c", "user.name=peers", "-c", "user.email=peers@localhost", "commit", "-q", "-a", "--allow-empty", "-m", "Without tests"]
    subprocess.run(["git", "-C", str(copy), *said], check=True)


def let_tests_run(copy: Path) -> None:
    """Takes out of poms that tests are skipped: no option of the command line overrules it."""
    for pom in copy.rglob("pom.xml"):
        text = pom.read_text(errors="surrogateescape")
        told = re.sub(r"<(skipTests|maven\.test\.skip)>\s*true\s*</", r"<\1>false</", text)
        if "surefire" in text:
            told = re.sub(r"<skip>\s*true\s*</skip>", "<skip>false</skip>", told)
        if told != text:
            pom.write_text(told, errors="surrogateescape")


def changed(copy: Path) -> set[str]:
    """The files of the work tree that are new, or not as they were."""
    new = git(copy, "-c", "core.quotepath=off", "ls-files", "-o", "--exclude-standard").splitlines()
    return {*new, *git(copy, "-c", "core.quotepath=off", "diff", "--name-only").splitlines()}


def generate(options, copy: Path, row: Row) -> None:
    """Tests for one class, written where the project has its tests."""
    before = changed(copy)
    command = [options.goalline, "generate", str(row.source), "--seconds", str(options.seconds), "--seed", str(options.seed)]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=options.seconds + 400)
    except subprocess.TimeoutExpired:
        row.error = "not done in time"
        return
    row.tests = [copy / name for name in sorted(changed(copy) - before) if name.endswith(".java")]
    row.methods = sum(len(re.findall(r"@(?:Test|ParameterizedTest)\b", path.read_text())) for path in row.tests)
    if not row.tests:
        said = [line for line in done.stderr.splitlines() if line.strip()]
        row.error = f"no tests: {said[-1].strip()[:120] if said else 'nothing said'}"


def maven(options, copy: Path, module: Path, rows: list[Row], log: Path, more: list[str], agent: str = "") -> bool:
    """Runs the new tests of one module in the project's own build; false where the build failed or took an hour."""
    names = ",".join(path.stem for row in rows for path in row.tests)
    inside = ["-pl", str(module.relative_to(copy)), "-am"] if module != copy and (copy / "pom.xml").exists() else []
    command = ["mvn", "-q", "-B", *(f"-D{name}=true" for name in SKIPPED), "-Dmaven.test.failure.ignore=true", f"-Dtest={names}",
               "-DfailIfNoTests=false", "-Dsurefire.failIfNoSpecifiedTests=false", "-DskipTests=false", *inside, *more,
               *options.goals.split()]
    environment = {**os.environ, **({"JAVA_TOOL_OPTIONS": agent} if agent else {})}
    with open(log, "w") as out:
        try:
            done = subprocess.run(command, cwd=copy if inside else module, env=environment, stdin=subprocess.DEVNULL, stdout=out,
                                  stderr=subprocess.STDOUT, timeout=3600)
        except subprocess.TimeoutExpired:
            return False
    return done.returncode == 0


def failures(module: Path) -> tuple[int, list[str]]:
    """The tests that ran, and those that failed, with why."""
    ran, failed = 0, []
    for report in sorted((module / "target/surefire-reports").glob("TEST-*.xml")):
        for case in ET.parse(report).getroot().iter("testcase"):
            ran += 1
            for kind in ("failure", "error"):
                for one in case.iter(kind):
                    why = (one.get("message") or one.text or "").strip().splitlines()
                    failed.append(f"{case.get('classname')}.{case.get('name')}: {why[0][:160] if why else kind}")
    return ran, failed


def measured(options, copy: Path, module: Path, rows: list[Row]) -> tuple[int, list[str]]:
    """Runs the tests under JaCoCo and notes the branches of each class; gives the tests that ran and those that failed."""
    out = options.work / "inserted" / f"{copy.name}-{module.name}"
    executed = Path(f"{out}.exec")
    executed.unlink(missing_ok=True)
    agent = f"-javaagent:{fetch(AGENT, options.work / 'jars')}=destfile={executed},append=true,excludes=org.apache.maven.*"
    shutil.rmtree(module / "target/surefire-reports", ignore_errors=True)
    is_built = maven(options, copy, module, rows, Path(f"{out}.log"), [], agent)
    ran, failed = failures(module)
    # JaCoCo's agent is in Maven's own JVM, too: its file alone does not say that tests ran.
    if not is_built or not executed.exists() or not (module / "target/classes").exists() or ran == 0:
        for row in rows:
            row.error = f"the project's build did not run the tests, see {out}.log"
        return 0, [f"{module}: the build did not run the tests, see {out}.log"]
    report = Path(f"{out}.xml")
    subprocess.run(["java", "-jar", str(fetch(REPORTER, options.work / "jars")), "report", str(executed), "--classfiles",
                    str(module / "target/classes"), "--xml", str(report), "--quiet"], check=True)
    seen = seen_by_jacoco(report)
    for row in rows:
        lines = next((lines for name, lines in seen.items() if str(row.source).endswith(f"/{name}")), {})
        row.branches = sum(one[3] for one in lines.values()), sum(one[2] + one[3] for one in lines.values())
        row.lines = sum(one[1] > 0 for one in lines.values()), len(lines)
    for number in range(options.again):
        shutil.rmtree(module / "target/surefire-reports", ignore_errors=True)
        order = ["-Dsurefire.runOrder=random",
                 "-Djunit.jupiter.testmethod.order.default=org.junit.jupiter.api.MethodOrderer$Random"]
        if not maven(options, copy, module, rows, Path(f"{out}-{number}.log"), order):
            failed.append(f"run {number + 2}: the build failed, see {out}-{number}.log")
        failed += [f"run {number + 2}: {one}" for one in failures(module)[1]]
    return ran, failed


def noticed(options, copy: Path, module: Path, row: Row) -> None:
    """The mutants of PIT's default operators that the new tests of one class kill."""
    listed = options.work / "inserted" / f"{copy.name}-{module.name}.cp"
    if not listed.exists():
        inside = ["-pl", str(module.relative_to(copy)), "-am", "compile"] if module != copy and (copy / "pom.xml").exists() else []
        subprocess.run(["mvn", "-q", "-B", *inside, CLASSPATH, f"-Dmdep.outputFile={listed}", "-Dmdep.includeScope=test"],
                       cwd=copy if inside else module, stdin=subprocess.DEVNULL, capture_output=True)
    needs = listed.read_text().strip().split(os.pathsep) if listed.exists() else []
    # PIT's own JUnit would stand before the project's: what starts tests is taken of the project where it has it.
    jars = [jar for jar in pit_jars(options.work).split(os.pathsep) if "pitest" in jar or not has_jupiter(needs)]
    path = [str(module / "target/test-classes"), str(module / "target/classes"), *needs]
    below = re.search(r"src/main/java/(.*)\.java$", str(row.source))
    if below is None:
        return
    name = below.group(1).replace("/", ".")
    out = options.work / "inserted" / f"{copy.name}-{row.source.stem}-pit"
    shutil.rmtree(out, ignore_errors=True)
    command = ["java", "-cp", os.pathsep.join([*jars, *path]), "org.pitest.mutationtest.commandline.MutationCoverageReport",
               "--reportDir", str(out), "--targetClasses", f"{name},{name}$*", "--targetTests",
               ",".join(f"{name.rpartition('.')[0]}.{test.stem}" for test in row.tests), "--sourceDirs", str(module / "src/main/java"),
               "--classPath", ",".join([*jars, *path]), "--mutableCodePaths", str(module / "target/classes"), "--outputFormats", "XML",
               "--timestampedReports=false", "--threads", "2", "--skipFailingTests=true"]
    with open(f"{out}.log", "w") as log:
        try:
            subprocess.run(command, cwd=module, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, timeout=900)
        except subprocess.TimeoutExpired:
            log.write("not done in 900 s")
    if not (out / "mutations.xml").exists():
        return
    mutations = ET.parse(out / "mutations.xml").getroot().findall("mutation")
    killed = [one for one in mutations if one.get("detected") == "true"]
    row.mutants = len(killed), len(mutations)
    removed = [one for one in mutations if one.findtext("mutator").endswith("VoidMethodCallMutator") and one.get("status") != "NO_COVERAGE"]
    row.calls = sum(one in killed for one in removed), len(removed)


def has_jupiter(needs: list[str]) -> bool:
    return any("junit-platform-launcher" in jar for jar in needs)


def said(counts: tuple[int, int] | None) -> str:
    return f"{counts[0]} of {counts[1]}" if counts else "–"


def tried(options, root: Path) -> tuple[list[Row], int, list[str]]:
    """All drawn classes of one checkout: their rows, the tests that ran, and those that failed."""
    copy = copied(options, root)
    rows = [Row(file) for file, _ in drawn(options, copy, options.seed)]
    for row in rows:
        take_away(copy, row.source)
    let_tests_run(copy)
    keep(copy)
    for row in rows:
        generate(options, copy, row)
        print(f"{copy.name} {row.source.stem}: {row.methods} tests {row.error}", flush=True)
    ran, failed = 0, []
    for module in sorted({module_of(row.source) for row in rows if row.tests}):
        inside = [row for row in rows if row.tests and module_of(row.source) == module]
        count, wrong = measured(options, copy, module, inside)
        ran, failed = ran + count, failed + wrong
        for row in inside if options.pit else []:
            noticed(options, copy, module, row)
    for one in failed:
        print(f"  failed: {one}")
    return rows, ran, failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", nargs="+", type=Path)
    parser.add_argument("--name", help="only files whose name fits")
    parser.add_argument("--classes", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--min-goals", type=int, default=1)
    parser.add_argument("--again", type=int, default=0)
    parser.add_argument("--pit", action="store_true")
    parser.add_argument("--goals", default="test")
    parser.add_argument("--goalline", default=str(ROOT / "target/release/goalline"))
    parser.add_argument("--work", type=Path, default=ROOT / "target/peers")
    parser.add_argument("--markdown", type=Path)
    options = parser.parse_args()
    options.work = options.work.resolve()
    lines = ["| class | tests | branches | lines | mutants killed | removed calls killed |", "|---|---|---|---|---|---|"]
    totals, wrong = [], 0
    for root in checkouts(options.checkouts):
        rows, ran, failed = tried(options, root)
        wrong += len(failed)
        lines += [f"| {root.name} `{row.source.stem}` | {row.methods or row.error} | {said(row.branches)} | {said(row.lines)} | "
                  f"{said(row.mutants)} | {said(row.calls)} |" for row in rows]
        # A class without tests has none of its branches covered.
        shares = [0.0 if row.share is None else row.share for row in rows if row.branches is None or row.branches[1]]
        mean = f"{statistics.mean(shares):.0%}" if shares else "–"
        killed, mutants = (sum(row.mutants[at] for row in rows if row.mutants) for at in (0, 1))
        gone, calls = (sum(row.calls[at] for row in rows if row.calls) for at in (0, 1))
        totals.append(f"{root.name} {git(root, 'log', '-1', '--format=%h')}: {len(rows)} classes, mean of their branches {mean}; {ran} tests ran, "
                      f"{len(failed)} failures; mutants {killed} of {mutants}, removed calls {gone} of {calls}")
    print("\n".join([*lines, "", *totals]))
    if options.markdown:
        options.markdown.write_text("\n".join([*lines, "", *totals]) + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
