"""Drives `bundle lsp` as an editor with given capabilities: lsp.py TOOL NOTEBOOK PROFILE.

pytest-lsp has the capabilities of real editors, reads each answer by the types of the protocol, and objects to whatever
an editor did not say that it understands. The notebook has `notes/A.md`, `notes/Bread.md` and the folder `notes/Cakes`.
"""

import asyncio
import os
import pathlib
import subprocess
import sys
import urllib.parse
import warnings

from lsprotocol import types
from pytest_lsp import LspSpecificationWarning, client_capabilities, make_test_lsp_client

tool, notebook, profile = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), sys.argv[3]
warnings.simplefilter("error", LspSpecificationWarning)
TEXT = "# A\n\n😀 See [[Bread]] and [sponge](Cakes/Sponge.md#Batter).\n\n[[Nobody]] #cake\n"


def path(uri):
    return pathlib.Path(urllib.parse.unquote(urllib.parse.urlparse(uri).path))


# How positions count characters: the codec, and the bytes of a unit.
ENCODINGS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
codec, unit = ENCODINGS["utf-16"]


def offset(text, position):
    """The index of a position."""
    line = text.split("\n")[position.line]
    before = line.encode(codec)[: unit * position.character].decode(codec)
    return sum(len(other) + 1 for other in text.split("\n")[: position.line]) + len(before)


class Editor:
    """An editor that keeps the text of one document, and applies edits to files."""

    def __init__(self):
        self.client = make_test_lsp_client()
        self.address = (notebook / "notes/A.md").as_uri()
        self.text, self.version = "", 0

    @property
    def document(self):
        return types.TextDocumentIdentifier(self.address)

    def position(self, words, after=0):
        """Where some words of the document begin."""
        start = self.text.index(words) + after
        line = self.text[:start].count("\n")
        before = self.text[self.text.rfind("\n", 0, start) + 1 : start]
        return types.Position(line, len(before.encode(codec)) // unit)

    def write(self, text):
        self.text, self.version = text, self.version + 1
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(uri=self.address, version=self.version),
            [types.TextDocumentContentChangeWholeDocument(text)]))

    def save(self):
        path(self.address).write_text(self.text)
        self.client.text_document_did_save(types.DidSaveTextDocumentParams(self.document))

    def apply(self, edit):
        """Applies an edit, as far as the editor said that it can."""
        changes = edit.document_changes or [
            types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri), edits)
            for uri, edits in (edit.changes or {}).items()]
        said = self.client.capabilities.workspace.workspace_edit
        # Neovim names only the operations, which are document changes.
        knows = said.document_changes or said.resource_operations
        assert knows or not edit.document_changes, "the editor knows no documentChanges"
        for change in changes:
            if isinstance(change, types.TextDocumentEdit):
                self.edit(change.text_document.uri, change.edits)
            else:
                assert change.kind in (said.resource_operations or []), f"the editor cannot {change.kind}"
                if change.kind == "rename":
                    path(change.new_uri).parent.mkdir(parents=True, exist_ok=True)
                    path(change.old_uri).rename(path(change.new_uri))
                    if self.address == change.old_uri:
                        self.address = change.new_uri
                elif change.kind == "create":
                    path(change.uri).parent.mkdir(parents=True, exist_ok=True)
                    path(change.uri).touch(exist_ok=False)

    def edit(self, uri, edits):
        is_open = uri == self.address
        text = self.text if is_open else path(uri).read_text()
        for each in sorted(edits, key=lambda each: offset(text, each.range.start), reverse=True):
            text = text[: offset(text, each.range.start)] + each.new_text + text[offset(text, each.range.end) :]
        if is_open:
            self.write(text)
        else:
            path(uri).write_text(text)


async def main():
    global codec, unit
    editor = Editor()
    client = editor.client
    await client.start_io(tool, "lsp")
    begun = await client.initialize_session(types.InitializeParams(
        capabilities=client_capabilities(profile), root_uri=notebook.as_uri(),
        workspace_folders=[types.WorkspaceFolder(notebook.as_uri(), notebook.name)]))
    codec, unit = ENCODINGS[begun.capabilities.position_encoding or "utf-16"]
    editor.text = path(editor.address).read_text()
    client.text_document_did_open(types.DidOpenTextDocumentParams(
        types.TextDocumentItem(editor.address, types.LanguageKind.Markdown, 0, editor.text)))

    editor.write(TEXT.replace("[[Bread]]", "[[Br"))
    answer = await client.text_document_completion_async(
        types.CompletionParams(editor.document, editor.position("[[Br", 4)))
    items = answer.items if isinstance(answer, types.CompletionList) else answer
    bread = next(item for item in items if "Bread" in item.label)
    resolved = await client.completion_item_resolve_async(bread)
    assert resolved.text_edit or resolved.insert_text or resolved.label
    if bread.text_edit:
        placed = getattr(bread.text_edit, "range", None) or bread.text_edit.replace
        editor.edit(editor.address, [types.TextEdit(placed, bread.text_edit.new_text)])
    assert "[[Bread]]" in editor.text, editor.text

    editor.write(TEXT)
    on_link = {"text_document": editor.document, "position": editor.position("Bread", 2)}
    found = await client.text_document_definition_async(types.DefinitionParams(**on_link))
    found = found if isinstance(found, list) else [found]
    assert [path(getattr(each, "uri", None) or each.target_uri).name for each in found] == ["Bread.md"]
    hover = await client.text_document_hover_async(types.HoverParams(**on_link))
    assert "Bread" in hover.contents.value
    references = await client.text_document_references_async(
        types.ReferenceParams(context=types.ReferenceContext(include_declaration=False), **on_link))
    assert [path(each.uri).name for each in references] == ["A.md"]
    assert await client.text_document_document_symbol_async(types.DocumentSymbolParams(editor.document))
    assert await client.text_document_folding_range_async(types.FoldingRangeParams(editor.document)) is not None
    links = await client.text_document_document_link_async(types.DocumentLinkParams(editor.document))
    assert {path(link.target).name for link in links if link.target} >= {"Bread.md", "Sponge.md"}
    assert await client.workspace_symbol_async(types.WorkspaceSymbolParams("Spon"))
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(editor.document))
    assert "backlink" in (await client.code_lens_resolve_async(lenses[0])).command.title

    while not any(each.code == "NB603" for each in client.diagnostics.get(editor.address, [])):
        await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    nobody = next(each for each in client.diagnostics[editor.address] if each.code == "NB603")
    assert nobody.range.start == editor.position("[[Nobody"), nobody
    actions = await client.text_document_code_action_async(types.CodeActionParams(
        editor.document, nobody.range, types.CodeActionContext([nobody])))
    made = [each for each in actions if isinstance(each, types.CodeAction) and "the note “Nobody”" in each.title]
    if "create" in (client.capabilities.workspace.workspace_edit.resource_operations or []):
        if not made[0].edit:
            assert "edit" in client.capabilities.text_document.code_action.resolve_support.properties
            made[0] = await client.code_action_resolve_async(made[0])
        editor.apply(made[0].edit)
        assert (notebook / "notes/Nobody.md").exists()
    editor.save()

    on_link["position"] = editor.position("Bread", 2)
    prepared = await client.text_document_prepare_rename_async(types.PrepareRenameParams(**on_link))
    assert getattr(prepared, "placeholder", "Bread") == "Bread"
    editor.apply(await client.text_document_rename_async(types.RenameParams(new_name="Loaf", **on_link)))
    assert "😀 See [[Loaf]]" in editor.text, editor.text
    editor.save()

    files = getattr(client.capabilities.workspace, "file_operations", None)
    if files and files.will_rename:
        renames = [types.FileRename((notebook / "notes/Cakes").as_uri(), (notebook / "notes/Pastry").as_uri())]
        edit = await client.workspace_will_rename_files_async(types.RenameFilesParams(renames))
        editor.apply(edit)
        (notebook / "notes/Cakes").rename(notebook / "notes/Pastry")
        client.workspace_did_rename_files(types.RenameFilesParams(renames))
        editor.save()
        assert "[sponge](Pastry/Sponge.md#Batter)" in editor.text, editor.text

    await client.shutdown_session()
    await client.stop()
    for words in (["seal", notebook], ["validate", notebook]):
        ran = subprocess.run([tool, *words], capture_output=True, text=True)
        assert ran.returncode == 0, ran.stdout + ran.stderr
    broken = subprocess.run([tool, "links", notebook, "--broken"], capture_output=True, text=True).stdout
    assert [line for line in broken.splitlines() if "[[" in line and "Nobody" not in line] == [], broken
    print(profile, "works")


asyncio.run(asyncio.wait_for(main(), 60))
