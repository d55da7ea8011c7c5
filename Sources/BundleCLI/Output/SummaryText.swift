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
        guard let summary, let first = summary.events.first else { return nil }
        return phrase(first) + more(summary)
    }

    private static func more(_ summary: ChangeSummary) -> String {
        let others = summary.events.count - 1
        let links = summary.linkedItems
        let parts = [
            others > 0 ? "\(others) more" : "", links > 0 ? "links in \(Wording.count(links, "item"))" : "",
        ].filter { !$0.isEmpty }
        return parts.isEmpty ? "" : " (and \(parts.joined(separator: ", ")))"
    }

    private static func quoted(_ text: String) -> String { PrintableText.quoted(text) }

    private static func statement(_ event: ChangeSummary.Event) -> String {
        switch event {
        case .added(let title): "\(quoted(title)) added"
        case .removed(let title): "\(quoted(title)) removed"
        case .edited(let title): quoted(title)
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
            "\(PrintableText.escaped(key)) = \(PrintableText.escaped(value)) on \(quoted(title))"
        case .property(let key, nil, let title): "\(PrintableText.escaped(key)) removed from \(quoted(title))"
        case .tags(let added, let removed, let title):
            (added.map { "+" + PrintableText.escaped($0.text) } + removed.map { "-" + PrintableText.escaped($0.text) })
                .joined(separator: " ") + " on \(quoted(title))"
        case .pinned(let isPinned, let title): "\(quoted(title)) \(isPinned ? "pinned" : "unpinned")"
        case .attached(let name, let title?): "\(quoted(name)) to \(quoted(title))"
        case .attached(let name, nil): "\(quoted(name)) attached"
        case .smartFolder(let name, let step): "smart folder \(quoted(name)) \(word(step))"
        case .folder(let name, let step): "folder \(quoted(name)) \(word(step))"
        case .tag(let name): "colour of #\(PrintableText.escaped(name))"
        case .setting(let key, let value?): "\(PrintableText.escaped(key)) = \(PrintableText.escaped(value))"
        case .setting(let key, nil): "\(PrintableText.escaped(key)) has its default again"
        case .reviews(let count): Wording.count(count, "review")
        case .heldCards(let count, let step): "\(Wording.count(count, "card")) \(step)"
        case .file(let path): PrintableText.escaped(path.text)
        }
    }

    private static func phrase(_ event: ChangeSummary.Event) -> String {
        switch event {
        case .added(let title): "the addition of \(quoted(title))"
        case .removed(let title): "the removal of \(quoted(title))"
        case .edited(let title): "the edit of \(quoted(title))"
        case .renamed(let old, _): "the rename of \(quoted(old))"
        case .moved(let title, _): "the move of \(quoted(title))"
        case .trashed(let title): "the deletion of \(quoted(title))"
        case .restored(let title): "the restoring of \(quoted(title))"
        case .tags(_, _, let title): "the change of tags of \(quoted(title))"
        case .pinned(let isPinned, let title): "the \(isPinned ? "pinning" : "unpinning") of \(quoted(title))"
        case .attached(let name, let title?): "the attaching of \(quoted(name)) to \(quoted(title))"
        case .attached(let name, nil): "the attaching of \(quoted(name))"
        case .heldCards(let count, .suspended): "the suspending of \(Wording.count(count, "card"))"
        case .heldCards(let count, .buried): "the burying of \(Wording.count(count, "card"))"
        case .heldCards(let count, .released): "the releasing of \(Wording.count(count, "card"))"
        default: statement(event)
        }
    }

    private static func place(_ folder: FolderPath) -> String {
        folder == .root ? "the top level" : PrintableText.escaped(folder.text) + "/"
    }

    private static func word(_ step: ChangeSummary.Step) -> String {
        switch step {
        case .added: "added"
        case .removed: "removed"
        case .changed: "changed"
        }
    }
}
