import NotebookBundle
import NotebookFormat

/// Edits an item in the user's editor; each time the editor saves, so does the notebook.
struct ItemEditing {
    private let arguments: Arguments
    private let session: Session

    init(_ arguments: Arguments, _ session: Session) {
        self.arguments = arguments
        self.session = session
    }

    /// Opens an item in the editor and saves what is typed.
    ///
    /// - Parameters:
    ///   - old: The bytes of the item.
    ///   - cursor: Where the user goes on typing: an offset in the bytes.
    func edit(_ item: Item, _ old: [UInt8], cursor: Int? = nil, in directory: NotebookDirectory) throws -> ExitStatus {
        let file = try EditorFile(session, old, name: item.livePath.stem, cursor: cursor)
        var edited = EditedItem(item, old)
        var edits: [EditResult<SavedText>] = []
        let text: [UInt8]
        do {
            // What cannot be saved now is tried again at the next time, and at the end.
            text = try file.run { text in
                // Some editors empty the file before they write it.
                guard !text.isBlank else { return }
                if let edit = try? edited.save(text, in: directory, whileOpen: true) { edits.append(edit) }
            }
        } catch EditorError.failed(let command, let status, let path) {
            guard !edits.isEmpty else { throw EditorError.failed(command, status, path) }
            _ = try report(edits)
            guard file.text == edited.typed else { throw EditorError.failed(command, status, path) }
            // The editor may have been interrupted while it wrote.
            throw EditorError.failedAfterSaving(command, status, before: try file.replace(with: old))
        }
        guard !text.isBlank || old.isBlank else {
            if !edits.isEmpty { _ = try report(edits) }
            file.remove()
            throw EditorError.emptied(session.tool)
        }
        do {
            if let last = try edited.save(text, in: directory, whileOpen: false) { edits.append(last) }
        } catch {
            if !edits.isEmpty { _ = try report(edits) }
            throw EditorError.notSaved(
                "\(error)", file.path, isFinding: (error as? any Failure)?.isFinding ?? false)
        }
        file.remove()
        guard !edits.isEmpty else {
            try session.note("note: nothing was changed")
            return .success
        }
        return try report(edits)
    }

    /// Reports what was saved, and how.
    private func report(_ edits: [EditResult<SavedText>]) throws -> ExitStatus {
        guard let last = edits.last else { return .success }
        let notes = EditNotes(session)
        var status = ExitStatus.success
        for edit in edits.dropLast() {
            try notes.tell(edit.recovery, edit.commit)
            try notes.tell(edit.links)
            if Editing.status(of: edit.links) != .success { status = .finding }
        }
        if try Editing(arguments, session).report(last, [last.result.item]) != .success { status = .finding }
        if !(try tell(edits.map(\.result))) { status = .finding }
        return status
    }

    /// Reports how a text was saved if the item changed meanwhile; false if it now holds both versions.
    private func tell(_ saved: [SavedText]) throws -> Bool {
        guard let last = saved.last else { return true }
        let name = PrintableText.escaped(last.item.path.text)
        if saved.contains(where: \.isRestored) {
            try session.note("note: \(name) was deleted meanwhile; it is restored with your text")
        }
        guard saved.contains(where: \.isMerged) else { return true }
        guard last.conflicts > 0 else {
            try session.note("note: \(name) was changed meanwhile; merged both versions")
            return true
        }
        let places = Wording.count(last.conflicts, "place")
        try session.note(
            "note: \(name) was changed meanwhile; both versions are between conflict markers in \(places); settle them with ‘\(session.tool) resolve’"
        )
        return false
    }
}
