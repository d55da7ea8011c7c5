import NotebookBundle

/// What a change did, in words.
enum SummaryText {
    /// As ‘log’ says it behind the verb: `“Heron” to “Grey heron” (and links in 3 items)`; `nil` if nothing is known.
    static func statement(_ summary: ChangeSummary?) -> String? {
        guard let summary, let first = summary.events.first else { return nil }
        return statement(first) + more(summary)
    }

    /// As ‘undo’ says it: `the rename of “Heron” (and links in 3 items)`; `nil` if nothing is known.
    static func phrase(_ summary: ChangeSummary?) -> String? {
        guard let summary else { return nil }
        let events = summary.events.first.map { phrase($0) + more(summary) }
        guard let act = summary.act else { return events }
        return phrase(act) + (events.map { ": \($0)" } ?? "")
    }

    private static func phrase(_ act: ChangeSummary.Act) -> String {
        switch act {
        case .merge(let copy): "the merge" + (copy.map { " of \(PrintableText.escaped($0))" } ?? "")
        case .sync(let copy): "the sync" + (copy.map { " with \(PrintableText.escaped($0))" } ?? "")
        case .repair: "the repair"
        }
    }

    private static func more(_ summary: ChangeSummary) -> String {
        let others = summary.events.count - 1 + summary.others
        let links = summary.linkedItems
        let parts = [
            others > 0 ? "\(others) more" : "", links > 0 ? "links in \(Wording.count(links, "item"))" : "",
        ].filter { !$0.isEmpty }
        return parts.isEmpty ? "" : " (and \(parts.joined(separator: ", ")))"
    }

    private static func quoted(_ text: String) -> String { PrintableText.quoted(text) }

    /// A value; an empty one in quotation marks, so that it is seen.
    private static func shown(_ value: String) -> String { value.isEmpty ? quoted("") : PrintableText.escaped(value) }

    private static func statement(_ event: ChangeSummary.Event) -> String {
        switch event {
        case .added(let title), .imported(let title): "\(quoted(title)) added"
        case .updated(let title): "\(quoted(title)) updated"
        case .removed(let title): "\(quoted(title)) removed"
        case .edited(let title), .changed(let title), .sealed(let title), .resolved(let title): quoted(title)
        case .merged(let title, let other): "\(quoted(title)) into \(quoted(other))"
        case .reverted(let title): "\(quoted(title)) as it was"
        case .renamed(let old, let new): "\(quoted(old)) to \(quoted(new))"
        case .moved(let title, let folder): "\(quoted(title)) to \(place(folder))"
        case .trashed(let title): "\(quoted(title)) to the trash"
        case .restored(let title): "\(quoted(title)) from the trash"
        case .destroyed(let title): "\(quoted(title)) deleted permanently"
        case .taskDone(let text, let title): "\(quoted(text)) done in \(quoted(title))"
        case .taskOpened(let text, let title): "\(quoted(text)) open again in \(quoted(title))"
        case .taskCancelled(let text, let title): "\(quoted(text)) cancelled in \(quoted(title))"
        case .taskAdded(let text, let title): "\(quoted(text)) to do in \(quoted(title))"
        case .property(let key, let value?, let title):
            "\(PrintableText.escaped(key)) = \(shown(value)) on \(quoted(title))"
        case .property(let key, nil, let title): "\(PrintableText.escaped(key)) removed from \(quoted(title))"
        case .tags(let added, let removed, let titles):
            (added.map { "+" + PrintableText.escaped($0.text) } + removed.map { "-" + PrintableText.escaped($0.text) })
                .joined(separator: " ") + " on \(items(titles))"
        case .pinned(let isPinned, let title): "\(quoted(title)) \(isPinned ? "pinned" : "unpinned")"
        case .attached(let name, let title?): "\(quoted(name)) to \(quoted(title))"
        case .attached(let name, nil): "\(quoted(name)) attached"
        case .smartFolder(let name, let step): "smart folder \(quoted(name)) \(word(step))"
        case .smartFolderRenamed(let old, let new): "smart folder \(quoted(old)) to \(quoted(new))"
        case .smartFolderOrder: "order of smart folders"
        case .folder(let name, let step): "folder \(quoted(name)) \(word(step))"
        case .folderIcon(let name): "icon of folder \(quoted(name))"
        case .folderOrder: "order of folders"
        case .folderMoved(let old, let new, let items): "folder \(place(old)) to \(place(new))" + count(items)
        case .folderTrashed(let folder, let items): "folder \(place(folder)) to the trash" + count(items)
        case .tag(let name): "colour of #\(PrintableText.escaped(name))"
        case .setting(let key, let value?): "\(PrintableText.escaped(key)) = \(shown(value))"
        case .setting(let key, nil): "\(PrintableText.escaped(key)) has its default again"
        case .reviews(let count): Wording.count(count, "review")
        case .heldCards(let count, let step): "\(Wording.count(count, "card")) \(step)"
        case .notebookReverted(let items): "the whole notebook as it was" + count(items)
        case .notebookReplaced(let items): "the whole notebook replaced" + count(items)
        case .file(let path): PrintableText.escaped(path.text)
        }
    }

    private static func phrase(_ event: ChangeSummary.Event) -> String {
        switch event {
        case .added(let title): "the addition of \(quoted(title))"
        case .imported(let title): "the import of \(quoted(title))"
        case .updated(let title): "the update of \(quoted(title))"
        case .removed(let title): "the removal of \(quoted(title))"
        case .edited(let title): "the edit of \(quoted(title))"
        case .changed(let title): "the change of \(quoted(title))"
        case .sealed(let title): "the sealing of \(quoted(title))"
        case .resolved(let title): "the resolving of \(quoted(title))"
        case .merged(let title, let other): "the merge of \(quoted(title)) into \(quoted(other))"
        case .reverted(let title): "the restoring of \(quoted(title)) to an earlier state"
        case .renamed(let old, _): "the rename of \(quoted(old))"
        case .moved(let title, _): "the move of \(quoted(title))"
        case .trashed(let title): "the deletion of \(quoted(title))"
        case .restored(let title): "the restoring of \(quoted(title))"
        case .destroyed(let title): "the permanent deletion of \(quoted(title))"
        case .taskDone(let text, let title): "the completion of \(quoted(text)) in \(quoted(title))"
        case .taskOpened(let text, let title): "the reopening of \(quoted(text)) in \(quoted(title))"
        case .taskCancelled(let text, let title): "the cancelling of \(quoted(text)) in \(quoted(title))"
        case .taskAdded(let text, let title): "the addition of the task \(quoted(text)) to \(quoted(title))"
        case .property(let key, let value?, let title):
            "the setting of \(PrintableText.escaped(key)) to \(shown(value)) on \(quoted(title))"
        case .property(let key, nil, let title):
            "the removal of \(PrintableText.escaped(key)) from \(quoted(title))"
        case .tags(let added, let removed, let titles): phrase(added, removed, titles)
        case .pinned(let isPinned, let title): "the \(isPinned ? "pinning" : "unpinning") of \(quoted(title))"
        case .attached(let name, let title?): "the attaching of \(quoted(name)) to \(quoted(title))"
        case .attached(let name, nil): "the attaching of \(quoted(name))"
        case .smartFolder(let name, let step): "the \(noun(step)) of smart folder \(quoted(name))"
        case .smartFolderRenamed(let old, _): "the rename of smart folder \(quoted(old))"
        case .smartFolderOrder: "the change of the order of smart folders"
        case .folder(let name, let step): "the \(noun(step)) of folder \(quoted(name))"
        case .folderIcon(let name): "the change of the icon of folder \(quoted(name))"
        case .folderOrder: "the change of the order of folders"
        case .folderMoved(let old, let new, let items):
            "the \(old.parent == new.parent ? "rename" : "move") of folder \(place(old))" + count(items)
        case .folderTrashed(let folder, let items): "the deletion of folder \(place(folder))" + count(items)
        case .tag(let name): "the change of the colour of #\(PrintableText.escaped(name))"
        case .setting(let key, let value?):
            "the setting of \(PrintableText.escaped(key)) to \(shown(value))"
        case .setting(let key, nil): "the reset of \(PrintableText.escaped(key))"
        case .reviews(let count): Wording.count(count, "review")
        case .heldCards(let count, .suspended): "the suspending of \(Wording.count(count, "card"))"
        case .heldCards(let count, .buried): "the burying of \(Wording.count(count, "card"))"
        case .heldCards(let count, .released): "the releasing of \(Wording.count(count, "card"))"
        case .notebookReverted(let items): "the restoring of the whole notebook" + count(items)
        case .notebookReplaced(let items): "the replacement of the whole notebook" + count(items)
        case .file(let path): "the change of \(PrintableText.escaped(path.text))"
        }
    }

    private static func phrase(_ added: [Tag], _ removed: [Tag], _ titles: [String]) -> String {
        func name(_ tag: Tag) -> String { "#" + PrintableText.escaped(tag.text) }
        return switch (added.count, removed.count) {
        case (1, 0): "the addition of \(name(added[0])) to \(items(titles))"
        case (0, 1): "the removal of \(name(removed[0])) from \(items(titles))"
        case (1, 1): "the change of \(name(removed[0])) to \(name(added[0])) on \(items(titles))"
        default: "the change of tags of \(items(titles))"
        }
    }

    /// The title of one item, or the number of several.
    private static func items(_ titles: [String]) -> String {
        titles.count == 1 ? quoted(titles[0]) : Wording.count(titles.count, "item")
    }

    private static func count(_ items: Int) -> String { items > 0 ? " (\(Wording.count(items, "item")))" : "" }

    private static func place(_ folder: FolderPath) -> String {
        folder == .root ? "the top level" : PrintableText.escaped(folder.text) + "/"
    }

    private static func noun(_ step: ChangeSummary.Step) -> String {
        switch step {
        case .added: "addition"
        case .removed: "removal"
        case .changed: "change"
        }
    }

    private static func word(_ step: ChangeSummary.Step) -> String {
        switch step {
        case .added: "added"
        case .removed: "removed"
        case .changed: "changed"
        }
    }
}
