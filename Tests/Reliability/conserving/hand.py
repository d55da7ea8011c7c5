"""What a person does without the tool: with a file manager, an editor, an archive or a shell."""

import fnmatch
import hashlib
import json
import os
import re
import shutil
import unicodedata

from .world import NOTEBOOK, STRANGER

MOVES = {}


def move(name, branches=False):
    """Registers a move by hand; one that branches brings an older state back, which deletes nothing."""
    def register(function):
        MOVES[name] = function
        function.branches = branches
        return function
    return register


def files(world, copy):
    """The paths of the files in a notebook, without those of the tool's own folders."""
    root, found = world.notebook(copy), []
    for directory, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in (".bundle", ".history")]
        found += [os.path.relpath(os.path.join(directory, name), root) for name in names]
    return sorted(found)


def one(world, copy, pattern):
    """The path of a file or folder that has a name, or the first that matches a pattern; nothing if there is none.

    Names are found in any normal form.
    """
    root = world.notebook(copy)
    if os.path.lexists(os.path.join(root, pattern)):
        return os.path.join(root, pattern)
    wanted = unicodedata.normalize("NFC", pattern)
    found = files(world, copy)
    folders = sorted({path[:place] for path in found for place, sign in enumerate(path) if sign == "/"})
    for path in found + folders:
        composed = unicodedata.normalize("NFC", path)
        if composed == wanted or ("*" in wanted and fnmatch.fnmatchcase(composed, wanted)):
            return os.path.join(root, path)
    return None


def parts(data):
    """The front matter and the body of a text."""
    text = data.decode(errors="surrogateescape")
    if text.startswith("---\n") and "\n---\n" in text[3:]:
        head, _, body = text[4:].partition("\n---\n")
        return f"---\n{head}\n---\n", body
    return "", text


def rewrite(world, path, change):
    if path is None or not os.path.isfile(path):
        return
    with open(path, "rb") as file:
        head, body = parts(file.read())
    # As many editors do: a new file under the old name.
    os.remove(path)
    world.write(path, change(head, body).encode(errors="surrogateescape"))


@move("rm")
def remove(world, copy, pattern):
    path = one(world, copy, pattern)
    if path and os.path.isdir(path):
        shutil.rmtree(path)
    elif path:
        os.remove(path)
        if not os.listdir(os.path.dirname(path)) and world.steps % 2:
            os.rmdir(os.path.dirname(path))


@move("mv")
def rename(world, copy, old, new):
    path, target = one(world, copy, old), os.path.join(world.notebook(copy), new)
    if path is None or os.path.isdir(target) or target.startswith(path + "/"):
        return
    if os.path.isdir(path) and os.path.exists(target) or world.is_hidden(copy, target):
        return
    os.makedirs(os.path.dirname(target), exist_ok=True)
    os.rename(path, target)


@move("swap")
def swap(world, copy, first, second):
    circle(world, copy, first, second)


@move("circle")
def circle(world, copy, *patterns):
    """Each file gets the name of the next."""
    paths = [one(world, copy, pattern) for pattern in patterns]
    if None in paths or len(set(paths)) < len(paths) or any(os.path.isdir(path) for path in paths):
        return
    contents = []
    for path in paths:
        os.rename(path, path + "~")
    for path, target in zip(paths, paths[1:] + paths[:1]):
        os.rename(path + "~", target)


@move("cp")
def copy_file(world, copy, old, new):
    path, target = one(world, copy, old), os.path.join(world.notebook(copy), new)
    if path is None or os.path.isdir(path) or os.path.isdir(target) or path == target:
        return
    if world.is_hidden(copy, target):
        return
    os.makedirs(os.path.dirname(target), exist_ok=True)
    shutil.copyfile(path, target)
    world.touch(target)


@move("new")
def new(world, copy, name, token, mark, *links):
    """A new note, or another text with its own mark over the one that has the name."""
    path = os.path.join(world.notebook(copy), name)
    if os.path.isdir(path) or world.is_hidden(copy, path):
        return
    links = " ".join(f"[[{link}]]" for link in links)
    world.write(path, f"---\nmark: {mark}\n---\n\nNew {token} {links}\n\nLast line.\n")


@move("plain")
def plain(world, copy, name, token):
    """A note without front matter."""
    path = os.path.join(world.notebook(copy), name)
    if not os.path.isdir(path) and not world.is_hidden(copy, path):
        world.write(path, f"Plain {token}\n")


@move("append")
def append(world, copy, name, token):
    rewrite(world, one(world, copy, name), lambda head, body: f"{head}{body}\nmore {token}\n")


@move("edit")
def edit(world, copy, name, token):
    """Writes the first line anew."""
    def change(head, body):
        lines = body.split("\n")
        first = next((number for number, line in enumerate(lines) if line), 0)
        lines[first] = f"First line {token}"
        return head + "\n".join(lines)
    rewrite(world, one(world, copy, name), change)


@move("retype")
def retype(world, copy, name, token):
    """Writes the whole text anew."""
    rewrite(world, one(world, copy, name), lambda head, body: f"{head}\nAnother text {token}\n")


@move("bare")
def bare(world, copy, name):
    """Removes the uuid and the dates, as somebody does who pastes a text over another."""
    def change(head, body):
        kept = [line for line in head.splitlines() if not line.startswith(("uuid:", "created:", "modified:"))]
        return "\n".join(kept) + "\n" + body
    rewrite(world, one(world, copy, name), change)


@move("nfd")
def decompose(world, copy, name):
    """Gives a file or folder the name that a Mac stores."""
    respell(world, copy, name, lambda name: unicodedata.normalize("NFD", name))


@move("case")
def change_case(world, copy, name):
    respell(world, copy, name, lambda name: name[:1].swapcase() + name[1:])


def respell(world, copy, name, spelled):
    path = one(world, copy, name)
    if path:
        target = os.path.join(os.path.dirname(path), spelled(os.path.basename(path)))
        if not os.path.lexists(target):
            os.rename(path, target)


@move("front")
def front(world, copy, name, line):
    """A line in the front matter."""
    rewrite(world, one(world, copy, name), lambda head, body: head.removesuffix("---\n") + line + "\n---\n" + body)


@move("relist")
def relist(world, copy, name):
    """Writes a file into the manifest as it is, as a program does that never looks at names."""
    path, place = one(world, copy, name), os.path.join(world.notebook(copy), "manifest.json")
    if path and os.path.isfile(path) and os.path.isfile(place):
        with open(path, "rb") as file:
            data = file.read()
        with open(place, encoding="utf-8") as file:
            lines = file.read()
        listed = re.escape(json.dumps(os.path.relpath(path, world.notebook(copy)), ensure_ascii=False))
        lines = re.sub(
            rf'({listed}, "type": "[a-z]+", "size": )\d+(, "sha256": ")[0-9a-f]+',
            rf"\g<1>{len(data)}\g<2>{hashlib.sha256(data).hexdigest()}", lines)
        os.remove(place)
        world.write(place, lines)


@move("crlf")
def crlf(world, copy, name):
    rewrite(world, one(world, copy, name), lambda head, body: (head + body).replace("\r", "").replace("\n", "\r\n"))


@move("cut")
def cut(world, copy, name):
    """What a program leaves that evicts a file, or a disk that was full."""
    path = one(world, copy, name)
    if path and os.path.isfile(path):
        with open(path, "rb") as file:
            data = file.read()
        os.remove(path)
        world.write(path, data[:len(data) // 2 if world.steps % 2 else 0])


@move("latin")
def latin(world, copy, name, token):
    """A text that is not UTF-8, as an old editor writes it."""
    path = one(world, copy, name) or os.path.join(world.notebook(copy), name)
    if os.path.isfile(path):
        os.remove(path)
    world.write(path, f"Latin {token} ".encode() + b"caf\xe9\n")


@move("evict", branches=True)
def evict(world, copy, name):
    """A file is in iCloud only."""
    path = one(world, copy, name)
    if path and os.path.isfile(path) and not os.path.basename(path).startswith("."):
        folder, name = os.path.split(path)
        os.rename(path, os.path.join(folder, f".{name}.icloud"))


@move("download")
def download(world, copy):
    """Everything that is in iCloud only is here again; what got its name meanwhile stays."""
    root = world.notebook(copy)
    for path in files(world, copy):
        folder, name = os.path.split(path)
        if name.startswith(".") and name.endswith(".icloud"):
            target = os.path.join(root, folder, name[1:-7])
            if os.path.lexists(target):
                stem, ending = os.path.splitext(target)
                target = f"{stem} 2{ending}"
            os.rename(os.path.join(root, path), target)


@move("second")
def second(world, copy, name, style, part="whole"):
    """The second version that a program left of a file; with ‘half’, it stopped while it wrote that, and with ‘alone’,
    the original is gone."""
    path = one(world, copy, name)
    if path is None or not os.path.isfile(path):
        return
    with open(path, "rb") as file:
        data = file.read()
    root = world.notebook(copy)
    beside = os.path.join(root, world.conflict_name(os.path.relpath(path, root), copy, style))
    if os.path.isdir(beside):
        return
    world.write(beside, data[:len(data) // 2] if part == "half" else data)
    if part == "alone":
        os.remove(path)


@move("twin")
def twin(world, copy, name, token):
    """Another text with the same name in the other normal form, or in another letter case."""
    path = one(world, copy, name)
    if path is None or not os.path.isfile(path):
        return
    folder, stored = os.path.split(path)
    other = unicodedata.normalize("NFD" if unicodedata.is_normalized("NFC", stored) else "NFC", stored)
    target = os.path.join(folder, other if other != stored else stored[:-3].swapcase() + ".md")
    if not os.path.lexists(target):
        world.write(target, f"Twin {token}\n")


@move("tidy")
def tidy(world, copy):
    """What somebody does at last who was told of files that no notebook can hold: texts become UTF-8, and twins get names
    of their own."""
    root, seen = world.notebook(copy), {}
    for path in files(world, copy):
        place = os.path.join(root, path)
        if not path.startswith(("notes/", "cards/")) or os.path.islink(place):
            continue
        with open(place, "rb") as file:
            data = file.read()
        try:
            data.decode()
        except UnicodeDecodeError:
            os.remove(place)
            world.write(place, data.decode("latin-1").encode())
        key = unicodedata.normalize("NFC", path).casefold()
        if key in seen:
            # The one that was there before has the uuid.
            stem, ending = os.path.splitext(place)
            with open(place, "rb") as file:
                is_listed = b"\nuuid:" in file.read()
            if is_listed:
                place, seen[key] = seen[key], place
                stem, ending = os.path.splitext(place)
            os.rename(place, f"{stem} twin {len(seen)}{ending}")
        else:
            seen[key] = place


@move("template")
def template(world, copy, token):
    """The template of daily notes."""
    world.write(os.path.join(world.notebook(copy), "notes", "Templates", "Daily.md"),
                f"# {{{{title}}}}\n\nBegun at {{{{time}}}} on {{{{date}}}}, {token}\n\n{{{{cursor}}}}\n")


@move("blob")
def blob(world, copy, name, token, note):
    """An attachment by hand, and a link to it."""
    world.write(os.path.join(world.notebook(copy), "blobs", name), f"BLOB {token}\n")
    depth = note.count("/")
    rewrite(world, one(world, copy, note),
            lambda head, body: f"{head}{body}\n![]({'../' * depth}blobs/{name})\n")


@move("unlink")
def unlink(world, copy, note):
    """Removes the links to attachments from a text."""
    rewrite(world, one(world, copy, note), lambda head, body: head + "\n".join(
        line for line in body.split("\n") if "blobs/" not in line))


@move("extra")
def extra(world, copy, name, token):
    world.write(os.path.join(world.notebook(copy), "extras", "org.example.app", name), f"EXTRA {token}\n")


@move("file")
def file(world, copy, name, token):
    """Any file, of which the notebook knows nothing."""
    path = os.path.join(world.notebook(copy), name)
    if not os.path.isdir(path):
        world.write(path, f"EXTRA {token}\n")


@move("title")
def title(world, copy, token):
    """Writes the notebook's title into notebook.json."""
    path = one(world, copy, "notebook.json")
    if path:
        with open(path, encoding="utf-8") as lines:
            text = lines.read()
        kept = [line for line in text.split("\n") if not line.startswith('  "title":')]
        kept.insert(1, f'  "title": "Title {token}",')
        os.remove(path)
        world.write(path, "\n".join(kept))


@move("backup")
def backup(world, copy, name):
    """Copies the notebook to where nobody looks for it."""
    target = world.path("backups", copy, name)
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(world.notebook(copy), target)


@move("restore", branches=True)
def restore(world, copy, name, *words):
    """Puts an older copy in the place of the notebook; with ‘history’, its history stays that of the notebook."""
    source, target = world.path("backups", copy, name), world.notebook(copy)
    if not os.path.isdir(source):
        return
    keeps = "history" in words and os.path.isdir(os.path.join(target, ".history"))
    if keeps:
        os.rename(os.path.join(target, ".history"), world.path("backups", copy, ".history"))
    shutil.rmtree(target)
    shutil.copytree(source, target)
    if keeps:
        shutil.rmtree(os.path.join(target, ".history"), ignore_errors=True)
        os.rename(world.path("backups", copy, ".history"), os.path.join(target, ".history"))


@move("overlay")
def overlay(world, copy, name, folder="."):
    """Copies the files of an older copy, or of a folder in it, over those of the notebook."""
    source, target = world.path("backups", copy, name, folder), os.path.join(world.notebook(copy), folder)
    if os.path.isdir(source) and not os.path.isfile(target):
        shutil.copytree(source, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".history"))


@move("link", branches=True)
def link(world, copy, name):
    """A file or folder lies elsewhere, and a symbolic link is in its place."""
    path, elsewhere = os.path.join(world.notebook(copy), name), world.path(copy, "elsewhere", name)
    if os.path.exists(path) and not os.path.lexists(elsewhere):
        os.makedirs(os.path.dirname(elsewhere), exist_ok=True)
        os.rename(path, elsewhere)
        os.symlink(elsewhere, path)


@move("unlinked", branches=True)
def unlinked(world, copy, name):
    """What lay elsewhere is in its place again."""
    path, elsewhere = os.path.join(world.notebook(copy), name), world.path(copy, "elsewhere", name)
    if os.path.islink(path):
        os.remove(path)
        os.rename(elsewhere, path)


@move("steal")
def steal(world, copy, name):
    """A file or folder comes to belong to somebody else, and nobody else may write to it."""
    path = one(world, copy, name)
    if path and world.users:
        for directory, _, names in os.walk(path):
            for each in [directory] + [os.path.join(directory, name) for name in names]:
                os.lchown(each, STRANGER, STRANGER)
                os.chmod(each, 0o755 if os.path.isdir(each) else 0o644)
        if os.path.isfile(path):
            os.lchown(path, STRANGER, STRANGER)


@move("share")
def share(world, copy, name):
    """Such a folder is given back."""
    path = one(world, copy, name)
    if path and world.users:
        for directory, _, names in os.walk(path):
            for each in [directory] + [os.path.join(directory, name) for name in names]:
                os.lchown(each, 0, 0)
