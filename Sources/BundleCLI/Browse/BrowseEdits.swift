import NotebookBundle

/// Changes a notebook as the user asks on the screen; each change is one that a verb makes.
struct BrowseEdits {
    /// Opens the notebook for changing, as a verb does.
    let open: (_ verb: String) throws -> Notebook
    /// The user's local time.
    let now: () -> LocalMoment

    /// Makes a change; returns a message about it, and the new path of the changed item.
    func make(_ change: BrowseChange) throws -> (message: String, path: BundlePath?) {
        let notebook = try open(change.verb)
        switch change {
        case .rename(let path, let title):
            return try relocate(notebook, "renamed") { draft in
                try draft.rename(try draft.listing.item(path.text), to: title)
            }
        case .move(let path, let folder):
            let name = folder.isEmpty ? "the top level" : PrintableText.quoted(folder)
            return try relocate(notebook, "moved to \(name)") { draft in
                try draft.move(try draft.listing.item(path.text), to: try draft.folder(folder))
            }
        case .pin(let path, let pins):
            var values = ItemChange()
            values.isPinned = pins
            return try edit(notebook, path, values, pins ? "pinned" : "unpinned")
        case .tags(let path, let added, let removed):
            var values = ItemChange()
            values.addedTags = try added.map { text in
                guard let tag = Tag(new: text) else { throw NotebookError.notATag(text) }
                return tag
            }
            values.removedTags = removed.compactMap { Tag($0) }
            return try edit(notebook, path, values, "changed the tags")
        case .task(let path, let task, let isDone):
            let edit = try notebook.edit { draft in
                let item = try draft.listing.item(path.text)
                // Another program may have moved it to another line.
                let same = try draft.item(path).tasks.filter { $0.text == task.text && $0.state == task.state }
                guard let found = same.first(where: { $0.line == task.line }) ?? same.first else {
                    throw NotebookError.changedSince(path)
                }
                return try draft.set(found, of: item, done: isDone ? now().date : nil)
            }
            let text = PrintableText.quoted(edit.result.task.text)
            let isRepeated = isDone && edit.result.task.repetition != nil
            let repeats = isRepeated ? "; it repeats, and the next one was not made" : ""
            return ((isDone ? "done: " : "open again: ") + text + repeats, edit.result.item.path)
        case .daily(let day):
            guard let moment = now().day(day.description) else { return ("", nil) }
            let edit = try notebook.edit { draft in try draft.dailyNote(for: moment) }
            let title = PrintableText.quoted(edit.result.item.shownTitle)
            return ((edit.result.isNew ? "made " : "opened ") + title, edit.result.item.path)
        case .delete(let path):
            let edit = try notebook.edit { draft in
                let item = try draft.listing.item(path.text)
                _ = try draft.moveToTrash([item])
                return item
            }
            return ("moved \(PrintableText.quoted(edit.result.shownTitle)) to the trash; u undoes that", nil)
        case .restore(let path):
            let edit = try notebook.edit { draft in
                try draft.restore([try draft.listing.item(path.text, inTrash: true)])
            }
            let restored = edit.result.first
            return (restored.map { "restored \(PrintableText.quoted($0.shownTitle))" } ?? "", restored?.path)
        case .undo:
            let change = try notebook.undo().result
            return (Self.text("undid", change, in: notebook), Self.place(change.files.lazy.map(\.oldPath)))
        case .redo:
            let change = try notebook.redo().result
            return (Self.text("redid", change, in: notebook), Self.place(change.files.lazy.map(\.newPath)))
        }
    }

    private static func text(_ done: String, _ change: HistoryChange, in notebook: Notebook) -> String {
        let summaries = try? notebook.directory.summaries(of: [change])
        if let phrase = SummaryText.phrase(summaries?[change.number]) { return "\(done) \(phrase)" }
        let files = HistoryLines.files(change)
        let more = files.count > 1 ? " and \(files.count - 1) more" : ""
        return "\(done) change \(change.number) (\(change.verb)): " + (files.first ?? "") + more
    }

    /// The first item outside the trash.
    private static func place(_ paths: some Sequence<BundlePath?>) -> BundlePath? {
        paths.compactMap(\.self).first { TrashedPath($0) == nil && FileType(of: $0)?.isItem == true }
    }

    private func edit(
        _ notebook: Notebook, _ path: BundlePath, _ values: ItemChange, _ done: String
    ) throws -> (message: String, path: BundlePath?) {
        let edit = try notebook.edit { draft in
            let isChanged = try draft.edit(path, values)
            return (isChanged: isChanged, item: try draft.shown(path))
        }
        let (isChanged, item) = edit.result
        return ("\(isChanged ? done : "nothing changed"): \(PrintableText.quoted(item.shownTitle))", item.path)
    }

    /// Changes the place or name of an item, and updates the links to it.
    private func relocate(
        _ notebook: Notebook, _ done: String, _ body: (inout Draft) throws -> Item
    ) throws -> (message: String, path: BundlePath?) {
        let edit = try notebook.edit { draft in
            let moved = try body(&draft)
            try draft.keepLinks()
            return try draft.shown(moved.path)
        }
        let path = edit.result.path
        let others = edit.links.changed.count { $0 != path }
        let updated = others > 0 ? "; updated links in \(Wording.count(others, "other item"))" : ""
        let lost = edit.links.unkept.count
        let left = lost > 0 ? "; \(Wording.count(lost, "link")) cannot be updated" : ""
        return ("\(done): \(PrintableText.quoted(edit.result.shownTitle))" + updated + left, path)
    }
}

/// What a key requires that the state of the screen cannot do on its own.
enum BrowseEffect: Equatable {
    case quit
    case suspend
    /// Redraws everything.
    case redraw
    /// Asks whether to delete an item, unless the user has turned that off.
    case askToDelete(BundlePath)
    /// Shows the calendar of daily notes, which begins with today.
    case askForDay
    case change(BrowseChange)
    /// Turns off the question before deleting.
    case neverAsk
    case edit(BundlePath)
    case new(title: String)
    case study
    /// Opens an address with the desktop's program for it.
    case open(String)
}

/// A change of the notebook.
enum BrowseChange: Equatable {
    case rename(BundlePath, to: String)
    case move(BundlePath, to: String)
    case pin(BundlePath, Bool)
    case tags(BundlePath, added: [String], removed: [String])
    case task(BundlePath, ItemTask, isDone: Bool)
    /// Makes the note of a day.
    case daily(CalendarDate)
    case delete(BundlePath)
    case restore(BundlePath)
    case undo
    case redo

    /// The verb that makes the same change, for the history.
    var verb: String {
        switch self {
        case .rename: "rename"
        case .move: "move"
        case .pin(_, let pins): pins ? "pin" : "unpin"
        case .tags: "tag"
        case .task: "tasks"
        case .daily: "today"
        case .delete: "rm"
        case .restore: "restore"
        case .undo: "undo"
        case .redo: "redo"
        }
    }
}
