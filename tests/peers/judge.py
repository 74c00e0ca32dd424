#!/usr/bin/env python3
"""Outside judge: generates tests for published classes, compiles them against the library's published jar, runs them
under JUnit and JaCoCo (all from Maven) and prints branch and line coverage beside Goalline's own count.

Usage: tests/peers/judge.py [--seconds N] [--max-executions N] [--seed N] [--runs 10] [--only WORD]... [--subjects FILE]
                            [--criteria NAMES] [--goalline BINARY] [--work DIR] [--markdown FILE]

It leaves alone everything but its work folder (default: target/peers) and the Maven repository.
"""

import argparse
import csv
import json
import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy"
JUNIT = "org.junit.platform:junit-platform-console-standalone:1.11.4"
AGENT = "org.jacoco:org.jacoco.agent:0.8.13:jar:runtime"
REPORTER = "org.jacoco:org.jacoco.cli:0.8.13:jar:nodeps"


def fetch(artifact: str, folder: Path) -> Path:
    """The file of a Maven artifact, copied into `folder` once."""
    parts = artifact.split(":")
    name = f"{parts[1]}-{parts[2]}" + (f"-{parts[4]}" if len(parts) > 4 else "") + ".jar"
    target = folder / name
    if not target.exists():
        folder.mkdir(parents=True, exist_ok=True)
        command = ["mvn", "-q", "-B", COPY, f"-Dartifact={artifact}", f"-DoutputDirectory={folder}"]
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL, cwd=folder)
    return target


def sources_of(artifact: str, work: Path) -> Path:
    """The unpacked published sources of a library."""
    group, name, version = artifact.split(":")
    folder = work / "sources" / f"{name}-{version}"
    if not folder.exists():
        jar = fetch(f"{group}:{name}:{version}:jar:sources", work / "jars")
        with zipfile.ZipFile(jar) as archive:
            archive.extractall(folder)
    return folder


def resources_of(jar: Path, work: Path) -> Path:
    """What the published jar holds beside classes (tables, messages): a build has it, the jar of the sources does not."""
    folder = work / "resources" / jar.stem
    if not folder.exists():
        folder.mkdir(parents=True)
        with zipfile.ZipFile(jar) as archive:
            archive.extractall(folder, [name for name in archive.namelist() if not name.endswith((".class", "/"))])
    return folder


def generate(options, subject, out: Path, sources: Path, tools: dict) -> dict | None:
    """Runs the generator on one class; gives its report, or none when it failed."""
    source_file = sources / (subject["class"].replace(".", "/") + ".java")
    report = out / "report.json"
    command = [
        options.goalline, "generate", str(source_file), "--sources", str(sources),
        "--classpath", os.pathsep.join(map(str, [tools["junit"], *subject["needs"], subject["resources"]])),
        "--seed", str(options.seed), "--workers", "1", "--framework", "jupiter",
        "--out", str(out / "tests"), "--report", str(report),
    ]
    if options.max_executions:
        command += ["--max-executions", str(options.max_executions)]
    else:
        command += ["--seconds", str(options.seconds)]
    if options.criteria:
        command += ["--criteria", options.criteria]
    with open(out / "generate.log", "w") as log:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
    if done.returncode != 0 or not report.exists():
        return None
    return json.loads(report.read_text())


def compile_tests(out: Path, subject, jar: Path, tools: dict) -> str:
    """Compiles the written tests against the published jar; gives javac's complaints."""
    files = [str(path) for path in sorted((out / "tests").rglob("*.java"))]
    classes = out / "classes"
    classes.mkdir(exist_ok=True)
    path = os.pathsep.join(map(str, [jar, tools["junit"], *subject["needs"]]))
    done = subprocess.run(
        ["javac", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-cp", path, "-d", str(classes), *files],
        capture_output=True, text=True)
    return done.stderr if done.returncode else ""


def run_tests(out: Path, subject, jar: Path, tools: dict, with_agent: bool) -> tuple[int, int]:
    """Runs all tests in a fresh JVM; gives (passed, failed)."""
    path = os.pathsep.join(map(str, [out / "classes", jar, *subject["needs"]]))
    agent = [f"-javaagent:{tools['agent']}=destfile={out / 'jacoco.exec'},append=false"] if with_agent else []
    done = subprocess.run(
        ["java", *agent, "-jar", str(tools["junit"]), "execute", "-cp", path, "--scan-class-path", str(out / "classes"),
         "--include-classname", ".*", "--details", "tree", "--disable-banner", "--disable-ansi-colors"],
        capture_output=True, text=True, cwd=out)
    (out / "junit.log").write_text(done.stdout + done.stderr)
    counts = {"successful": 0, "failed": 0}
    for line in done.stdout.splitlines():
        for word in counts:
            if line.startswith("[") and f"tests {word}" in line:
                counts[word] = int(line.strip("[] ").split()[0])
    if counts["failed"]:
        # The next run writes its own log over this one.
        shutil.copy(out / "junit.log", out / "junit-failed.log")
    return counts["successful"], counts["failed"]


def coverage(out: Path, jar: Path, sources: Path, tools: dict, class_name: str) -> dict:
    """JaCoCo's counters of the class with its nested classes: {BRANCH: (covered, total), LINE: …}."""
    xml = out / "jacoco.xml"
    only = out / "only"
    shutil.rmtree(only, ignore_errors=True)
    stem = class_name.replace(".", "/")
    with zipfile.ZipFile(jar) as archive:
        for entry in archive.namelist():
            if entry == f"{stem}.class" or (entry.startswith(f"{stem}$") and entry.endswith(".class")):
                archive.extract(entry, only)
    subprocess.run(
        ["java", "-jar", str(tools["reporter"]), "report", str(out / "jacoco.exec"), "--classfiles", str(only),
         "--sourcefiles", str(sources), "--xml", str(xml), "--html", str(out / "html"), "--quiet"], check=True)
    text = xml.read_text()
    tree = ET.fromstring(text[text.index("<report"):])
    counters = {}
    for counter in tree.findall("counter"):
        covered, missed = int(counter.get("covered")), int(counter.get("missed"))
        counters[counter.get("type")] = (covered, covered + missed)
    return counters


def judge(options, subject, work: Path, tools: dict) -> dict:
    """One row of the table."""
    artifact, *needs = subject["artifact"].split("+")
    subject["needs"] = [fetch(f"{need}:jar", work / "jars") for need in needs]
    sources = sources_of(artifact, work)
    jar = fetch(f"{artifact}:jar", work / "jars") if artifact.count(":") == 2 else fetch(artifact, work / "jars")
    subject["resources"] = resources_of(jar, work)
    out = work / "runs" / subject["class"]
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    row = {"class": subject["class"].split(".")[-1], "evosuite": subject.get("evosuite"), "note": ""}
    report = generate(options, subject, out, sources, tools)
    if report is None:
        row["note"] = "generation failed: " + tail(out / "generate.log")
        return row
    row.update(own=own_branches(report), executions=report["executions"], seconds=report["search_seconds"],
               first=report.get("first_test_seconds"), tests=len(report.get("tests", [])))
    complaints = compile_tests(out, subject, jar, tools)
    if complaints:
        row["note"] = "does not compile: " + complaints.strip().splitlines()[0]
        (out / "javac.log").write_text(complaints)
        return row
    row["passed"], row["failed"] = run_tests(out, subject, jar, tools, with_agent=True)
    counters = coverage(out, jar, sources, tools, subject["class"])
    row["branch"], row["line"] = counters.get("BRANCH", (0, 0)), counters.get("LINE", (0, 0))
    flaky = sum(run_tests(out, subject, jar, tools, with_agent=False)[1] for _ in range(options.runs))
    row["flaky"] = flaky
    return row


def own_branches(report: dict) -> str:
    """Goalline's own count for the branch criterion."""
    for criterion in report["criteria"]:
        if criterion["criterion"] == "branch":
            return f"{criterion['covered']}/{criterion['total']}"
    return "-"


def tail(path: Path) -> str:
    """The last line of a log."""
    lines = path.read_text(errors="replace").strip().splitlines()
    return lines[-1] if lines else "no output"


def table(rows: list[dict]) -> str:
    """The rows as a Markdown table."""
    head = ["class", "JaCoCo branches", "EvoSuite 60 s", "JaCoCo lines", "own count", "tests", "failed", "failures in reruns",
            "executions", "executions/s", "first test s", "note"]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for row in rows:
        branch, line = row.get("branch"), row.get("line")
        rate = f"{row['executions'] / max(row['seconds'], 0.001):,.0f}" if "executions" in row else ""
        cells = [row["class"], f"{branch[0]}/{branch[1]}" if branch else "", row["evosuite"] or "",
                 f"{line[0]}/{line[1]}" if line else "", row.get("own", ""), row.get("passed", ""), row.get("failed", ""),
                 row.get("flaky", ""), f"{row['executions']:,}" if "executions" in row else "", rate,
                 f"{row['first']:.2f}" if row.get("first") is not None else "", row["note"]]
        lines.append("| " + " | ".join(str(cell) for cell in cells) + " |")
    return "\n".join(lines)


def read_subjects(path: Path) -> list[dict]:
    """The subjects file: artifact (`+` and each library that it needs), class, branches, EvoSuite's branches; tab
    separated, `#` comments."""
    rows = [row for row in csv.reader(open(path), delimiter="\t") if row and not row[0].startswith("#")]
    return [{"artifact": row[0], "class": row[1], "evosuite": f"{row[3]}/{row[2]}" if len(row) > 3 else None} for row in rows]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--max-executions", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--criteria")
    parser.add_argument("--subjects", type=Path, default=Path(__file__).with_name("subjects.tsv"))
    parser.add_argument("--goalline", default=str(ROOT / "target/release/goalline"))
    parser.add_argument("--work", type=Path, default=ROOT / "target/peers")
    parser.add_argument("--markdown", type=Path)
    options = parser.parse_args()
    work = options.work.resolve()
    tools = {"junit": fetch(JUNIT, work / "jars"), "agent": fetch(AGENT, work / "jars"),
             "reporter": fetch(REPORTER, work / "jars")}
    rows = []
    for subject in read_subjects(options.subjects):
        if options.only and not any(word in subject["class"] for word in options.only):
            continue
        row = judge(options, subject, work, tools)
        rows.append(row)
        print(table([row]).splitlines()[-1], flush=True)
    print("\n" + table(rows))
    if options.markdown:
        options.markdown.write_text(table(rows) + "\n")
    return 0 if all(not row["note"] and not row.get("failed") and not row.get("flaky") for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
