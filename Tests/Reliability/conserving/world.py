"""Two or three devices, each with a home and a clock of its own, and what lies between them: a stick, a cloud or git."""

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from .contents import Surveyor, Survey

TOOL = os.path.abspath(shutil.which(os.environ.get("BUNDLE", "bundle")) or sys.exit("conservation: BUNDLE names no tool"))
# Where the notebook is in a device and in a place.
NOTEBOOK = "N.notebundle"
# Whom the tool runs as where files belong to several people.
USER, STRANGER = 12345, 23456
KINDS = ("stick", "archive", "cloud", "git", "mixed", "owner", "full")

NOTES = {
    "Alpha.md": "---\nmark: id0001m\n---\n\nAlpha tk0001k\n\nSecond line of Alpha.\n\nLast line of Alpha.\n",
    "Beta.md": "---\nmark: id0002m\n---\n\nBeta tk0002k [[Alpha]]\n\nSecond line of Beta.\n\nLast line of Beta.\n",
    "Gamma.md": "---\nmark: id0003m\n---\n\nGamma tk0003k\n\n![](picture.dat)\n\nLast line of Gamma.\n",
    "F/Delta.md": "---\nmark: id0004m\n---\n\nDelta tk0004k [[Beta]] [Alpha](../Alpha.md)\n",
    "Ödland.md": "---\nmark: id0005m\n---\n\nOedland tk0005k [[Été]]\n",
    "F/Été.md": "---\nmark: id0006m\n---\n\nEte tk0006k\n",
    "picture.dat": "BLOB tk0007k\n",
}
CARD = "---\nmark: id0008m\n---\n\nFront tk0008k\n\n---\n\nBack\n"
EXTRA = "EXTRA tk0009k\n"


class Failure(Exception):
    """The law is broken: how, and at which move."""

    def __init__(self, kind, text):
        super().__init__(f"{kind}: {text}")
        self.kind, self.text = kind, text


class Result:
    """What a program answered."""

    def __init__(self, words, status, output):
        self.words, self.status, self.output = words, status, output


class World:
    """The folders of one run; a world can be copied, so that many runs begin with the same."""

    def __init__(self, folder, kind, devices, users=False):
        self.folder, self.kind = folder, kind
        self.devices = "ABC"[:devices]
        self.users = users
        self.surveyor = Surveyor()
        self.steps = 0
        # Contents and tokens that somebody destroyed by name, and items that somebody deleted.
        self.destroyed, self.destroyed_tokens, self.deleted = set(), set(), set()
        # Attachments that somebody removed by hand where git commits that, and no other copy is asked.
        self.removed = set()
        # Devices whose person turned the history off.
        self.without_history = set()
        # What the program that carries places has on its server, and what it knows of each place.
        self.server, self.synced, self.contents = {}, {}, {}
        self.is_mounted = False
        # Whether it is enough that any copy keeps what one lost.
        self.is_lenient = False
        # Whether copies that have become the same go on to meet.
        self.is_exhaustive = os.environ.get("NOTEBUNDLE_EXHAUSTIVE") == "1"
        self.start = int(time.time()) - 90000
        self.said = []

    # Where things are.

    @property
    def has_git(self):
        return self.kind in ("git", "mixed")

    @property
    def places(self):
        return {"git": [], "cloud": ["P" + device for device in self.devices]}.get(self.kind, ["P"])

    @property
    def copies(self):
        """All in which something can be found."""
        return [*self.devices, *self.places, *(device + ".git" for device in self.devices), "hub.git"]

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def notebook(self, copy):
        return self.path(copy, NOTEBOOK)

    def place(self, device):
        """What a device syncs with."""
        if self.kind == "archive":
            return self.path("P", NOTEBOOK + ".zip")
        return self.path("P" + device if self.kind == "cloud" else "P")

    def environment(self, device):
        home = self.path(device, "home")
        now = self.start + self.steps * 60 + 7 * "ABCP".find(device[0])
        return {
            "PATH": self.path("bin") + os.pathsep + os.environ.get("PATH", "/usr/bin:/bin"), "HOME": home,
            "XDG_CONFIG_HOME": home + "/config", "XDG_CACHE_HOME": home + "/cache", "XDG_DATA_HOME": home + "/data",
            "XDG_STATE_HOME": home + "/state", "LC_ALL": "C.UTF-8", "TZ": "UTC", "EDITOR": self.path("bin", "editor"),
            "PAGER": "cat", "TERM": "xterm",
            "TMPDIR": self.path("temporary"), "SOURCE_DATE_EPOCH": str(now), "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": device, "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": device,
            "GIT_COMMITTER_EMAIL": "a@example.org", "GIT_EDITOR": "true", "GIT_MERGE_AUTOEDIT": "no",
            "GIT_AUTHOR_DATE": f"{now} +0000", "GIT_COMMITTER_DATE": f"{now} +0000", "GIT_TERMINAL_PROMPT": "0",
        }

    # Starting programs.

    def start_program(self, words, device, folder, limit=None, text=""):
        options = {}
        if self.users:
            self.give(self.folder)
            options = {"user": USER, "group": USER, "extra_groups": []}
        if limit is not None:
            words = ["prlimit", f"--fsize={limit}", *words]
        process = subprocess.Popen(
            words, cwd=folder, env=self.environment(device),
            stdin=subprocess.DEVNULL if text is None else subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=True, **options)
        try:
            output, _ = process.communicate(None if text is None else text.encode(), timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
            raise Failure("hang", f"{words} did not end in 60 s: {output[-500:]}")
        return Result(words, process.returncode, output.decode(errors="replace"))

    def tool(self, device, *words, limit=None, text=""):
        """Runs the tool in a device's folder; an answer that is none is a failure."""
        done = self.start_program([TOOL, *words], device, self.path(device[:1]), limit, text)
        self.said.append(f"{' '.join(words)} -> {done.status}: {done.output.strip()[:600]}")
        self.judge_answer(done, limit)
        return done

    def git(self, device, *words, folder=None):
        done = self.start_program(["git", *words], device, folder or self.path(device))
        self.said.append(f"git {' '.join(words)} -> {done.status}: {done.output.strip()[:1200]}")
        if any(sign in done.output for sign in ("Fatal error", "Stack dump", "Crash")):
            raise Failure("crash", f"{done.words}: {done.output[:1000]}")
        return done

    @staticmethod
    def judge_answer(done, limit):
        allowed = (0, 1, 2, 64) if limit is None else (0, 1, 2, 64, -signal.SIGXFSZ, 128 + signal.SIGXFSZ)
        if done.status not in allowed or any(sign in done.output for sign in ("Fatal error", "Stack dump", "Crash")):
            raise Failure("crash", f"status {done.status} of {done.words}: {done.output[:1000]}")

    def give(self, folder):
        """Gives what nobody else owns to the one whom the tool runs as."""
        for directory, _, names in os.walk(folder):
            for path in [directory] + [os.path.join(directory, name) for name in names]:
                if os.lstat(path).st_uid == 0:
                    os.lchown(path, USER, USER)

    # The disk of the place.

    def mount(self, size):
        """Makes the place a small disk, where this may be done."""
        path = self.path("P")
        shutil.move(path, path + ".whole")
        os.makedirs(path)
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size},mode=755", "tmpfs", path], capture_output=True)
        self.is_mounted = done.returncode == 0
        shutil.copytree(path + ".whole", path, dirs_exist_ok=True)
        shutil.rmtree(path + ".whole")

    def close(self):
        if self.is_mounted:
            subprocess.run(["umount", "-l", self.path("P")], capture_output=True)
            self.is_mounted = False

    def fill(self, place, kibibytes):
        """Leaves so much space on the disk of a place, or all of it."""
        filler = self.path(place, ".filler")
        if os.path.exists(filler):
            os.remove(filler)
        if kibibytes is None or not self.is_mounted:
            return
        status = os.statvfs(self.path(place))
        size = status.f_bavail * status.f_frsize - kibibytes * 1024
        if size > 0:
            with open(filler, "wb") as file:
                os.posix_fallocate(file.fileno(), 0, size)

    # What is there.

    def survey(self):
        found = []
        for copy in (*self.devices, *self.places):
            self.surveyor.folder(copy, self.path(copy), found)
        if self.has_git:
            for device in self.devices:
                self.surveyor.repository(device + ".git", self.path(device), self.environment(device), found)
            self.surveyor.repository("hub.git", self.path("hub.git"), self.environment("A"), found)
        return Survey(found)

    def fingerprint(self, copy):
        """The digest of the manifest of a copy."""
        try:
            if self.kind == "archive" and copy == "P":
                import zipfile
                with zipfile.ZipFile(self.place("A")) as archive:
                    name = next(name for name in archive.namelist() if name.endswith("/manifest.json"))
                    return hashlib.sha256(archive.read(name)).hexdigest()
            with open(os.path.join(self.notebook(copy), "manifest.json"), "rb") as file:
                return hashlib.sha256(file.read()).hexdigest()
        except (OSError, StopIteration, ValueError):
            return None

    def touch(self, path):
        """Gives a file a time of its own in the past: an edit that is over."""
        self.touched = getattr(self, "touched", 0) + 1
        moment = self.start - 80000 + 13 * self.touched
        for one in (path, os.path.dirname(path)):
            try:
                os.utime(one, (moment, moment), follow_symlinks=False)
            except OSError:
                pass

    def write(self, path, data):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data if isinstance(data, bytes) else data.encode())
        self.touch(path)

    def is_hidden(self, copy, path):
        """Whether git leaves a file out of the working tree, so that nobody there sees that the name is taken."""
        root = self.path(copy)
        if os.path.lexists(path) or not os.path.exists(os.path.join(root, ".git", "info", "sparse-checkout")):
            return False
        listed = subprocess.run(["git", "ls-files", "-v", "--", os.path.relpath(path, root)], cwd=root, text=True,
                                capture_output=True, check=False).stdout
        return listed.startswith("S ")

    # The beginning.

    def set_up(self):
        for name in (*self.devices, *self.places, "temporary", "bin", "inputs", "backups"):
            os.makedirs(self.path(name))
        os.symlink(TOOL, self.path("bin", "bundle"))
        self.write(self.path("bin", "editor"), '#!/bin/sh\ncat "${0%/*}/typed" >>"$1" 2>/dev/null || :\n')
        os.chmod(self.path("bin", "editor"), 0o755)
        for device in self.devices:
            os.makedirs(self.path(device, "home"))
        for name, text in NOTES.items():
            self.write(self.path("inputs", "vault", name), text)
        self.succeed("A", "create", "N", "--from", self.path("inputs", "vault"))
        self.write(self.path("A", NOTEBOOK, "cards", "Quiz.md"), CARD)
        self.write(self.path("A", NOTEBOOK, "extras", "org.example.app", "data.txt"), EXTRA)
        self.succeed("A", "seal", "N")
        if self.kind == "git":
            self.set_up_git()
        elif self.kind == "archive":
            self.succeed("A", "archive", "N", "-o", self.place("A"))
        if self.kind != "git":
            for device in self.devices:
                self.succeed(device, "sync", "N", self.place(device))
                self.carry_all()
        if self.kind == "mixed":
            self.set_up_git()
        shutil.rmtree(self.path("inputs", "vault"))

    def set_up_git(self):
        self.git_succeed("A", "init", "-q", "--bare", "-b", "main", "../hub.git")
        self.git_succeed("A", "init", "-q", "-b", "main", ".")
        self.write(self.path("A", ".gitignore"), "home\n")
        self.git_succeed("A", "remote", "add", "origin", "../hub.git")
        self.succeed("A", "git-setup")
        self.git_succeed("A", "config", "maintenance.auto", "false")
        self.git_succeed("A", "add", "-A")
        self.git_succeed("A", "commit", "-qm", "first")
        self.succeed("A", "edit", "N", "Alpha", "--append", "tk0010k")
        self.git_succeed("A", "commit", "-qam", "second")
        self.git_succeed("A", "push", "-q", "-u", "origin", "main")
        for device in self.devices[1:]:
            for words in (["init", "-q", "-b", "main", "."], ["config", "maintenance.auto", "false"],
                          ["remote", "add", "origin", "../hub.git"], ["fetch", "-q", "origin"],
                          ["reset", "-q", "origin/main"], ["checkout", "-q", "--", "."],
                          ["branch", "-q", "-u", "origin/main"]):
                self.git_succeed(device, *words)
            self.succeed(device, "git-setup")

    def succeed(self, device, *words):
        done = self.tool(device, *words)
        if done.status:
            raise Failure("setup", f"{words}: {done.output}")

    def git_succeed(self, device, *words):
        done = self.git(device, *words)
        if done.status:
            raise Failure("setup", f"git {words}: {done.output}")

    # The program that carries a place from one computer to another.

    def carry_all(self):
        if self.kind == "cloud":
            for _ in range(2):
                for source in self.places:
                    for target in self.places:
                        if source != target:
                            self.carry(source, target, "all", "dropbox")

    def carry(self, source, target, part, style):
        """Carries what changed in a folder to the server, and from there to another folder, or the first or second half
        of it; a file that changed on both sides becomes a conflict copy, and that of the server takes its place."""
        self.upload(source, part, style)
        self.download(target, part, style)

    def upload(self, place, part, style):
        here, synced = self.files(place), self.synced.setdefault(place, {})
        for path in self.part(part, here.keys() | synced.keys()):
            if here.get(path) != synced.get(path):
                self.exchange(place, path, style)

    def download(self, place, part, style):
        synced = self.synced.setdefault(place, {})
        for path in self.part(part, self.server.keys() | synced.keys()):
            if self.server.get(path) != synced.get(path):
                self.exchange(place, path, style)

    @staticmethod
    def part(part, paths):
        """The paths, or one half of them: which half follows from the names, so that a replay does the same."""
        def number(path):
            # Batches in the trash have random names.
            return hashlib.sha256(re.sub(r"/\d{8}T\d{6}Z-[0-9a-f]+/", "/", path).encode()).digest()[0]
        return [path for path in sorted(paths) if part == "all" or (number(path) + int(part[-1])) % 2 == 0]

    def exchange(self, place, path, style):
        """Makes a file the same in a place and on the server."""
        synced, file = self.synced[place], self.path(place, path)
        here = self.surveyor.content(file, os.stat(file)).digest if os.path.isfile(file) else None
        there = self.server.get(path)
        known = synced.get(path)
        if here == there:
            pass
        elif known == there or known != here and there is None:
            self.send(place, path, here)
        else:
            if known != here and here is not None:
                beside = self.conflict_name(path, place, style)
                self.copy_file(file, self.path(place, beside))
                self.send(place, beside, here)
            self.fetch(place, path, there)
        self.note(place, path)

    def send(self, place, path, digest):
        if digest is None:
            self.server.pop(path, None)
        else:
            self.server[path] = digest
            with open(self.path(place, path), "rb") as file:
                self.contents[digest] = file.read()
        self.note(place, path)

    def fetch(self, place, path, digest):
        target = self.path(place, path)
        if digest is None:
            os.remove(target)
            self.prune(os.path.dirname(target), self.path(place))
        else:
            self.copy_bytes(self.contents[digest], target)

    def note(self, place, path):
        if path in self.server:
            self.synced[place][path] = self.server[path]
        else:
            self.synced[place].pop(path, None)

    def copy_file(self, source, target):
        with open(source, "rb") as file:
            self.copy_bytes(file.read(), target)

    def copy_bytes(self, data, target):
        try:
            os.makedirs(os.path.dirname(target), exist_ok=True)
            temporary = os.path.join(os.path.dirname(target), ".~" + hashlib.sha1(target.encode()).hexdigest()[:8])
            with open(temporary, "wb") as file:
                file.write(data)
            os.replace(temporary, target)
            self.touch(target)
        except OSError:
            pass

    @staticmethod
    def prune(folder, top):
        while folder != top:
            try:
                os.rmdir(folder)
            except OSError:
                return
            folder = os.path.dirname(folder)

    @staticmethod
    def conflict_name(path, source, style):
        folder, name = os.path.split(path)
        stem, ending = os.path.splitext(name)
        sign = {
            "dropbox": f"{stem} ({source}'s conflicted copy 2026-01-02){ending}",
            "syncthing": f"{stem}.sync-conflict-20260102-101010-ABCDEFG{ending}",
            "nextcloud": f"{stem} (conflicted copy 2026-01-02 101010){ending}",
            "onedrive": f"{stem}-{source}{ending}",
            "rclone": f"{name}.conflict1", "path1": f"{stem}.path1{ending}",
        }[style]
        return os.path.join(folder, sign)

    def files(self, copy):
        found = {}
        for directory, folders, names in os.walk(self.path(copy)):
            for name in names:
                path = os.path.join(directory, name)
                if not os.path.islink(path) and os.path.isfile(path) and not name.startswith(".~"):
                    content = self.surveyor.content(path, os.stat(path))
                    found[os.path.relpath(path, self.path(copy))] = content.digest
        return found


class Worlds:
    """Makes each kind of world once, and gives copies of it."""

    def __init__(self, work):
        self.work, self.made = work, {}

    def new(self, kind, devices, folder):
        key = kind, devices
        if key not in self.made:
            top = tempfile.mkdtemp(prefix="world-", dir=self.work)
            world = World(os.path.join(top, "w"), kind, devices)
            os.makedirs(world.folder)
            world.set_up()
            self.made[key] = world
        first = self.made[key]
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(first.folder, folder, symlinks=True)
        world = World(folder, kind, devices, users=kind == "owner" and os.getuid() == 0)
        world.server, world.contents = dict(first.server), dict(first.contents)
        world.synced = {key: dict(value) for key, value in first.synced.items()}
        if kind == "full":
            world.mount("1m")
        if world.has_git:
            # git knows copied files again only when it has looked at them.
            for device in world.devices:
                world.git(device, "update-index", "-q", "--refresh")
            world.said.clear()
        return world
