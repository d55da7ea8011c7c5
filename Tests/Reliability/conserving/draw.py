"""Draws moves at random, of names that are there more often than not."""

import random
import shlex
import unicodedata

from . import hand, repository

NAMES = ["Alpha", "Beta", "Gamma", "Delta", "Ödland", "Été", "Zoë", "New"]
FOLDERS = ["", "", "F", "F/G", "Öl"]
# Groups of moves, with how often each is drawn in a world.
GROUPS = {"hand": 10, "verb": 8, "sync": 9, "merge": 1, "older": 2, "damage": 2, "place": 2, "limit": 1}


class Draw:
    """A source of moves for a world."""

    def __init__(self, play, seed, groups=None):
        self.play, self.world = play, play.world
        self.random = random.Random(seed)
        self.count = 100
        weights = dict(GROUPS)
        kind = self.world.kind
        if kind == "cloud":
            weights["carry"] = 9
        if self.world.has_git:
            weights["git"] = 14
        if kind == "git":
            weights["sync"] = weights["place"] = 0
        if kind == "owner":
            weights["owner"] = 3
        if kind == "full":
            weights["disk"] = 4
        if groups:
            weights = {name: weight for name, weight in weights.items() if name in groups}
        self.weights = {name: weight for name, weight in weights.items() if weight}

    def token(self):
        self.count += 1
        return f"tk{self.count:04}k"

    def mark(self):
        return f"id{self.count:04}m"

    def line(self):
        """The next move."""
        group = self.random.choices(list(self.weights), list(self.weights.values()))[0]
        words = getattr(self, "draw_" + group)()
        return " ".join(shlex.quote(word) for word in words)

    # What moves are made of.

    def device(self):
        return self.random.choice(self.world.devices)

    def items(self, copy):
        return [unicodedata.normalize("NFC", path) for path in hand.files(self.world, copy)
                if path.startswith(("notes/", "cards/")) and path.endswith(".md")]

    def item(self, copy):
        return self.random.choice(self.items(copy) or ["notes/Alpha.md"])

    def note(self, copy):
        return self.random.choice([path for path in self.items(copy) if path.startswith("notes/")] or ["notes/Alpha.md"])

    def any(self, copy, top):
        paths = [unicodedata.normalize("NFC", path) for path in hand.files(self.world, copy) if path.startswith(top)]
        return self.random.choice(paths or [top + "none"])

    def path(self):
        folder = self.random.choice(FOLDERS)
        return "/".join(part for part in ("notes", folder, self.random.choice(NAMES) + ".md") if part)

    def style(self):
        return self.random.choice(["dropbox", "syncthing", "nextcloud", "onedrive", "rclone", "path1"])

    def backup(self):
        return self.random.choice(["one", "two"])

    # Groups.

    def draw_hand(self, copy=None):
        copy = copy or self.device()
        kind = self.random.choice(
            ["rm", "rm", "mv", "mv", "mv", "swap", "circle", "cp", "new", "new", "plain", "append", "append", "edit",
             "edit", "retype", "bare", "nfd", "case", "blob", "unlink", "extra", "title", "folder", "rmfolder",
             "rmblob", "onto", "onto", "nfdfolder", "casefolder", "template", "latin", "twin", "evict", "download",
             "second", "secondblob"])
        item, other, third = self.item(copy), self.item(copy), self.item(copy)
        token, mark = self.token(), self.mark()
        return [copy] + {
            "rm": ["rm", item], "mv": ["mv", item, self.path()], "onto": ["mv", item, other],
            "swap": ["swap", item, other], "circle": ["circle", item, other, third],
            "cp": ["cp", item, self.path()],
            "new": ["new", self.path(), token, mark, self.random.choice(NAMES)],
            "plain": ["plain", self.path(), token], "append": ["append", item, token], "edit": ["edit", item, token],
            "retype": ["retype", item, token], "bare": ["bare", item], "nfd": ["nfd", item], "case": ["case", item],
            "blob": ["blob", f"{self.random.choice(NAMES)}.txt", token, item],
            "unlink": ["unlink", item], "extra": ["extra", self.random.choice(["data.txt", "more.txt"]), token],
            "title": ["title", token], "folder": ["mv", f"notes/{self.random.choice(['F', 'F/G', 'Öl'])}",
                                                  f"notes/{self.random.choice(['F2', 'F/G2', 'Öl', 'F'])}"],
            "rmfolder": ["rm", f"notes/{self.random.choice(['F', 'F/G', 'Öl'])}"],
            "rmblob": ["rm", self.any(copy, "blobs/")],
            "nfdfolder": ["nfd", f"notes/{self.random.choice(['Öl', 'F'])}"],
            "casefolder": ["case", f"notes/{self.random.choice(['Öl', 'F', 'F/G'])}"],
            "template": ["template", token], "latin": ["latin", self.random.choice([item, self.path()]), token],
            "twin": ["twin", item, token], "evict": ["evict", item], "download": ["download"],
            "second": ["second", item, self.style(), self.random.choice(["whole", "whole", "half", "alone"])],
            "secondblob": ["second", self.any(copy, "blobs/"), self.style(),
                           self.random.choice(["whole", "half", "alone"])],
        }[kind]

    def draw_verb(self):
        copy = self.device()
        kind = self.random.choice(
            ["add", "add", "card", "append", "append", "body", "title", "attach", "attach", "rename", "rename", "move",
             "rm", "rm", "rmforever", "restore", "restoreat", "empty", "tag", "tagrename", "pin", "set", "folderadd", "foldermv",
             "folderrm", "smart", "mergeitems", "duplicate", "copy", "undo", "undo", "redo", "clear", "gc", "seal",
             "seal", "repair", "fix", "unsafe", "today", "today", "pack", "unpack", "resolve", "import", "config",
             "color", "historyoff", "new", "yesterday", "unpin", "unset", "study", "smartrm", "smartedit", "tagrm", "tagmerge",
             "folderrename", "folderorder", "undonumber", "restoreall", "type", "type"])
        if kind == "historyoff" and self.random.random() < 0.7:
            kind = "seal"
        if kind == "clear" and self.random.random() < 0.5:
            kind = "undo"
        item, other = self.item(copy), self.item(copy)
        token, mark, name = self.token(), self.mark(), self.random.choice(NAMES)
        folder, known = self.random.choice(FOLDERS), f"tk{self.random.randrange(100, self.count):04}k"
        verbs = {
            "append": ["edit", item, "--append", token], "body": ["edit", item, "--body", token],
            "title": ["edit", item, "--title", f"{name} {token}"], "rename": ["rename", item, name],
            "move": ["move", item, "--to", folder or "/"], "rm": ["rm", item, "--yes"],
            "rmforever": ["rm", item, "--forever", "--yes"], "restore": ["restore", name],
            "restoreat": ["restore", name, "--at", str(self.random.randrange(1, 12))],
            "empty": ["trash", "--empty", "--yes"], "tag": ["tag", "add", token, item],
            "tagrename": ["tag", "rename", known, "tidy"],
            "pin": ["pin", item], "set": ["set", item, "rating", token],
            "folderadd": ["folder", "add", self.random.choice(["F/G", "Öl", "Empty"])],
            "foldermv": ["folder", "move", self.random.choice(["F", "F/G", "Öl"]), "--to",
                         self.random.choice(["/", "Öl", "Empty"])],
            "folderrm": ["folder", "rm", self.random.choice(["F", "F/G", "Öl"]), "--yes"],
            "smart": ["smart", "add", f"Smart {token}", "not trashed"],
            "mergeitems": ["merge-items", item, other], "duplicate": ["duplicate", item],
            "undo": ["undo"], "redo": ["redo"], "clear": ["log", "--clear", "--yes"], "gc": ["gc", "--yes"],
            "seal": ["seal"], "repair": ["repair"], "fix": ["validate", "--fix"], "unsafe": ["validate", "--fix=unsafe"],
            "today": ["today", "--append", token], "resolve": [
                "resolve", "--take", self.random.choice(["mine", "theirs", "both"])],
            "config": ["config", "set", "title", f"Name {token}"],
            "color": ["tag", "color", "tidy", f"#{self.random.randrange(100000, 999999)}"],
            "copy": ["copy", item, "--to", "M"], "new": ["new", token], "yesterday": ["yesterday", "--append", token],
            "unpin": ["unpin", item], "unset": ["unset", item, "rating"], "smartrm": ["smart", "rm", f"Smart {known}"],
            "smartedit": ["smart", "edit", f"Smart {known}", "--query", f"text contains '{token}'"],
            "tagrm": ["tag", "rm", self.random.choice(["tidy", known]), "--yes"],
            "tagmerge": ["tag", "rename", "tidy", known],
            "folderrename": ["folder", "rename", self.random.choice(["F", "F/G", "Öl"]), self.random.choice(["F", "Öl", "H"])],
            "folderorder": ["folder", "order", self.random.choice(["F", "Öl"])],
            "undonumber": ["undo", str(self.random.randrange(1, 12))],
            "restoreall": ["restore", "--where", "trashed"],
            "historyoff": ["config", "set", "historyDays", "0"],
        }
        if kind in verbs:
            return [copy, "bundle", *verbs[kind]]
        return [copy] + {
            "add": ["add", "note", name, folder, token, mark, self.random.choice(NAMES)],
            "card": ["add", "card", name, folder, token, mark],
            "attach": ["attach", item, f"{name}.txt", token],
            "pack": ["pack", self.backup() + ".zip"], "unpack": ["unpack", self.backup() + ".zip"],
            "import": ["import", self.random.choice(self.world.devices)],
            "type": ["type", item, token], "study": ["study", self.random.choice("1234")],
        }[kind]

    def draw_sync(self):
        return [self.device(), "sync"]

    def draw_merge(self):
        return [self.device(), "merge", self.random.choice([*self.world.devices, *self.world.places, "one"])]

    def draw_older(self):
        copy = self.random.choice([*self.world.devices, *self.world.places])
        kind = self.random.choice(["backup", "backup", "restore", "restorehistory", "overlay", "overlayfolder"])
        return [copy] + {
            "backup": ["backup", self.backup()], "restore": ["restore", self.backup()],
            "restorehistory": ["restore", self.backup(), "history"], "overlay": ["overlay", self.backup()],
            "overlayfolder": ["overlay", self.backup(), self.random.choice(["notes", "blobs", "notes/F", "trash"])],
        }[kind]

    def draw_damage(self):
        copy = self.random.choice([*self.world.devices, *self.world.places])
        kind = self.random.choice(
            ["manifest", "notebook", "history", "trash", "extras", "blobs", "blob", "cut", "cutblob", "crlf", "file",
             "hidden", "own", "own", "evicted"])
        token = self.token()
        return [copy] + {
            "manifest": ["rm", "manifest.json"], "notebook": ["rm", "notebook.json"], "history": ["rm", ".history"],
            "trash": ["rm", "trash"], "extras": ["rm", "extras"], "blobs": ["rm", "blobs"],
            "blob": ["rm", self.any(copy, "blobs/")], "cut": ["cut", self.item(copy)],
            "cutblob": ["cut", self.any(copy, "blobs/")], "crlf": ["crlf", self.item(copy)],
            "file": ["file", "notes/Readme.txt", token], "hidden": ["file", "notes/.hidden.md", token],
            "own": ["second", self.random.choice(["manifest.json", "notebook.json"]), self.style(),
                    self.random.choice(["whole", "half", "half", "alone"])],
            "evicted": ["evict", self.any(copy, self.random.choice(["blobs/", "notes/", "trash/"]))],
        }[kind]

    def draw_place(self):
        """What somebody else does in the place, with an editor that knows nothing of notebooks, or with the tool."""
        place = self.random.choice(self.world.places or self.world.devices)
        if self.random.random() < 0.2:
            return [place, "bundle", self.random.choice(["seal", "repair"])]
        return self.draw_hand(place)

    def draw_limit(self):
        words = self.draw_verb() if self.random.random() < 0.5 else self.draw_sync()
        return [words[0], "limited", str(self.random.choice([100, 400, 1500, 4000])), *words[1:]]

    def draw_owner(self):
        copy = self.random.choice([*self.world.devices, *self.world.places])
        path = self.random.choice(["notes/F", "notes/Öl", "blobs", "notes", "trash", self.item(copy)])
        return [copy, self.random.choice(["steal", "steal", "share"]), path]

    def draw_disk(self):
        return ["P", "fill", str(self.random.choice([0, 4, 8, 16, 32, 64, 10000, 10000]))]

    def draw_carry(self):
        source, target = self.random.sample(self.world.places, 2)
        return ["carry", source, target, self.random.choice(["all", "all", "half0", "half1"]),
                self.style()]

    def draw_git(self):
        copy = self.device()
        if repository.under_way(self.world, copy) and self.random.random() < 0.7:
            return [copy, self.random.choice(["finish", "finish", "abort"])]
        item, other = self.item(copy), self.item(copy)
        return [copy] + self.random.choice([
            ["commit", "all"], ["commit", "all"], ["commit", "all"], ["commit", "tracked"], ["commit", "staged"],
            ["commit", "only", item], ["commit", "only", item, other], ["stage", item], ["stage", item, other],
            ["patch", item], ["intent", item], ["gitrm", item], ["gitrm", item, "--cached"],
            ["gitmv", item, self.path()], ["checkout", item], ["skip", item], ["ignore", item.split("/")[-1]],
            ["pull", "merge"], ["pull", "merge"], ["pull", "rebase"], ["pull", "ff"], ["pull", "merge"], ["push"],
            ["push"], ["push"], ["git", "stash", "push", "-q"], ["git", "stash", "push", "-q", "-u"],
            ["git", "stash", "pop", "-q"], ["git", "checkout", "-q", "HEAD~1"], ["git", "checkout", "-q", "main"],
            ["git", "checkout", "-q", "-b", f"b{self.count}"], ["git", "checkout", "-q", "-B", "side", "HEAD~1"],
            ["git", "merge", "-q", "--no-edit", "side"], ["git", "cherry-pick", "side"],
            ["git", "cherry-pick", "origin/main"], ["git", "rebase", "-q", "side"], ["git", "revert", "--no-edit", "HEAD"],
            ["git", "commit", "--amend", "-q", "--no-edit"],
            ["git", "sparse-checkout", "set", "--no-cone", "/*", "!/N.notebundle/notes/F/"],
            ["git", "sparse-checkout", "disable"], ["finish"], ["git", "reset", "-q"],
            ["worktree", item, self.token()], ["git", "merge", "-q", "--no-edit", "tree"],
        ])
