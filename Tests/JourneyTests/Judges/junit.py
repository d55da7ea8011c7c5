"""Judges a JUnit report by PyPI's junitparser, and by counting."""

import re
import xml.etree.ElementTree

import junitparser
from judging import *

read_report()
document = xml.etree.ElementTree.parse(report_path).getroot()
suites = list(junitparser.JUnitXml.fromfile(report_path))


def text_of(case):
    results = case.result if isinstance(case.result, list) else [r for r in [case.result] if r is not None]
    return [(type(result).__name__, result.message, result.text) for result in results]


if [suite.name for suite in suites] != [verdict["notebook"] for verdict in verdicts]:
    problem("other suites:", [suite.name for suite in suites])
totals = [0, 0, 0]
for suite, verdict in zip(suites, verdicts):
    cases = list(suite)
    kinds = [kind for case in cases for kind, _, _ in text_of(case)]
    counts = [len(cases), kinds.count("Failure"), kinds.count("Error")]
    if counts != [suite.tests, suite.failures, suite.errors]:
        problem("wrong counts:", suite.name, counts)
    totals = [total + count for total, count in zip(totals, counts)]
    if any(case.classname != suite.name for case in cases) or len({case.name for case in cases}) != len(cases):
        problem("other cases:", suite.name)
    own = [finding for finding in findings if finding["notebook"] == verdict["notebook"]]
    if verdict["verdict"] == "unknown":
        if kinds != ["Error"] or text_of(cases[0])[0][1] != verdict["problem"]:
            problem("not an error:", suite.name)
        continue
    failing = {finding["rule"] for finding in own if finding["severity"] == "error"}
    if {case.name.split()[0] for case in cases if text_of(case)} != failing:
        problem("other failures:", suite.name)
    told = []
    for case in cases:
        texts = [text for _, _, text in text_of(case)] + [case.system_out or ""]
        for line in "\n".join(texts).splitlines():
            if line:
                told.append((case.name.split()[0], line))
    expected = []
    for finding in own:
        place = finding["notebook"]
        if inside := finding.get("member") or (not is_archive(finding) and finding["path"]):
            place += "/" + printable(inside)
        if "line" in finding:
            place += f":{finding['line']}:{finding['column']}"
        expected.append((finding["rule"], f"{place}: {finding['severity']}: {finding['message']}"))
    if sorted(told) != sorted(expected):
        problem("other findings:", sorted(set(told) ^ set(expected)))
if totals != [int(document.get(name)) for name in ("tests", "failures", "errors")]:
    problem("wrong totals:", totals)
