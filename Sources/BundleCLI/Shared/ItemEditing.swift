import NotebookBundle
import NotebookFormat
import TerminalIO

/// Edits an item in the user's editor; saves to the notebook each time the editor saves.
struct ItemEditing {
    /// A new item, which the editor's first save adds.
    struct New {
        /// The text that the editor starts with.
        let start: [UInt8]
        /// The name of the editor's file.
        let name: String
        /// Where the user continues typing: an offset in the text, in bytes.
        let cursor: Int?
        /// Whether to add the text even if the editor does not change it.
        let isWanted: Bool
        /// Whether its title is the first line of the text.
        let followsFirstLine: Bool
        /// Adds the item with a text.
        let add: (inout Draft, [UInt8]) throws -> Item
    }

    private let arguments: Arguments
    private let session: Session

    init(_ arguments: Arguments, _ session: Session) {
        self.arguments = arguments
        self.session = session
    }

    /// Opens an item in the editor and saves what the user types.
    ///
    /// - Parameters:
    ///   - old: The bytes of the item.
    ///   - cursor: Where the user continues typing: an offset in the bytes.
    func edit(_ item: Item, _ old: [UInt8], cursor: Int? = nil, in directory: NotebookDirectory) throws -> ExitStatus {
        try run(EditorSaves(item, old, in: directory), old, name: item.livePath.stem, cursor: cursor)
    }

    /// Opens the editor, and adds what the user types as a new item.
    func add(_ new: New, in directory: NotebookDirectory) throws -> ExitStatus {
        try run(EditorSaves(new, in: directory), new.start, name: new.name, cursor: new.cursor)
    }

    private func run(_ given: EditorSaves, _ start: [UInt8], name: String, cursor: Int?) throws -> ExitStatus {
        var status = ExitStatus.success
        // Saves the final text of the editor, even if the terminal is closed.
        try session.terminal.deferringSignals {
            var saves = given
            let file = try EditorFile(session, start, name: name, cursor: cursor)
            do {
                // Text that cannot be saved now is saved the next time, or at the end.
                let text = try file.run { saves.saveWhileOpen($0) }
                status = try finish(&saves, text, file)
            } catch let end as AskedToEnd {
                interrupt(&saves, file, end)
                throw EditorError.interrupted
            } catch EditorError.failed(let command, let status, let path) {
                guard !saves.edits.isEmpty else { throw EditorError.failed(command, status, path) }
                _ = try report(saves)
                guard file.text == saves.typed else { throw EditorError.failed(command, status, path) }
                // The editor may have been interrupted while it was writing.
                throw EditorError.failedAfterSaving(command, status, before: try keptBefore(saves, file))
            }
        }
        return status
    }

    /// Saves the text of an editor that has ended normally.
    private func finish(_ saves: inout EditorSaves, _ text: [UInt8], _ file: EditorFile) throws -> ExitStatus {
        switch saves.verdict(on: text) {
        case .emptied:
            if !saves.edits.isEmpty { _ = try report(saves) }
            file.remove()
            throw EditorError.emptied(session.tool)
        case .nothingWritten:
            file.remove()
            try session.note("note: nothing was written, so nothing was added")
            return .success
        case .saves: break
        }
        do {
            try saves.saveAtEnd(text)
        } catch {
            if !saves.edits.isEmpty { _ = try report(saves) }
            throw file.notSaved(error)
        }
        file.remove()
        guard !saves.edits.isEmpty else {
            try session.note("note: nothing was changed")
            return .success
        }
        return try report(saves)
    }

    /// Saves what the editor had saved before a signal ended the tool; reports where the rest is, if possible.
    private func interrupt(_ saves: inout EditorSaves, _ file: EditorFile, _ end: AskedToEnd) {
        var problem: (any Error)?
        if let text = file.text, saves.verdict(on: text) == .saves {
            do { try saves.saveAtEnd(text) } catch { problem = error }
        }
        if !saves.edits.isEmpty { _ = try? report(saves) }
        let beside = file.filesBeside
        if let problem {
            try? session.note("note: \(file.notSaved(problem))")
        } else if end.programRuns {
            try? session.note("note: the editor is still open; what it saves from now on is only in \(file.path)")
        } else if beside.isEmpty {
            guard !saves.edits.isEmpty, let before = try? keptBefore(saves, file) else { return file.remove() }
            try? session.note("note: the previous text is in \(PrintableText.escaped(before))")
        }
        for path in beside { try? session.note("note: the editor left \(PrintableText.escaped(path))") }
    }

    /// Keeps the text that the editor started with in its file; `nil` if there was none.
    private func keptBefore(_ saves: EditorSaves, _ file: EditorFile) throws -> String? {
        guard let before = saves.before else {
            file.remove()
            return nil
        }
        return try file.replace(with: before)
    }

    /// Reports what was saved, and how.
    private func report(_ saves: EditorSaves) throws -> ExitStatus {
        let edits = saves.edits
        guard let last = edits.last else { return .success }
        let notes = EditNotes(session)
        var status = ExitStatus.success
        for edit in edits.dropLast() {
            try notes.report(edit.recovery, edit.commit)
            try notes.report(edit.links)
            if Editing.status(of: edit.links) != .success { status = .finding }
        }
        if try Editing(arguments, session).report(last, [last.result.item]) != .success { status = .finding }
        if !(try report(edits.map(\.result))) { status = .finding }
        for problem in saves.newProblems(of: last.result.item) { try session.note("note: \(problem)") }
        if let before = saves.manifestBeforeAdding {
            try LinkNotes(session).reportShifted(from: before, besides: [last.result.item.path], in: saves.directory)
        }
        return status
    }

    /// Reports how a text was saved if the item changed meanwhile; false if it now holds both versions.
    private func report(_ saved: [SavedText]) throws -> Bool {
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
            "note: \(name) was changed meanwhile; both versions are between conflict markers in \(places); resolve them with ‘\(session.tool) resolve’"
        )
        return false
    }
}
