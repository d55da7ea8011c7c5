"""How jobs grow with what there is many of: each on notebooks of two sizes, of which the larger has eight times as many."""

import os
import shutil

from measure import Failed, quiet

# Eight times as many take 8 times as long where each takes the same, and 64 where each looks at all others.
TIMES, LIMIT = 8, 14
# Below this, a growth is the noise of the start.
SECONDS = 0.25
PIXEL = b"\x89PNG\r\n\x1a\n"


def written(folder, path, text):
    place = os.path.join(folder, path)
    os.makedirs(os.path.dirname(place), exist_ok=True)
    with open(place, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())


def each(count, line):
    return "".join(line(number) for number in range(count))


def one_note(line):
    """A note that consists of so many lines, beside another."""

    def make(folder, count):
        written(folder, "Long.md", "# Long\n\n" + each(count, line))
        written(folder, "Other.md", "# Other\n\nSee [[Long]].\n")

    return make


def many_files(path, text):
    def make(folder, count):
        for number in range(count):
            written(folder, path(number), text(number))
        written(folder, "Long.md", "# Long\n\nSee [[Long]].\n")

    return make


def attachments(folder, count):
    for number in range(count):
        written(folder, f"files/picture {number}.png", PIXEL + str(number).encode())
    written(folder, "Long.md", "# Long\n\n" + each(count, lambda number: f"![](<files/picture {number}.png>)\n"))


# What there is many of: how many in the smaller notebook, and how the folder that it is made from is written.
SHAPES = {
    "notes": (1000, many_files(lambda n: f"Note {n}.md", lambda n: f"# Note {n}\n\nA word, and [[Note {n // 2}]].\n")),
    "folders": (250, many_files(lambda n: f"Folder {n}/Note {n}.md", lambda n: f"# Note {n}\n\nSee [[Long]].\n")),
    "equal titles": (500, many_files(lambda n: f"Folder {n % 40}/{n}.md", lambda n: "---\ntitle: Same\n---\n\nSee [[Same]].\n")),
    "equal headings": (1000, one_note(lambda n: "## Same\n\n[[#Same]]\n\n")),
    "tags": (500, many_files(lambda n: f"Note {n}.md", lambda n: f"---\ntags: [a/{n}, b{n}, c]\n---\n\nText #d{n}\n")),
    "aliases": (500, many_files(lambda n: f"Note {n}.md", lambda n: f"---\naliases: [Other {n}, Same]\n---\n\n[[Other {n - 1}]]\n")),
    "properties": (100, lambda folder, count: written(
        folder, "Long.md", "---\n" + each(count, lambda n: f"key{n}: value {n}\n") + "---\n\nText.\n")),
    "links to one": (500, many_files(lambda n: f"Note {n}.md", lambda n: f"# Note {n}\n\n[[Long]] [x](Long.md) ![[Long]]\n")),
    "links in one": (1000, one_note(lambda n: f"- [[Note {n}]] and [other](Other.md) and <https://example.org/{n}>\n")),
    "attachments": (400, attachments),
    "paragraphs": (4000, one_note(lambda n: f"Paragraph {n} with *some* `marks`, ==more== and $x$.\n\n")),
    "tasks": (2000, one_note(lambda n: f"{'  ' * (n % 5)}- [ ] task {n} #tag{n % 50} 📅 2026-01-01\n")),
    "table": (2000, lambda folder, count: written(
        folder, "Long.md", "# Long\n\n|a|b|c|\n|-|-|-|\n" + each(count, lambda n: f"|cell {n}|[[Long]]|**b**|\n"))),
    "footnotes": (1000, one_note(lambda n: f"Text[^{n}].\n\n[^{n}]: Note {n}.\n\n")),
    "definitions": (1000, one_note(lambda n: f"[text {n}]\n\n[text {n}]: https://example.org/{n}\n\n")),
    "comments": (2000, one_note(lambda n: f"Text %%hidden {n}%% and <!-- {n} -->.\n\n")),
    "blocks": (1000, one_note(lambda n: f"Block {n} ^b{n}\n\n![[#^b{n}]]\n\n")),
    "cards": (500, many_files(
        lambda n: f"cards/Card {n}.md", lambda n: f"---\ntype: card\n---\n\nQuestion {n}\n\n---\n\nAnswer {{{{c1::{n}}}}}\n")),
}

READING = [
    ["ls"], ["ls", "--json"], ["open"], ["validate"], ["show", "Long"], ["search", "text"], ["search", "#c"], ["suggest", "lo"],
    ["links", "Long"], ["backlinks", "Long"], ["unresolved"], ["orphans"], ["graph"], ["outline", "Long"], ["blobs"], ["tasks"],
    ["props"], ["tag"], ["folder"],
]
FORMATS = [
    "html", "site", "markdown", "json", "obsidian", "csv", "opml", "enex", "epub", "jex", "anki", "textpack", "textbundle", "text",
    "bagit", "hashcards",
]
CHANGING = [
    ["edit", "Long", "--append", "More."], ["rename", "Long", "Longer"], ["move", "Long", "--to", "Elsewhere"], ["rm", "Long"],
    ["duplicate", "Long"], ["merge-items", "Long", "Other"], ["tag", "rename", "c", "z", "--yes"], ["pin", "Long"],
    ["set", "Long", "key1", "new"],
]
# They need a directory, and leave nothing to undo.
LOOKING = [["status"], ["gc", "--dry-run"], ["seal"], ["repair"]]
SOURCES = ["", ".zip", ".tar.zst"]


def jobs(bundle, work):
    """The names of jobs, and what runs each on a notebook of the shape."""
    out = os.path.join(work, "out")

    def fresh(_):
        shutil.rmtree(out, ignore_errors=True)
        os.makedirs(out)

    def changed(notebook):
        fresh(notebook)
        shutil.copytree(notebook, out + "/N.notebundle", symlinks=True)

    def verb(words, notebook):
        return [bundle] + words[:1] + ["-n", notebook] + words[1:]

    for source in SOURCES:
        for words in READING:
            yield " ".join(words) + source, fresh, lambda nb, w=words, s=source: verb(w, nb + s)
        for name in FORMATS:
            yield f"export {name}{source}", fresh, lambda nb, f=name, s=source: [
                bundle, "export", nb + s, "--format", f, "-o", f"{out}/exported.{f}"]
        if source:
            yield "archive" + source, fresh, lambda nb, s=source: [bundle, "archive", nb, "-o", out + "/a" + s]
            yield "unarchive" + source, fresh, lambda nb, s=source: [bundle, "unarchive", nb + s, "-C", out]
            yield "import" + source, changed_empty(bundle, out), lambda nb, s=source: [bundle, "import", out + "/E", nb + s]
            yield "diff" + source, fresh, lambda nb, s=source: [bundle, "diff", nb, nb + s]
    for words in CHANGING:
        yield " ".join(words), changed, lambda _, w=words: verb(w, out + "/N")

        def undone(notebook, w=words):
            changed(notebook)
            quiet(*verb(w, out + "/N"))

        yield "undo " + words[0], undone, lambda _: [bundle, "undo", out + "/N"]
    for words in LOOKING:
        yield " ".join(words), changed, lambda _, w=words: verb(w, out + "/N")
    yield "create --from", fresh, lambda nb: [bundle, "create", out + "/N", "--from", nb.removesuffix(".notebundle")]

    def both_changed(notebook):
        fresh(notebook)
        for name in ("One", "Other"):
            copy = f"{out}/{name}.notebundle"
            shutil.copytree(notebook, copy, symlinks=True)
            for folder in ("notes", "cards"):
                for place, _, files in os.walk(os.path.join(copy, folder)):
                    for file in files:
                        with open(os.path.join(place, file), "a") as text:
                            text.write(f"\nAdded in {name}.\n")
            quiet(bundle, "seal", copy)

    yield "sync, both changed", both_changed, lambda _: [bundle, "sync", out + "/One", out + "/Other"]
    yield "sync, new", fresh, lambda nb: [bundle, "sync", nb, out]
    yield "import folder", changed_empty(bundle, out), lambda nb: [bundle, "import", out + "/E", nb.removesuffix(".notebundle")]
    yield "import again", changed, lambda nb: [bundle, "import", out + "/N", nb.removesuffix(".notebundle")]


def changed_empty(bundle, out):
    def make(_):
        shutil.rmtree(out, ignore_errors=True)
        os.makedirs(out)
        quiet(bundle, "create", out + "/E")

    return make


def notebooks(bundle, work, shape):
    """The two notebooks of a shape, with their archives."""
    count, make = SHAPES[shape]
    for number in (count, TIMES * count):
        folder = os.path.join(work, f"{shape} {number}".replace(" ", "-"))
        if not os.path.exists(folder + ".notebundle"):
            os.makedirs(folder)
            make(folder, number)
            quiet(bundle, "create", folder + ".notebundle", "--from", folder)
            for source in SOURCES[1:]:
                quiet(bundle, "archive", folder + ".notebundle", "-o", folder + ".notebundle" + source)
        yield folder + ".notebundle"


def measured(bundle, scale, chosen):
    """Prints the jobs that grow faster than what they work on; gives the status of the program.

    Several words choose shapes and jobs: those whose names one of them begins.
    """
    shapes = [name for name in SHAPES if name in chosen] or list(SHAPES)
    verbs = [word for word in chosen if word not in SHAPES]
    found = 0
    for shape in shapes:
        pair = list(notebooks(bundle, scale.work, shape))
        looked = 0
        for job, before, command in jobs(bundle, scale.work):
            if verbs and not any(job.startswith(word) for word in verbs):
                continue
            try:
                seconds = []
                for notebook in pair:
                    before(notebook)
                    # Whatever cores do at the same time counts as well.
                    seconds.append(scale.run(command(notebook), statuses=(0, 1)).processor)
            except Failed as error:
                # A shape without another note, or without that tag, has nothing to merge or rename.
                if "matches" not in str(error) and "has the tag" not in str(error):
                    print(f"{shape}: {job}: {error}", flush=True)
                    found += 1
                continue
            looked += 1
            if seconds[1] > SECONDS and seconds[1] > LIMIT * seconds[0]:
                found += 1
                print(f"{shape}: {job}: {seconds[0]:.2f} s, {seconds[1]:.2f} s: {seconds[1] / seconds[0]:.1f}", flush=True)
        print(f"{shape}: {looked} jobs", flush=True)
    return 1 if found else 0
