"""Judges a report for GitLab's code quality by a schema of the fields that GitLab documents."""

import json

import jsonschema
from judging import *

issues = json.loads(read_report())
with open(schema_path, encoding="utf-8") as file:
    schema = json.load(file)
for error in jsonschema.Draft202012Validator(schema).iter_errors(issues):
    problem("schema:", error.json_path, error.message[:300])
if len({issue["fingerprint"] for issue in issues}) != len(issues):
    problem("a fingerprint occurs twice")

told = [issue for issue in issues if issue["check_name"] == "could-not-validate"]
if [issue["description"] for issue in told] != [verdict["problem"] for verdict in unknown]:
    problem("what could not be looked at:", told)
if any(issue["severity"] != "blocker" for issue in told):
    problem("what could not be looked at is gravest")
issues = [issue for issue in issues if issue not in told]
if len(issues) != len(findings):
    problem("there are", len(issues), "issues for", len(findings), "findings")
severities = {"error": "critical", "warning": "minor", "note": "info"}
for issue, finding in zip(issues, findings):
    path, line = issue["location"]["path"], issue["location"]["lines"]["begin"]
    judge_path(path, finding)
    if issue["check_name"] != finding["rule"] or issue["severity"] != severities[finding["severity"]]:
        problem("another finding:", issue["check_name"], finding)
    if issue["description"] != message_of(finding):
        problem("another description:", issue["description"])
    if line != (1 if is_archive(finding) else finding.get("line", 1)):
        problem("another line:", path, line)
    if "line" in finding and not is_archive(finding):
        judge_position(path, line)
