"""A validator of the level Container, written from part I of docs/Format.md alone."""
import datetime
import hashlib
import json
import os
import re
import stat
import sys
import unicodedata

RESERVED = set('<>:"/\\|?*')
INVISIBLE = {0x61C, 0x200E, 0x200F, 0x2028, 0x2029, 0xFEFF, *range(0x202A, 0x202F), *range(0x2066, 0x206A)}
JUNK = {"thumbs.db", "ehthumbs.db", "ehthumbs_vista.db", "desktop.ini", "icon\r", "__macosx", "$recycle.bin",
        "system volume information", "lost+found", "@eadir", "@recycle", "@recently-snapshot", "@sharebin", "#recycle",
        "#snapshot"}
LEFTOVER = re.compile(
    r".+[:\uF03A\uF022](zone\.identifier|encryptable|smartscreen|com\.apple\.|afp_|com\.dropbox\.).*"
    r"|.*(zone\.identifier|~|\.crswap|___jb_tmp___|___jb_old___|\.md\.sw[pon]|\.md\.(save|orig|rej|bak|tmp)|\.kate-swp"
    r"|\.part|\.partial|\.filepart|\.crdownload|\.!sync|\.md\.save\.[0-9]+|\.sb-[0-9a-z]{8}-[0-9a-z]{6})"
    r"|~\$.+|~wr[0-9a-z][0-9]{4}\.tmp|~syncthing~.*\.tmp|#.+#|4913|lu(?=[a-z]*[0-9])[0-9a-z]{4,}\.tmp|.+~rf[0-9a-f]{3,}\.tmp",
    re.DOTALL)
OF_SED = re.compile("sed(?![a-z]{6})[0-9A-Za-z]{6}")
HIDDEN = {".DS_Store", ".Trashes", ".fseventsd", ".Spotlight-V100"}
DEVICES = {"con", "prn", "aux", "nul", "conin$", "conout$"}
DEVICES |= {port + digit for port in ("com", "lpt") for digit in "0123456789¹²³"}
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")
ITEM_KEYS = ["uuid", "title", "created", "modified", "pinned", "tags"]
KEYS = ["path", "type", "size", "sha256"] + ITEM_KEYS


class Refused(Exception):
    """A text or path that breaks a rule."""


class Number(str):
    """A number as it is spelled."""

    def integer(self):
        return int(self) if re.fullmatch("0|[1-9][0-9]{0,15}", self) else None


def ascii_lower(text):
    return "".join(chr(ord(c) + 32) if "A" <= c <= "Z" else c for c in text)


def is_control(point):
    return point < 0x20 or 0x7F <= point <= 0x9F


# 4 Canonical JSON

def pairs(members):
    found = dict(members)
    if len(found) < len(members):
        raise Refused("a key twice")
    return found


def no_constant(_):
    raise Refused("not a value of JSON")


def check_value(value, depth):
    if isinstance(value, str):
        if any(0xD800 <= ord(c) <= 0xDFFF for c in value):
            raise Refused("a lone surrogate")
        return
    if isinstance(value, (dict, list)):
        if depth == 64:
            raise Refused("too deep")
        for key in value:
            check_value(key, depth + 1)
            if isinstance(value, dict):
                check_value(value[key], depth + 1)


def read_json(data):
    """The object of a text (4.1, 11.2)."""
    try:
        value = json.loads(data.decode("utf-8"), object_pairs_hook=pairs, parse_constant=no_constant,
                           parse_int=Number, parse_float=Number)
    except (ValueError, RecursionError) as error:
        raise Refused(error)
    check_value(value, 0)
    if not isinstance(value, dict) or type(value.get("format")) is not str or value["format"] != "notebundle":
        raise Refused("not a text of a notebook")
    return value


def is_later(value):
    version = value.get("version")
    return isinstance(version, Number) and re.fullmatch("[1-9][0-9]*", version) is not None and version != "1"


def flat(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list):
        return "[" + ", ".join(map(flat, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(flat(key) + ": " + flat(value[key]) for key in value) + "}"
    return json.dumps(value, ensure_ascii=False)


# 5 Paths

def character_rule(point):
    if chr(point) in RESERVED:
        return "NB301"
    if is_control(point):
        return "NB305"
    if point in INVISIBLE:
        return "NB306"
    is_private = 0xE000 <= point <= 0xF8FF or 0xF0000 <= point <= 0xFFFFD or 0x100000 <= point <= 0x10FFFD
    if is_private or 0xFDD0 <= point <= 0xFDEF or point & 0xFFFE == 0xFFFE:
        return "NB307"
    return None


def component_rule(name):
    if not name:
        return "NB315"
    if len(name.encode()) > 240:
        return "NB312"
    for character in name:
        rule = character_rule(ord(character))
        if rule:
            return rule
    if name[0] == " " or name[-1] == " ":
        return "NB308"
    if name[0] == ".":
        return "NB315"
    if name[-1] == ".":
        return "NB309"
    if ascii_lower(name.split(".")[0].rstrip(" ")) in DEVICES:
        return "NB310"
    return "NB315" if ascii_lower(name) in JUNK else None


def path_rule(path, components):
    """The rule that a path breaks, of whose components only these have not been looked at."""
    bonus = path.startswith("trash/")
    if len(path.encode()) > 1024 + (32 if bonus else 0):
        return "NB313"
    for name in components:
        rule = component_rule(name)
        if rule:
            return rule
    return "NB314" if path.count("/") >= 32 + (2 if bonus else 0) else None


def compact_time(text):
    return re.fullmatch("[0-9]{8}T[0-9]{6}Z", text) and timestamp(
        f"{text[:4]}-{text[4:6]}-{text[6:8]}T{text[9:11]}:{text[11:13]}:{text[13:]}")


def file_type(path):
    """The type of a file (2.2); None if it has none."""
    if path == "notebook.json":
        return "notebook"
    parts = path.split("/")
    if parts[0] == "trash":
        batch = re.fullmatch("(.{16})-[0-9a-f]{8}", parts[1]) if len(parts) > 2 else None
        if not batch or not compact_time(batch[1]) or parts[2] in ("trash", "notebook.json"):
            return None
        return file_type("/".join(parts[2:]))
    if parts[0] in ("notes", "cards") and len(parts) > 1:
        return parts[0][:-1] if parts[-1].endswith(".md") and len(parts[-1]) > 3 else None
    if parts[0] == "blobs" and len(parts) == 2:
        return "blob"
    return "extra" if parts[0] == "extras" and len(parts) > 2 and "." in parts[1] else None


def is_leftover(path):
    """Whether a program left a file behind, at a path in Normalization Form C (10.3)."""
    name = path.split("/")[-1]
    kind = not path_rule(path, [name]) and not re.match(r"~\$[^.]", name) and file_type(path)
    lower = ascii_lower(name)
    if lower.endswith(".md") and not lower.startswith("~$"):
        return False
    return (LEFTOVER.fullmatch(lower) or OF_SED.fullmatch(name)) and (not kind or kind == "blob" and not infix(name))


# 13 The manifest

def timestamp(text):
    if not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z", text):
        return False
    try:
        datetime.datetime(int(text[:4]), int(text[5:7]), int(text[8:10]), int(text[11:13]), int(text[14:16]),
                          int(text[17:19]))
        return True
    except ValueError:
        return False


def is_title(text):
    forbidden = any(is_control(ord(c)) or c in "\u2028\u2029" for c in text)
    return text != "" and len(text.encode()) <= 1024 and not forbidden and text.strip(" ") == text


def is_tag(text):
    forbidden = any(is_control(ord(c)) or c == "," for c in text)
    return (text != "" and len(text.encode()) <= 255 and not forbidden and text.strip(" ") == text
            and text[0] != "#" and is_composed(text))


def is_composed(text):
    return unicodedata.normalize("NFC", text) == text


def is_text(value, check):
    return type(value) is str and bool(check(value))


def is_tag_list(value):
    return isinstance(value, list) and all(is_text(tag, is_tag) for tag in value) and len(set(value)) == len(value)


CHECKS = {
    "uuid": lambda value: is_text(value, UUID.match) and value.strip("0-") != "",
    "title": lambda value: is_text(value, is_title),
    "created": lambda value: is_text(value, timestamp), "modified": lambda value: is_text(value, timestamp),
    "pinned": lambda value: isinstance(value, bool), "tags": is_tag_list,
}


def read_entry(value):
    """An entry as it is written in canonical form (9.2)."""
    if not isinstance(value, dict):
        raise Refused("no entry")
    path = value.get("path")
    if not is_text(path, lambda text: path_rule(text, text.split("/")) is None and is_composed(text)):
        raise Refused("path")
    kind = file_type(path)
    if kind is None or type(value.get("type")) is not str or value["type"] != kind:
        raise Refused("type")
    size = value.get("size")
    if not isinstance(size, Number) or size.integer() is None or size.integer() >= 1 << 53:
        raise Refused("size")
    if not is_text(value.get("sha256"), re.compile(r"[0-9a-f]{64}\Z").match):
        raise Refused("sha256")
    for key in ITEM_KEYS:
        if key in value and (kind not in ("note", "card") or not CHECKS[key](value[key])):
            raise Refused(key)
    entry = {key: value[key] for key in KEYS if key in value and value[key] is not False and value[key] != []}
    return {**entry, "size": size.integer()}


def read_manifest(data, found):
    """The entries of a manifest by their paths; None if it cannot be read (12.2)."""
    if len(data) > 256 << 20:
        return found("NB108", "manifest.json")
    try:
        value = read_json(data)
    except Refused:
        return found("NB102", "manifest.json")
    if is_later(value):
        return found("NB103", "manifest.json")
    try:
        if value.get("version") != "1" or not isinstance(value["version"], Number):
            raise Refused("version")
        if not isinstance(value.get("entries"), list):
            raise Refused("entries")
        entries = [read_entry(entry) for entry in value["entries"]]
    except Refused:
        return found("NB106", "manifest.json")
    listed = {entry["path"]: entry for entry in entries}
    if len(listed) < len(entries):
        return found("NB107", "manifest.json")
    lines = ",\n    ".join(flat(listed[path]) for path in sorted(listed, key=str.encode))
    array = f"[\n    {lines}\n  ]" if entries else "[]"
    if f'{{\n  "format": "notebundle",\n  "version": 1,\n  "entries": {array}\n}}\n'.encode() != data:
        found("NB104", "manifest.json")
    return listed


def judge_description(data, found):
    if len(data) > 16 << 20:
        return found("NB108", "notebook.json")
    try:
        value = read_json(data)
    except Refused:
        return found("NB112", "notebook.json")
    return found("NB103", "notebook.json") if is_later(value) else None


# 20 What a validator judges

def walk(root, directory, files, found):
    """Collects the files below a directory (path, whether it is stored in another form, and how), and judges names."""
    for entry in os.scandir(os.path.join(root, directory)):
        raw = os.path.join(directory, entry.name)
        text = raw.decode("utf-8", "replace")
        name = entry.name.decode("utf-8", "replace")
        if raw == b".bundle" and (not entry.is_dir(follow_symlinks=False) or os.listdir(entry.path)):
            found("NB702", ".bundle/journal")
        if name in HIDDEN or name.startswith("._") or ascii_lower(name) in JUNK:
            found("NB705", text)
            continue
        if name.startswith("."):
            continue
        mode = entry.stat(follow_symlinks=False).st_mode
        if stat.S_ISLNK(mode):
            found("NB701", text)
        elif not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            found("NB703", text)
        elif "\uFFFD" in name and not is_utf8(entry.name):
            found("NB311", text)
        else:
            path = unicodedata.normalize("NFC", text)
            leftover = stat.S_ISREG(mode) and is_leftover(path)
            rule = "NB705" if leftover else path_rule(path, [path.split("/")[-1]])
            if rule:
                found(rule, text)
            elif stat.S_ISDIR(mode):
                walk(root, raw, files, found)
            else:
                files.append((path, path != text, raw))


def is_utf8(data):
    try:
        data.decode("utf-8")
        return True
    except UnicodeDecodeError:
        return False


def digest(place):
    with open(place, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def infix(name):
    """The infix of a blob's name (6.1); None if it has none."""
    parts = name.split(".")
    for index in (-2, -1):
        has_extension = index == -1 or re.fullmatch("[0-9A-Za-z]{1,16}", parts[-1])
        if len(parts) > -index and has_extension and re.fullmatch("[0-9a-f]{16,64}", parts[index]):
            return parts[index]
    return None


def judge(root):
    """The findings of a bundle, as pairs of rule and path."""
    findings = set()
    found_files, files, others = [], {}, []
    walk(root, b"", found_files, lambda rule, path: findings.add((rule, path)))
    if any(rule == "NB702" for rule, _ in findings):
        return [("NB702", ".bundle/journal")]
    for path, _, raw in sorted(found_files):
        if path in files:
            others.append((path, raw))
        else:
            files[path] = raw

    def found(rule, path):
        findings.add((rule, files[path].decode() if path in files else path))

    def content(path):
        with open(os.path.join(root, files[path]), "rb") as file:
            return file.read()

    listed = None
    if "manifest.json" in files:
        listed = read_manifest(content("manifest.json"), found)
        del files["manifest.json"]
    else:
        found("NB101", "manifest.json")
    if "notebook.json" in files:
        judge_description(content("notebook.json"), found)
    else:
        found("NB111", "notebook.json")
    blobs = set()
    for path in sorted(files, key=str.encode):
        kind = file_type(path)
        if kind is None:
            found("NB302", path)
            continue
        place = os.path.join(root, files[path])
        own = digest(place)
        entry = (listed or {}).get(path)
        if entry and entry["size"] != os.path.getsize(place):
            found("NB202", path)
        elif entry and entry["sha256"] != own:
            found("NB203", path)
        elif not entry and listed is not None:
            found("NB204", path)
        if kind == "blob":
            start = infix(path.split("/")[-1])
            if start is None:
                found("NB501", path)
            elif not own.startswith(start):
                found("NB502", path)
            if not path.startswith("trash/"):
                if own in blobs:
                    found("NB505", path)
                blobs.add(own)
    for path, raw in others:
        rule = "NB302" if file_type(path) is None else "NB204" if listed is not None else None
        if rule:
            findings.add((rule, raw.decode()))
    for path in set(listed or ()) - set(files):
        found("NB201", path)
    return sorted(findings)


if __name__ == "__main__":
    for place in sys.argv[1:]:
        print(json.dumps({"notebook": place, "findings": judge(os.fsencode(place))}))
