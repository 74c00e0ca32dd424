#!/usr/bin/env python3
"""Chooses pairs of a caller and a callee for `goalline experiment --preset coupled`: reads the table of `goalline couple --by-class`,
prints rows of a table of subjects.

    goalline couple $(find SRC -name '*.java' ! -name package-info.java) --sources SRC --by-class | choose_pairs.py SOURCE COUNT

Left out are pairs with a trivial side (fewer than LEAST_COMPLEXITY independent paths in a class, or fewer than LEAST_PAIRS coupled
branches), pairs of one inheritance tree, nested classes, callers that a test cannot make by itself, and callees that the caller does not
name (it meets them behind an interface, with all other implementations). Of the others half are those with
the most coupled branches, and half those in which caller and callee have the highest complexity together; no class is taken
twice on the same side, so that one class that everybody calls does not stand for a whole library.
"""
import csv
import sys

LEAST_COMPLEXITY = 10
LEAST_PAIRS = 4


def number(row, name):
    return int(row[name])


def is_fit(row):
    return (
        row["kind"] == "different"
        and row["testable"] == "true"
        and row["named"] == "true"
        and "$" not in row["caller"] + row["callee"]
        and min(number(row, "caller_complexity"), number(row, "callee_complexity")) >= LEAST_COMPLEXITY
        and number(row, "pairs") >= LEAST_PAIRS
    )


def take(rows, count, worth, reason, callers, callees):
    taken = []
    for row in sorted(rows, key=lambda row: (-worth(row), row["caller"], row["callee"])):
        if len(taken) == count:
            break
        if row["caller"] not in callers and row["callee"] not in callees:
            callers.add(row["caller"])
            callees.add(row["callee"])
            taken.append((row, reason))
    return taken


def main():
    source, count = sys.argv[1], int(sys.argv[2])
    rows = [row for row in csv.DictReader(sys.stdin, delimiter="\t") if is_fit(row)]
    callers, callees = set(), set()
    taken = take(rows, count - count // 2, lambda row: number(row, "pairs"), "most couplings", callers, callees)
    complexity = lambda row: number(row, "caller_complexity") + number(row, "callee_complexity")
    taken += take(rows, count // 2, complexity, "highest complexity", callers, callees)
    for row, reason in taken:
        print(source, row["caller"], "callee=" + row["callee"], f"{reason}: {row['pairs']} pairs, {complexity(row)} paths", sep="\t")


if __name__ == "__main__":
    main()
