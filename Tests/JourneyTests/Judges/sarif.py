"""Judges a SARIF log by what code scanning makes of it."""

import json
import os
import re
import urllib.parse

from judging import *


def is_address(text):
    parts = urllib.parse.urlsplit(text)
    return parts.scheme == "https" and parts.netloc != ""


log = json.loads(read_report())
[run] = log["runs"]
rules = run["tool"]["driver"]["rules"]
results = run["results"]
if len({rule["id"] for rule in rules}) != len(rules):
    problem("a rule occurs twice")
for rule in rules:
    # SARIF 2.1.0 §3.49.7.
    if not re.fullmatch(r"([A-Z][A-Za-z0-9]*)+", rule["name"]):
        problem("not in Pascal case:", rule["name"])
    if not (rule["help"]["text"] and rule["help"]["markdown"] and rule["fullDescription"]["text"]):
        problem("no help:", rule["id"])
    if rule["defaultConfiguration"]["level"] not in ("error", "warning", "note"):
        problem("no level:", rule["id"])

    if not is_address(rule["helpUri"]) or rule["id"] not in rule["helpUri"]:
        problem("no page:", rule["id"])
if not is_address(run["tool"]["driver"]["informationUri"]):
    problem("no page of the tool")

if len(results) != len(findings):
    problem("there are", len(results), "results for", len(findings), "findings")
seen = set()
for result, finding in zip(results, findings):
    if result["ruleId"] != finding["rule"] or result["level"] != finding["severity"]:
        problem("another finding:", result["ruleId"], finding)
    if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
        problem("a wrong index:", result["ruleId"])
    if result["message"]["text"] != message_of(finding) + "".join("; " + t for t in [finding.get("suggestion")] if t):
        problem("another message:", result["message"]["text"])
    [location] = result["locations"]
    uri = location["physicalLocation"]["artifactLocation"]["uri"]
    # RFC 3986 §4.2: a relative reference, whose first segment holds no colon.
    if not re.fullmatch(r"(?:[A-Za-z0-9\-._~!$&'()*+,;=@/]|%[0-9A-F]{2})+", uri):
        problem("not a relative reference:", uri)
    path = urllib.parse.unquote(uri, errors="strict")
    judge_path(path, finding)
    region = location["physicalLocation"].get("region")
    if is_archive(finding):
        names = [place["fullyQualifiedName"] for place in location.get("logicalLocations", [])]
        if region or names != [name for name in [finding.get("member")] if name]:
            problem("another place in the archive:", region, names)
    elif region:
        if (region["startLine"], region["startColumn"]) != (finding["line"], finding["column"]):
            problem("another position:", uri, region)
        judge_position(path, region["startLine"], region["startColumn"])
        if (end := region.get("endColumn")) is not None:
            judge_position(path, region["startLine"], end)
            if end <= region["startColumn"]:
                problem("it ends before it begins:", uri, region)
        if "endColumn" in finding and finding["endColumn"] != end:
            problem("another end:", uri, region)
    elif "line" in finding:
        problem("no region:", finding)
    [fingerprint] = result["partialFingerprints"].values()
    if fingerprint != finding["fingerprint"]:
        problem("another fingerprint:", finding)
    if (uri, fingerprint) in seen:
        problem("a fingerprint occurs twice:", uri, finding["message"])
    seen.add((uri, fingerprint))

[invocation] = run["invocations"]
if invocation["executionSuccessful"] != (not unknown) or invocation["exitCode"] != reference["summary"]["status"]:
    problem("the invocation:", invocation["executionSuccessful"], invocation["exitCode"])
told = [n["message"]["text"] for n in invocation.get("toolExecutionNotifications", [])]
if told != [verdict["problem"] for verdict in unknown]:
    problem("what could not be looked at:", told)
if run["columnKind"] != "unicodeCodePoints":
    problem("columns are code points")
