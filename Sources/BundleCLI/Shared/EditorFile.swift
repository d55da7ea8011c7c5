import NotebookBundle
import NotebookFormat

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A temporary file for the user's editor.
///
/// It is kept until its text is safe in the notebook.
struct EditorFile {
    let path: String
    private let session: Session
    private let command: String
    /// The text at first.
    private let text: [UInt8]

    init(_ session: Session, _ text: [UInt8], name: String) throws {
        let environment = session.terminal.environment
        guard
            let command = [session.settings.editor, environment["VISUAL"], environment["EDITOR"]].compactMap(\.self)
                .first(where: { !$0.isEmpty }
                )
        else {
            throw EditorError.noEditor
        }
        self.session = session
        self.command = command
        self.text = text
        let folder = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        let stem = PortableName.made(from: name, maximumBytes: 60) ?? "note"
        let directory = "\(folder)/bundle-\(String(session.world.random(), radix: 16))"
        path = "\(directory)/\(stem).md"
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            try Data(text).write(to: URL(filePath: path))
        } catch {
            throw EditorError.noTemporaryFile(directory)
        }
    }

    /// Runs the editor and gives the saved text.
    func run() throws -> [UInt8] {
        let status = try session.terminal.edit(command, path)
        guard status == 0 else {
            // The shell gives these for programs that it cannot start (POSIX.1-2024, Shell Command Language, 2.8.2).
            let isStarted = status != 126 && status != 127
            guard FileManager.default.contents(atPath: path).map(Array.init) == text else {
                throw EditorError.failed(command, status, path)
            }
            remove()
            throw isStarted ? EditorError.failed(command, status, nil) : EditorError.notStarted(command)
        }
        guard let data = FileManager.default.contents(atPath: path) else { throw EditorError.gone(path) }
        return [UInt8](data)
    }

    /// Lets the user write a new text in the editor.
    static func edited(_ text: [UInt8], name: String, _ session: Session) throws -> [UInt8] {
        let file = try EditorFile(session, text, name: name)
        let result = try file.run()
        file.remove()
        return result
    }

    /// Removes the file, once its text is safe.
    func remove() { try? FileManager.default.removeItem(at: URL(filePath: path).deletingLastPathComponent()) }
}

/// Why editing in the user's editor failed.
enum EditorError: ToolFailure {
    case noEditor
    case noTemporaryFile(String)
    case notStarted(String)
    /// The editor failed: its status, and where the changed text is; `nil` if it was not changed.
    case failed(String, Int32, String?)
    case gone(String)
    case notSaved(String, String, isFinding: Bool)

    var description: String {
        switch self {
        case .noEditor: "no editor is set"
        case .noTemporaryFile(let path): "cannot make a temporary file in \(PrintableText.escaped(path))"
        case .notStarted(let command): "cannot start the editor \(PrintableText.quoted(command))"
        case .failed(let command, let status, let path):
            "the editor \(PrintableText.quoted(command)) failed with status \(status); "
                + (path.map { "what you typed is in \(PrintableText.escaped($0))" } ?? "nothing was changed")
        case .gone(let path): "the editor left no file at \(PrintableText.escaped(path))"
        case .notSaved(let reason, let path, _): "\(reason); what you typed is in \(PrintableText.escaped(path))"
        }
    }

    var hint: String? {
        switch self {
        case .noEditor, .notStarted: "set $VISUAL or $EDITOR, or change the item with options (--body, --append)"
        case .noTemporaryFile: "set $TMPDIR to a directory that you can write to"
        case .failed(_, _, nil): nil
        case .failed, .notSaved: "fix the text, and save it with ‘bundle edit … --body - < FILE’"
        case .gone: nil
        }
    }

    var isFinding: Bool {
        guard case .notSaved(_, _, let isFinding) = self else { return false }
        return isFinding
    }
}
