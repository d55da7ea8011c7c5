"""Writes the notes of a folder as exports of other systems, to be imported."""

import hashlib
import html
import json
import os
import re
import urllib.parse
import zipfile


class Note:
    """A note of a folder that `notebooks.notes` wrote."""

    def __init__(self, folder, path, number):
        with open(os.path.join(folder, path), encoding="utf-8") as file:
            head, self.text = file.read().split("\n---\n", 1)
        self.values = dict(line.split(": ", 1) for line in head.splitlines()[1:])
        self.folder, self.title = os.path.dirname(path), os.path.basename(path).removesuffix(".md")
        self.uuid, self.created, self.modified = (self.values[key] for key in ("uuid", "created", "modified"))
        self.tags = self.values["tags"].strip("[]").split(", ")
        self.number = number
        # The heading only repeats the title.
        self.body = self.text.split("\n\n", 1)[1]

    @property
    def hex(self):
        return self.uuid.replace("-", "")


def notes(folder):
    paths = []
    for directory, _, names in os.walk(folder):
        paths += [os.path.relpath(os.path.join(directory, name), folder) for name in names if name.endswith(".md")]
    return [Note(folder, path, number) for number, path in enumerate(sorted(paths))]


def linked(body, write):
    """The text with its wiki links written otherwise."""
    return re.sub(r"\[\[([^\]]*)\]\]", lambda match: write(match[1]), body)


def markup(body, address):
    """The text as HTML."""
    blocks = []
    for block in body.strip().split("\n\n"):
        block = html.escape(block, quote=False)
        block = linked(block, lambda title: f'<a href="{html.escape(address(html.unescape(title)))}">{title}</a>')
        block = re.sub(r"\*([^*]+)\*", r"<em>\1</em>", block)
        if block.startswith("## "):
            blocks.append(f"<h2>{block[3:]}</h2>")
        elif block.startswith("- "):
            items = "".join(f"<li>{line[2:]}</li>" for line in block.splitlines())
            blocks.append(f"<ul>{items}</ul>")
        else:
            blocks.append(f"<p>{block}</p>")
    return "\n".join(blocks)


def compact(date):
    return date.replace("-", "").replace(":", "")


def put(*path, text):
    path = os.path.join(*path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def enex(every, place):
    """Evernote: one file."""
    ids = {note.title: note.uuid for note in every}
    address = lambda title: f"evernote:///view/1/s1/{ids[title]}/{ids[title]}/"
    with open(place, "w", encoding="utf-8") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd">\n<en-export>\n')
        for note in every:
            tags = "".join(f"<tag>{tag}</tag>" for tag in note.tags)
            file.write(
                f"<note><title>{html.escape(note.title)}</title><created>{compact(note.created)}</created><updated>{compact(note.modified)}</updated>{tags}"
                f'<content><![CDATA[<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd"><en-note>{markup(note.body, address)}</en-note>]]></content></note>\n')
        file.write("</en-export>\n")


def notion(every, place):
    """Notion: pages in HTML in a zip."""
    names = {note.title: f"{note.folder}/{note.title} {note.hex}.html" for note in every}
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for note in every:
            address = lambda title: urllib.parse.quote(os.path.relpath(names[title], note.folder))
            archive.writestr(
                names[note.title],
                f'<html><head><meta charset="utf-8"/><title>{note.title}</title></head><body><article id="{note.uuid}" class="page sans"><header><h1 class="page-title">{note.title}</h1></header>'
                f'<div class="page-body">{markup(note.body, address)}</div></article></body></html>')


def keep(every, place):
    """Google Keep: a file for each note."""
    for note in every:
        value = {
            "title": note.title, "textContent": note.body, "isTrashed": False, "isPinned": False, "isArchived": False, "color": "DEFAULT",
            "labels": [{"name": tag} for tag in note.tags], "createdTimestampUsec": 1_700_000_000_000_000 + note.number,
            "userEditedTimestampUsec": 1_700_000_000_000_000 + note.number}
        put(place, "Keep", f"{note.title}.json", text=json.dumps(value))


def jex(every, place):
    """Joplin: a folder of raw items."""
    ids = {note.title: note.hex for note in every}
    folders = {}
    for note in every:
        folder = folders.setdefault(note.folder, hashlib.md5(note.folder.encode()).hexdigest())
        body = linked(note.body, lambda title: f"[{title}](:/{ids[title]})")
        dates = "".join(f"{key}: {value[:-1]}.000Z\n" for key, value in (
            ("created_time", note.created), ("updated_time", note.modified), ("user_created_time", note.created), ("user_updated_time", note.modified)))
        put(place, f"{note.hex}.md", text=f"{note.title}\n\n{body}\n\nid: {note.hex}\nparent_id: {folder}\n{dates}markup_language: 1\ntype_: 1")
    for name, folder in folders.items():
        put(place, f"{folder}.md", text=f"{name.replace('/', ' ')}\n\nid: {folder}\nparent_id: \ncreated_time: 2026-01-01T00:00:00.000Z\nupdated_time: 2026-01-01T00:00:00.000Z\ntype_: 2")


def textbundle(every, place):
    """Bear: a TextBundle for each note."""
    for note in every:
        bundle = os.path.join(place, f"{note.title}.textbundle")
        put(bundle, "info.json", text='{"version": 2, "type": "net.daringfireball.markdown", "transient": false, "creatorIdentifier": "net.shinyfrog.bear"}')
        put(bundle, "text.md", text=note.text)


def standardnotes(every, place):
    items = [{
        "uuid": note.uuid, "content_type": "Note", "created_at": note.created, "updated_at": note.modified,
        "content": {"title": note.title, "text": note.body, "references": [], "noteType": "markdown"}} for note in every]
    put(place, text=json.dumps({"version": "004", "items": items}))


def simplenote(every, place):
    active = [{
        "id": note.hex, "content": f"{note.title}\n{note.body}", "creationDate": note.created, "lastModified": note.modified, "tags": note.tags, "markdown": True}
        for note in every]
    put(place, "notes.json", text=json.dumps({"activeNotes": active, "trashedNotes": []}))


def dayone(every, place):
    entries = [{
        "uuid": note.hex.upper(), "text": note.text, "creationDate": note.created, "modifiedDate": note.modified, "timeZone": "Europe/Berlin", "tags": note.tags}
        for note in every]
    put(place, "Journal.json", text=json.dumps({"metadata": {"version": "1.0"}, "entries": entries}))


def blocks(note):
    for block in note.body.strip().split("\n\n"):
        yield from ([block] if not block.startswith("- ") else [line[2:] for line in block.splitlines()])


def logseq(every, place):
    put(place, "logseq", "config.edn", text="{:meta/version 1}\n")
    for note in every:
        put(place, "pages", f"{note.title}.md", text="\n".join("- " + block for block in blocks(note)) + "\n")


def roam(every, place):
    pages = [{
        "title": note.title, "create-time": 1_700_000_000_000 + note.number,
        "children": [{"string": block, "uid": f"{note.number}-{index}"} for index, block in enumerate(blocks(note))]} for note in every]
    put(place, text=json.dumps(pages))


def zim(every, place):
    put(place, "notebook.zim", text="[Notebook]\nversion=0.4\nname=Notes\nhome=Home\n")
    for note in every:
        body = linked(note.body.replace("*", "//"), lambda title: f"[[:{title}]]").replace("## ", "==== ").replace("\n- ", "\n* ")
        put(place, note.title.replace(" ", "_") + ".txt", text=f"Content-Type: text/x-zim-wiki\nWiki-Format: zim 0.6\nCreation-Date: {note.created}\n\n====== {note.title} ======\n\n{body}")


def tomboy(every, place):
    for note in every:
        body = linked(html.escape(note.body, quote=False), lambda title: f"<link:internal>{title}</link:internal>")
        put(place, f"{note.uuid}.note", text=(
            f'<?xml version="1.0" encoding="utf-8"?>\n<note version="0.3" xmlns:link="http://beatniksoftware.com/tomboy/link" xmlns="http://beatniksoftware.com/tomboy"><title>{note.title}</title>'
            f'<text xml:space="preserve"><note-content version="0.1">{note.title}\n\n{body}</note-content></text><last-change-date>{note.modified}</last-change-date><create-date>{note.created}</create-date></note>'))


def pages(every, place):
    """A folder of HTML."""
    names = {note.title: f"{note.folder}/{note.title}.html" for note in every}
    for note in every:
        address = lambda title: urllib.parse.quote(os.path.relpath(names[title], note.folder))
        put(place, names[note.title], text=f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{note.title}</title></head><body>{markup(note.body, address)}</body></html>')


def cards(every, place):
    """A list of cards for Anki."""
    cell = lambda text: '"' + text.replace('"', '""') + '"'
    rows = [f"{note.hex}\t{cell(note.title)}\t{cell(note.body)}\t{' '.join(note.tags)}" for note in every]
    put(place, text="#separator:tab\n#html:false\n#guid column:1\n#tags column:4\n" + "\n".join(rows) + "\n")


#: How the notes are written by hand, and the ending of the file or folder; the tool itself exports the others.
WRITTEN = {
    "enex": (enex, ".enex"), "notion": (notion, ".zip"), "keep": (keep, ""), "jex": (jex, ""), "textbundle": (textbundle, ""),
    "standardnotes": (standardnotes, ".json"), "simplenote": (simplenote, ""), "dayone": (dayone, ""), "logseq": (logseq, ""),
    "roam": (roam, ".json"), "zim": (zim, ""), "tomboy": (tomboy, ""), "html": (pages, ""), "anki-text": (cards, ".txt"),
}
EXPORTED = {"csv": ".csv", "opml": ".opml"}
