"""The page docs/Breakages.md."""

HEAD = """\
# Breakages

Which test notices when a module is broken on purpose: a comparison turned round, a check left out, a limit off by one. Below, each breakage of the
lists in `Tests/Breakages` stands with the first test that failed. The page is written by

```bash
python3 Tests/Breakages/run.py --save docs/Breakages.md
```

which copies the package, writes all breakages into the copy, each behind a number (`breaks(17) ? broken : right`), builds that once, and runs the
tests that may notice with one number after the other in the environment. `run.py MODULE --number 17` tries one alone, `--work DIR` keeps the build,
and `--propose MODULE --count 20 --seed 2` prints other candidates for the list of a module, to be looked at before they go into it: what makes
no difference to anybody, such as room that is reserved, is no breakage. A list is blocks of four lines: a file, a line of it, an expression in that
line, and what stands in its place. What no test notices gets a test.

The status is 1 if there is a breakage that no test notices, and 2 if a list does not fit the sources any more.
"""


def table(rows):
    """The page, from breakages with the test that noticed each."""
    lines = [HEAD.rstrip("\n")]
    module = None
    for broken, failure in rows:
        name = broken.path.split("/")[1]
        if name != module:
            module = name
            lines += ["", f"## {name}", "", "| file | instead of | stands | noticed by |", "|---|---|---|---|"]
        path = broken.path.split("/", 2)[2]
        cells = [f"`{path}`", code(broken.expression), code(broken.broken), text(failure)]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def text(failure):
    return failure.replace("|", "\\|") if failure else "**nothing**"


def code(text):
    return "`" + text.replace("|", "\\|") + "`"
