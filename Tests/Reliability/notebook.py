"""Reads a notebook by itself, and runs the tool: what the programs here judge it with."""

import hashlib
import json
import os
import re
import subprocess
from urllib.parse import unquote

import yaml

TOOL = os.environ.get("BUNDLE", "bundle")


class Wrong(Exception):
    """Something that must not be."""


def run(*words, folder, statuses=(0,), text=None):
    """Runs the tool and gives what it printed; another status than the expected ones is wrong."""
    done = subprocess.run([TOOL, *words], cwd=folder, input=text or "", capture_output=True, text=True)
    if done.returncode not in statuses:
        raise Wrong(f"status {done.returncode} of {words}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done


class Item:
    """A note or card as its file has it."""

    def __init__(self, path, content):
        self.path = path
        head, _, body = content.removeprefix("---\n").partition("\n---\n")
        self.lines = [line for line in body.split("\n") if line]
        # Dates stay as they are written.
        self.values = yaml.load(head, Loader=yaml.BaseLoader)
        self.tags = set(self.values.get("tags", []))
        self.uuid = self.values["uuid"]
        self.title = self.values.get("title", "")
        self.is_pinned = self.values.get("pinned") == "true"

    @property
    def folder(self):
        components = self.path.split("/")
        return "/".join(components[3:-1] if components[0] == "trash" else components[1:-1])

    def links(self):
        """The labels and targets of the Markdown links in its lines, these as paths in the notebook."""
        for label, target in re.findall(r"\[([^\]]*)\]\(<?([^)>]*)>?\)", "\n".join(self.lines)):
            yield label, os.path.normpath(os.path.join(os.path.dirname(self.path), unquote(target)))


class State:
    """All that a notebook's files say, read without the tool; a file that its manifest does not tell truly is wrong."""

    def __init__(self, root, is_sealed=True):
        with open(os.path.join(root, "manifest.json"), "rb") as file:
            self.manifest = json.load(file)
        if os.path.exists(os.path.join(root, ".bundle", "journal")):
            raise Wrong("a journal was left behind")
        self.items, self.trash, self.blobs = {}, {}, {}
        listed = set()
        for entry in self.manifest["entries"]:
            path = entry["path"]
            listed.add(path)
            with open(os.path.join(root, path), "rb") as file:
                content = file.read()
            if len(content) != entry["size"] or hashlib.sha256(content).hexdigest() != entry["sha256"]:
                raise Wrong(f"{path} is not what the manifest says")
            if entry["type"] in ("note", "card"):
                item = Item(path, content.decode())
                if item.uuid != entry["uuid"]:
                    raise Wrong(f"{path} has another uuid than the manifest says")
                (self.trash if path.startswith("trash/") else self.items)[item.uuid] = item
            elif entry["type"] == "blob":
                self.blobs[path] = content
        for directory, _, names in os.walk(root):
            for name in names:
                path = os.path.relpath(os.path.join(directory, name), root)
                if path.startswith(".history/"):
                    self._check_kept(root, path)
                elif is_sealed and path not in listed | {"manifest.json", ".gitattributes"}:
                    raise Wrong(f"{path} is there and not listed")

    @staticmethod
    def _check_kept(root, path):
        """A content of the history has the digest that it is named after."""
        if path.startswith(".history/files/"):
            with open(os.path.join(root, path), "rb") as file:
                if hashlib.sha256(file.read()).hexdigest() != os.path.basename(path):
                    raise Wrong(f"{path} is not what its name says")

    def attachments(self, item):
        """The contents of the attachments that an item's lines link to."""
        found = []
        for _, path in item.links():
            if "blobs/" in path:
                # An attachment that other items use stays where it is when one goes to the trash.
                content = self.blobs.get(path, self.blobs.get(path[path.find("blobs/"):]))
                if content is None:
                    raise Wrong(f"{item.path} links to {path}, which is not there")
                found.append(content)
        return found
