"""Notebooks that somebody made to do harm, as directories: whatever is done with them, nothing outside is read, written or
run, memory and time are bounded, and no terminal is steered.

usage: strangers.py [--files N] [--levels N] [--megabytes N] [--work DIR]
"""

import argparse
import hashlib
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

from notebook import TOOL, Wrong, run

SECRET = "the secret of a stranger"
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\x80-\x9f\u202a-\u202e\u2066-\u2069]")

# Words behind the name of the notebook; ‘NOTE’ is an item.
VERBS = [
    ["open", "N"], ["ls", "N"], ["ls", "N", "--json"], ["status", "N"], ["show", "N", "One"], ["show", "N", "NOTE"],
    ["search", "N", "secret"], ["validate", "N"], ["validate", "N", "--format", "sarif"], ["links", "N", "One"],
    ["backlinks", "N", "One"], ["unresolved", "N"], ["graph", "N"], ["blobs", "N"], ["gc", "N", "--dry-run"],
    ["archive", "N", "-o", "../out.zip"], ["export", "N", "-o", "../exported"], ["trash", "N"], ["tag", "N", "ls"],
    ["edit", "N", "One", "--append", "more"], ["rename", "N", "One", "Uno"], ["rm", "N", "Uno"], ["seal", "N"],
    ["validate", "N", "--fix=unsafe"], ["repair", "N"], ["validate", "N"],
]


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())


def listed(root, path, content, kind="note", **more):
    """Adds a file to the manifest, whether it is there or not."""
    with open(os.path.join(root, "manifest.json")) as file:
        manifest = json.load(file)
    manifest["entries"] = [entry for entry in manifest["entries"] if entry["path"] != path]
    manifest["entries"].append({"path": path, "type": kind, "size": len(content),
                                "sha256": hashlib.sha256(content).hexdigest(), **more})
    manifest["entries"].sort(key=lambda entry: entry["path"].encode())
    rows = ",\n".join("    " + json.dumps(entry, ensure_ascii=False) for entry in manifest["entries"])
    text = '{\n  "format": "notebundle",\n  "version": 1,\n  "entries": [\n' + rows + "\n  ]\n}\n"
    os.remove(os.path.join(root, "manifest.json"))
    write(os.path.join(root, "manifest.json"), text)


class Stage:
    """A folder with a notebook `inside/N.notebundle`, and beside `inside` what nobody may touch."""

    def __init__(self, folder):
        self.folder = folder
        self.outside = os.path.join(folder, "outside")
        self.root = os.path.join(folder, "inside", "N.notebundle")
        for name in ("inside", "out.zip", "exported"):
            subprocess.run(["rm", "-rf", os.path.join(folder, name)], check=True)
        os.makedirs(os.path.join(folder, "inside"))
        if not os.path.exists(self.outside):
            note = f"---\nuuid: 11111111-2222-4333-8444-555555555555\ntitle: Secret\n---\n\n{SECRET}\n"
            for name in ("secret.md", "notes/secret.md", "bundle/put.0", "blobs/secret.txt"):
                write(os.path.join(self.outside, name), note)
            write(os.path.join(self.outside, "bundle/journal"), "{}")
            # Who opens it waits for ever.
            os.mkfifo(os.path.join(self.outside, "trap"))
        run("create", "N", folder=os.path.join(folder, "inside"))
        run("add", "N", "note", "--title", "One", "--body", "one [[Two]]", folder=os.path.join(folder, "inside"))
        run("add", "N", "note", "--title", "Two", "--body", "two", folder=os.path.join(folder, "inside"))

    def path(self, path):
        return os.path.join(self.root, path)

    def snapshot(self):
        found = {}
        for directory, _, names in os.walk(self.outside):
            for name in names:
                path = os.path.join(directory, name)
                status = os.lstat(path)
                found[path] = (status.st_mtime_ns, status.st_size, status.st_nlink, status.st_mode)
        return found


# What strangers make: each changes a notebook.

def links(stage):
    os.symlink(os.path.join(stage.outside, "secret.md"), stage.path("notes/NOTE.md"))
    os.symlink(os.path.join(stage.outside, "notes"), stage.path("notes/F"))
    os.symlink(os.path.join(stage.outside, "trap"), stage.path("notes/trap.md"))
    os.symlink("/", stage.path("root"))
    os.symlink(stage.root, stage.path("notes/around"))
    with open(os.path.join(stage.outside, "secret.md"), "rb") as file:
        secret = file.read()
    for path in ("notes/NOTE.md", "notes/F/secret.md"):
        listed(stage.root, path, secret, uuid="11111111-2222-4333-8444-555555555555")


def linked_directories(stage):
    for name in ("cards", "blobs", "trash", "extras"):
        shutil.rmtree(stage.path(name), ignore_errors=True)
        os.symlink(os.path.join(stage.outside, "notes" if name == "cards" else "blobs"), stage.path(name))
    os.symlink(os.path.join(stage.outside, "bundle"), stage.path(".bundle"))


def linked_files(stage):
    for name in ("manifest.json", "notebook.json", ".gitattributes"):
        shutil.move(stage.path(name), os.path.join(stage.folder, "inside", name))
        os.symlink(f"../{name}", stage.path(name))


def linked_trap(stage):
    os.remove(stage.path("notebook.json"))
    os.symlink(os.path.join(stage.outside, "trap"), stage.path("notebook.json"))


def fifos(stage):
    for name in ("notes/NOTE.md", "blobs/trap.txt", "trap"):
        os.mkfifo(stage.path(name))
    listed(stage.root, "notes/NOTE.md", b"x", uuid="11111111-2222-4333-8444-555555555555")


def fifo_manifest(stage):
    os.remove(stage.path("manifest.json"))
    os.mkfifo(stage.path("manifest.json"))


def fifo_journal(stage):
    os.mkdir(stage.path(".bundle"))
    os.mkfifo(stage.path(".bundle/journal"))


def journal(path, linked=False):
    """A journal that writes to a place and deletes there, through a link or by its path; all else about it is right."""
    def change(stage):
        with open(stage.path("manifest.json"), "rb") as file:
            before = file.read()
        new = b"taken over"
        digest = hashlib.sha256(new).hexdigest()
        with open(os.path.join(stage.outside, "secret.md"), "rb") as file:
            secret = hashlib.sha256(file.read()).hexdigest()
        if linked:
            os.symlink(os.path.join(stage.outside, "notes"), stage.path("notes/F"))
        text = {"format": "notebundle-journal", "version": 1, "before": hashlib.sha256(before).hexdigest(), "after": digest,
                "put": [{"path": path, "sha256": digest},
                        {"path": "manifest.json", "sha256": digest, "replaces": hashlib.sha256(before).hexdigest()}],
                "delete": [{"path": "notes/F/secret.md" if linked else "../../outside/secret.md", "sha256": secret}]}
        write(stage.path(".bundle/journal"), json.dumps(text, indent=2))
        for number in range(2):
            write(stage.path(f".bundle/put.{number}"), new)
    change.__name__ = f"journal {path}"
    return change


def journal_staging(stage):
    """A journal that is right, whose staged file is a link to what is outside, with the digest of that."""
    journal("notes/new.md", linked=True)(stage)
    with open(stage.path(".bundle/journal")) as file:
        text = json.load(file)
    text["put"][0]["sha256"] = text["delete"][0]["sha256"]
    write(stage.path(".bundle/journal"), json.dumps(text))
    os.remove(stage.path(".bundle/put.0"))
    os.symlink(os.path.join(stage.outside, "secret.md"), stage.path(".bundle/put.0"))


def escapes(stage):
    for name in ("\x1b]0;taken over\x07", "\u202egnp", "line\nbreak", "\x9b31m", "::stop-commands::x", "a\rb", "\u2066x"):
        write(stage.path(f"notes/{name}.md"), f"---\ntitle: \"\\e]0;taken over\\a{name.encode('unicode_escape').decode()}\"\n---\n\n"
              f"\x1b[31mred\x07 \x9b2J ![x](javascript:alert) [[\x1b[2J]]\n")
        write(stage.path(f"blobs/{name}.txt"), "x")
    write(stage.path("notes/NOTE.md"), "---\ntitle: NOTE\ntags: [\"\x1b[31m\"]\n---\n\n\x1b]52;c;aGVsbG8=\x07 \x1b[5n\n")


def programs(stage):
    """What a tool could run: hooks, editors, pagers."""
    for name in (".git/hooks/post-checkout", ".envrc", "notes/.NOTE.md.swp", "Makefile", ".bundle-validate.json"):
        write(stage.path(name), "#!/bin/sh\ntouch ../../outside/ran\n")
        os.chmod(stage.path(name), 0o755)
    config = "\tfsmonitor = \"touch ../../outside/ran; false\"\n\tpager = touch ../../outside/ran\n"
    for place in (".git", "."):
        # A repository that git would recognise, and one that a clone of another repository brings along.
        write(stage.path(f"{place}/HEAD"), "ref: refs/heads/main\n")
        write(stage.path(f"{place}/objects/x/.k"), "")
        write(stage.path(f"{place}/refs/heads/.k"), "")
        write(stage.path(f"{place}/config"), "[core]\n\tbare = false\n\tworktree = .\n" + config)


def many(count):
    def change(stage):
        for number in range(count):
            if number % 1000 == 0:
                os.makedirs(stage.path(f"blobs/{number // 1000}"), exist_ok=True)
            os.close(os.open(stage.path(f"blobs/{number // 1000}/f{number}.txt"), os.O_CREAT | os.O_WRONLY))
    change.__name__ = f"{count} unlisted files"
    return change


def deep(levels):
    def change(stage):
        here = os.open(stage.path("notes"), os.O_RDONLY)
        for _ in range(levels):
            os.mkdir("d", dir_fd=here)
            there = os.open("d", os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = there
        os.close(os.open("deep.md", os.O_CREAT | os.O_WRONLY, dir_fd=here))
        os.close(here)
    change.__name__ = f"{levels} levels"
    return change


def front_matter(megabytes):
    def change(stage):
        with open(stage.path("notes/NOTE.md"), "wb") as file:
            file.write(b"---\n")
            for _ in range(megabytes):
                file.write(b"tags: [" + b"a, " * ((1 << 20) // 3) + b"b]\n")
    change.__name__ = f"{megabytes} MiB of front matter"
    return change


def long_lines(stage):
    write(stage.path("notes/NOTE.md"), "---\ntitle: " + "x" * (8 << 20) + "\n---\n" + "[" * 100_000 + "![" * 100_000 + "> " * 100_000)


class Trial:
    def __init__(self, stage, seconds, megabytes):
        self.stage, self.seconds, self.megabytes = stage, seconds, megabytes
        self.count = 0

    def run(self, words, name):
        """Runs a verb, and looks at what became of the world."""
        before = self.stage.snapshot()
        with tempfile.TemporaryFile() as output:
            process = subprocess.Popen([TOOL, *words], cwd=os.path.join(self.stage.folder, "inside"), stdin=subprocess.DEVNULL,
                                       stdout=output, stderr=subprocess.STDOUT,
                                       env=os.environ | {"HOME": self.stage.folder, "EDITOR": "false", "VISUAL": "false"})
            start = time.monotonic()
            while True:
                pid, status, usage = os.wait4(process.pid, os.WNOHANG)
                if pid:
                    break
                # Others may be using the processors; who waits for ever is found nevertheless.
                if time.monotonic() - start > 10 * self.seconds:
                    process.kill()
                    os.wait4(process.pid, 0)
                    raise Wrong(f"{name}: {words} does not end in {10 * self.seconds} s")
                time.sleep(0.002)
            process.returncode = os.waitstatus_to_exitcode(status)
            output.seek(0)
            text = output.read(64 << 20).decode("utf-8", "replace")
        if process.returncode not in (0, 1, 2):
            raise Wrong(f"{name}: {words} ends with {process.returncode}: {text[:2000]}")
        if SECRET in text:
            raise Wrong(f"{name}: {words} shows what is outside")
        if found := CONTROL.search(text):
            raise Wrong(f"{name}: {words} prints {found[0]!r}: {text[max(0, found.start() - 200):found.end() + 50]!r}")
        if self.stage.snapshot() != before:
            raise Wrong(f"{name}: {words} changes what is outside")
        spent = usage.ru_utime + usage.ru_stime
        if spent > self.seconds:
            raise Wrong(f"{name}: {words} takes {spent:.0f} s of processors")
        peak = usage.ru_maxrss // 1024
        if os.environ.get("STRANGERS_VERBOSE") and (time.monotonic() - start > 1.5 or peak > 300):
            print(f"{name}: {words} {time.monotonic() - start:.1f} s {spent:.1f} s {peak} MiB", file=sys.stderr)
        if peak > self.megabytes:
            raise Wrong(f"{name}: {words} takes {peak} MiB of memory")
        self.count += 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--files", type=int, default=1_000_000)
    parser.add_argument("--levels", type=int, default=10_000)
    parser.add_argument("--megabytes", type=int, default=1024)
    parser.add_argument("--only")
    parser.add_argument("--work")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    changes = [links, linked_directories, linked_files, linked_trap, fifos, fifo_manifest, fifo_journal,
               journal("../../outside/new.md"), journal("/tmp/stranger.md"), journal("notes/../../../outside/new.md"),
               journal("notes/F/../x.md"), journal("notes/F/new.md", linked=True), journal("notes/F/secret.md", linked=True),
               journal_staging, escapes, programs, long_lines, many(options.files), deep(options.levels),
               front_matter(options.megabytes)]
    count = 0
    folder = tempfile.mkdtemp(dir=options.work)
    try:
        for change in changes:
            if options.only and options.only not in change.__name__:
                continue
            stage = Stage(folder)
            change(stage)
            # docs/Security.md promises 6 KB a file; 2 are taken.
            limits = (600, 600 + options.files * 2 // 1000) if "files" in change.__name__ else (60, 600)
            trial = Trial(stage, *limits)
            for words in VERBS:
                trial.run(words, change.__name__)
            count += trial.count
    finally:
        subprocess.run(["rm", "-rf", folder], check=True)
    print(f"{len(changes)} notebooks by strangers, {count} runs: nothing outside is read or changed, and nothing gets out of hand")


if __name__ == "__main__":
    try:
        main()
    except Wrong as error:
        sys.exit(f"strangers: {error}")
