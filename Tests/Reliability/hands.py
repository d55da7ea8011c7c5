"""Several processes edit one notebook at once while others read it: no edit is lost, no reader sees a mixture.

usage: hands.py [--processes N] [--edits N] [--readers N] [--seed N] [--work DIR]
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import threading

from notebook import TOOL, State, Wrong, run

SHARED = ["Shared one", "Shared two", "Shared drei ä"]


class Writer:
    """One process after the other, and what must be there when all of them are done."""

    def __init__(self, number, folder, edits, seed):
        self.number, self.folder, self.edits = number, folder, edits
        self.random = random.Random(f"{seed} {number}")
        self.own = {}
        self.shared = {title: [] for title in SHARED}
        self.tags = {title: set() for title in SHARED}
        self.busy = 0

    def bundle(self, *words, text=None):
        # Now and then it does not wait, and is told who holds the notebook.
        while self.random.random() < 0.05:
            done = run(*words, "--wait", "0", folder=self.folder, statuses=(0, 2), text=text)
            if done.returncode == 0:
                return done
            if "in use by " not in done.stderr or "in use by another process" in done.stderr:
                raise Wrong(f"who holds the notebook is not told: {done.stderr}")
            self.busy += 1
        return run(*words, "--wait", "120", folder=self.folder, text=text)

    def edit(self, count):
        name = f"w{self.number}-{count}"
        alive = [title for title, note in self.own.items() if not note["gone"]]
        gone = [title for title, note in self.own.items() if note["gone"]]
        kinds = ["add", "line", "line", "tag", "attach"]
        if alive:
            kinds += ["append", "body", "rename", "move", "rm", "pin"]
        if gone:
            kinds += ["restore", "restore"]
        kind = self.random.choice(kinds)
        shared = self.random.choice(SHARED)
        title = self.random.choice(alive) if alive else None
        if kind == "add":
            self.bundle("add", "N", "note", "--title", name, "--folder", f"Of {self.number}", text=f"first {name}\n")
            self.own[name] = {"lines": [f"first {name}"], "folder": f"Of {self.number}", "gone": False, "pinned": False}
        elif kind == "line":
            self.bundle("edit", "N", shared, "--append", f"line {name}")
            self.shared[shared].append(f"line {name}")
        elif kind == "tag":
            self.bundle("tag", "N", "add", name, shared)
            self.tags[shared].add(name)
        elif kind == "attach":
            file = os.path.join(self.folder, f"{name}.txt")
            with open(file, "w") as output:
                output.write(f"attached {name}")
            self.bundle("attach", "N", shared, file)
            self.shared[shared].append(f"attached {name}".encode())
        elif kind == "append":
            self.bundle("edit", "N", title, "--append", text=f"more {name}")
            self.own[title]["lines"].append(f"more {name}")
        elif kind == "body":
            self.bundle("edit", "N", title, "--body", f"new {name}")
            self.own[title]["lines"] = [f"new {name}"]
        elif kind == "rename":
            self.bundle("rename", "N", title, name)
            self.own[name] = self.own.pop(title)
        elif kind == "move":
            self.bundle("move", "N", title, "--to", f"Of {self.number}/{name}")
            self.own[title]["folder"] = f"Of {self.number}/{name}"
        elif kind == "rm":
            self.bundle("rm", "N", title)
            self.own[title]["gone"] = True
        elif kind == "pin":
            self.bundle("pin", "N", title)
            self.own[title]["pinned"] = True
        elif kind == "restore":
            title = self.random.choice(gone)
            self.bundle("restore", "N", title)
            self.own[title]["gone"] = False

    def judge(self, state):
        found = {item.title: item for item in state.items.values()}
        trashed = {item.title: item for item in state.trash.values()}
        for title, note in self.own.items():
            item = (trashed if note["gone"] else found).get(title)
            if item is None or item.lines != note["lines"] or item.is_pinned != note["pinned"]:
                raise Wrong(f"{title} should be {note}, and is {item and vars(item)}")
            if not note["gone"] and item.folder != note["folder"]:
                raise Wrong(f"{title} should be in {note['folder']}, and is {item.path}")
        for title in SHARED:
            item = found[title]
            attached = state.attachments(item)
            for line in self.shared[title]:
                if (attached if isinstance(line, bytes) else item.lines).count(line) != 1:
                    raise Wrong(f"{title} lacks {line}, or has it twice")
            mine = [line for line in item.lines if line.startswith(f"line w{self.number}-")]
            if mine != [line for line in self.shared[title] if not isinstance(line, bytes)]:
                raise Wrong(f"{title} has the lines of {self.number} in another order")
            if not self.tags[title] <= item.tags:
                raise Wrong(f"{title} lacks the tags {self.tags[title] - item.tags}")


class Reader:
    """Looks at the notebook again and again, in one of four ways."""

    def __init__(self, number, folder):
        self.number, self.folder = number, folder
        self.count = 0

    def look(self):
        way = self.count % 4
        if way == 0:
            items = json.loads(run("ls", "N", "--json", "--wait", "120", folder=self.folder).stdout)["items"]
            titles = [item["title"] for item in items if "pair " in item["title"]]
            # Both move in one change.
            if len({item["path"].split("/")[1] for item in items if item["title"].startswith("pair ")}) != 1:
                raise Wrong(f"one of two that move together was seen elsewhere: {titles}")
        elif way == 1:
            run("validate", "N", "--wait", "120", folder=self.folder)
        elif way == 2:
            name = f"r{self.number}.zip"
            run("archive", "N", "-o", name, "--wait", "120", folder=self.folder)
            subprocess.run(["python3", "-m", "zipfile", "-t", name], cwd=self.folder, check=True, capture_output=True)
            run("validate", name, folder=self.folder)
            os.remove(os.path.join(self.folder, name))
        else:
            run("search", "N", "zebra", "--wait", "120", folder=self.folder, statuses=(0,))
        self.count += 1


class Mover:
    """Moves a folder with two notes there and back: whoever reads sees both here or both there."""

    def __init__(self, folder):
        self.folder, self.count = folder, 0

    def move(self):
        old, new = ("Here", "There") if self.count % 2 == 0 else ("There", "Here")
        run("folder", "N", "rename", old, new, "--wait", "120", folder=self.folder)
        self.count += 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--processes", type=int, default=8)
    parser.add_argument("--edits", type=int, default=200)
    parser.add_argument("--readers", type=int, default=2)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--work")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.work) as folder:
        run("create", "N", folder=folder)
        for title in SHARED:
            run("add", "N", "note", "--title", title, "--body", "zebra", folder=folder)
        for title in ("pair one", "pair two"):
            run("add", "N", "note", "--title", title, "--folder", "Here", "--body", "zebra", folder=folder)
        writers = [Writer(number, folder, options.edits, options.seed) for number in range(options.processes)]
        readers = [Reader(number, folder) for number in range(options.readers)]
        mover = Mover(folder)
        wrong, is_over = [], threading.Event()

        def until(body, isOver):
            try:
                while not isOver():
                    body()
            except Exception as error:  # Whatever it is, it is told at the end.
                wrong.append(error)
                is_over.set()

        def write(writer):
            try:
                for count in range(writer.edits):
                    if is_over.is_set():
                        return
                    writer.edit(count)
            except Exception as error:
                wrong.append(error)
                is_over.set()

        writing = [threading.Thread(target=write, args=(writer,)) for writer in writers]
        others = [threading.Thread(target=until, args=(body, is_over.is_set))
                  for body in [reader.look for reader in readers] + [mover.move]]
        for thread in writing + others:
            thread.start()
        for thread in writing:
            thread.join()
        is_over.set()
        for thread in others:
            thread.join()
        if wrong:
            raise wrong[0]
        state = State(os.path.join(folder, "N.notebundle"))
        for writer in writers:
            writer.judge(state)
        run("validate", "N", folder=folder)
        print(f"{options.processes} processes, {sum(writer.edits for writer in writers)} edits, {mover.count} moved folders, "
              f"{sum(reader.count for reader in readers)} readings, {sum(writer.busy for writer in writers)} told who holds it: "
              "nothing is lost")


if __name__ == "__main__":
    try:
        main()
    except Wrong as error:
        sys.exit(f"hands: {error}")
