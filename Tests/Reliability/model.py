"""A notebook and a model of it, a dictionary: random sequences of verbs, edits by other programs, kills and archives are
done to both, and both must be the same after each step.

usage: model.py [--steps N] [--seconds N] [--seed N] [--work DIR]
"""

import argparse
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from urllib.parse import quote

from notebook import TOOL, State, Wrong, run

TAGS = ["a", "wet land", "ä/b", "Zoë", "a/b/c", "x-1"]
FOLDERS = ["", "F", "F/G", "Öl", "F/G/H i", "Other"]
WORDS = ["zebra", "Grüße", "a # b", "100%", "[x]", "(y)", "it's", "“q”", "日本", "e\u0301", "a  b", "co: lon", "- dash", "*s*", "🍰"]
ENDINGS = ["zip", "tar", "tar.gz", "tar.zst", "tar.xz"]


class Note:
    """What an item should be."""

    def __init__(self, kind, title, folder, lines):
        self.kind, self.title, self.folder, self.lines = kind, title, folder, lines
        self.tags, self.is_pinned, self.is_gone, self.is_merged = set(), False, False, False
        self.links, self.attached = [], []
        self.uuid = self.created = None
        # Texts in the trash stay as they are: what they link to can get another place, and isn't followed then.
        self.frozen, self.loose = None, set()


class Model:
    """The items by keys of its own, which links name, too."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.notes = {}
        # Where links to what was joined lead.
        self.joined = {}
        self.count = 0

    def key(self):
        self.count += 1
        return f"k{self.count}"

    def alive(self, kind=None):
        return [key for key, note in self.notes.items() if not note.is_gone and kind in (None, note.kind)]

    def gone(self):
        return [key for key, note in self.notes.items() if note.is_gone]

    def compare(self, state):
        """Holds the model against the files."""
        found = {item.uuid: item for item in state.items.values()}
        trashed = {item.uuid: item for item in state.trash.values()}
        known = {note.uuid for note in self.notes.values()}
        new = [item for uuid, item in (found | trashed).items() if uuid not in known]
        for key, note in self.notes.items():
            if note.uuid is None:
                item = next((item for item in new if item.title == note.title), None)
                if item is None:
                    raise Wrong(f"{key}, {note.title}, is not there")
                new.remove(item)
                note.uuid, note.created = item.uuid, item.values["created"]
            item = (trashed if note.is_gone else found).get(note.uuid)
            if item is None:
                raise Wrong(f"{key}, {note.title}, is not {'in the trash' if note.is_gone else 'there'}")
            self.compare_item(key, note, item, state)
        if new:
            raise Wrong(f"nobody made {[item.path for item in new]}")

    def place(self, key, state):
        """Where an item is that is not in the trash."""
        while key in self.joined:
            key = self.joined[key]
        note = self.notes.get(key)
        item = note and not note.is_gone and state.items.get(note.uuid)
        return item.path if item else None

    def compare_item(self, key, note, item, state):
        lines = [line for line in item.lines if not line.startswith(("see [", "[attached"))]
        is_same = (item.title, item.folder, lines, item.tags, item.is_pinned, item.values["created"]) == (
            note.title, note.folder, note.lines, note.tags, note.is_pinned, note.created)
        if not is_same or not item.path.startswith("trash/") and not item.path.startswith(f"{note.kind}s/"):
            raise Wrong(f"{key} should be {vars(note)}, and is {vars(item)} with {lines}")
        targets = [(label, path) for label, path in item.links() if "blobs/" not in path]
        if [label for label, _ in targets] != note.links:
            raise Wrong(f"{key} should link to {note.links}, and does to {targets}")
        places = {label: self.place(label, state) for label, _ in targets}
        if note.is_gone and note.frozen is None:
            note.frozen = places
        elif not note.is_gone and note.frozen is not None:
            note.loose |= {label for label in places if places[label] != note.frozen.get(label)}
            note.frozen = None
        for label, path in targets:
            # A link to what is in the trash leads nowhere meanwhile.
            if places[label] and not note.is_gone and label not in note.loose and places[label] != path:
                raise Wrong(f"{key} should link to {places[label]}, and does to {path}")
        if sorted(state.attachments(item)) != sorted(note.attached):
            raise Wrong(f"{key} lacks attachments")


class Walk:
    """One notebook and its model."""

    def __init__(self, seed, folder):
        self.model, self.folder = Model(seed), folder
        self.random = self.model.random
        self.root = os.path.join(folder, "N.notebundle")
        self.counts = {}
        run("create", "N", folder=folder)
        self.state = State(self.root)

    def path(self, key):
        uuid = self.model.notes[key].uuid
        return (self.state.items.get(uuid) or self.state.trash.get(uuid)).path

    def phrase(self):
        return f"{self.random.choice(WORDS)} {self.random.choice(WORDS)} {self.model.count}-{self.random.randrange(1000)}"

    def step(self):
        kinds = [name for name in dir(self) if name.startswith("do_")]
        while True:
            name = self.random.choice(kinds)
            made = getattr(self, name)()
            if made is not None:
                break
        words, text, change = made
        before, after = self.model, copy.deepcopy(self.model)
        after.random = before.random
        kills = words is not None and self.random.random() < 0.2
        if words is None:
            change(after)
        elif kills:
            name += " killed" if self.kill(words, text, change, before, after) else ""
        else:
            run(*words, folder=self.folder, text=text)
            change(after)
        self.counts[name] = self.counts.get(name, 0) + 1
        self.name, self.words = name, words
        self.state = State(self.root)
        try:
            after.compare(self.state)
            self.model = after
        except Wrong as error:
            if not name.endswith(" killed"):
                raise Wrong(f"{name} {words}: {error}") from error
            try:
                before.compare(self.state)
            except Wrong as other:
                raise Wrong(f"{name} {words}: neither after: {error}; nor before: {other}") from error
        self.random = self.model.random
        if self.random.random() < 0.2:
            run("validate", "N", "--ignore", "NB6,NB7,NB4", folder=self.folder)

    def kill(self, words, text, change, before, after):
        """Kills the tool at some time, and has the next one find what it left; false if it was done before."""
        process = subprocess.Popen([TOOL, *words], cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        try:
            process.communicate((text or "").encode(), timeout=self.random.random() * 0.06)
        except subprocess.TimeoutExpired:
            process.kill()
        status = process.wait()
        run("open", "N", folder=self.folder)
        change(after)
        if status == 0:
            return False
        if status != -9:
            raise Wrong(f"status {status} of {words}")
        return True

    # What can be done: words and text for the tool, and what becomes of the model; or nothing, if it cannot be done now.

    def do_add(self):
        key, title, folder = self.model.key(), f"{self.phrase()}", self.random.choice(FOLDERS)
        line = f"text {self.phrase()}"
        links, text = [], line + "\n"
        for target in self.random.sample(self.model.alive(), min(2, len(self.model.alive()))):
            relative = os.path.relpath(self.path(target), os.path.join("notes", folder))
            text += f"\nsee [{target}]({quote(relative)})\n"
            links.append(target)

        def change(model):
            model.notes[key] = Note("note", title, folder, [line])
            model.notes[key].links = links
        return ["add", "N", "note", "--title", title, "--folder", folder or "/"], text, change

    def do_card(self):
        key, title, folder, front = self.model.key(), self.phrase(), self.random.choice(FOLDERS), f"front {self.phrase()}"

        def change(model):
            model.notes[key] = Note("card", title, folder, [front, "---", "back"])
        return ["add", "N", "card", "--title", title, "--folder", folder or "/", "--front", front, "--back", "back"], None, change

    def one(self, kind=None):
        keys = self.model.alive(kind)
        return self.random.choice(keys) if keys else None

    def on_one(self, words, change, kind=None, text=None):
        """An edit of one item: the words may ask for its path."""
        key = self.one(kind)
        if key is None:
            return None
        return [self.path(key) if word is None else word for word in words], text, lambda model: change(model.notes[key])

    def do_append(self):
        line = f"more {self.phrase()}"
        return self.on_one(["edit", "N", None, "--append"], lambda note: note.lines.append(line), "note", line + "\n")

    def do_body(self):
        line = f"new {self.phrase()}"

        def change(note):
            note.lines, note.links, note.attached = [line], [], []
        return self.on_one(["edit", "N", None, "--body", line], change, "note")

    def do_title(self):
        title = self.phrase()
        return self.on_one(["edit", "N", None, "--title", title], lambda note: setattr(note, "title", title))

    def do_rename(self):
        title = self.phrase()
        return self.on_one(["rename", "N", "--", None, title], lambda note: setattr(note, "title", title))

    def do_tag(self):
        tag = self.random.choice(TAGS)
        return self.on_one(["edit", "N", None, "--tag", "+" + tag], lambda note: note.tags.add(tag))

    def do_untag(self):
        tag = self.random.choice(TAGS)
        tagged = [key for key in self.model.alive() if tag in self.model.notes[key].tags]
        if not tagged:
            return None
        key = self.random.choice(tagged)
        return ["edit", "N", self.path(key), f"--tag=-{tag}"], None, lambda model: model.notes[key].tags.discard(tag)

    def do_pin(self):
        pins = self.random.random() < 0.5
        return self.on_one(["pin" if pins else "unpin", "N", None], lambda note: setattr(note, "is_pinned", pins))

    def do_attach(self):
        content = f"content {self.random.randrange(20)}".encode()
        name = f"attached {self.random.randrange(20)}.txt"
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(content)

        def change(note):
            note.attached.append(content)
        return self.on_one(["attach", "N", None, name], change, "note")

    def do_move(self):
        folder = self.random.choice(FOLDERS)
        return self.on_one(["move", "N", None, "--to", folder or "/"], lambda note: setattr(note, "folder", folder))

    def do_rm(self):
        keys = self.random.sample(self.model.alive(), min(len(self.model.alive()), self.random.randrange(1, 4)))
        if len(self.model.alive()) < 6:
            return None

        def change(model):
            for key in keys:
                model.notes[key].is_gone = True
        return ["rm", "N", *[self.path(key) for key in keys]], None, change

    def do_restore(self):
        keys = [key for key in self.model.gone() if not self.model.notes[key].is_merged]
        if not keys:
            return None
        key = self.random.choice(keys)
        return ["restore", "N", self.path(key)], None, lambda model: setattr(model.notes[key], "is_gone", False)

    def do_empty(self):
        if len(self.model.gone()) < 4:
            return None

        def change(model):
            for key in model.gone():
                del model.notes[key]
        return ["trash", "N", "--empty", "--yes"], None, change

    def folders(self):
        found = {self.model.notes[key].folder for key in self.model.alive()} - {""}
        return sorted({"/".join(folder.split("/")[:count + 1]) for folder in found for count in range(folder.count("/") + 1)})

    def do_folder_rename(self):
        folders = self.folders()
        if not folders:
            return None
        old = self.random.choice(folders)
        name = f"R {self.model.count}-{self.random.randrange(1000)}"
        new = "/".join(old.split("/")[:-1] + [name])

        def change(model):
            for key in model.alive():
                note = model.notes[key]
                if note.folder == old or note.folder.startswith(old + "/"):
                    note.folder = new + note.folder[len(old):]
        return ["folder", "N", "rename", old, name], None, change

    def do_folder_rm(self):
        folders = self.folders()
        if not folders or self.random.random() < 0.6:
            return None
        old = self.random.choice(folders)

        def change(model):
            for key in model.alive():
                if model.notes[key].folder == old or model.notes[key].folder.startswith(old + "/"):
                    model.notes[key].is_gone = True
        return ["folder", "N", "rm", old, "--yes"], None, change

    def do_folder_move(self):
        folders = self.folders()
        if not folders:
            return None
        old, to = self.random.choice(folders), self.random.choice(folders + ["/"])
        new = old.split("/")[-1] if to == "/" else f"{to}/{old.split('/')[-1]}"
        if (to + "/").startswith(old + "/") or new in folders:
            return None

        def change(model):
            for key in model.alive():
                note = model.notes[key]
                if note.folder == old or note.folder.startswith(old + "/"):
                    note.folder = new + note.folder[len(old):]
        return ["folder", "N", "move", old, "--to", to], None, change

    def do_tag_rename(self):
        old, new = self.random.sample(["x-1", "Zoë", "wet land"], 2)
        if not any(old in self.model.notes[key].tags for key in self.model.alive()):
            return None

        def change(model):
            for key in model.alive():
                if old in model.notes[key].tags:
                    model.notes[key].tags = model.notes[key].tags - {old} | {new}
        return ["tag", "N", "rename", old, new], None, change

    def do_duplicate(self):
        source = self.one()
        if source is None:
            return None
        run("duplicate", "N", self.path(source), folder=self.folder)
        known = {note.uuid for note in self.model.notes.values()}
        copies = [item for uuid, item in State(self.root).items.items() if uuid not in known]
        if len(copies) != 1:
            raise Wrong(f"copies of {source}: {copies}")
        key = self.model.key()

        def change(model):
            note = copy.deepcopy(model.notes[source])
            note.title, note.uuid, note.created = copies[0].title, copies[0].uuid, copies[0].values["created"]
            model.notes[key] = note
        return None, None, change

    def do_side(self):
        front = f"front {self.phrase()}"

        def change(note):
            note.lines = [front] + note.lines[note.lines.index("---"):]
        return self.on_one(["edit", "N", None, "--front", front], change, "card")

    def do_outside_move(self):
        """Another program gives a file another place; links stay as they are, and lead nowhere."""
        key = self.one("card")
        if key is None or self.random.random() < 0.5:
            return None
        folder = f"Moved outside {self.model.count}"
        os.makedirs(os.path.join(self.root, "cards", folder), exist_ok=True)
        path = self.path(key)
        os.rename(os.path.join(self.root, path), os.path.join(self.root, "cards", folder, os.path.basename(path)))
        run("seal", "N", folder=self.folder)

        def change(model):
            model.notes[key].folder = folder
            for note in model.notes.values():
                note.loose.add(key)
            model.notes[key].loose |= set(model.notes[key].links)
        return None, None, change

    def do_outside(self):
        """Another program writes into files, makes one, and takes one away; then the notebook is sealed."""
        keys = self.model.alive("note")
        if len(keys) < 3:
            return None
        changed, renamed = self.random.sample(keys, 2)
        line, title, new = f"outside {self.phrase()}", f"Made outside {self.model.count}", self.model.key()
        with open(os.path.join(self.root, self.path(changed)), "a") as file:
            file.write(f"\n{line}\n")
        with open(os.path.join(self.root, "notes", f"{title}.md"), "w") as file:
            file.write(f"---\ntitle: {title}\ncreated: 2026-01-01T00:00:00Z\n---\n\nmade outside\n")
        run("seal", "N", folder=self.folder)

        def change(model):
            model.notes[changed].lines.append(line)
            model.notes[new] = Note("note", title, "", ["made outside"])
        return None, None, change

    def do_archive(self):
        """Into an archive and out of it, which becomes the notebook."""
        name = f"N.notebundle.{self.random.choice(ENDINGS)}"
        run("archive", "N", "-o", name, folder=self.folder)
        run("validate", name, "--ignore", "NB6,NB7,NB4", folder=self.folder)
        shutil.rmtree(self.root)
        run("unarchive", name, folder=self.folder)
        os.remove(os.path.join(self.folder, name))
        return None, None, lambda model: None

    def do_replace(self):
        """Out of an archive over itself."""
        if self.random.random() < 0.5:
            return None
        run("archive", "N", "-o", "A.notebundle.zip", folder=self.folder)
        run("unarchive", "A.notebundle.zip", "--replace", "--yes", folder=self.folder)
        os.remove(os.path.join(self.folder, "A.notebundle.zip"))
        return None, None, lambda model: None

    def do_export(self):
        """What goes out as Markdown or JSON makes an equal notebook, and what comes back in changes nothing."""
        if not self.model.alive() or self.random.random() < 0.5:
            return None
        isJSON = self.random.random() < 0.5
        out = "out.json" if isJSON else "out"
        run("export", "N", "--format", "json" if isJSON else "markdown", "-o", out, folder=self.folder)
        run("import", "N", out, folder=self.folder)
        if isJSON:
            run("create", "Copy", folder=self.folder)
            run("import", "Copy", out, folder=self.folder)
        else:
            run("create", "Copy", "--from", out, folder=self.folder)
        made = State(os.path.join(self.folder, "Copy.notebundle"))
        expected = copy.deepcopy(self.model)
        expected.notes = {key: note for key, note in expected.notes.items() if not note.is_gone}
        for note in expected.notes.values():
            # Links to what stays behind stay as they are.
            note.links = list(note.links)
        expected.compare(made)
        shutil.rmtree(os.path.join(self.folder, "Copy.notebundle"))
        (os.remove if isJSON else shutil.rmtree)(os.path.join(self.folder, out))
        return None, None, lambda model: None

    def do_repair(self):
        """Without its manifest it is put together again."""
        if self.random.random() < 0.7:
            return None
        os.remove(os.path.join(self.root, "manifest.json"))
        run("repair", "N", folder=self.folder, statuses=(0, 1))
        return None, None, lambda model: None

    def do_gc(self):
        return ["gc", "N", "--dry-run"], None, lambda model: None

    def do_merge(self):
        keys = self.model.alive("note")
        if len(keys) < 8 or self.random.random() < 0.5:
            return None
        first, second = self.random.sample(keys, 2)

        def change(model):
            one, two = model.notes[first], model.notes[second]
            one.lines = one.lines + two.lines
            one.links = one.links + two.links
            one.tags |= two.tags
            one.is_pinned |= two.is_pinned
            one.created = min(one.created, two.created)
            one.loose |= two.loose
            one.attached = one.attached + two.attached
            two.is_gone = two.is_merged = True
            model.joined[second] = first
        words = ["merge-items", "N", self.path(first), self.path(second)]
        if self.random.random() < 0.5:
            return words, None, change
        # Restored at once, nothing of it is left.
        run(*words, folder=self.folder)
        run("restore", "N", self.model.notes[second].uuid, folder=self.folder)
        return None, None, lambda model: None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=1 << 62)
    parser.add_argument("--seconds", type=float, default=1 << 62)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work")
    options = parser.parse_args()
    start, counts, seed, steps = time.monotonic(), {}, options.seed, 0
    if options.steps == options.seconds == 1 << 62:
        options.steps = 200
    while steps < options.steps and time.monotonic() - start < options.seconds:
        with tempfile.TemporaryDirectory(dir=options.work) as folder:
            walk = Walk(seed, folder)
            for number in range(200):
                if steps >= options.steps or time.monotonic() - start >= options.seconds:
                    break
                try:
                    walk.step()
                except Wrong as error:
                    kept = tempfile.mkdtemp(prefix="model-", dir=options.work)
                    shutil.copytree(folder, kept, dirs_exist_ok=True)
                    raise Wrong(f"seed {seed}, step {number}, kept in {kept}: {error}") from error
                steps += 1
            for name, count in walk.counts.items():
                counts[name] = counts.get(name, 0) + count
        seed += 1
    killed = sum(count for name, count in counts.items() if name.endswith(" killed"))
    print(f"{steps} steps of {len({name.removesuffix(' killed') for name in counts})} kinds in {seed - options.seed} notebooks, "
          f"{killed} of them killed: the notebook and its model are the same")


if __name__ == "__main__":
    try:
        main()
    except Wrong as error:
        sys.exit(f"model: {error}")
