"""Judges lines of JSON: together they say what the one object says, and in the order of notebooks."""

import json

from judging import *

lines = [json.loads(line) for line in read_report().splitlines()]
if any(len(line) != 1 for line in lines):
    problem("a line holds something else than one thing")
if [line["finding"] for line in lines if "finding" in line] != findings:
    problem("other findings")
if [line["verdict"] for line in lines if "verdict" in line] != verdicts:
    problem("other verdicts")
if [line["summary"] for line in lines if "summary" in line] != [reference["summary"]] or "summary" not in lines[-1]:
    problem("another summary")
# The verdict of a notebook follows its findings.
notebook = None
for line in lines[:-1]:
    if "finding" in line:
        if notebook not in (None, line["finding"]["notebook"]):
            problem("findings without a verdict:", notebook)
        notebook = line["finding"]["notebook"]
    else:
        if notebook not in (None, line["verdict"]["notebook"]):
            problem("a verdict at the wrong place:", line["verdict"]["notebook"])
        notebook = None
