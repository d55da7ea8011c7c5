"""What the judges of reports have in common.

Each is run as `JUDGE.py REPORT JSON-REPORT REPOSITORY DIRECTORY [SCHEMA]`: two reports of one run in a directory of a
repository. It prints what is wrong, a line for each problem.
"""

import json
import os
import sys
import unicodedata

report_path, reference_path, repository, directory = sys.argv[1:5]
schema_path = sys.argv[5] if len(sys.argv) > 5 else None

with open(reference_path, encoding="utf-8") as file:
    reference = json.load(file)
findings = reference["findings"]
verdicts = reference["verdicts"]
unknown = [verdict for verdict in verdicts if verdict["verdict"] == "unknown"]

# What is missing is located where it should be, and what is not UTF-8 cannot be named.
WITHOUT_FILE = {"NB101", "NB111", "NB201", "NB311", "NB702"}


def problem(*words):
    print(*words)


def read_report():
    with open(report_path, encoding="utf-8", newline="") as file:
        text = file.read()
    if any(is_unsafe(ord(character)) and character != "\n" for character in text):
        problem("something in it could steer a terminal, or end a line for some")
    return text


def composed(text):
    return unicodedata.normalize("NFC", text)


def is_archive(finding):
    return os.path.isfile(os.path.join(directory, finding["notebook"]))


def expected_path(finding):
    """Where the file of a finding is in the repository; of an archive, the archive."""
    start = os.path.relpath(directory, repository)
    parts = [start, finding["notebook"]]
    if not is_archive(finding):
        parts.append(finding["path"])
    return os.path.join(*parts)


def judge_path(path, finding):
    """A path that a service is told: relative to the repository, and there."""
    if path.startswith(("/", "./")) or "//" in path or ".." in path.split("/"):
        problem("not a plain relative path:", repr(path))
    if composed(path) != composed(expected_path(finding)):
        problem("another file:", repr(path), "instead of", repr(expected_path(finding)))
    if finding["rule"] not in WITHOUT_FILE and not os.path.lexists(os.path.join(repository, path)):
        problem("no such file:", finding["rule"], repr(path))


def lines_of(path):
    """The lines of a file; they end in LF, CRLF or CR."""
    with open(os.path.join(repository, path), "rb") as file:
        text = file.read().decode("utf-8", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def judge_position(path, line, column=1):
    lines = lines_of(path)
    if not 1 <= line <= len(lines) or not 1 <= column <= len(lines[line - 1]) + 1:
        problem("outside of the file:", repr(path), line, column)


def message_of(finding):
    """The message, of a member behind its place."""
    place = ""
    if "member" in finding:
        place = printable(finding["member"])
        if "line" in finding:
            place += f":{finding['line']}:{finding['column']}"
        place += ": "
    return place + finding["message"]


def printable(text):
    """Text as it is printed: nothing in it steers a terminal."""
    return "".join("\\u{%X}" % ord(c) if is_unsafe(ord(c)) else c for c in text)


def is_unsafe(code):
    return (
        code < 0x20 or 0x7F <= code <= 0x9F or code in (0x61C, 0x200E, 0x200F, 0x2028, 0x2029, 0xFEFF)
        or 0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069 or 0xFDD0 <= code <= 0xFDEF or code & 0xFFFE == 0xFFFE
    )
