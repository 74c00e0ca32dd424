#!/usr/bin/env python3
"""Reads generated suites as a strict reviewer would, as far as a program can: per class and over all of them the share
of tests whose name says no condition, whose values mean nothing, whose set-up is odd, and so on.

Usage: tests/peers/lint.py FOLDER [--sources FOLDER] [--tests WHAT] [--markdown FILE]

FOLDER is the work folder of judge.py, or any folder with test classes. With the sources of the classes under test
(default: FOLDER/sources) it knows what is not public, what a class says in its exceptions and what its Javadoc shows.
`--tests names` prints the tests that a lint objects to, `--tests all` those of every lint.
"""

import argparse
import re
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

STRING = r'"(?:[^"\\\n]|\\.)*"'
CHAR = r"'(?:[^'\\\n]|\\.[0-9a-fu]*)'"
NUMBER = r"(?<![\w.])-?\d[\d_]*(?:\.\d+)?(?:[eE]-?\d+)?[LlFfDd]?(?!\w)"
SAYS_CONDITION = re.compile(
    r"(?<=[a-z0-9])(When|If|For|With|Without|On|In|Rejects|Accepts|Given|Unless|Because|Beyond|Before|Between|Outside|From|Into|"
    r"After|At|Of|Than|Until|While)(?=[A-Z0-9_])|_")
VAGUE = re.compile(
    r"LongString|LongText|OtherString|ForItself|OnItself|PositiveNumber|NegativeNumber|Of(One|Two|Three|Four|Five|Six|Seven|"
    r"Eight|Nine|Ten|\d+)(?=[A-Z]|$)|OfLength\d+|Case\d+$|[a-z][2-9]$|Completes$|Succeeds$|ForPositive|U[0-9A-F]{4}")
AFTER = re.compile(r"After(Set|With|Add|Put|Append|Write|Read)?[A-Z]\w*And[A-Z]|After(Set|With)[A-Z]")
ASSERTION = re.compile(r"\b(assert\w+|fail|verify)\s*\(")


@dataclass
class Test:
    """One test method."""
    file: Path
    name: str
    text: str
    sections: list[list[str]]
    is_parameterised: bool = False

    @property
    def body(self) -> str:
        return "\n\n".join("\n".join(section) for section in self.sections)

    @property
    def strings(self) -> list[str]:
        own = "\n".join(line for line in self.body.splitlines() if "getMessage()" not in line)
        return [text[1:-1] for text in re.findall(STRING, own) if text != '""']

    @property
    def assertions(self) -> list[str]:
        return [one for section in self.sections for one in section if ASSERTION.search(one)]


@dataclass
class Source:
    """What the text of the class under test says."""
    text: str = ""
    hidden_members: set[str] = field(default_factory=set)
    hidden_types: set[str] = field(default_factory=set)
    fields: set[str] = field(default_factory=set)
    with_message: set[str] = field(default_factory=set)
    examples: set[str] = field(default_factory=set)


def statements(lines: list[str]) -> list[str]:
    """The statements of a section, each on one line."""
    found, open_text = [], ""
    for line in lines:
        open_text = f"{open_text} {line.strip()}".strip()
        if open_text.count("(") <= open_text.count(")") and open_text.endswith((";", "}")):
            found.append(open_text)
            open_text = ""
    return found + ([open_text] if open_text else [])


def tests_of(file: Path) -> list[Test]:
    """The test methods of a file."""
    found = []
    lines = file.read_text(errors="replace").splitlines()
    at = 0
    while at < len(lines):
        if not re.match(r"\s*@(Test|ParameterizedTest)\b", lines[at]):
            at += 1
            continue
        start, indent = at, re.match(r"\s*", lines[at])[0]
        while at < len(lines) and not re.search(r"\bvoid\s+\w+\(", lines[at]):
            at += 1
        name = re.search(r"\bvoid\s+(\w+)\(", lines[at])[1]
        end = at
        while end < len(lines) and lines[end] != indent + "}":
            end += 1
        body = lines[at + 1:end]
        sections, open_section = [], []
        for line in body + [""]:
            if line.strip():
                open_section.append(line)
            elif open_section:
                sections.append(statements(open_section))
                open_section = []
        text = "\n".join(lines[start:end + 1])
        found.append(Test(file, name, text, sections, "@ParameterizedTest" in text))
        at = end
    return found


def source_of(class_name: str, folders: list[Path]) -> Source:
    """The source of a class, where it is found."""
    files = [file for folder in folders for file in folder.rglob(f"{class_name}.java")]
    if not files:
        return Source()
    text = files[0].read_text(errors="replace")
    source = Source(text)
    code = re.sub(r"/\*.*?\*/|//[^\n]*", lambda comment: re.sub(r"[^\n]", " ", comment[0]), text, flags=re.S)
    method = re.compile(r"^[ \t]+([^\n;={}()]*?)\b(\w+)[ \t]*\([^;={}()]*(?:\([^()]*\)[^;={}()]*)*\)[^;={}()]*[{;]", re.M)
    is_interface = re.search(rf"\binterface\s+{class_name}\b", code) is not None
    public, other = set(), set()
    for match in method.finditer(code):
        words = match[1].split()
        if words and not {"return", "new", "else", "throw"} & set(words):
            (public if "public" in words or is_interface else other).add(match[2])
    source.hidden_members = other - public
    for match in re.finditer(r"\b((?:(?:public|protected|private|static|final|abstract)\s+)*)(?:class|interface|enum|record)\s+(\w+)", code):
        if "public" not in match[1] and match[2] != class_name:
            source.hidden_types.add(match[2])
    source.fields = set(re.findall(r"\bthis\.(\w+)\s*=[^=]", code))
    source.with_message = set(re.findall(r"throw new (\w+)\(\s*[^)\s]", code))
    for comment in re.findall(r"/\*\*.*?\*/", text, flags=re.S):
        for shown in re.findall(r"\{@code(.*?)\}|<pre>(.*?)</pre>|<code>(.*?)</code>|(?:=|returns) (\"[^\"]*\")", comment, flags=re.S):
            source.examples.update(one[1:-1] for one in re.findall(STRING, " ".join(shown)) if len(one) > 2)
    return source


def is_vaguely_named(test: Test) -> bool:
    """A bare outcome without a condition, a vague word, or what was called before in place of what is so then."""
    if VAGUE.search(test.name) or AFTER.search(test.name):
        return True
    body = re.sub(r"\bassert\w+|\bnew \w+\(\)", "", test.body)
    has_inputs = bool(re.search(rf"{STRING}|{CHAR}|{NUMBER}|\btrue\b|\bfalse\b|\bnull\b", body)) or len(test.sections) > 1
    return has_inputs and not SAYS_CONDITION.search(test.name)


def is_all_a(test: Test) -> bool:
    return bool(test.strings) and all(re.fullmatch(r"[aA\s]*", text) for text in test.strings)


def passes_itself(test: Test) -> bool:
    for receiver, name, given in re.findall(r"\b([a-z]\w*)\.(\w+)\(([^()]*)\)", test.body):
        words = [one.strip() for one in given.split(",")]
        if receiver in words and name not in {"equals", "compareTo"}:
            return True
    for given in re.findall(r"(?<!assertEquals)(?<!assertSame)(?<!assertNotEquals)\(([^()]*)\)", test.body):
        words = [one.strip() for one in given.split(",")]
        named = [one for one in words if re.fullmatch(r"[a-z]\w*", one) and one not in {"true", "false", "null"}]
        if len(named) != len(set(named)):
            return True
    return False


def arranges_much(test: Test) -> bool:
    before = [one for section in test.sections[:-1] for one in section if not ASSERTION.search(one)]
    return len(before) > 4 or (len(before) == 4 and len(test.sections) > 2)


def is_not_public(test: Test, source: Source) -> bool:
    if re.search(r"^\s*\w+\.\w+ = ", test.body, re.M):
        return True
    calls = set(re.findall(r"\.(\w+)\(", test.body))
    types = set(re.findall(r"\b[A-Z]\w*", re.sub(STRING, "", test.body)))
    return bool(calls & source.hidden_members or types & source.hidden_types)


def shape(text: str) -> str:
    text = re.sub(rf"\(\w+\) (?={STRING}|{NUMBER}|null)", "", text)
    text = re.sub(rf"{STRING}|{CHAR}|{NUMBER}|\btrue\b|\bfalse\b|\bnull\b|[\w.]+\.(MAX|MIN)_VALUE", "0", text)
    return re.sub(r"\s+", " ", text.replace("assertTrue", "assertIt").replace("assertFalse", "assertIt"))


def is_weak(test: Test) -> bool:
    def is_weak_assertion(one: str) -> bool:
        if one.startswith(("assertNotNull(", "assertDoesNotThrow(")):
            return True
        if re.search(r"\.(toString\(\)\.)length\(\)", one):
            return True
        same = re.match(r"assertSame\((\w+), (.*)\);", one)
        return bool(same and re.match(rf"{same[1]}\.", same[2]))
    return not test.assertions or all(map(is_weak_assertion, test.assertions))


def has_hash(test: Test) -> bool:
    return any(re.search(rf"assertEquals\({NUMBER}, [^;]*hashCode\(\)\)", one) for one in test.assertions)


def lacks_message(test: Test, source: Source) -> bool | None:
    """Whether the message is not asserted; none where no exception is expected or the class makes no message."""
    thrown = re.search(r"assertThrows\((\w+)\.class", test.body)
    if not thrown or (source.text and thrown[1] not in source.with_message):
        return None
    return "getMessage()" not in test.body


def outcome(test: Test) -> str:
    """Which method, what kind of assertion, which exception."""
    words = re.findall(r"\bassert\w+|\w+(?:Exception|Error)\.class", test.body)
    return shape(test.sections[-1][-1] if test.sections and test.sections[-1] else "") + "".join(words)


LINTS = ["names", "a", "itself", "arrange", "hidden", "shape", "weak", "hash", "duplicates", "message", "examples"]
HEADS = {"names": "vague or bare names", "a": "texts of `a`", "itself": "passed to itself", "arrange": "four or more to arrange",
         "hidden": "not public", "shape": "three of a shape", "weak": "weak oracle", "hash": "hash codes",
         "duplicates": "near duplicates", "message": "message not asserted", "examples": "Javadoc's examples used"}


def lint(tests: list[Test], source: Source) -> dict[str, tuple[list[Test], int]]:
    """Per lint the tests that it objects to (for `examples`: that follow it), and of how many."""
    found = defaultdict(list)
    groups, kinds = defaultdict(list), Counter()
    with_texts = [test for test in tests if test.strings]
    said = 0
    for test in tests:
        checks = {"names": is_vaguely_named(test), "a": is_all_a(test), "itself": passes_itself(test),
                  "arrange": arranges_much(test), "hidden": is_not_public(test, source), "weak": is_weak(test),
                  "hash": has_hash(test), "message": lacks_message(test, source)}
        said += checks["message"] is not None
        for name, is_so in checks.items():
            if is_so:
                found[name].append(test)
        if not test.is_parameterised:
            groups[shape(test.body)].append(test)
            kind = outcome(test)
            kinds[kind] += 1
            if kinds[kind] > 1:
                found["duplicates"].append(test)
        if source.examples and any(text in source.examples for text in test.strings):
            found["examples"].append(test)
    found["shape"] = [test for group in groups.values() if len(group) > 2 for test in group]
    of = dict.fromkeys(LINTS, len(tests)) | {"a": len(with_texts), "message": said, "examples": len(with_texts) if source.examples else 0}
    return {name: (found[name], of[name]) for name in LINTS}


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "–"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sources", type=Path, action="append", default=[])
    parser.add_argument("--tests", choices=[*LINTS, "all"])
    parser.add_argument("--markdown", type=Path)
    options = parser.parse_args()
    folders = options.sources or [options.folder / "sources"]
    rows, total = [], {name: [0, 0] for name in LINTS}
    count = 0
    for file in sorted(options.folder.rglob("*Test.java")):
        tests = tests_of(file)
        if not tests or any(folder in file.parents for folder in folders):
            continue
        name = file.stem.removesuffix("Test")
        result = lint(tests, source_of(name, folders))
        count += len(tests)
        for lint_name, (objected, of) in result.items():
            total[lint_name][0] += len(objected)
            total[lint_name][1] += of
            if options.tests in (lint_name, "all"):
                for test in objected:
                    print(f"// {HEADS[lint_name]}: {name}\n{test.text}\n")
        rows.append([name, len(tests), *(percent(len(result[one][0]), result[one][1]) for one in LINTS)])
    rows.append(["all", count, *(percent(*total[one]) for one in LINTS)])
    head = ["class", "tests", *(HEADS[one] for one in LINTS)]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    print("\n".join(lines))
    if options.markdown:
        options.markdown.write_text("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
