"""The notebooks that are measured, made when they are first asked for."""

import functools
import json
import os
import shutil

import exchange
import notebooks
from measure import quiet


class Shelf:
    """Notebooks below a folder, which may have been made by an earlier run."""

    def __init__(self, bundle, work, small):
        self.bundle, self.work = bundle, work
        # A tenth of the notes, and less of what is large, where figures do not matter.
        self.small = small

    def path(self, *names):
        return os.path.join(self.work, *names)

    def discard(self, folder):
        """Takes a folder out of the way, and deletes what is large in it.

        Many small files are deleted when everything is measured: ext4 gives out no inode again that was deleted in the last
        seconds, and looks for others so long that it took half the time of a program that makes 10,000 files.
        """
        if not os.path.exists(folder):
            return
        for directory, _, names in os.walk(folder):
            for name in names:
                path = os.path.join(directory, name)
                if os.lstat(path).st_size > 16 * notebooks.MEGABYTE:
                    os.remove(path)
        discarded = self.path("discarded")
        os.makedirs(discarded, exist_ok=True)
        os.rename(folder, os.path.join(discarded, str(len(os.listdir(discarded)))))

    def close(self):
        """Deletes what was discarded."""
        shutil.rmtree(self.path("discarded"), ignore_errors=True)

    @staticmethod
    def _kept(path, make):
        """What lies at a path; made under another name first, since a run may be cut short."""
        if not os.path.exists(path):
            unfinished = os.path.join(os.path.dirname(path), "Unfinished " + os.path.basename(path))
            shutil.rmtree(unfinished, ignore_errors=True)
            make(unfinished)
            os.rename(unfinished, path)
        return path

    def _imported(self, name, count, **options):
        bundle = self.path(f"{name}.notebundle")
        if not os.path.exists(bundle):
            folder = self.folder(name, count, **options)
            quiet(self.bundle, "create", bundle, "--from", folder)
            shutil.rmtree(folder)
        return bundle

    def folder(self, name, count, **options):
        """The notes of a notebook as another program keeps them."""

        def make(folder):
            os.makedirs(folder)
            notebooks.notes(folder, count, **options)

        return self._kept(self.path(f"{name} folder"), make)

    def foreign(self, name):
        """The plain notes as another system exports them."""
        write, ending = exchange.WRITTEN.get(name, (None, exchange.EXPORTED.get(name)))
        place = self.path(f"Plain {name}{ending}")
        if not os.path.exists(place):
            if write:
                write(exchange.notes(self.folder("New", self.count)), place)
            else:
                quiet(self.bundle, "export", self.plain, "--format", name, "-o", place)
        return place

    @property
    def count(self):
        return 1_000 if self.small else 10_000

    @functools.cached_property
    def plain(self):
        """10,000 notes."""
        return self._imported("Plain", self.count)

    @functools.cached_property
    def pictured(self):
        """10,000 notes, and 100 pictures that no compression makes smaller."""
        return self._imported("Pictured", self.count, pictures=10 if self.small else 100)

    @functools.cached_property
    def linked(self):
        """10,000 notes with ten links each."""
        return self._imported("Linked", self.count, links=10)

    @functools.cached_property
    def many(self):
        """100,000 notes."""
        return self._imported("Many", 10 * self.count)

    @functools.cached_property
    def cards(self):
        """10,000 cards with gaps."""

        def make(bundle):
            quiet(self.bundle, "create", bundle)
            notebooks.cards(os.path.join(bundle, "cards"), self.count)
            quiet(self.bundle, "seal", bundle)

        return self._kept(self.path("Cards.notebundle"), make)

    @functools.cached_property
    def large(self):
        """One note, and 2 GiB of random bytes under an ending that nobody knows."""
        return self._with_file("Large", (64 if self.small else 2048) * notebooks.MEGABYTE)

    @functools.cached_property
    def unsealed(self):
        """One note, and a file of 5 GiB that was put into blobs/ by hand."""

        def make(bundle):
            self._empty(bundle)
            notebooks.random_file(bundle + "/blobs/film.xyz", (64 if self.small else 5120) * notebooks.MEGABYTE, seed=3)

        return self._kept(self.path("Unsealed.notebundle"), make)

    def _empty(self, bundle):
        quiet(self.bundle, "create", bundle)
        quiet(self.bundle, "add", bundle, "note", "--title", "One", "--body", "One note.")

    def _with_file(self, name, size):
        def make(bundle):
            self._empty(bundle)
            source = self.path(name + ".xyz")
            notebooks.random_file(source, size)
            quiet(self.bundle, "attach", bundle, "One", source)
            os.remove(source)

        return self._kept(self.path(f"{name}.notebundle"), make)

    def archive(self, bundle, ending):
        """An archive of a notebook."""
        path = bundle.removesuffix(".notebundle") + ".archived." + ending
        if not os.path.exists(path):
            quiet(self.bundle, "archive", bundle, "-o", path)
        return path

    def committed(self, bundle):
        """A copy of a notebook that is committed to git."""

        def make(repository):
            shutil.copytree(bundle, repository, symlinks=True)
            quiet("git", "init", "-q", repository)
            for words in (
                ("config", "user.email", "bench@example.org"), ("config", "user.name", "Bench"),
                ("config", "gc.auto", "0"), ("config", "core.fsync", "all"), ("add", "-A"), ("commit", "-qm", "All"),
            ):
                quiet("git", "-C", repository, *words)

        return self._kept(bundle.removesuffix(".notebundle") + ".git.notebundle", make)

    def copy(self, bundle):
        """A copy of a notebook that may be changed."""
        return self._copied(bundle, bundle.removesuffix(".notebundle") + ".copy.notebundle")

    def other(self, bundle):
        """A copy of that copy, to be merged with it."""
        copy = self.copy(bundle)
        return self._copied(copy, copy.removesuffix(".notebundle") + ".other.notebundle")

    def _copied(self, bundle, path):
        return self._kept(path, lambda copy: shutil.copytree(bundle, copy, symlinks=True))

    def without_history(self, bundle):
        """The folder of settings that keep no history."""
        place = self.path("settings")
        if not os.path.exists(place):
            os.makedirs(place)
            quiet(bundle, "config", "set", "historyDays", "0", env={**os.environ, "XDG_CONFIG_HOME": place})
        return place

    def items(self, bundle):
        """The paths of all notes."""
        with open(bundle + "/manifest.json", encoding="utf-8") as file:
            return [entry["path"] for entry in json.load(file)["entries"] if entry["type"] == "note"]

    def together(self, bundle):
        """All notes in one file."""
        path = bundle.removesuffix(".notebundle") + ".md"
        if not os.path.exists(path):
            with open(path, "wb") as output:
                for item in self.items(bundle):
                    with open(os.path.join(bundle, item), "rb") as note:
                        output.write(note.read() + b"\n")
        return path

    def sums(self, bundle):
        """What `sha256sum -c` reads."""
        path = bundle.removesuffix(".notebundle") + ".sums"
        if not os.path.exists(path):
            lines = quiet("sh", "-c", "find . -type f -print0 | xargs -0 sha256sum", cwd=bundle)
            with open(path, "w", encoding="utf-8") as file:
                file.write(lines)
        return path
