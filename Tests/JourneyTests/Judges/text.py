"""Judges a text by what `grep` finds in it: `path:line:column: severity: message [RULE]` for each finding, and no more."""

import collections
import re

from judging import *

MOST, SAMPLE = 10, 5


def harmless(line):
    """Nothing in it is a command of GitHub, Azure or TeamCity, which stand anywhere in a line: `##[`, `##vso[`."""
    return re.sub(r"(##[a-z]*)\[", r"\1\\u{5B}", line)


def kind(finding):
    """The notebook, the rule, and the message without what is quoted and without numbers."""
    shape, before = re.sub(r"\d", "", finding["message"]), None
    while shape != before:
        shape, before = re.sub("“[^“”]*”", "", shape), shape
    return finding["notebook"], finding["rule"], shape


lines = read_report().split("\n")
told = [line for line in lines if re.search(r": (error|warning|note): .* \[NB[0-9]{3}\]$", line)]
for line in lines:
    if line.startswith("::") or re.search(r"##[a-z]*\[", line):
        problem("a line could be a command:", line)
expected = []
counts = collections.Counter(map(kind, findings))
numbers = collections.Counter()
for finding in findings:
    # Of very many of one kind the first are told, and the number of the others.
    key = kind(finding)
    numbers[key] = number = numbers[key] + 1
    if counts[key] > MOST and number > SAMPLE:
        if number == counts[key]:
            rest = [line for line in lines if line.startswith(f"{key[0]}: and {number - SAMPLE} more of {key[1]} in ")]
            if len(rest) != 1:
                problem("the others are told", len(rest), "times:", key)
        continue
    place = finding["notebook"]
    if inside := finding.get("member") or (not is_archive(finding) and finding["path"]):
        place += "/" + printable(inside)
    if "line" in finding:
        place += f":{finding['line']}:{finding['column']}"
    expected.append(harmless(f"{place}: {finding['severity']}: {finding['message']} [{finding['rule']}]"))
if told != expected:
    problem("other findings:", sorted(set(told) ^ set(expected)))
for verdict in verdicts:
    said = [line for line in lines if line.startswith(harmless(f"{verdict['notebook']}: {verdict['verdict']}"))]
    if len(said) != (verdict["verdict"] != "unknown"):
        problem("the verdict of", verdict["notebook"], "is said", len(said), "times")
