"""Verbs on a small file system with every free size in steps of 4 KiB: nothing is damaged, what is missing is told, and
deleting works when nothing is free.

usage: full.py --on DIR [--step BYTES]

DIR is an empty directory on a file system of some megabytes of its own.
"""

import argparse
import os
import random
import re
import shutil
import sys
import tempfile

from notebook import State, Wrong, run

STEP = 4096
FILLER = "filler"


def free(folder):
    status = os.statvfs(folder)
    return status.f_bavail * status.f_frsize


def fill(folder, size):
    """Leaves about so much free."""
    path = os.path.join(folder, FILLER)
    with open(path, "wb") as file:
        length = 0
        while free(folder) > size:
            more = max(STEP, (free(folder) - size) // 2 // STEP * STEP)
            try:
                os.posix_fallocate(file.fileno(), length, min(more, free(folder) - size))
            except OSError:
                break
            length += more
        os.fsync(file.fileno())


def tree(folder):
    found = {}
    for directory, names, files in os.walk(folder):
        for name in files:
            path = os.path.join(directory, name)
            if os.path.relpath(path, folder) != FILLER:
                with open(path, "rb") as file:
                    found[os.path.relpath(path, folder)] = file.read()
    return found


def empty(folder):
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)


class Disk:
    """The small file system, and a notebook elsewhere that is put onto it again and again."""

    def __init__(self, folder, workplace, step):
        self.folder, self.workplace, self.step = folder, workplace, step
        self.points = 0
        chance = random.Random(1)
        run("create", "N", folder=workplace)
        for number in range(20):
            run("add", "N", "note", "--title", f"Note {number}", "--body", f"text {number} " * 100, folder=workplace)
        run("rm", "N", "Note 19", "Note 18", folder=workplace)
        with open(os.path.join(workplace, "picture.png"), "wb") as file:
            file.write(chance.randbytes(60_000))
        run("attach", "N", "Note 1", "picture.png", folder=workplace)
        run("archive", "N", "-o", "A.zip", folder=workplace)
        with open(os.path.join(workplace, "large.bin"), "wb") as file:
            file.write(chance.randbytes(50_000))

    def place(self):
        empty(self.folder)
        # The tool itself puts it there, as whoever has one on this disk did.
        run("unarchive", os.path.join(self.workplace, "A.zip"), folder=self.folder)

    def walk(self, *words, prepare=lambda folder: None, text=None):
        """Runs a verb with more and more room, until there is enough."""
        successes, size = 0, 0
        while successes < 3:
            self.place()
            prepare(self.folder)
            before = tree(self.folder)
            fill(self.folder, size)
            done = run(*words, folder=self.folder, statuses=(0, 1, 2) if words[0] == "repair" else (0, 2), text=text)
            self.points += 1
            if done.returncode == 2:
                if "No space left on device" not in done.stderr:
                    raise Wrong(f"{words} with {size}: {done.stderr}")
                if not re.search(r"[0-9.]+ (bytes|KiB|MiB)[^\n]* more", done.stderr):
                    raise Wrong(f"{words} with {size}: how much is missing is not told: {done.stderr}")
                if tree(self.folder) != before:
                    os.remove(os.path.join(self.folder, FILLER))
                    run("open", "N", folder=self.folder)
                successes = 0
            else:
                successes += 1
            State(os.path.join(self.folder, "N.notebundle"), is_sealed=done.returncode == 0)
            size += self.step
            if size > 4_000_000:
                raise Wrong(f"{words} never has enough")
        return size

    def delete(self):
        """Deletes, and empties the trash, when nothing is free."""
        self.place()
        fill(self.folder, 0)
        run("rm", "N", "Note 1", folder=self.folder)
        fill_again = free(self.folder)
        run("rm", "N", "Note 2", folder=self.folder)
        run("trash", "N", "--empty", "--yes", folder=self.folder)
        state = State(os.path.join(self.folder, "N.notebundle"))
        if state.trash or len(state.items) != 16:
            raise Wrong(f"{len(state.items)} items are left, and {len(state.trash)} in the trash, {fill_again}")
        self.place()
        fill(self.folder, 0)
        run("trash", "N", "--empty", "--yes", folder=self.folder)
        State(os.path.join(self.folder, "N.notebundle"))
        self.points += 2


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--on", required=True)
    parser.add_argument("--step", type=int, default=STEP)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as workplace:
        disk = Disk(options.on, workplace, options.step)

        def drop(folder):
            with open(os.path.join(folder, "N.notebundle", "notes", "Dropped.md"), "w") as file:
                file.write("dropped " * 2000)

        def damage(folder):
            os.remove(os.path.join(folder, "N.notebundle", "manifest.json"))

        def move(folder):
            os.rename(os.path.join(folder, "N.notebundle"), os.path.join(folder, "M.notebundle"))

        disk.delete()
        sizes = {
            "add": disk.walk("add", "N", "note", "--title", "New", "--folder", "F", text="text " * 5000),
            "edit": disk.walk("edit", "N", "Note 3", "--append", text="text " * 5000),
            "attach": disk.walk("attach", "N", "Note 3", os.path.join(workplace, "large.bin")),
            "archive": disk.walk("archive", "N", "-o", "B.zip"),
            "archive tar.zst": disk.walk("archive", "N", "-o", "B.tar.zst"),
            "unarchive": disk.walk("unarchive", os.path.join(workplace, "A.zip"), "-C", "into",
                                   prepare=lambda folder: os.mkdir(os.path.join(folder, "into"))),
            "seal": disk.walk("seal", "N", prepare=drop),
            "repair": disk.walk("repair", "N", prepare=drop),
            "import": disk.walk("import", "N", os.path.join(workplace, "N.notebundle"), "--folder", "In"),
            "rename": disk.walk("rename", "N", "Note 4", "Note four"),
        }
        disk.delete()
        told = ", ".join(f"{verb} from {size // 1024} KiB on" for verb, size in sizes.items())
        print(f"{disk.points} free sizes ({told}), and deleting with none: nothing is damaged, and what is missing is told")


if __name__ == "__main__":
    try:
        main()
    except Wrong as error:
        sys.exit(f"full: {error}")
