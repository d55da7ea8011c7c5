import NotebookBundle

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Shows a long text page by page, with the user's pager, as git does.
struct Pager {
    private let session: Session

    init(_ session: Session) { self.session = session }

    /// Calls a function, and shows its output with the pager if it is longer than the terminal.
    func paging(_ body: (Session) throws -> ExitStatus) throws -> ExitStatus {
        guard session.terminal.outputIsTerminal, session.terminal.height != nil, command != nil else {
            return try body(session)
        }
        let pages = PagedOutput(session.terminal)
        let result = Result { try body(session.with(pages.terminal)) }
        try pages.finish(print)
        return try result.get()
    }

    /// Prints a text; uses the pager if it has more lines than the terminal shows.
    ///
    /// If the pager fails, prints the text without it.
    func print(_ text: [UInt8]) throws {
        guard let command, needsPages(text), let file = temporaryFile(text) else { return try session.write(text) }
        defer { try? FileManager.default.removeItem(at: URL(filePath: file).deletingLastPathComponent()) }
        // less quits at once if the text fits, shows colours, and leaves the text on the screen.
        let script = "bundle_pager() { LESS=\"${LESS-FRX}\" LV=\"${LV--c}\" \(command) < \"$1\"; }; bundle_pager"
        try session.terminal.flush()
        let status = (try? session.terminal.edit(script, [file]) {}) ?? -1
        guard status != 0 else { return }
        try session.note("note: the pager \(PrintableText.quoted(command)) failed with status \(status)")
        try session.write(text)
    }

    /// The pager: $PAGER, or else less; `nil` if the user wants none.
    private var command: String? {
        let command = session.terminal.environment["PAGER"] ?? "less"
        return command.isEmpty || command == "cat" ? nil : command
    }

    private func needsPages(_ text: [UInt8]) -> Bool {
        let terminal = session.terminal
        guard terminal.outputIsTerminal, let height = terminal.height else { return false }
        // The shell's prompt also needs a line.
        return text.count { $0 == 0x0A } >= height
    }

    /// A file that only the user can read, in a directory of its own; `nil` if none can be written.
    private func temporaryFile(_ text: [UInt8]) -> String? {
        let environment = session.terminal.environment
        let folder = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        let directory = "\(folder)/bundle-\(String(session.notebookEnvironment.random(), radix: 16))"
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            try Data(text).write(to: URL(filePath: directory + "/text"))
            return directory + "/text"
        } catch {
            return nil
        }
    }
}
