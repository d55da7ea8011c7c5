"""Judges commands of GitHub Actions by reading them as the runner does.

(github.com/actions/runner, ActionCommand.cs: a line that begins with `::` is a command; what stands between its two `::` is
the name, and behind a space `key=value` pairs with commas between them; older commands begin with `##[` anywhere.)
"""

from judging import *


def unescaped(text, codes):
    for code, character in codes:
        text = text.replace(code, character)
    return text


DATA = [("%0D", "\r"), ("%0A", "\n"), ("%25", "%")]
PROPERTY = [("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")]


def command(line):
    line = line.lstrip()
    if not line.startswith("::"):
        return None
    end = line.find("::", 2)
    if end < 0:
        return None
    name, _, pairs = line[2:end].partition(" ")
    properties = {}
    for pair in filter(None, pairs.strip().split(",")):
        key, _, value = pair.partition("=")
        properties[key] = unescaped(value, PROPERTY)
    return name, properties, unescaped(line[end + 2:], DATA)


with open(report_path, encoding="utf-8", newline="") as file:
    lines = file.read().split("\n")
if lines.pop() != "":
    problem("the last line is not ended")
commands = [command(line) for line in lines]
others = [line for line, command in zip(lines, commands) if command is None]
if others != [f"{v['verdict']}: {v['notebook']}".replace("##[", "## [") for v in verdicts]:
    problem("other lines:", others)
if any("##[" in line for line in others) or any("\r" in line for line in lines):
    problem("a line could be an older command, or two lines")

commands = [command for command in commands if command]
failures = [c for c in commands if c[1].get("title") == "could not be validated"]
if [(name, text) for name, _, text in failures] != [("error", v["problem"]) for v in unknown]:
    problem("what could not be looked at:", failures)
commands = [command for command in commands if command not in failures]
kinds = {"error": "error", "warning": "warning", "note": "notice"}
shown = []
# GitHub shows ten annotations of a severity; the tenth counts the others.
for severity, kind in kinds.items():
    all_of_it = [f for f in findings if f["severity"] == severity]
    room = 10 - (len(failures) if kind == "error" else 0)
    rest = [c for c in commands if c[0] == kind and c[1].get("title", "").endswith(f" more {severity}s")]
    commands = [c for c in commands if c not in rest]
    if len(all_of_it) > room:
        shown += all_of_it[:room - 1]
        count = len(all_of_it) - room + 1
        if [c[1] for c in rest] != [{"title": f"{count} more {severity}s"}]:
            problem("others are not counted:", rest, count)
        if sum(int(part.split()[0]) for _, _, text in rest for part in text.split(", ")) != count:
            problem("others are counted wrongly:", rest)
    else:
        shown += all_of_it
        if rest:
            problem("nothing is left to count:", rest)
shown = [f for f in findings if f in shown]
if len(commands) != len(shown):
    problem("there are", len(commands), "commands for", len(shown), "findings")
for (name, properties, text), finding in zip(commands, shown):
    if name != kinds[finding["severity"]] or not properties["title"].startswith(finding["rule"] + " "):
        problem("another finding:", name, properties, finding)
    if not set(properties) <= {"file", "line", "col", "endColumn", "title"}:
        problem("unknown properties:", properties)
    judge_path(properties["file"], finding)
    position = tuple(properties.get(key) for key in ("line", "col", "endColumn"))
    if is_archive(finding) or "line" not in finding:
        if position != (None, None, None):
            problem("a position too much:", properties)
    else:
        end = finding.get("endColumn")
        if position != (str(finding["line"]), str(finding["column"]), end and str(end)):
            problem("another position:", properties)
        judge_position(properties["file"], finding["line"], finding["column"])
        if end:
            judge_position(properties["file"], finding["line"], end)
    if text != message_of(finding) + "".join("; " + t for t in [finding.get("suggestion")] if t):
        problem("another message:", text)
