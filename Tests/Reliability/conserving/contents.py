"""What stands where: every file of every copy, place and repository, with the marks by which its text is known again."""

import collections
import functools
import hashlib
import io
import os
import re
import subprocess
import tarfile
import unicodedata
import zipfile

# A text that somebody typed, and the item that it was typed into.
TOKEN = re.compile(rb"tk\d{4}k")
MARK = re.compile(rb"id\d{4}m")
DIGEST = re.compile(r"\b[0-9a-f]{64}\b")
# What is never searched: where git and the tool keep what is no content, nor what a program keeps for itself.
SKIPPED = {".git", "home"}


class Content:
    """The bytes of a file: their digest, and the marks in them."""

    __slots__ = ("digest", "tokens", "marks", "is_exact", "is_made", "oid")

    def __init__(self, data):
        self.digest = hashlib.sha256(data).hexdigest()
        self.oid = hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()
        self.tokens = frozenset(TOKEN.findall(data.lower()))
        self.marks = frozenset(MARK.findall(data))
        # An attachment or extra is found byte for byte, but for what damage left of it; a text may have been written anew.
        self.is_exact = data.startswith((b"BLOB ", b"EXTRA ")) and bool(self.tokens)
        # The tool derives manifests and records from other files.
        self.is_made = b'"format": "notebundle"' in data[:64] and b'"entries"' in data[:128] or \
            b'"format": "notebundle-' in data[:64]


class Standing:
    """A content and where it stands: in a copy (`A`, or `A.git`), under a path."""

    __slots__ = ("copy", "path", "content", "is_kept", "is_trashed", "is_live", "is_evicted", "is_document", "named")

    def __init__(self, copy, path, content):
        self.copy, self.path, self.content = copy, path, content
        self.is_kept, self.is_trashed, self.is_live, self.is_evicted, self.is_document, self.named = of_path(path)


@functools.cache
def of_path(path):
    """What a path says, asked for each file after each call: whether it is in the history, in the trash, what a person
    sees as an item, an item in iCloud only, and a file of the document; and the tokens in it."""
    parts = path.split("/")
    is_shown = len(parts) > 1 and not any(part.startswith(".") for part in parts)
    is_item = len(parts) > 2 and parts[1] in ("notes", "cards")
    return ("/.history/" in "/" + path, "trash" in parts[1:2], is_item and is_shown and path.endswith(".md"),
            is_item and path.endswith(".md.icloud"), is_shown, frozenset(TOKEN.findall(os.fsencode(path).lower())))


class Survey:
    """Everything that stands somewhere at one time."""

    def __init__(self, standings):
        self.standings = standings
        self.digests, self.tokens = {}, {}
        for one in standings:
            self.digests.setdefault(one.copy, set()).add(one.content.digest)
            self.tokens.setdefault(one.copy, set()).update(one.content.tokens, one.named)

    def has(self, content, copies, is_text=False):
        """Whether a content is in one of these copies: byte for byte, or, of a text, all that somebody typed.

        Any file that got the name of a note is a text."""
        if any(content.digest in self.digests.get(copy, ()) for copy in copies):
            return True
        return (is_text or not content.is_exact) and content.tokens <= set().union(*(self.tokens.get(copy, ()) for copy in copies))

    def live(self, copy):
        """The marks of the items that a copy shows."""
        return {mark for one in self.standings if one.copy == copy and one.is_live for mark in one.content.marks}

    def fewer(self, later, copy):
        """The marks of the items of which a copy shows fewer later."""
        return set(self.counts(copy) - later.counts(copy))

    def counts(self, copy):
        return collections.Counter(
            mark for one in self.standings if one.copy == copy and (one.is_live or one.is_evicted)
            for mark in one.content.marks)

    def copies(self):
        return {one.copy for one in self.standings}


class Surveyor:
    """Reads what stands where; it reads a file again only when it changed."""

    def __init__(self):
        self.known, self.archives, self.objects, self.records = {}, {}, {}, {}
        self.reachable = {}

    def content(self, path, status):
        key = (path, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
        if key not in self.known:
            with open(path, "rb") as file:
                self.known[key] = Content(file.read())
        return self.known[key]

    def folder(self, copy, root, found):
        """All files below a folder, those in archives of it included."""
        waiting, kept, recorded = [""], [], {}
        while waiting:
            folder = waiting.pop()
            try:
                entries = list(os.scandir(os.path.join(root, folder)))
            except OSError:
                continue
            for entry in entries:
                path = folder + "/" + entry.name if folder else entry.name
                if entry.is_symlink():
                    continue
                if entry.is_dir():
                    if entry.name not in SKIPPED:
                        waiting.append(path)
                    continue
                if "/.history/" in path and "/.history/files/" not in path:
                    top = path.split("/.history/")[0]
                    recorded.setdefault(top, set()).update(self.recorded(entry.path, entry.stat()))
                    continue
                if not entry.is_file() or entry.name in ("manifest.json", "lineage", ".filler"):
                    continue
                status = entry.stat()
                if entry.name.endswith((".zip", ".tar")) and ".notebundle/" not in path:
                    found.extend(self.members(copy, entry.path, status))
                    continue
                try:
                    content = self.content(entry.path, status)
                except OSError:
                    continue
                if "/.history/files/" in path:
                    kept.append(Standing(copy, path, content))
                elif not content.is_made:
                    found.append(Standing(copy, path if path.isascii() else unicodedata.normalize("NFC", path), content))
        # Nobody finds what no record names.
        found.extend(one for one in kept if not one.content.is_made and
                     one.content.digest in recorded.get(one.path.split("/.history/")[0], ()))

    def recorded(self, path, status):
        """The digests that a record of the history names."""
        key = (path, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
        if key not in self.records:
            try:
                with open(path, encoding="utf-8", errors="replace") as file:
                    self.records[key] = frozenset(DIGEST.findall(file.read()))
            except OSError:
                return frozenset()
        return self.records[key]

    def members(self, copy, path, status):
        key = (path, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
        if key not in self.archives:
            found = []
            try:
                if path.endswith(".zip"):
                    with zipfile.ZipFile(path) as archive:
                        members = [(name, archive.read(name)) for name in archive.namelist() if not name.endswith("/")]
                else:
                    with tarfile.open(path) as archive:
                        members = [(one.name, archive.extractfile(one).read()) for one in archive if one.isfile()]
            except (OSError, zipfile.BadZipFile, tarfile.TarError, RuntimeError, EOFError):
                members = []
            for name, data in members:
                content = Content(data)
                if not content.is_made and not name.endswith(("manifest.json", "lineage")):
                    found.append(Standing(copy, name, content))
            self.archives[key] = found
        return self.archives[key]

    def repository(self, copy, top, environment, found):
        """What git can still find: from branches, the index, the stash and the reflog."""
        folder = os.path.join(top, ".git") if os.path.isdir(os.path.join(top, ".git")) else top
        signature = []
        for name in ("index", "HEAD", "logs/HEAD", "logs/refs/stash", "packed-refs", "refs/heads", "refs/stash",
                     "MERGE_HEAD", "refs/remotes/origin", "refs/heads/main"):
            try:
                status = os.stat(os.path.join(folder, name))
                signature.append((name, status.st_mtime_ns, status.st_size, status.st_ino))
            except OSError:
                pass
        signature = tuple(signature)
        if self.reachable.get(top, (None, None))[0] != signature:
            listed = subprocess.run(
                ["git", "rev-list", "--objects", "--all", "--reflog", "--indexed-objects", "HEAD"], cwd=top,
                env=environment, capture_output=True)
            names = [line.split(b" ", 1) for line in listed.stdout.splitlines()]
            names = {name[0]: os.fsdecode(name[1]) for name in names if len(name) == 2 and name[1]}
            new = [name for name in names if name not in self.objects]
            if new:
                self.read_objects(top, environment, new)
            self.reachable[top] = signature, [
                Standing(copy, names[name], self.objects[name]) for name in names if self.objects.get(name)]
        found.extend(self.reachable[top][1])

    def read_objects(self, top, environment, names):
        done = subprocess.run(
            ["git", "cat-file", "--batch"], cwd=top, env=environment, input=b"\n".join(names) + b"\n",
            capture_output=True)
        stream = io.BytesIO(done.stdout)
        for name in names:
            header = stream.readline().split()
            if len(header) != 3:
                self.objects[name] = None
                continue
            data = stream.read(int(header[2]))
            stream.read(1)
            content = Content(data) if header[1] == b"blob" else None
            self.objects[name] = content if content and not content.is_made else None
