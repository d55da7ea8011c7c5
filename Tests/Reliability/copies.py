"""Two copies of a notebook, each changed at random, become one: by ‘merge’, by ‘sync’ and by git, with the same result.

usage: copies.py --notes FOLDER [--edits N] [--seed N] [--work DIR]

FOLDER has the notes that the notebook is made of. Each edit leaves a mark of its own in a text; none may be missing
from any result. Each is valid, and all have the same files, but for the dates of the merge and the names of sides.
"""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

from notebook import TOOL, Wrong, run


class Copies:
    def __init__(self, work, notes, seed):
        self.work = work
        self.random = random.Random(seed)
        run("create", "A", "--from", notes, folder=work)
        # As on two computers: the second copy comes from what the first one has put somewhere.
        for name in ("A", "B"):
            run("sync", name, self.path("Base"), folder=work)

    def path(self, name):
        return os.path.join(self.work, name + ".notebundle")

    def copy(self, source, name):
        shutil.copytree(self.path(source), self.path(name))

    def notes(self, name):
        with open(os.path.join(self.path(name), "manifest.json"), encoding="utf-8") as file:
            entries = json.load(file)["entries"]
        return [entry["path"] for entry in entries if entry["path"].startswith("notes/")]

    def edit(self, name, count):
        """Changes a copy at random; what is done by hand is sealed at the end."""
        for number in range(count):
            notes = self.notes(name)
            path = self.random.choice(notes)
            title = os.path.basename(self.random.choice(notes))[:-3]
            mark = f"mark{name}{number}"
            kind = self.random.choice(["append"] * 4 + ["rename", "move", "rm", "add", "tag", "hand"])
            words = {
                "append": ["edit", name, path, "--append", f"{mark} see [[{title}]]"],
                "rename": ["rename", name, path, f"Renamed {mark}"],
                "move": ["move", name, path, "--to", f"Folder {self.random.randrange(3)}"],
                "rm": ["rm", name, path],
                "add": ["add", name, "note", "--title", f"New {mark}", "--body", f"{mark} [[{title}]]"],
                "tag": ["tag", name, "add", mark, path],
            }.get(kind)
            if words:
                run(*words, folder=self.work)
            else:
                self.edit_by_hand(os.path.join(self.path(name), path), mark)
        run("seal", name, folder=self.work)

    def edit_by_hand(self, path, mark):
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
        start = lines.index("---", 1) + 1
        lines.insert(self.random.randrange(start, len(lines) + 1), mark + " by hand")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines))

    def files(self, path):
        """The files of the document, without what follows from the time of a merge or from the name of a side."""
        found = {}
        for folder, folders, names in os.walk(path):
            folders[:] = [name for name in folders if not name.startswith(".")]
            for name in names:
                place = os.path.relpath(os.path.join(folder, name), path)
                if name.startswith(".") or place == "manifest.json":
                    continue
                with open(os.path.join(folder, name), "rb") as file:
                    content = file.read()
                if name.endswith(".md"):
                    content = re.sub(rb"(?m)^modified: .*$", b"modified", content)
                    content = re.sub(rb"(?m)^(<<<<<<<|>>>>>>>) .*$", rb"\1", content)
                    content = re.sub(rb"(?m)^# conflict \([^)\n]*\)", b"# conflict", content)
                found[re.sub(r"^trash/[^/]*", "trash", place)] = content
        return found

    def marks(self, path):
        """The marks in names and texts."""
        marks = set()
        for place, content in self.files(path).items():
            if place.endswith(".md"):
                marks |= set(re.findall(r"mark[AB]\d+", place + content.decode("utf-8")))
        return marks

    def merged(self):
        """The path of B after it has taken in A."""
        self.copy("B", "M")
        run("merge", "M", "A", folder=self.work, statuses=(0, 1))
        return self.path("M")

    def synchronised(self):
        """The path of B after both have been synchronised with a place, A first."""
        place = os.path.join(self.work, "place")
        os.makedirs(place)
        for name in ("SA", "SB"):
            self.copy(name[1], name)
        for name in ("SA", "SB", "SA"):
            run("sync", name, place, folder=self.work, statuses=(0, 1))
        if self.files(self.path("SA")) != self.files(self.path("SB")):
            raise Wrong("two synchronised copies differ")
        return self.path("SB")

    def merged_by_git(self):
        """The path of the notebook after git has merged A into B, and how many files it left to a person."""
        top = os.path.join(self.work, "git")
        os.makedirs(top)
        tool = os.path.join(self.work, "bin")
        os.makedirs(tool)
        os.symlink(shutil.which(TOOL), os.path.join(tool, "bundle"))
        environment = {**os.environ, "PATH": tool + os.pathsep + os.environ["PATH"], "GIT_CONFIG_NOSYSTEM": "1"}

        def git(*words, statuses=(0,)):
            done = subprocess.run(
                ["git", "-c", "user.name=T", "-c", "user.email=t@example.org", *words], cwd=top, env=environment,
                capture_output=True, text=True)
            if done.returncode not in statuses:
                raise Wrong(f"git {words}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
            return done

        def commit(name):
            notebook = os.path.join(top, "N.notebundle")
            shutil.rmtree(notebook, ignore_errors=True)
            shutil.copytree(self.path(name), notebook, ignore=shutil.ignore_patterns(".history", ".gitattributes"))
            run("git-setup", folder=top)
            git("add", "-A")
            git("commit", "-qm", name)

        git("init", "-q", "-b", "main")
        commit("Base")
        for name in ("B", "A"):
            git("checkout", "-qb", name, "main")
            commit(name)
        git("checkout", "-q", "B")
        done = git("merge", "--no-edit", "A", statuses=(0, 1))
        if done.returncode:
            run("resolve", "N", folder=top, statuses=(0, 1))
        return os.path.join(top, "N.notebundle"), done.stdout.count("CONFLICT")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--notes", required=True)
    parser.add_argument("--edits", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work")
    options = parser.parse_args()
    work = options.work or tempfile.mkdtemp()
    copies = Copies(work, os.path.abspath(options.notes), options.seed)
    for name in ("A", "B"):
        copies.edit(name, options.edits)
    wanted = copies.marks(copies.path("A")) | copies.marks(copies.path("B"))
    by_git, conflicts = copies.merged_by_git()
    results = {"merge": copies.merged(), "sync": copies.synchronised(), "git": by_git}
    first = copies.files(results["merge"])
    for name, path in results.items():
        lost = wanted - copies.marks(path)
        if lost:
            raise Wrong(f"{name} has lost {sorted(lost)}; see {work}")
        run("validate", path, folder=work)
        files = copies.files(path)
        different = sorted(place for place in first.keys() | files.keys() if first.get(place) != files.get(place))
        if different:
            raise Wrong(f"merge and {name} differ in {different}; see {work}")
    print(
        f"merge, sync and git: {len(first)} files are the same, {len(wanted)} of {len(wanted)} marks kept, "
        f"{conflicts} conflicts of git")
    if not options.work:
        shutil.rmtree(work)


if __name__ == "__main__":
    try:
        main()
    except Wrong as error:
        sys.exit(f"copies.py: {error}")
