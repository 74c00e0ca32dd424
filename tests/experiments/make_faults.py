#!/usr/bin/env python3
"""Makes faulty versions of published classes, each with one fault that its project once had and mended, and the table for
`goalline experiment` that names them.

Usage: tests/experiments/make_faults.py FOLDER

Writes FOLDER/faults.tsv and one source tree per fault beside it: the published sources (from Maven) with one mended place as it was before.
Nothing else is touched. A place that does not occur exactly as often as it is said to ends the script: the version is another one then.
"""

import subprocess
import sys
import zipfile
from pathlib import Path

LANG = "org.apache.commons:commons-lang3:3.17.0"
MATH = "org.apache.commons:commons-math3:3.6.1"
CLI = "commons-cli:commons-cli:1.9.0"

# What the project calls it, the sources, the class, and the places: today's text, the text before it was mended, how often it occurs.
FAULTS = [
    ("LANG-747", LANG, "org.apache.commons.lang3.math.NumberUtils", [
        ("hexDigits > 16 || hexDigits == 16 && firstSigDigit > '7'", "hexDigits > 16", 1),
        ("hexDigits > 8 || hexDigits == 8 && firstSigDigit > '7'", "hexDigits > 8", 1),
    ]),
    ("LANG-746", LANG, "org.apache.commons.lang3.math.NumberUtils", [
        ('hexPrefixes = {"0x", "0X", "#"}', 'hexPrefixes = {"0x", "#"}', 1),
    ]),
    ("LANG-662", LANG, "org.apache.commons.lang3.math.Fraction", [
        ("if (u == 0 || v == 0) {", "if (false) {", 1),
        ("if (Math.abs(u) == 1 || Math.abs(v) == 1) {", "if (Math.abs(u) <= 1 || Math.abs(v) <= 1) {", 1),
    ]),
    ("LANG-295", LANG, "org.apache.commons.lang3.text.StrBuilder", [
        ("for (int i = 0; i < this.size; i++) {\n            if (thisBuf[i] == ch) {",
         "for (int i = 0; i < thisBuf.length; i++) {\n            if (thisBuf[i] == ch) {", 1),
        ("for (int i = startIndex; i < size; i++) {\n            if (thisBuf[i] == ch) {",
         "for (int i = startIndex; i < thisBuf.length; i++) {\n            if (thisBuf[i] == ch) {", 1),
    ]),
    ("LANG-299", LANG, "org.apache.commons.lang3.text.StrBuilder", [
        ("str.getChars(0, width, buffer, size);", "str.getChars(0, strLen, buffer, size);", 1),
    ]),
    ("LANG-412", LANG, "org.apache.commons.lang3.text.StrBuilder", [
        ("            if (str == null) {\n                str = StringUtils.EMPTY;\n            }\n", "", 2),
    ]),
    ("MATH-934", MATH, "org.apache.commons.math3.complex.Complex", [
        ("if (real == 0.0 && imaginary == 0.0) {\n            return INF;", "if (real == 0.0 && imaginary == 0.0) {\n            return NaN;", 1),
    ]),
    ("MATH-618", MATH, "org.apache.commons.math3.complex.Complex", [
        ("        if (isNaN || addend.isNaN) {\n            return NaN;\n        }\n\n        return createComplex(real + addend.getReal(),",
         "        return createComplex(real + addend.getReal(),", 1),
    ]),
    # The one that Defects4J calls Math-36.
    ("D4J-Math-36", MATH, "org.apache.commons.math3.fraction.BigFraction", [
        ("if (Double.isNaN(result)) {", "if (false) {", 2),
    ]),
    ("CLI-162", CLI, "org.apache.commons.cli.HelpFormatter", [
        ("if (nextLineTabStopPos >= width) {", "if (false) {", 1),
        ("if (render.length() > width && pos == nextLineTabStopPos - 1) {", "if (false) {", 1),
    ]),
]


def sources(artifact: str, work: Path) -> Path:
    """The published sources of group:artifact:version as a zip file."""
    _, name, version = artifact.split(":")
    jar = work / f"{name}-{version}-sources.jar"
    if not jar.exists():
        subprocess.run(
            ["mvn", "-q", "-B", "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy",
             f"-Dartifact={artifact}:jar:sources", f"-DoutputDirectory={work}"],
            check=True, cwd=work, stdin=subprocess.DEVNULL)
    return jar


def make(fault: tuple, folder: Path, jars: Path) -> str:
    """Writes one faulty tree; gives its row of the table."""
    name, artifact, class_name, places = fault
    tree = folder / name
    with zipfile.ZipFile(sources(artifact, jars)) as jar:
        jar.extractall(tree, [entry for entry in jar.namelist() if entry.endswith(".java")])
    file = tree / (class_name.replace(".", "/") + ".java")
    text = file.read_text(encoding="utf-8").replace("\r\n", "\n")
    for now, before, count in places:
        if text.count(now) != count:
            sys.exit(f"{name}: {now!r} stands {text.count(now)} times in {class_name}, not {count}")
        text = text.replace(now, before)
    file.write_text(text, encoding="utf-8")
    return f"{artifact}\t{class_name}\tbuggy={name}"


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = Path(sys.argv[1]).resolve()
    jars = folder / "jars"
    jars.mkdir(parents=True, exist_ok=True)
    rows = [make(fault, folder, jars) for fault in FAULTS]
    table = folder / "faults.tsv"
    table.write_text("# group:artifact:version\tclass\tbuggy=FOLDER\n" + "\n".join(rows) + "\n", encoding="utf-8")
    print(f"{len(rows)} faults: {table}")


if __name__ == "__main__":
    main()
