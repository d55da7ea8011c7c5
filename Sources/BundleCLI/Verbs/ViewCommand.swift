import NotebookBundle
import TerminalIO

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The verb ‘view’.
struct ViewCommand: Command {
    private static let item = Option.path("item", "ITEM", "Show this item first", kind: .item)
    private static let noOpen = Flag("no-open", "Do not open the browser; only write the page and print its path")
    private static let once = Flag("once", "Write the page once, keep it, and do not wait for changes")
    private static let idle = Option.number(
        "idle", "SECONDS", "End when no browser has shown the page for so long", in: 1...86400)

    static let verb = Verb(
        "view", "Show a notebook in the web browser, and update the page as it changes",
        details: """
            Writes the page of ‘export --format html’ to a private temporary folder, prints its path, and opens it in the
            default browser. Whenever the notebook changes, rewrites the page, which then reloads in the same place. Ctrl-C
            stops it and removes the page. With --once the page stays; delete its folder when you no longer need it.

            The desktop opens archives with --idle (‘setup’): then the browser also shows why a notebook cannot be opened.
            """,
        parameters: [Common.notebook, item, noOpen, once, idle] + Common.reading,
        examples: [
            ("view", "the notebook of this folder, until Ctrl-C"),
            ("view Recipes --item \"Apple pie\"", "opens one item first"),
            ("view Recipes --once --no-open", "writes the page and prints its path"),
        ],
        statuses: [.finding: "ITEM matches no item, or several"]
    )

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        guard arguments[Common.notebook] != Session.inputWord || arguments[Self.once] else {
            throw UsageError.conflict("an archive on standard input needs --once")
        }
        try arguments.requireAtMostOne(of: [Self.once, Self.idle])
        do {
            return try StandardStreams.cleaningUp { try show(arguments[Self.once] ? nil : PageMemory()) }
        } catch let error as any Failure where arguments[Self.idle] != nil && !arguments[Self.noOpen] {
            try StandardStreams.cleaningUp { try show(error) }
            throw error
        }
    }

    /// Writes the page and shows it, once or as long as nothing ends it; removes the folder of a page that is followed.
    private func show(_ memory: PageMemory?) throws -> ExitStatus {
        let folder = try PageFolder.make(session)
        let isLeft: Bool
        do {
            var page = try page(0, memory, in: folder, as: nil, showing: arguments[Self.item])
            let name = page.name
            try session.print(folder.path(of: name))
            try session.terminal.flush()
            if !arguments[Self.noOpen] { try folder.open(name) }
            if arguments[Self.once] { return .success }
            if session.terminal.errorsAreTerminal { try session.note("press Ctrl-C to stop and to remove the page") }
            isLeft = try follow(&page, memory, in: folder)
        } catch {
            folder.remove()
            throw error
        }
        folder.remove()
        // Otherwise the process ends by the signal that it was asked with.
        return isLeft ? .success : .failure
    }

    /// Shows in the browser why there is no page, to somebody who has no terminal.
    private func show(_ problem: any Failure) throws {
        let folder = try PageFolder.make(session)
        defer { folder.remove() }
        let page = ProblemPage.text("\(problem)", hint: problem.hint(for: session.tool))
        try folder.write(page, as: "problem.html")
        try folder.open("problem.html")
        _ = folder.repeatWhileOpened(within: arguments[Self.idle]) {}
    }

    /// A page, and the state of the notebook that it shows.
    private struct Page {
        /// The name of its file.
        let name: String
        let mark: Mark
    }

    /// The state of the notebook’s files, for noticing changes.
    private struct Mark {
        /// The manifest and the description, one of which every edit replaces; or the archive.
        let paths: [String]
        let identities: [FileIdentity?]
        /// What other programs may edit.
        let notebook: Notebook?
        let items: [Item]
        let itemIdentities: [BundlePath: FileIdentity?]

        /// Whether one of the two files was replaced; takes microseconds.
        var isReplaced: Bool { paths.map(ExternalPath.identity(of:)) != identities }

        /// Whether one of them was replaced or an item edited; asks for the state of every one.
        func isChanged() throws -> Bool {
            try isReplaced || notebook.map { try $0.directory.identities(of: items) != itemIdentities } ?? false
        }
    }

    private var opener: NotebookOpener { NotebookOpener(arguments, session) }

    /// Writes a page; its first name says what the notebook is called.
    private func page(
        _ number: Int, _ memory: PageMemory?, in folder: borrowing PageFolder, as name: String?, showing word: String?
    ) throws -> Page {
        let mark = try mark()
        let notebook = try opener.notebook()
        let written = try folder.write { write in
            let title = try notebook.source.writePage(number, memory) { snapshot in
                try word.map { try snapshot.listing.item($0) }
            } to: {
                try write($0)
            }
            // Programs that open files in a browser copy or rename those with other characters.
            let words = title.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "-").prefix(60)
            return name ?? (words.isEmpty ? "notebook" : String(words)) + ".html"
        }
        return Page(name: written, mark: mark)
    }

    private func mark() throws -> Mark {
        let word = arguments[Common.notebook]
        guard word != Session.inputWord else {
            return Mark(paths: [], identities: [], notebook: nil, items: [], itemIdentities: [:])
        }
        guard case .directory(let notebook) = try opener.source(word) else {
            let paths = [session.absolute(word)]
            let identities = paths.map(ExternalPath.identity(of:))
            return Mark(paths: paths, identities: identities, notebook: nil, items: [], itemIdentities: [:])
        }
        let paths = [BundlePath.manifest, .notebook].map { ExternalPath.below(notebook.location, $0.text) }
        let identities = paths.map(ExternalPath.identity(of:))
        let items = try notebook.read(\.listing.items)
        return Mark(
            paths: paths, identities: identities, notebook: notebook, items: items,
            itemIdentities: try notebook.directory.identities(of: items))
    }

    /// Writes the page again whenever the notebook changes, until a signal ends it, or nobody shows it any more.
    private func follow(
        _ page: inout Page, _ memory: PageMemory?, in folder: borrowing PageFolder
    ) throws -> Bool {
        var (turn, number) = (0, 0)
        var problem: String?
        return try folder.repeatWhileOpened(within: arguments[Self.idle]) {
            turn += 1
            // While somebody changes the notebook, or it cannot be read, the page stays as it is.
            do {
                let looksAtItems = turn.isMultiple(of: PageFolder.turnsASecond)
                guard try problem == nil && page.mark.isReplaced || looksAtItems && page.mark.isChanged() else {
                    if looksAtItems { problem = nil }
                    return
                }
                let next = try self.page(number + 1, memory, in: folder, as: page.name, showing: nil)
                let later = PageFormat.mark(after: number)
                try folder.write(later.content, as: later.name)
                number += 1
                (page, problem) = (next, nil)
            } catch is LockError {
                return
            } catch {
                // A signal may have ended what it was doing.
                if StandardStreams.isInterrupted { return }
                if problem != "\(error)" { try session.note("note: the page stays as it is: \(error)") }
                problem = "\(error)"
            }
        }
    }
}

/// The page that says why there is no other.
private enum ProblemPage {
    static func text(_ problem: String, hint: String?) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <meta name="viewport" content="width=device-width">
        <meta name="color-scheme" content="light dark">
        <title>This notebook cannot be shown</title>
        <body style="max-width: 40em; margin: 3em auto; padding: 0 1em; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere">
        <h1>This notebook cannot be shown</h1>
        <p>\(HTMLText.escaped(problem))</p>
        \(hint.map { "<p>Hint: \(HTMLText.escaped($0))</p>" } ?? "")
        </html>

        """
    }
}

/// The private temporary folder of a page that a browser shows.
struct PageFolder: ~Copyable {
    private let session: Session
    private let path: String
    private let opened: OpenedFiles

    private init(at path: String, _ session: Session) {
        self.session = session
        self.path = path
        opened = OpenedFiles(in: path)
    }

    /// Makes the folder.
    static func make(_ session: Session) throws -> PageFolder {
        let path =
            "\(session.places.temporary.path)/bundle-view-\(String(session.notebookEnvironment.random(), radix: 16))"
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            throw EditorError.noTemporaryFile(path)
        }
        let folder = PageFolder(at: path, session)
        try folder.write(PageFormat.sign.content, as: PageFormat.sign.name)
        return folder
    }

    /// The path of a file.
    func path(of name: String) -> String { "\(path)/\(name)" }

    /// Writes a file.
    func write(_ text: String, as name: String) throws {
        _ = try write { write in
            try write(Array(text.utf8))
            return name
        }
    }

    /// Writes a file piece by piece, completely or not at all.
    ///
    /// Nobody needs it after a power cut, so nobody waits for the disk.
    ///
    /// - Parameter content: Writes the pieces, and returns the name of the file.
    /// - Returns: The name.
    func write(_ content: (_ write: @escaping ([UInt8]) throws -> Void) throws -> String) throws -> String {
        let files = try DirectoryFiles(path, name: session.displayed(path))
        let new = DiskPath(".new")
        if try files.status(new) != nil { try files.unlink(new) }
        let file = try files.create(new)
        defer { files.close(file) }
        let name = try content { try files.writeAll($0, to: file) }
        try files.rename(new, to: DiskPath(name))
        return name
    }

    /// Opens a file in the browser.
    func open(_ name: String) throws {
        guard try DesktopBrowser(session).open("file://" + HTMLText.path("\(path)/\(name)")) else {
            return try session.note("note: cannot open a browser here; open the page yourself")
        }
    }

    /// How often an action is repeated.
    static let turnsASecond = 20

    /// Repeats an action, until a signal comes, or no program has opened a file for a number of seconds.
    ///
    /// - Returns: Whether no program opened any.
    func repeatWhileOpened(within seconds: Int?, _ action: () throws -> Void) rethrows -> Bool {
        var turns = 0
        while session.terminal.pause(1 / Double(Self.turnsASecond)) {
            turns = opened.wereOpened() ? 0 : turns + 1
            if let seconds, turns > Self.turnsASecond * seconds { return true }
            try action()
        }
        return false
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
