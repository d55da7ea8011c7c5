"""What can be broken on purpose: one expression of one line, and what stands there instead."""

import dataclasses
import os
import re


@dataclasses.dataclass(frozen=True)
class Breakage:
    """An expression that is wrong."""

    path: str
    line: str
    expression: str
    broken: str

    def __str__(self):
        return "\n".join([self.path, f"    {self.line}", f"    {self.expression}", f"    {self.broken}"])


class Mistake(Exception):
    """A list that does not fit the sources."""


def read(path):
    """The breakages of a list: blocks of four lines, which blank lines and lines that begin with # separate."""
    with open(path, encoding="utf-8") as file:
        rows = [row for row in file.read().split("\n") if row.strip() and not row.startswith("#")]
    if len(rows) % 4:
        raise Mistake(f"{path}: a breakage is four lines: a file, a line of it, an expression in it, and what replaces it")
    return [Breakage(*(row.strip() for row in rows[place : place + 4])) for place in range(0, len(rows), 4)]


def place(breakages, root):
    """Writes breakages into the sources below `root`, each behind its number, counted from 1."""
    changed = {}
    for number, breakage in enumerate(breakages, 1):
        path = os.path.join(root, breakage.path)
        if path not in changed:
            try:
                with open(path, encoding="utf-8") as file:
                    changed[path] = file.read().split("\n")
            except OSError as error:
                raise Mistake(f"{breakage.path}: {error.strerror}") from error
        lines = changed[path]
        found = [index for index, line in enumerate(lines) if line.strip() == breakage.line]
        if len(found) != 1 or breakage.line.count(breakage.expression) != 1:
            what = f"{len(found)} lines" if len(found) != 1 else "no line, or one that holds it twice,"
            raise Mistake(f"{breakage.path}: {what} for “{breakage.expression}” in “{breakage.line}”")
        # A file that has something of that name of its own names the module.
        is_own = any(re.search(r"\b(func|let|var) breaks\b", line) for line in lines)
        function = "CBreakages.breaks" if is_own else "breaks"
        choice = f"({function}({number}) ? ({breakage.broken}) : ({breakage.expression}))"
        lines[found[0]] = lines[found[0]].replace(breakage.expression, choice)
    for path, lines in changed.items():
        with open(path, "w", encoding="utf-8") as file:
            file.write("import CBreakages\n" + "\n".join(lines))
