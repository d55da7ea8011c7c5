"""Judges a text by what `grep` finds in it: `path:line:column: severity: message [RULE]` for each finding, and no more."""

import re

from judging import *

lines = read_report().split("\n")
told = [line for line in lines if re.search(r": (error|warning|note): .* \[NB[0-9]{3}\]$", line)]
expected = []
for finding in findings:
    place = finding["notebook"]
    if inside := finding.get("member") or (not is_archive(finding) and finding["path"]):
        place += "/" + printable(inside)
    if "line" in finding:
        place += f":{finding['line']}:{finding['column']}"
    expected.append(f"{place}: {finding['severity']}: {finding['message']} [{finding['rule']}]")
if told != expected:
    problem("other findings:", sorted(set(told) ^ set(expected)))
for verdict in verdicts:
    said = [line for line in lines if line.startswith(f"{verdict['notebook']}: {verdict['verdict']}")]
    if len(said) != (verdict["verdict"] != "unknown"):
        problem("the verdict of", verdict["notebook"], "is said", len(said), "times")
