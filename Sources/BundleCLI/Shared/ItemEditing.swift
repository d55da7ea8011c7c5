import NotebookBundle
import TerminalIO

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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
        let type: FileType
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
    func edit(_ item: Item, _ old: [UInt8], cursor: Int? = nil, in notebook: Notebook) throws -> ExitStatus {
        // What was typed before is part of the text now.
        guard let now = try recoverUnsaved(item, in: notebook) else {
            return try run(EditorSaves(item, old, in: notebook), old, name: item.livePath.stem, cursor: cursor)
        }
        let bytes = try notebook.read { try $0.content(of: now.path) } ?? old
        let status = try run(EditorSaves(now, bytes, in: notebook), bytes, name: now.livePath.stem, cursor: nil)
        // What was taken over may have left both versions in the text.
        return status == .success && hasConflicts(now, in: notebook) ? .finding : status
    }

    private func hasConflicts(_ item: Item, in notebook: Notebook) -> Bool {
        let file = try? notebook.read { snapshot in
            try snapshot.listing.items.first { $0.uuid == item.uuid }.map { try snapshot.file(of: $0) }
        }
        return file.map { $0.conflictCount > 0 } ?? false
    }

    /// Opens the editor, and adds what the user types as a new item.
    func add(_ new: New, in notebook: Notebook) throws -> ExitStatus {
        _ = try recoverUnsaved(nil, in: notebook)
        return try run(EditorSaves(new, in: notebook), new.start, name: new.name, cursor: new.cursor)
    }

    private func run(_ given: EditorSaves, _ start: [UInt8], name: String, cursor: Int?) throws -> ExitStatus {
        var status = ExitStatus.success
        // Saves the final text of the editor, even if the terminal is closed.
        try session.terminal.deferringSignals {
            var saves = given
            let file = try EditorFile(session, start, name: name, cursor: cursor)
            do {
                // Text that cannot be saved now is saved the next time, or at the end.
                let (text, closing) = try file.run { saves.saveWhileOpen($0) }
                if closing == .unlikely, text == file.start { throw try leave(&saves, text, file) }
                status = try finish(&saves, text, file, closing)
            } catch let end as AskedToEnd {
                interrupt(&saves, file, end)
                throw EditorError.interrupted
            } catch EditorError.failed(let failed, let path, let closing) {
                guard !saves.edits.isEmpty else { throw EditorError.failed(failed, path, closing) }
                _ = try report(saves)
                guard file.text == saves.typed else { throw EditorError.failed(failed, path, closing) }
                guard closing == .certain else { throw try leave(saves, file, failed) }
                // The editor may have been interrupted while it was writing.
                throw EditorError.failedAfterSaving(failed, before: try keptBefore(saves, file))
            } catch EditorError.failedMayBeOpen(let failed, _, _, _) {
                if !saves.edits.isEmpty { _ = try report(saves) }
                throw try leave(saves, file, failed)
            }
        }
        return status
    }

    /// Saves the text of an editor that has ended normally.
    private func finish(
        _ saves: inout EditorSaves, _ text: [UInt8], _ file: EditorFile, _ closing: EditorClosing
    ) throws -> ExitStatus {
        switch saves.verdict(on: text) {
        case .emptied:
            if !saves.edits.isEmpty { _ = try report(saves) }
            try dismiss(file, text, closing, saves)
            throw EditorError.emptied(session.tool)
        case .nothingWritten:
            try session.note("note: nothing was written, so nothing was added")
            try dismiss(file, text, closing, saves)
            return .success
        case .saves: break
        }
        do {
            try saves.saveAtEnd(text)
        } catch {
            if !saves.edits.isEmpty { _ = try report(saves) }
            throw file.notSaved(error)
        }
        defer { try? dismiss(file, text, closing, saves) }
        guard !saves.edits.isEmpty else {
            try session.note("note: nothing was changed")
            return .success
        }
        return try report(saves)
    }

    /// Removes the file of an editor that is certainly closed; keeps any other, for the next time.
    private func dismiss(
        _ file: EditorFile, _ text: [UInt8], _ closing: EditorClosing, _ saves: EditorSaves
    ) throws {
        guard closing < .certain else { return file.remove() }
        let isRecorded = UnsavedFiles(session).add(file.path, text, of: saves.item, saves.type, in: saves.notebook)
        try file.reportKept(
            closing,
            nextEdit(saves, isRecorded) ?? "add it with \(addition(of: file.path, saves.type.rawValue))")
    }

    /// Leaves the file of an editor that returned at once, for the next time; returns the error that says so.
    private func leave(_ saves: inout EditorSaves, _ text: [UInt8], _ file: EditorFile) throws -> EditorError {
        // The command line may say enough for a new item.
        if saves.verdict(on: text) == .saves { try saves.saveAtEnd(text) }
        if !saves.edits.isEmpty { _ = try report(saves) }
        let isRecorded = UnsavedFiles(session).add(file.path, text, of: saves.item, saves.type, in: saves.notebook)
        return file.mayBeOpen(takeover(saves, file, isRecorded))
    }

    /// Leaves the file of an editor that failed, for the next time; returns the error that says so.
    private func leave(
        _ saves: EditorSaves, _ file: EditorFile, _ failed: EditorError.Failed
    ) throws -> EditorError {
        // The editor may have been interrupted while it was writing.
        let before = saves.edits.isEmpty ? nil : try saves.before.map { try file.write(beside: $0) }
        let saved = saves.edits.isEmpty ? nil : EditorError.Saved(before: before)
        let isRecorded = UnsavedFiles(session).add(
            file.path, file.text ?? file.start, of: saves.item, saves.type, in: saves.notebook)
        return .failedMayBeOpen(failed, file.path, saved: saved, use: takeover(saves, file, isRecorded))
    }

    /// What to do with a text in a file that is left for the next time.
    ///
    /// - Parameter isRecorded: Whether the next edit finds the file.
    private func takeover(_ saves: EditorSaves, _ file: EditorFile, _ isRecorded: Bool) -> String {
        nextEdit(saves, isRecorded).map { "save it there; \($0)" }
            ?? "save it there, then add it with \(addition(of: file.path, saves.type.rawValue))"
    }

    /// What the next edit of an item does with a text in a file that is left; `nil` if the text is no item yet.
    private func nextEdit(_ saves: EditorSaves, _ isRecorded: Bool) -> String? {
        guard let item = saves.item else { return nil }
        let next = "the next ‘\(session.tool) edit \(ShellWord.quoted(item.path.text))’"
        return isRecorded
            ? "\(next) takes it over"
            : "copy it from there by hand: \(next) does not take it over, since its path could not be stored (check $XDG_DATA_HOME)"
    }

    private func addition(of path: String, _ type: String) -> String {
        "‘\(session.tool) add \(type) --file \(ShellWord.quoted(path))’"
    }

    /// Saves what was typed into earlier editors of an item, and reports what else is not saved yet.
    ///
    /// - Returns: The item after the last save; `nil` if there was none.
    private func recoverUnsaved(_ item: Item?, in notebook: Notebook) throws -> Item? {
        let unsaved = UnsavedFiles(session)
        var taken: Item?
        for var file in unsaved.all(in: notebook) {
            guard let typed = file.typed, !typed.isBlank else { continue }
            let path = PrintableText.escaped(file.path)
            guard let item, let uuid = item.uuid, file.item == "\(uuid)" else {
                let other = try notebook.read(\.listing.items).first {
                    $0.uuid.map { "\($0)" } == file.item && file.item != nil
                }
                let use =
                    other.map { "‘\(session.tool) edit \(ShellWord.quoted($0.path.text))’ takes it over" }
                    ?? "add it with \(addition(of: file.path, file.type))"
                try session.note("note: what you typed into \(path) is not in the notebook; \(use)")
                continue
            }
            var saves = EditorSaves(taken ?? item, [UInt8](file.saved), in: notebook)
            do {
                try saves.saveAtEnd(typed)
            } catch let error as any Failure {
                try session.note("note: what you typed into \(path) cannot be saved: \(error)")
                continue
            }
            try session.note("note: saved what you typed into \(path)")
            _ = try report(saves)
            file.saved = Data(typed)
            unsaved.remember(file)
            taken = saves.item
        }
        return taken
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
            try LinkNotes(session).reportShifted(from: before, besides: [last.result.item.path], in: saves.notebook)
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
