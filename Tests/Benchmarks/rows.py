"""What is measured: each row is a job, ours and a peer's, with what shows that both did it."""

import atexit
import json
import os
import shlex
import shutil
import subprocess
from dataclasses import dataclass
from typing import Callable, Optional

import exchange
from measure import Failed, quiet

LOAD = "import json, sys; json.load(open(sys.argv[1], encoding='utf-8'))"


@dataclass
class Row:
    """One line of the table. Commands are functions of the number of the run, since each may change something else."""

    name: str
    size: str
    goal: Optional[float]
    ours: Callable
    peer: Optional[Callable] = None
    #: Puts things back before each run of both.
    before: Callable = lambda: None
    #: Looks at what ours printed, and what both left behind.
    check: Callable = lambda output: None
    pairs: int = 7
    #: What the goal is about: a ratio of times, memory in MB, or seconds beyond those of the start.
    unit: str = "ratio"
    statuses: tuple = (0,)
    program: str = ""


def expect(condition, what):
    if not condition:
        raise Failed(f"wrong result: {what}")


def has(text):
    return lambda output: expect(text.encode() in output, f"{text!r} in {output[:200]!r}")


def lines(count):
    return lambda output: expect(len(output.splitlines()) >= count, f"{count} lines, but there are {len(output.splitlines())}")


def reading(shelf, bundle):
    """Rows of verbs that read one notebook, and of those that change it."""
    python = lambda nb: ["python3", "-c", LOAD, nb + "/manifest.json"]
    rows = [Row("start", "", 1.5, lambda _: [bundle, "--version"], lambda _: ["git", "--version"], check=has("format 1"), pairs=41)]
    sizes = [("10k", lambda: shelf.plain), ("100k", lambda: shelf.many)]
    for size, get in sizes:
        rows += [
            Row("ls", size, 0.5, lambda _, g=get: [bundle, "ls", g()], lambda _, g=get: python(g()),
                check=lambda out, g=get: lines(len(shelf.items(g())))(out)),
            Row("show", size, 0.25, lambda _, g=get: [bundle, "show", g(), shelf.items(g())[471]],
                lambda _, g=get: python(g()), check=lambda out, g=get: has(shelf.items(g())[471])(out)),
            Row("open", size, 1, lambda _, g=get: [bundle, "open", g()],
                lambda _, g=get: ["git", "-C", shelf.committed(g()), "status", "--porcelain"], check=has("fingerprint")),
            Row("edit --append", size, 1,
                lambda n, g=get: [bundle, "edit", shelf.copy(g()), shelf.items(g())[471], "--append", f"Line {n}"],
                lambda n, g=get: f"cd {shlex.quote(shelf.committed(g()))} && echo 'Line {n}' >> {shlex.quote(shelf.items(g())[471])} && git commit -qam {n}"),
        ]
    rows += [
        Row("ls of cards with gaps", "10k", 0.3, lambda _: [bundle, "ls", shelf.cards], check=has("[…]"), unit="beyond start"),
        Row("status, nothing changed", "10k+pictures", 1.2, lambda _: [bundle, "status", shelf.pictured],
            lambda _: ["git", "-C", shelf.committed(shelf.pictured), "status", "--porcelain"], check=has("clean")),
    ]
    get = lambda: shelf.copy(shelf.plain)
    commit = lambda n, line: f"cd {shlex.quote(shelf.committed(shelf.plain))} && {line} && git add -A && git commit -qm {n}"
    item = lambda n: shelf.items(shelf.plain)[100 + n]
    quoted = lambda n: shlex.quote(item(n))
    other = lambda: shelf.other(shelf.plain)
    ten = lambda first: shelf.items(shelf.plain)[first:first + 10]

    def change_ten():
        # So that nothing else differs.
        quiet(bundle, "sync", get(), other())
        for path in ten(800):
            quiet(bundle, "edit", other(), path, "--append", "changed in the other copy")
    rows += [
        Row("undo, as an edit", "10k", 1, lambda n: [bundle, "undo", get()],
            lambda n: [bundle, "edit", get(), item(n), "--append", f"Line {n}"],
            before=lambda: quiet(bundle, "edit", get(), item(0), "--append", "to be undone"), check=has("undid the edit of")),
        Row("edit with a history, as without", "10k", 1.05,
            lambda n: [bundle, "edit", get(), item(n), "--append", f"Line {n}"],
            lambda n: ["env", "XDG_CONFIG_HOME=" + shelf.without_history(bundle), bundle, "edit", get(), item(n), "--append", f"Line {n}"]),
        Row("merge, ten changed, as status of both and an edit of ten", "10k", 1,
            lambda n: [bundle, "merge", get(), other()],
            lambda n: " && ".join(shlex.join(words) for words in (
                [bundle, "status", get()], [bundle, "status", other()], [bundle, "tag", get(), *ten(900), "--add", f"ten{n}"])),
            before=change_ten, check=has("10 updated")),
        Row("sync, ten changed there, as status of both and an edit of ten", "10k", 1,
            lambda n: [bundle, "sync", get(), other()],
            lambda n: " && ".join(shlex.join(words) for words in (
                [bundle, "status", get()], [bundle, "status", other()], [bundle, "tag", get(), *ten(900), "--add", f"ten{n}"])),
            before=change_ten, check=has("10 updated")),
        Row("rm", "10k", 3, lambda n: [bundle, "rm", get(), item(n)], lambda n: commit(n, f"rm -f {quoted(n)}")),
        Row("restore", "10k", 3, lambda n: [bundle, "restore", get(), "trash/" + trashed(get(), item(n))],
            lambda n: commit(n, f"git checkout -q HEAD~{2} -- {quoted(n)} || echo again >> {quoted(n + 50)}"),
            statuses=(0,)),
        Row("rename", "10k", 3, lambda n: [bundle, "rename", get(), item(n + 200), f"Renamed {n}"],
            lambda n: commit(n, f"git mv {quoted(n + 200)} notes/Renamed-{n}.md")),
        Row("move", "10k", 3, lambda n: [bundle, "move", get(), item(n + 300), "--to", f"Moved {n}"],
            lambda n: commit(n, f"mkdir -p 'notes/Moved {n}' && git mv {quoted(n + 300)} 'notes/Moved {n}/'")),
        Row("tag --add", "10k", 3, lambda n: [bundle, "tag", get(), item(n + 400), "--add", f"new{n}"],
            lambda n: commit(n, f"sed -i 's/^tags: \\[/tags: [new{n}, /' {quoted(n + 400)}")),
        Row("merge-items", "10k", 3, lambda n: [bundle, "merge-items", get(), item(n + 500), item(n + 600)],
            lambda n: commit(n, f"cat {quoted(n + 600)} >> {quoted(n + 500)} && git rm -q {quoted(n + 600)}")),
    ]
    for name, linked in (("10k", lambda: shelf.plain), ("10k, ten links each", lambda: shelf.linked)):
        for verb, words in (
            ("backlinks", lambda nb: [nb, shelf.items(nb)[471]]),
            ("backlinks --no-cache", lambda nb: [nb, shelf.items(nb)[471], "--no-cache"]), ("orphans", lambda nb: [nb]),
            ("orphans --no-cache", lambda nb: [nb, "--no-cache"]),
            ("unresolved", lambda nb: [nb]), ("graph", lambda nb: [nb]), ("blobs", lambda nb: [nb]),
            ("gc --dry-run", lambda nb: [nb, "--dry-run"]),
        ):
            rows.append(
                Row(verb, name, 0.6, lambda _, v=verb, w=words, g=linked: [bundle, v.split()[0]] + w(g()),
                    lambda _, g=linked: ["cmark", shelf.together(g())], statuses=(0, 1)))
    # Of the words of the language, the first is in nearly every note, and the last in hardly any.
    import random
    import notebooks
    language = notebooks.Language(random.Random(1))
    for name, word, goal in (("a rare word", language.words[-1], 1.2), ("a common word", "the", 1.5)):
        rows.append(
            Row(f"search, {name}", "10k", goal, lambda _, w=word: [bundle, "search", shelf.plain, w],
                lambda _, w=word: ["rg", "-il", w, shelf.plain + "/notes"], statuses=(0, 1)))
    rows += [
        Row("completion of an item", "10k", 0.05, lambda _: [bundle, "__complete", "show", shelf.plain, "The"], unit="beyond start"),
        Row("suggest", "10k", 0.05, lambda _: [bundle, "suggest", shelf.plain, "the"], unit="beyond start"),
    ]
    return rows


def trashed(bundle, path):
    """Where an item lies in the trash, whose batches have names of their own."""
    for batch in sorted(os.listdir(bundle + "/trash")):
        if os.path.exists(os.path.join(bundle, "trash", batch, path)):
            return f"{batch}/{path}"
    raise Failed(f"{path} is not in the trash")


def making(shelf, bundle):
    """Rows of verbs that make a notebook or look at all of it."""
    out = shelf.path("out")

    def fresh():
        shelf.discard(out)
        os.makedirs(out)

    def same_tree(made, original):
        expect(os.path.isdir(made), f"{made} is there")
        quiet("diff", "-rq", "--exclude", ".gitattributes", "--exclude", ".history", made, original)

    def create_check(_):
        expect(len(shelf.items(out + "/New.notebundle")) == shelf.count, "all notes came in")

    def came_in(_):
        with open(out + "/New.notebundle/manifest.json", encoding="utf-8") as file:
            count = sum(entry["type"] in ("note", "card") for entry in json.load(file)["entries"])
        expect(count == shelf.count, f"all notes came in, but there are {count}")

    folder = lambda: shelf.folder("New", shelf.count)
    name = lambda nb: os.path.basename(nb)
    inside = lambda nb, line: f"cd {shlex.quote(os.path.dirname(nb))} && {line}"
    ours = lambda verb, nb, ending: lambda _: [bundle, verb, nb(), "-o", f"{out}/ours.{ending}"]
    pictured, plain, large = (lambda: shelf.pictured), (lambda: shelf.plain), (lambda: shelf.large)

    def archived(nb, ending):
        def check(_):
            judge = {"zip": f"unzip -tq {out}/ours.zip && unzip -Z1 {out}/ours.zip"}.get(ending, f"tar -tf {out}/ours.{ending}")
            listed = quiet("sh", "-c", judge).count(".md\n")
            expect(listed == len(shelf.items(nb())), f"all notes are in the archive, but there are {listed}")
        return check

    def smallest(nb, peers):
        def check(output):
            archived(nb, "zip")(output)
            sizes = []
            for line in peers:
                fresh_path = f"{out}/peer.zip"
                if os.path.exists(fresh_path):
                    os.remove(fresh_path)
                if shutil.which(line.split()[0]):
                    quiet("sh", "-c", inside(nb(), line.format(out=out, name=shlex.quote(name(nb())))))
                    sizes.append(os.path.getsize(fresh_path))
            ratio = os.path.getsize(f"{out}/ours.zip") / min(sizes)
            expect(ratio <= 1.01, f"at most 1.01 times the size of the smallest, but {ratio:.3f}")
        return check

    # What our tool writes is on the disk when it ends, so the peers' is as well.
    zips = ["zip -qr {out}/peer.zip {name} && sync {out}/peer.zip",
            "7z a -tzip -bd {out}/peer.zip {name} >/dev/null && sync {out}/peer.zip"]
    peer = lambda nb, line: lambda _: inside(nb(), line.format(out=out, name=shlex.quote(name(nb()))))
    rows = [
        Row("create --from", "10k", 0.6, lambda _: [bundle, "create", f"{out}/New.notebundle", "--from", folder()],
            lambda _: f"cp -r {shlex.quote(folder())} {out}/git && cd {out}/git && git init -q && git add -A && git -c gc.auto=0 -c user.name=B -c user.email=b@example.org commit -qm All && sync -f .",
            before=fresh, check=create_check, pairs=3),
        Row("validate folder", "10k+pictures", 0.8, lambda _: [bundle, "validate", shelf.pictured],
            lambda _: f"cd {shlex.quote(shelf.pictured)} && sha256sum -c --quiet {shlex.quote(shelf.sums(shelf.pictured))}", check=has(": valid")),
        Row("validate zip", "10k+pictures", 2, lambda _: [bundle, "validate", shelf.archive(shelf.pictured, "zip")],
            lambda _: ["unzip", "-tq", shelf.archive(shelf.pictured, "zip")], check=has(": valid")),
        Row("archive zip, against zip", "10k+pictures", 0.15, ours("archive", pictured, "zip"), peer(pictured, zips[0]), before=fresh, check=archived(pictured, "zip"), pairs=3),
        Row("archive zip, against 7z", "10k+pictures", 0.15, ours("archive", pictured, "zip"), peer(pictured, zips[1]), before=fresh, pairs=3, program="7z"),
        Row("archive zip, against zip", "10k", 0.5, ours("archive", plain, "zip"), peer(plain, zips[0]), before=fresh, check=smallest(plain, zips), pairs=5),
        Row("archive zip, against 7z", "10k", 0.5, ours("archive", plain, "zip"), peer(plain, zips[1]), before=fresh, pairs=3, program="7z"),
    ]
    for ending, goal, line in (
        ("tar", 1.3, "tar -cf {out}/peer.tar {name} && sync {out}/peer.tar"),
        ("tar.gz", 1, "tar -c {name} | pigz > {out}/peer.tar.gz && sync {out}/peer.tar.gz"),
        ("tar.zst", 1.1, "tar -c {name} | zstd -qT2 > {out}/peer.tar.zst && sync {out}/peer.tar.zst"),
    ):
        rows.append(Row(f"archive {ending}", "10k+pictures", goal, ours("archive", pictured, ending), peer(pictured, line),
                        before=fresh, check=archived(pictured, ending), pairs=5, program={"tar.gz": "pigz"}.get(ending, "")))
    for ending, goal in (("zip", 1.5), ("tar.xz", 2)):
        rows.append(Row(f"archive {ending}", "2 GiB random", goal, ours("archive", large, ending), peer(large, "tar -cf {out}/peer.tar {name} && sync {out}/peer.tar"),
                        before=fresh, check=archived(large, ending), pairs=3))

    def unseal():
        blobs = shelf.unsealed + "/blobs"
        saved = shelf.path("unsealed-manifest.json")
        if not os.path.exists(saved):
            shutil.copy(shelf.unsealed + "/manifest.json", saved)
        for file in os.listdir(blobs):
            if file != "film.xyz":
                os.rename(f"{blobs}/{file}", f"{blobs}/film.xyz")
        shutil.copy(saved, shelf.unsealed + "/manifest.json")

    rows.append(Row("seal of a new attachment", "5 GiB", 0.6, lambda _: [bundle, "seal", shelf.unsealed],
                    lambda _: f"sha256sum {shlex.quote(shelf.unsealed)}/blobs/*", before=unseal, check=has("adopted"), pairs=3))
    for ending, line in (("zip", "unzip -q {archive} -d {out}/peer && sync -f {out}/peer"),
                         ("tar.zst", "mkdir {out}/peer && bsdtar -xf {archive} -C {out}/peer && sync -f {out}/peer")):
        rows.append(Row(f"unarchive {ending}", "10k+pictures", 0.8,
                        lambda _, e=ending: [bundle, "unarchive", shelf.archive(shelf.pictured, e), "-C", f"{out}/ours"],
                        lambda _, e=ending, l=line: l.format(archive=shlex.quote(shelf.archive(shelf.pictured, e)), out=out),
                        before=lambda: (fresh(), os.makedirs(out + "/ours")), pairs=5,
                        check=lambda _: same_tree(f"{out}/ours/{name(shelf.pictured)}", shelf.pictured)))
    for ending, goal, words in (("zip", 1.2, ["unzip", "-l"]), ("tar.zst", 0.3, ["bsdtar", "-tf"])):
        rows.append(Row(f"ls of a {ending}", "10k+pictures", goal, lambda _, e=ending: [bundle, "ls", shelf.archive(shelf.pictured, e)],
                        lambda _, e=ending, w=words: w + [shelf.archive(shelf.pictured, e)], check=lambda out: lines(shelf.count)(out), pairs=5))
    for kind in [*exchange.WRITTEN, *exchange.EXPORTED]:
        rows.append(Row(f"import of {kind}, as of Markdown", "10k", 2,
                        lambda _, k=kind: [bundle, "create", f"{out}/New.notebundle", "--from", shelf.foreign(k), "--from-format", k],
                        lambda _: [bundle, "create", f"{out}/New.notebundle", "--from", folder()],
                        before=fresh, check=came_in, pairs=3))
    return rows + memory(shelf, bundle, out, fresh)


def memory(shelf, bundle, out, fresh):
    """Rows of peak memory at 2 GiB."""
    rows = []
    for ending in ("zip", "tar", "tar.gz", "tar.zst", "tar.xz"):
        rows.append(Row(f"memory of archive {ending}", "2 GiB random", 64, lambda _, e=ending: [bundle, "archive", shelf.large, "-o", f"{out}/ours.{e}"], before=fresh, pairs=1, unit="MB"))
        rows.append(Row(f"memory of validate {ending}", "2 GiB random", 64, lambda _, e=ending: [bundle, "validate", shelf.archive(shelf.large, e)], check=has(": valid"), pairs=1, unit="MB"))
        rows.append(Row(f"memory of unarchive {ending}", "2 GiB random", 64, lambda _, e=ending: [bundle, "unarchive", shelf.archive(shelf.large, e), "-C", out], before=fresh, pairs=1, unit="MB"))
    for kind, options in (("html", ["--embed", "4G"]), ("json", []), ("jex", [])):
        rows.append(Row(f"memory of export {kind}", "2 GiB random", 64, lambda _, k=kind, o=options: [bundle, "export", shelf.large, "--format", k, "-o", f"{out}/ours.{k}", *o], before=fresh, pairs=1, unit="MB"))
    rows.append(Row("memory of validate folder", "2 GiB random", 64, lambda _: [bundle, "validate", shelf.large], check=has(": valid"), pairs=1, unit="MB"))
    return rows


AFTER_EDIT = """
import os, subprocess, sys, time
page = sys.argv[1]
before, end = os.stat(page).st_mtime_ns, time.monotonic() + 60
subprocess.run(sys.argv[2:], check=True, stdout=subprocess.DEVNULL)
while os.stat(page).st_mtime_ns == before and time.monotonic() < end:
    time.sleep(0.002)
"""


def many(shelf, bundle):
    """Rows of changes to many items at once, and of pages."""
    copy = lambda: shelf.copy(shelf.plain)
    out, names = shelf.path("out"), shelf.path("names")
    shown = {}

    def stop_viewing():
        # It would write its page again, and keep changes waiting while it reads.
        viewer = shown.pop("view", None)
        if viewer:
            viewer.terminate()
            viewer.wait()

    def fresh():
        stop_viewing()
        shelf.discard(out)
        os.makedirs(out)

    def tag_most():
        stop_viewing()
        if not shown.setdefault("tagged", False):
            most = "\n".join(shelf.items(copy())[: shelf.count * 9 // 10])
            quiet(bundle, "tag", copy(), "--add", "most0", "-", "--yes", input=most.encode())
            shown["tagged"] = True

    def list_some():
        paths = [path for path in shelf.items(copy()) if "/Moved " not in path][: shelf.count // 5]
        with open(names, "w", encoding="utf-8") as file:
            file.write("\n".join(paths) + "\n")

    def new_files():
        fresh()
        shown["files"] = shown.get("files", 0) + 1
        for number in range(shelf.count // 5):
            with open(f"{out}/{number}.txt", "w", encoding="utf-8") as file:
                file.write(f"{number} of {shown['files']}")

    def page():
        if "view" not in shown:
            shown["view"] = subprocess.Popen([bundle, "view", copy(), "--no-open"], stdout=subprocess.PIPE, text=True)
            atexit.register(shown["view"].kill)
            shown["page"] = shown["view"].stdout.readline().strip()
            expect(os.path.exists(shown["page"]), f"the page {shown['page']}")
        return shown["page"]

    first = lambda: shelf.items(copy())[471]
    size = f"{shelf.count // 1000}k"
    return [
        # Half a second for 6,571 notes, and what that is for as many as here.
        Row("view, after one edit and with it", size, 0.76,
            lambda n: ["python3", "-c", AFTER_EDIT, page(), bundle, "edit", copy(), first(), "--append", f"Line {n}"],
            before=page, pairs=5, unit="beyond start"),
        Row("export html", size, 3.8, lambda _: [bundle, "export", shelf.plain, "--format", "html", "-o", out + "/page.html"],
            lambda _: ["cmark", shelf.together(shelf.plain)], before=fresh, pairs=3, unit="beyond start"),
        Row("export site", size, 4.5, lambda _: [bundle, "export", shelf.plain, "--format", "site", "-o", out + "/site"],
            lambda _: ["cmark", shelf.together(shelf.plain)], before=fresh, pairs=3, unit="beyond start"),
        Row("tag rename in nine of ten notes", size, 1.5,
            lambda n: [bundle, "tag", copy(), "rename", f"most{n}", f"most{n + 1}", "--yes"],
            before=tag_most, pairs=3, unit="beyond start"),
        Row("move of every fifth note", size, 1,
            lambda n: f"{shlex.quote(bundle)} move {shlex.quote(copy())} - --to 'Moved {n}' < {shlex.quote(names)}",
            before=list_some, pairs=3, unit="beyond start"),
        Row("attach 2,000 files to a note", size, 1,
            lambda _: f"{shlex.quote(bundle)} attach {shlex.quote(copy())} {shlex.quote(first())} {shlex.quote(out)}/*.txt",
            before=new_files, pairs=3, unit="beyond start"),
    ]


def growing(shelf, bundle):
    """Jobs whose time at 100,000 notes is compared with that at 10,000."""
    out = shelf.path("grown")
    os.makedirs(out, exist_ok=True)
    words = {
        "ls": lambda nb: ["ls", nb], "show": lambda nb: ["show", nb, shelf.items(nb)[471]], "open": lambda nb: ["open", nb],
        "status": lambda nb: ["status", nb], "search": lambda nb: ["search", nb, "the", "--count"],
        "orphans": lambda nb: ["orphans", nb], "graph": lambda nb: ["graph", nb], "validate": lambda nb: ["validate", nb],
        "archive zip": lambda nb: ["archive", nb, "-o", out + ".zip"], "archive tar": lambda nb: ["archive", nb, "-o", out + ".tar"],
        "unarchive zip": lambda nb: ["unarchive", shelf.archive(nb, "zip"), "-C", out, "--replace"],
        "edit": lambda nb: ["edit", shelf.copy(nb), shelf.items(nb)[471], "--append", "More"],
        "suggest": lambda nb: ["suggest", nb, "the"],
    }
    return {name: (lambda nb, w=get: [bundle] + w(nb)) for name, get in words.items()}
