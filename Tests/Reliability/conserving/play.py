"""Plays moves, one a line, and holds each call of the tool and of git against the law.

A line names who moves and what: `A mv notes/Beta.md notes/Alpha.md`, `B sync`, `A git checkout -q HEAD~1`,
`carry PA PB half0 dropbox`. What a move needs and is not there makes it do nothing, so that any lines can be left out.
"""

import collections
import json
import os
import re
import shlex

from . import hand, repository
from .law import Call, judge
from .world import NOTEBOOK, TOOL, Failure

# Verbs that delete items because somebody said so.
DELETING = {"rm", "trash", "undo", "redo", "restore", "merge-items", "resolve", "folder", "unarchive",
            # Its version of a note replaces another, which goes to the trash.
            "import"}
# Verbs with which a person replaces names and values; where the person keeps no history, only texts are kept.
TYPING = {"rename", "move", "tag", "pin", "unpin", "attach", "smart", "config", "folder", "gc"}


class Play:
    """A world in which moves are made."""

    def __init__(self, world):
        self.world = world
        # What each copy had at some time.
        self.had = collections.defaultdict(set)
        # What stood in its trash, and under each path.
        self.trashed, self.stood = collections.defaultdict(dict), collections.defaultdict(set)
        self.now = world.survey()
        self.status = self.output = None
        self.trouble = []

    @property
    def now(self):
        """What stands where at this time."""
        return self.latest

    @now.setter
    def now(self, survey):
        self.latest = survey
        for copy, digests in survey.digests.items():
            self.had[copy] |= digests
        for one in survey.standings:
            if one.is_trashed:
                self.trashed[one.copy][one.content.digest] = one
            elif one.is_live:
                self.stood[one.copy, one.path].add(one.content.digest)

    def line(self, text):
        """Makes one move."""
        world = self.world
        world.steps += 1
        world.said.append("> " + text)
        words = shlex.split(text)
        if words[0] == "carry":
            if {words[1], words[2]} <= set(world.places):
                before = self.now
                world.carry(*words[1:])
                self.now = world.survey()
                if words[3] != "all":
                    # What the program overwrote, and brings under another name later, is gone until then.
                    for place in words[1:3]:
                        world.deleted |= before.fewer(self.now, place)
            return
        actor, name, *words = words
        if actor == "expect":
            return self.expect(name, *words)
        if actor not in (*world.devices, *world.places):
            return
        if name in hand.MOVES:
            if world.kind == "archive" and actor == "P":
                return
            before = self.now
            try:
                hand.MOVES[name](world, actor, *words)
            except OSError as error:
                # A full disk, or a name that is too long: that a file manager fails is nobody's concern here.
                world.said.append(str(error))
            self.now = world.survey()
            if world.kind == "git":
                world.removed |= self.attachments(before, actor) - self.attachments(self.now, actor)
            # What git commits then is a deletion like any other.
            if not hand.MOVES[name].branches or world.has_git:
                world.deleted |= before.fewer(self.now, actor)
            return
        if actor not in world.devices:
            return self.on_place(actor, name, words)
        limit = None
        if name == "limited":
            limit, name, *words = int(words[0]), *words[1:]
        if name == "git" or name in repository.MOVES:
            if world.has_git:
                repository.play(self, actor, name, words)
            return
        getattr(self, "do_" + name.replace("-", "_"))(actor, *words, limit=limit)

    @staticmethod
    def attachments(survey, copy):
        return {one.content.digest for one in survey.standings if one.copy == copy and "/blobs/" in one.path}

    def on_place(self, place, name, words):
        """What happens in a place by the tool: somebody seals or repairs it there, or its disk fills."""
        world = self.world
        if name == "fill":
            world.fill(place, int(words[0]))
        elif name == "bundle" and os.path.isdir(world.notebook(place)):
            self.call(place, [words[0], *words[1:], "-n", os.path.join("..", place, NOTEBOOK)], words[0])

    # Calls of the tool.

    def call(self, device, words, verb, limit=None, text="", **law):
        """Runs the tool and judges what it left."""
        before = self.now
        done = self.world.tool(device if device in self.world.devices else "A", *words, limit=limit, text=text)
        self.now = self.world.survey()
        self.status, self.output = done.status, done.output
        if verb in TYPING and device in self.world.without_history:
            law.setdefault("may_lose", lambda one: one.copy == device)
        judge(self.world, Call(device, deletes=verb in DELETING, **law), before, self.now)
        return done

    def do_bundle(self, device, verb, *words, limit=None):
        law = {}
        if verb == "trash" and "--empty" in words:
            # What somebody removed from it by hand is still listed.
            law["destroys"] = self.destroyed(device, lambda one: one.is_trashed, self.trashed[device].values())
        elif verb == "rm" and "--forever" in words:
            law["destroys"] = self.destroyed(device, lambda one: not one.is_kept and self.is_named(one, words))
        elif verb == "log" and "--clear" in words:
            law["may_lose"] = lambda one: one.copy == device and one.is_kept
        elif verb == "config" and words[:1] == ("set",) and words[1] == "historyDays":
            self.world.without_history.add(device)
            self.call(device, [verb, *words], verb, limit)
            return
        if verb == "sync":
            return self.do_sync(device, *words, limit=limit)
        self.call(device, [verb, *words, "-n", "N"], verb, limit, **law)

    @staticmethod
    def is_named(one, words):
        return any(word in one.path for word in words if not word.startswith("-"))

    def destroyed(self, device, chosen, gone=()):
        """What is destroyed with some files of a copy: they, and the versions of the same items that the copy had."""
        files = [one for one in self.now.standings if one.copy == device and chosen(one)] + list(gone)
        digests = {one.content.digest for one in files}
        # A text that was cut short, or is in another encoding, has lost its mark.
        earlier = set()
        for one in files:
            if one.is_live and not one.content.marks:
                earlier |= self.stood[device, one.path]
        kept = {mark for one in self.now.standings if one.copy == device and one.is_live and not chosen(one)
                for mark in one.content.marks}
        marks = {mark for one in files for mark in one.content.marks} - kept
        had = self.had[device]
        return lambda one: one.content.digest in digests and one.copy == device or one.content.digest in earlier or \
            one.content.digest in had and one.content.marks and one.content.marks <= marks

    def do_sync(self, device, *words, limit=None):
        if self.world.places:
            return self.call(device, ["sync", "N", self.world.place(device), "--wait", "0", *words], "sync", limit)

    def other(self, device, name):
        """A copy that is named: that of a device or place, or an older one that was kept."""
        path = self.world.path("backups", device, name)
        if name == "P" and self.world.kind == "archive":
            return self.world.place(device)
        return path if os.path.exists(path) else self.world.notebook(name)

    def do_merge(self, device, other, limit=None):
        self.call(device, ["merge", "N", self.other(device, other)], "merge", limit)

    def do_import(self, device, other, limit=None):
        self.call(device, ["import", "N", self.other(device, other)], "import", limit)

    def do_add(self, device, kind, title, folder, token, mark, *links, limit=None):
        links = " ".join(f"[[{link}]]" for link in links)
        text = f"---\nmark: {mark}\n---\n\nAdded {token} {links}\n" + ("\n---\n\nBack\n" if kind == "card" else "")
        self.world.write(self.world.path("inputs", "text.md"), text)
        self.call(device, ["add", "N", kind, "--title", title, "--folder", folder or "/", "--file",
                           self.world.path("inputs", "text.md")], "add", limit)

    def do_attach(self, device, item, name, token, limit=None):
        path = self.world.path("inputs", name)
        self.world.write(path, f"BLOB {token}\n")
        self.call(device, ["attach", "N", item, path], "attach", limit)
        os.remove(path)

    def do_type(self, device, item, token, limit=None):
        """Types into the editor."""
        with open(self.world.path("bin", "typed"), "w", encoding="utf-8") as file:
            file.write(f"\n{token}\n")
        self.call(device, ["edit", "N", item], "edit", limit, text=None)
        os.remove(self.world.path("bin", "typed"))

    def do_study(self, device, key, limit=None):
        """Shows a card in a terminal, and answers."""
        before = self.now
        typed = "".join(f"sleep 0.1; printf '{one}'; " for one in (" ", key, "q"))
        screen = f"script -qec {shlex.quote(shlex.quote(TOOL) + ' study N')} /dev/null"
        done = self.world.start_program(["sh", "-c", f"({typed}) | {screen}"], device, self.world.path(device), limit)
        self.world.said.append(f"study -> {done.status}: {done.output[-300:]!r}")
        self.world.judge_answer(done, limit)
        self.now = self.world.survey()
        judge(self.world, Call(device), before, self.now)

    def do_pack(self, device, name, limit=None):
        os.makedirs(self.world.path("backups", device), exist_ok=True)
        path = self.world.path("backups", device, name)
        self.call(device, ["archive", "N", "-o", path], "archive", limit)

    def do_unpack(self, device, name, limit=None):
        path = self.world.path("backups", device, name)
        if os.path.isfile(path):
            self.call(device, ["unarchive", path, "--replace", "--yes", "-o", "N"], "unarchive", limit)

    # The end: every copy syncs until nothing changes.

    def converge(self):
        """Syncs all copies twice with nobody typing, and wants the same from all of them."""
        world = self.world
        self.unfill()
        if world.kind == "git":
            self.tidy()
            return repository.converge(self)
        for device in world.devices if world.has_git else ():
            repository.unhide(self, device)
        self.tidy()
        for copy in (*world.devices, *world.places):
            if os.path.isdir(world.notebook(copy)) and world.users:
                hand.share(world, copy, ".")
        # What a program carries after the last sync of a device needs a round more, and what a device without a history
        # keeps in its trash.
        rounds = 3 if world.kind == "cloud" or world.without_history else 2
        for turn in range(rounds + 1):
            before, stood, state = self.fingerprints(), self.now, self.state()
            if turn == rounds and len(set(before.values())) > 1:
                raise Failure("diverged", f"after {rounds} rounds: {self.differences(before)}")
            for device in world.devices:
                self.sync_at_last(device)
                world.carry_all()
                self.now = world.survey()
            # Whoever left every byte as it was finds the same the next time.
            if not world.is_exhaustive and len(set(before.values())) == 1 and state == self.state():
                break
        if before != self.fingerprints():
            told = {copy: self.files(stood, copy) ^ self.files(self.now, copy) for copy in before}
            raise Failure("restless", f"another round changed something: {told}")
        for copy in (*world.devices, *world.places):
            self.validate(copy, world.place("A") if world.kind == "archive" and copy == "P" else world.notebook(copy))

    def state(self):
        """Every file of every copy and place, what the tool keeps beside the document included."""
        return {copy: {path: digest for path, digest in self.world.files(copy).items()
                       if not path.startswith(("home/", ".git/"))}
                for copy in (*self.world.devices, *self.world.places)}

    def fingerprints(self):
        return {copy: self.world.fingerprint(copy) for copy in (*self.world.devices, *self.world.places)}

    @staticmethod
    def files(survey, copy):
        """The files of the document, with the beginnings of their digests."""
        return {(one.path.split("/", 1)[1], one.content.digest[:8]) for one in survey.standings
                if one.copy == copy and one.is_document and "/" in one.path}

    def tidy(self):
        """Everybody does what they were told: fetches what is in iCloud only, and mends what no notebook can hold."""
        for copy in (*self.world.devices, *self.world.places):
            if os.path.isdir(self.world.notebook(copy)):
                hand.download(self.world, copy)
                hand.tidy(self.world, copy)
        self.now = self.world.survey()

    def unfill(self):
        for place in self.world.places:
            self.world.fill(place, None)

    def sync_at_last(self, device):
        """Syncs, and does what a person does where that is refused: seals, repairs here, and repairs there."""
        self.world.steps += 1
        for helps in (None, "carry", ["seal", "N", "--with-conflicts"], ["validate", "N", "--fix=unsafe"],
                      ["repair", "N"], "P", "last"):
            if helps == "carry":
                # Waits until it is copied completely; other devices may have what is missing.
                if self.world.kind != "cloud":
                    continue
                for other in self.world.devices:
                    self.world.carry_all()
                    self.now = self.world.survey()
                    if other != device:
                        self.do_sync(other)
                self.world.carry_all()
                self.now = self.world.survey()
                if self.is_synced(device):
                    return
                continue
            if helps == "P":
                place = self.world.places[self.world.devices.find(device) if self.world.kind == "cloud" else 0]
                if self.world.kind == "archive" or not os.path.isdir(self.world.notebook(place)):
                    continue
                if not os.path.exists(os.path.join(self.world.notebook(place), "notebook.json")):
                    # Another device may know it; a new one would be another notebook.
                    for other in self.world.devices:
                        self.do_sync(other)
                    if self.is_synced(device):
                        return
                for verb in ("seal", "repair"):
                    self.call(place, [verb, self.world.notebook(place)], verb)
            elif helps == "last":
                raise Failure("stuck", f"sync of {device} is refused: {self.output.strip()[:800]}")
            elif helps:
                self.call(device, helps, helps[0])
            if self.is_synced(device):
                if helps:
                    self.trouble.append(f"{device} needed {helps}")
                return

    def is_synced(self, device):
        """Syncs; whether nothing is left that no notebook can hold."""
        done = self.do_sync(device)
        return done.status == 0 or done.status == 1 and "; it stays there, and is not synced" not in done.output

    def differences(self, fingerprints):
        """What differs between the first two copies that do."""
        names = sorted(fingerprints)
        first = names[0]
        other = next(name for name in names if fingerprints[name] != fingerprints[first])
        here, there = self.files(self.now, first), self.files(self.now, other)
        return f"only {first}: {sorted(here - there)}; only {other}: {sorted(there - here)}"

    def validate(self, name, path):
        done = self.world.tool("A", "validate", path, "--json", "--no-config", "--ignore", "NB204,NB302,NB303,NB7")
        if done.status:
            listed = self.listed(path)
            findings = [one for one in json.loads(done.output)["findings"] if one["severity"] == "error"]
            told = [f"{one['rule']} {one.get('path')} {one['message']}" for one in findings if self.is_wrong(one, listed)]
            if told:
                raise Failure("invalid", f"{name}: {'; '.join(told)}")

    @staticmethod
    def listed(path):
        """The paths that a manifest lists."""
        try:
            with open(os.path.join(path, "manifest.json"), encoding="utf-8") as file:
                return {entry["path"] for entry in json.load(file)["entries"]}
        except (OSError, ValueError, KeyError):
            return None

    def is_wrong(self, finding, listed):
        """Whether a finding is the tool's fault: an attachment that nobody has any more is not, nor what git deleted, nor
        a file of which the notebook knows nothing."""
        if listed is not None and finding["rule"].startswith("NB5") and finding.get("path") not in listed:
            return False
        if finding["rule"] not in ("NB502", "NB601"):
            return True
        text = finding["message"] if finding["rule"] == "NB601" else finding["path"]
        infix = re.search(r"\.([0-9a-f]{16,64})(?:[.”]|$)", text)
        return infix is not None and any(
            digest.startswith(infix.group(1)) and digest not in self.world.removed
            for copy, digests in self.now.digests.items() if not copy.endswith(".git") for digest in digests)

    # What a scenario expects besides the law.

    def expect(self, what, *words):
        world = self.world
        if what == "status":
            if str(self.status) not in words:
                raise Failure("expected", f"status {' or '.join(words)}, not {self.status}: {self.output.strip()}")
        elif what == "said":
            if not re.search(words[0], self.output):
                raise Failure("expected", f"“{words[0]}” in: {self.output.strip()}")
        elif what in ("live", "here", "gone"):
            copy, token = words[0], words[1].encode()
            found = [one for one in self.now.standings if one.copy == copy and token in one.content.tokens | one.content.marks]
            wanted = {"live": lambda one: one.is_live or "/blobs/" in one.path and not one.is_trashed,
                      "here": lambda one: True, "gone": lambda one: one.is_live}[what]
            if any(wanted(one) for one in found) == (what == "gone"):
                raise Failure("expected", f"{what} {words[1]} in {copy}, found in {[one.path for one in found]}")
        elif what == "at":
            copy, path, token = words
            standing = next((one for one in self.now.standings
                             if one.copy == copy and one.path.split("/", 1)[1:] == [path]), None)
            if standing is None or token.encode() not in standing.content.tokens | standing.content.marks:
                raise Failure("expected", f"{token} in {copy}:{path}")
        elif what == "valid":
            self.validate(words[0], world.notebook(words[0]))
        elif what == "git":
            said = repository.plain(world, words[0], *shlex.split(words[1]))
            if not re.search(words[2], said):
                raise Failure("expected", f"“{words[2]}” of ‘git {words[1]}’: {said.strip()}")
        elif what == "sealed":
            repository.judge_commit(self, words[0], ["log", "-1"])
        elif what == "same":
            found = {copy: world.fingerprint(copy) for copy in words}
            if len(set(found.values())) > 1:
                raise Failure("expected", f"the same in {words}: {self.differences(found)}")
