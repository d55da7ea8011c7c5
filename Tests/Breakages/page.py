"""The table that `--save` writes."""


def table(rows):
    """A table for each module: its breakages with the test that noticed each."""
    lines = ["# Breakages"]
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
