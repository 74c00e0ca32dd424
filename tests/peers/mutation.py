#!/usr/bin/env python3
"""Outside judge of which mutants tests kill: runs PIT 1.19.1 (default operators, from Maven) over the tests that `judge.py` generated,
and prints killed / all mutants beside EvoSuite's, tests per class, statements per test and the share of telling names.

Usage: tests/peers/mutation.py [--only WORD]... [--work DIR] [--markdown FILE]

It takes the work folder of `judge.py` (default: target/peers) and leaves alone everything but that and the Maven repository.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import judge

PIT_POM = """<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>goalline.peers</groupId><artifactId>pit</artifactId><version>1</version><dependencies>
<dependency><groupId>org.pitest</groupId><artifactId>pitest-command-line</artifactId><version>1.19.1</version></dependency>
<dependency><groupId>org.pitest</groupId><artifactId>pitest-junit5-plugin</artifactId><version>1.2.2</version></dependency>
<dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.11.4</version></dependency>
<dependency><groupId>org.junit.platform</groupId><artifactId>junit-platform-launcher</artifactId><version>1.11.4</version></dependency>
</dependencies></project>
"""
DEPENDENCIES = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies"
# EvoSuite's DynaMOSA with all criteria, 60 s, on a machine of this size: killed, all. None: no figure to be had.
EVOSUITE = {
    "Fraction": (221, 267), "NumberUtils": (322, 459), "CharRange": (53, 75), "CharSetUtils": (34, 36),
    "DefaultParser": (114, 180), "HelpFormatter": (61, 158), "Option": (96, 119), "Complex": (280, 306),
    "BigFraction": (164, 203),
}


def pit_jars(work: Path) -> str:
    """PIT with the JUnit that it starts, as a class path."""
    folder = work / "pit"
    if not (folder / "jars").exists():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "pom.xml").write_text(PIT_POM)
        subprocess.run(["mvn", "-q", "-B", DEPENDENCIES, f"-DoutputDirectory={folder / 'jars'}"], check=True,
                       stdin=subprocess.DEVNULL, cwd=folder)
    return os.pathsep.join(str(path) for path in sorted((folder / "jars").glob("*.jar")))


def mutation_score(out: Path, jar: Path, sources: Path, class_name: str, path: str) -> tuple[int, int] | None:
    """Killed and all mutants of the class with its nested classes; none when PIT gives no report."""
    report = out / "pit"
    command = [
        "java", "-cp", path, "org.pitest.mutationtest.commandline.MutationCoverageReport", "--reportDir", str(report),
        "--targetClasses", f"{class_name},{class_name}$*", "--targetTests", f"{class_name}*Test",
        "--sourceDirs", str(sources), "--classPath", f"{out / 'classes'},{jar},{path.replace(os.pathsep, ',')}",
        "--mutableCodePaths", str(jar), "--outputFormats", "XML", "--timestampedReports=false", "--threads", "1",
        "--skipFailingTests=true",
    ]
    with open(out / "pit.log", "w") as log:
        subprocess.run(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, cwd=out)
    xml = report / "mutations.xml"
    if not xml.exists():
        return None
    mutations = ET.parse(xml).getroot().findall("mutation")
    return sum(mutation.get("detected") == "true" for mutation in mutations), len(mutations)


def methods(text: str) -> list[tuple[str, list[str]]]:
    """Names and body lines of the test methods of a generated class."""
    found = []
    for match in re.finditer(r"@(?:Parameterized)?Test.*?\n    (?:public )?void (\w+)\([^)]*\).*?\{\n(.*?)\n    \}", text, re.S):
        found.append((match.group(1), match.group(2).splitlines()))
    return found


def statements(lines: list[str]) -> int:
    """Statements of a body: what ends with a semicolon outside of anonymous classes."""
    return sum(line.rstrip().endswith(";") for line in lines)


def reading(out: Path) -> tuple[int, float, float]:
    """Tests, median of statements per test, share of names without a counter that sets them apart from another."""
    found = [one for path in sorted((out / "tests").rglob("*Test.java")) for one in methods(path.read_text())]
    names = {name for name, _ in found}
    counted = sum(bool(re.search(r"\D\d+$", name)) and re.sub(r"\d+$", "", name) in names for name in names)
    median = statistics.median([statements(lines) for _, lines in found] or [0])
    return len(found), median, 1 - counted / max(len(found), 1)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--subjects", type=Path, default=Path(__file__).with_name("subjects.tsv"))
    parser.add_argument("--work", type=Path, default=judge.ROOT / "target/peers")
    parser.add_argument("--markdown", type=Path)
    options = parser.parse_args()
    work = options.work.resolve()
    path = pit_jars(work)
    head = "| class | killed / mutants | EvoSuite 60 s | tests | statements per test, median | telling names |"
    lines = [head, "|---|---|---|---|---|---|"]
    print("\n".join(lines), flush=True)
    for subject in judge.read_subjects(options.subjects):
        if options.only and not any(word in subject["class"] for word in options.only):
            continue
        out = work / "runs" / subject["class"]
        simple = subject["class"].split(".")[-1]
        if not (out / "classes").exists():
            print(f"| {simple} | nothing was generated, run judge.py first |", flush=True)
            continue
        artifact = subject["artifact"]
        jar = judge.fetch(f"{artifact}:jar" if artifact.count(":") == 2 else artifact, work / "jars")
        sources = judge.sources_of(artifact, work)
        score = mutation_score(out, jar, sources, subject["class"], path)
        count, median, telling = reading(out)
        other = EVOSUITE.get(simple)
        cells = [simple, f"{score[0]} / {score[1]}" if score else "no report",
                 f"{other[0]} / {other[1]}" if other else "no figure", count, f"{median:g}", f"{telling:.0%}"]
        lines.append("| " + " | ".join(str(cell) for cell in cells) + " |")
        print(lines[-1], flush=True)
    if options.markdown:
        options.markdown.write_text("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
