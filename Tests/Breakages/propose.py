"""Proposes breakages of a module for review: comparisons turned round, checks left out, limits off by one."""

import os
import random
import re

from breakage import Breakage

# What stands for what; the longer signs first.
SWAPS = [("<=", "<"), (">=", ">"), ("==", "!="), ("!=", "=="), ("&&", "||"), ("||", "&&"), ("<", "<="), (">", ">=")]
SHIFTS = [("+ 1", "+ 2"), ("- 1", "- 0")]
CONDITION = re.compile(r"^\s*(?:\} else )?(guard|if|while) (.*?)(?: else)? \{(?: .*\})?$")
RETURN = re.compile(r"^\s*return (.*)$")
PATTERN = re.compile(r"^(let|var|case|#available|unsafe)\b")


def parts(text):
    """The conditions of a list, cut at the commas that stand in no bracket or string."""
    found, depth, start, inside = [], 0, 0, False
    for place, sign in enumerate(text):
        if sign == '"' and text[place - 1 : place] != "\\":
            inside = not inside
        if inside:
            continue
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            found.append(text[start:place].strip())
            start = place + 1
    return found + [text[start:].strip()] if depth == 0 and not inside else []


def broken(expression):
    """The ways in which an expression can be wrong."""
    ways = []
    for sign, other in SWAPS:
        ways += [(f" {sign} ", f" {other} ")] if f" {sign} " in expression else []
    ways += [(sign, other) for sign, other in SHIFTS if expression.endswith(sign) or f"{sign})" in expression]
    ways = [expression.replace(sign, other, 1) for sign, other in ways if '"' not in expression]
    return ways


def proposals(root, path):
    """The breakages of one file."""
    with open(os.path.join(root, path), encoding="utf-8") as file:
        lines = file.read().split("\n")
    for line in lines:
        if lines.count(line) > 1 or "//" in line or "@inlinable" in line:
            continue
        condition, result = CONDITION.match(line), RETURN.match(line)
        if condition and condition.group(2) != "true":
            for part in parts(condition.group(2)):
                if PATTERN.match(part) or line.count(part) > 1:
                    continue
                for other in broken(part) + (["true"] if condition.group(1) == "guard" else ["false"]):
                    yield Breakage(path, line.strip(), part, other)
        elif result and line.count(result.group(1)) == 1 and parts(result.group(1)) == [result.group(1)]:
            for other in broken(result.group(1)):
                yield Breakage(path, line.strip(), result.group(1), other)


def propose(root, module, count, seed):
    """So many breakages of a module, at most one of each file as long as there are enough files."""
    chance = random.Random(f"{module} {seed}")
    files = sorted(
        os.path.relpath(os.path.join(folder, name), root)
        for folder, _, names in os.walk(os.path.join(root, "Sources", module))
        for name in names
        if name.endswith(".swift")
    )
    shelves = []
    for path in files:
        shelf = list(proposals(root, path))
        chance.shuffle(shelf)
        # One in a line, since each is written into the line as it is.
        shelves += [list({breakage.line: breakage for breakage in shelf}.values())] if shelf else []
    chance.shuffle(shelves)
    found = []
    while len(found) < count and shelves:
        found += [shelf.pop() for shelf in shelves]
        shelves = [shelf for shelf in shelves if shelf]
    return found[:count]
