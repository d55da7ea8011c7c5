import NotebookBundle

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A temporary file for the user's editor.
///
/// It is kept until its text is saved in the notebook and the editor is certainly closed.
struct EditorFile {
    let path: String
    private let session: Session
    private let command: EditorCommand
    private let place: EditorPosition?
    /// The initial text.
    let start: [UInt8]

    /// A file with a text.
    ///
    /// - Parameter cursor: Where the user continues typing: an offset in the text, in bytes.
    init(_ session: Session, _ text: [UInt8], name: String, cursor: Int? = nil) throws {
        let environment = session.terminal.environment
        command = try EditorCommand(session)
        self.session = session
        place = cursor.map { EditorPosition(of: $0, in: text) }
        start = text
        let folder = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        let stem = PortableName.made(from: name, maximumBytes: 60) ?? "note"
        let directory = "\(folder)/bundle-\(String(session.notebookEnvironment.random(), radix: 16))"
        path = "\(directory)/\(stem).md"
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            try Data(text).write(to: URL(filePath: path))
        } catch {
            throw EditorError.noTemporaryFile(directory)
        }
    }

    /// Runs the editor and returns the saved text.
    ///
    /// - Parameter save: Called with the text each time the editor has saved it, while it is open.
    /// - Returns: The text, and whether the editor is closed.
    func run(_ save: ([UInt8]) -> Void = { _ in }) throws -> (text: [UInt8], closing: EditorClosing) {
        if !command.addedWords.isEmpty {
            let whole = PrintableText.quoted(([command.text] + command.addedWords).joined(separator: " "))
            try session.note("note: the editor runs as \(whole), to wait until you close the file")
        }
        var watch = FileWatch(path)
        let began = ContinuousClock.now
        let status = try session.terminal.edit(command.text, command.words(path, at: place)) {
            if watch.hasSettled(), let text { save(text) }
        }
        let closing = command.closing(after: ContinuousClock.now - began)
        guard status == 0 else { throw failure(status, closing) }
        guard let text else { throw EditorError.gone(path, beside: filesBeside) }
        if let renamed {
            try session.note(
                "note: took the text from \(PrintableText.escaped(renamed)), as the editor called its file")
        }
        return (text, closing)
    }

    /// Says that the editor returned at once, and where its text is.
    ///
    /// - Parameter use: What to do with the text.
    func mayBeOpen(_ use: String) -> EditorError { .mayBeOpen(command.text, path, use: use) }

    /// Says where an editor that may still be open has its text.
    ///
    /// - Parameter use: What to do with the text.
    func reportKept(_ closing: EditorClosing, _ use: String) throws {
        guard closing < .likely else { return }
        try session.note(
            "note: if the editor \(PrintableText.quoted(command.text)) is still open, what it saves from now on is only in \(PrintableText.escaped(path)): \(use); \(EditorError.waitingEditors)"
        )
    }

    /// Why the editor failed; removes the file if its text is unchanged and the editor certainly closed.
    private func failure(_ status: Int32, _ closing: EditorClosing) -> EditorError {
        let failed = EditorError.Failed(command: command.text, status: status)
        guard text == start else { return .failed(failed, path, closing) }
        // The shell returns these for programs that it cannot start (POSIX.1-2024, Shell Command Language, 2.8.2).
        let isUnstarted = [126, 127].contains(status) && (closing == .certain || !command.isThere)
        guard isUnstarted || closing == .certain else {
            return .failedMayBeOpen(failed, path, saved: nil, use: "copy it from there when you try again")
        }
        remove()
        return isUnstarted ? .notStarted(command.text) : .failed(failed, nil, closing)
    }

    /// The text in the file, or in the only other one there if the editor gave it another name; `nil` if it is gone.
    var text: [UInt8]? { FileManager.default.contents(atPath: renamed ?? path).map { [UInt8]($0) } }

    /// The file that an editor left under another name.
    private var renamed: String? {
        guard FileKind.at(path) == nil else { return nil }
        let others = filesBeside.filter { other in
            let name = ExternalPath.name(of: other)
            return FileKind.at(other) == .file && !name.hasPrefix(".") && !LeftoverName.matches(Array(name.utf8))
        }
        return others.count == 1 ? others[0] : nil
    }

    /// Lets the user write a new text in the editor, and keeps it until `body` has saved it.
    static func edited<Result>(
        _ text: [UInt8], name: String, _ session: Session, _ body: ([UInt8]) throws -> Result
    ) throws -> Result {
        let file = try EditorFile(session, text, name: name)
        let (edited, closing) = try file.run()
        if closing == .unlikely, edited == text {
            throw file.mayBeOpen("save it there, and copy it when you try again")
        }
        do {
            let result = try body(edited)
            if closing == .certain { file.remove() } else { try file.reportKept(closing, "copy it when you try again") }
            return result
        } catch {
            throw file.notSaved(error)
        }
    }

    /// Why the text could not be saved, and where it is.
    func notSaved(_ error: any Error) -> EditorError {
        .notSaved("\(error)", path, isFinding: (error as? any Failure)?.isFinding ?? false)
    }

    /// What the editor left beside the file, such as its own copy of unsaved text.
    var filesBeside: [String] {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { !path.hasSuffix("/" + $0) }.sorted().map { "\(folder)/\($0)" }
    }

    /// Writes another text into the file, and returns its path.
    func replace(with text: [UInt8]) throws -> String {
        try Data(text).write(to: URL(filePath: path))
        return path
    }

    /// Writes another text into a file beside it, and returns the path of that.
    func write(beside text: [UInt8]) throws -> String {
        let other = "\(path.dropLast(3)) (before).md"
        try Data(text).write(to: URL(filePath: other))
        return other
    }

    /// Removes the file, once its text is saved.
    func remove() { try? FileManager.default.removeItem(at: URL(filePath: path).deletingLastPathComponent()) }
}

/// Why editing in the user's editor failed.
enum EditorError: ToolFailure {
    case noEditor
    /// The editors that are there need a terminal.
    case noTerminal
    case noTemporaryFile(String)
    case notStarted(String)
    /// The editor failed: where the changed text is, `nil` if it was not changed; and whether it is closed.
    case failed(Failed, String?, EditorClosing)
    /// The notebook has everything that the editor saved; the previous text, if there was one, is in a file.
    case failedAfterSaving(Failed, before: String?)
    /// The editor failed, but may still be open: the path of its file, what the notebook has of its text, and what to do
    /// with the text.
    case failedMayBeOpen(Failed, String, saved: Saved?, use: String)
    /// A signal ended the tool while the editor was open; everything is already reported.
    case interrupted
    /// The editor returned at once: its command, the path of its file, and what to do with the text.
    case mayBeOpen(String, String, use: String)
    /// The editor left no file at a path, but others beside it.
    case gone(String, beside: [String])
    /// The file was empty when the editor was closed.
    case emptied(String)
    case notSaved(String, String, isFinding: Bool)

    /// The command of an editor that failed, and its status.
    struct Failed: CustomStringConvertible {
        let command: String
        let status: Int32

        var description: String { "the editor \(PrintableText.quoted(command)) failed with status \(status)" }
    }

    /// The notebook has everything that an editor saved; the previous text, if there was one, is in a file.
    struct Saved: CustomStringConvertible {
        let before: String?

        var description: String {
            "what it saved is in the notebook"
                + (before.map { ", and the previous text in \(PrintableText.escaped($0))" } ?? "")
        }
    }

    var description: String {
        switch self {
        case .noEditor: "no editor is set, and none of editor, nano and vi was found"
        case .noTerminal: "there is no terminal to open an editor in"
        case .noTemporaryFile(let path): "cannot make a temporary file in \(PrintableText.escaped(path))"
        case .notStarted(let command): "cannot start the editor \(PrintableText.quoted(command))"
        case .failed(let failed, let path, _):
            "\(failed); "
                + (path.map { "what you typed is in \(PrintableText.escaped($0))" } ?? "nothing was changed")
        case .failedAfterSaving(let failed, let before): "\(failed); \(Saved(before: before))"
        case .failedMayBeOpen(let failed, let path, let saved, _):
            "\(failed); \(saved.map { "\($0)" } ?? "nothing was changed"); if it is still open, what it saves from now on is only in \(PrintableText.escaped(path))"
        case .interrupted: "a signal ended it"
        case .mayBeOpen(let command, let path, _):
            "the editor \(PrintableText.quoted(command)) returned at once and changed nothing; what you type from now on is only in \(PrintableText.escaped(path))"
        case .emptied: "the text in the editor is empty, so the item was not changed"
        case .gone(let path, let others):
            "the editor left no file at \(PrintableText.escaped(path))"
                + (others.isEmpty
                    ? "" : "; what it left is in \(others.map { PrintableText.escaped($0) }.joined(separator: ", "))")
        case .notSaved(let reason, let path, _): "\(reason); what you typed is in \(PrintableText.escaped(path))"
        }
    }

    var hint: String? {
        switch self {
        case .noEditor, .notStarted: "set $VISUAL or $EDITOR, or change the item with options (--body, --append)"
        case .noTerminal: "change the item with options (--body, --append), or set $VISUAL to an editor with a window"
        case .noTemporaryFile: "set $TMPDIR to a directory that you can write to"
        case .failed(_, nil, _): "an edit counts if the editor ends with status 0; check $VISUAL and $EDITOR"
        case .failedMayBeOpen(_, _, _, let use): use
        case .failed, .notSaved: "copy your text from there when you try again"
        case .mayBeOpen(_, _, let use):
            "\(use); \(Self.waitingEditors)"
        case .emptied(let tool): "delete an item with ‘\(tool) rm’, or only its text with ‘\(tool) edit … --body \"\"’"
        case .gone: "use an editor that saves the file where it is ($VISUAL)"
        case .failedAfterSaving, .interrupted: nil
        }
    }

    /// Which editors do not hand the file to another program.
    static let waitingEditors =
        "to save it each time, use an editor that waits until you close the file, such as nano, ‘code --wait’ or ‘gvim -f’ ($VISUAL)"

    var isFinding: Bool {
        switch self {
        case .notSaved(_, _, let isFinding): isFinding
        case .mayBeOpen: true
        default: false
        }
    }
}

extension [UInt8] {
    /// Whether there is nothing but spaces and line ends.
    var isBlank: Bool { allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }
}
