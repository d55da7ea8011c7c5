"""Makes damaged copies of notebooks, the same ones for the same seed: mutate.py SEED COUNT FOLDER NOTEBOOK…"""
import os
import random
import shutil
import stat
import sys

WORDS = [(b'"note"', b'"card"'), (b'"note"', b'"page"'), (b'"version": 1', b'"version": 2'),
         (b'"version": 1', b'"version": 1.0'), (b'"version": 1', b'"version": "1"'), (b'"version": 1', b'"version": 01'),
         (b'"notebundle"', b'"notebundles"'), (b'"notebundle"', b'"\\u006eotebundle"'), (b'"path"', b'"paths"'),
         (b'"size": ', b'"size": -'), (b'"size": ', b'"size": 0'), (b'"size": ', b'"size": 1e'), (b'"sha256": "', b'"sha256": "A'),
         (b'"created": "2', b'"created": "0'), (b'Z"', b'z"'), (b'"uuid": "', b'"uuid": "0'), (b'notes/', b'notes//'),
         (b'notes/', b'Notes/'), (b'.md"', b'.MD"'), (b'.md"', b'.md "'), (b'}', b', "pinned": false}'),
         (b'}', b', "pinned": true}'), (b'}', b', "tags": []}'), (b'}', b', "tags": ["a", "a"]}'), (b'}', b', "title": ""}'),
         (b'}', b', "tags": ["a", "A"]}'), (b'}', b', "title": "x "}'), (b'}', b', "title": "\\ud800"}'), (b'}', b', "a": 1, "a": 2}'),
         (b'": "', b'":"'), (b', ', b','), (b'\n', b'\r\n'), (b'{', b'\xef\xbb\xbf{'), (b'"', b"'"), (b'}', b'},'), (b'\n', b'\xff\n'),
         (b'"entries"', b'"x": ' + b'[' * 64 + b']' * 64 + b', "entries"'), (b'"entries"', b'"x": NaN, "entries"'),
         (b'"entries"', b'"x": 1E400, "entries"'), (b'{\n', b'[\n'), (b'"a', b'"\xc3'), (b'2026-', b'2026-02-3'),
         (b'"version": 1', b'"version": 99999999999999999999'), (b'"format"', b'"Format"'), (b'"title": "', b'"title": "\x7f')]
NAMES = [b"a.md", b"a.txt", b"a:b.md", b"a?.md", b".hidden", b"._x", b"Thumbs.db", b"THUMBS.DB", b".DS_Store", b"con.md", b"Con .md",
         b"CON", b"lpt1.x.md", b"com\xc2\xb9.md", b" a.md", b"a.md ", b"a.", b"a\x01.md", b"a\x7f.md", b"a\xc2\x85.md",
         b"\xe2\x80\xae.md", b"\xef\xbb\xbf.md", b"\xee\x80\x80.md", b"\xef\xb7\x90.md", b"\xf0\x9f\xbf\xbe.md", b"\xff.md", b"a\xc3.md",
         b"e\xcc\x81.md", b"\xc3\xa9.md", b"\xe1\x84\x80\xe1\x85\xa1.md", b"x" * 237 + b".md", b"x" * 238 + b".md", b".md", b"x.md.md",
         b"x.0123456789abcdef", b"x.0123456789abcdef.png", b"x.0123456789abcdef.0123456789abcdef.png", b"x.0123456789abcdef.a-b",
         b"a\\b.md", b"a\n.md", b"Icon\r", b"lost+found", b"$RECYCLE.BIN", b"a*.md", b"\xe2\x80\xa8.md", b"nul", b"conin$.md", b"\xcc\x81.md"]
FOLDERS = [b"", b"notes", b"cards", b"blobs", b"extras", b"extras/org.example.app", b"extras/app", b"trash", b"notes/A/B", b"blobs/A",
           b"trash/20260101T000000Z-00000001/notes", b"trash/20260230T000000Z-00000001/notes", b"trash/20260101T000000Z-0000000G/notes",
           b"trash/20260101T000000Z-00000001", b"trash/20260101T000000Z-00000001/blobs", b"notes/" + b"/".join([b"d"] * 30),
           b"notes/" + b"/".join([b"d"] * 31), b"notes/" + b"/".join([b"x" * 200] * 5), b".bundle", b"notes/.git", b"Notes", b"__MACOSX",
           b"trash/20260101T000000Z-00000001/trash/20260101T000000Z-00000001/notes", b"trash/x/notes", b"other"]


def files(root):
    places = sorted(os.path.join(folder, name) for folder, _, names in os.walk(root) for name in names)
    # Whoever opens a FIFO to write waits for a reader.
    return [place for place in places if not stat.S_ISFIFO(os.lstat(place).st_mode)]


def change_text(random, root):
    place = os.path.join(root, random.choice([b"manifest.json", b"manifest.json", b"notebook.json"]))
    if not os.path.isfile(place):
        return
    with open(place, "rb") as file:
        data = bytearray(file.read())
    kind = random.randrange(5)
    at = random.randrange(len(data)) if data else 0
    if kind == 0 and data:
        data[at] = random.choice([random.randrange(256), ord('"'), ord(","), ord("0"), ord(" "), 0x5C])
    elif kind == 1:
        data[at:at] = bytes([random.randrange(256)])
    elif kind == 2:
        del data[at:at + random.choice([1, 1, 5, 50])]
    elif kind == 3:
        lines = bytes(data).split(b"\n")
        one, other = random.randrange(len(lines)), random.randrange(len(lines))
        random.choice([lambda: lines.insert(one, lines[other]), lambda: lines.pop(one),
                       lambda: lines.__setitem__(slice(None), lines[:one] + lines[one:][::-1])])()
        data = b"\n".join(lines)
    else:
        old, new = random.choice(WORDS)
        places = [i for i in range(len(data)) if data.startswith(old, i)]
        if places:
            at = random.choice(places)
            data[at:at + len(old)] = new
    with open(place, "wb") as file:
        file.write(data)


def change_files(random, root):
    everything = files(root)
    place = random.choice(everything) if everything else None
    kind = random.randrange(7)
    target = os.path.join(root, random.choice(FOLDERS), random.choice(NAMES))
    if kind == 0 and place:
        os.remove(place)
    elif kind == 1 and place:
        with open(place, "r+b") as file:
            file.write(b"x")
    elif kind == 2 and place:
        with open(place, "ab") as file:
            file.write(b"x")
    elif kind == 3 and place:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        random.choice([os.rename, shutil.copyfile])(place, target)
    elif kind == 4:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        random.choice([lambda: os.symlink(b"nowhere", target), lambda: os.mkfifo(target), lambda: os.mkdir(target)])()
    elif kind == 5:
        os.makedirs(target, exist_ok=True)
        with open(os.path.join(target, b"inner.md"), "wb") as file:
            file.write(b"inner\n")
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as file:
            file.write(random.choice([b"", b"text\n", b"\xff"]))


def main(seed, count, folder, notebooks):
    for number in range(count):
        chance = random.Random(f"{seed}.{number}")
        root = os.path.join(os.fsencode(folder), b"%04d.notebundle" % number)
        shutil.copytree(os.fsencode(chance.choice(notebooks)), root)
        for _ in range(chance.choice([1, 1, 2, 3])):
            try:
                chance.choice([change_text, change_files])(chance, root)
            except OSError:
                # Not every system has every name.
                continue


main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4:])
