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

    static let verb = Verb(
        "view", "Show a notebook in the web browser, and update the page as it changes",
        details: """
            Writes the page of ‘export --format html’ to a private temporary folder, prints its path, and opens it in the
            default browser. Whenever the notebook changes, rewrites the page, which then reloads in the same place. Ctrl-C
            stops it and removes the page. With --once the page stays; delete its folder when you no longer need it.
            """,
        parameters: [Common.notebook, item, noOpen, once] + Common.reading,
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
        var page = try page(0, showing: arguments[Self.item])
        let folder = "\(session.places.temporary.path)/bundle-view-\(String(session.world.random(), radix: 16))"
        // Programs that open files in a browser copy or rename those with other characters.
        let words = page.title.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "-").prefix(60)
        let name = (words.isEmpty ? "notebook" : String(words)) + ".html"
        return try StandardStreams.cleaningUp { try show(&page, in: folder, name) }
    }

    /// Writes the page and shows it until a signal ends it, or once; removes the folder of a page that is followed.
    private func show(_ page: inout Page, in folder: String, _ name: String) throws -> ExitStatus {
        try make(folder)
        do {
            try write(page.text, to: "\(folder)/\(name)")
            try session.print("\(folder)/\(name)")
            try session.terminal.flush()
            if !arguments[Self.noOpen] { try open("\(folder)/\(name)") }
            if arguments[Self.once] { return .success }
            if session.terminal.errorsAreTerminal { try session.note("press Ctrl-C to stop and to remove the page") }
            try follow(&page, in: folder, name)
        } catch {
            remove(folder)
            throw error
        }
        remove(folder)
        // The process ends by the signal that it was asked with.
        return .failure
    }

    /// A page, and the state of the notebook that it shows.
    private struct Page {
        let title: String
        let text: String
        let mark: Mark
    }

    /// The state of the notebook’s files, for noticing changes.
    private struct Mark: Equatable {
        let list: [FileMark?]
        let stamps: [BundlePath: FileStamp]
    }

    private var opener: NotebookOpener { NotebookOpener(arguments, session) }

    private func page(_ number: Int, showing word: String?) throws -> Page {
        let mark = try mark()
        return try opener.read { files in
            let notebook = try Notebook(files)
            let item = try word.map { try notebook.item($0).path }
            let text = try PageFormat().preview(
                notebook.items, of: ExportedNotebook(notebook, files), number: number, showing: item)
            return Page(title: notebook.description.title, text: text, mark: mark)
        }
    }

    private func mark() throws -> Mark {
        let word = arguments[Common.notebook]
        guard word != Session.inputWord else { return Mark(list: [], stamps: [:]) }
        guard case .directory(let directory) = try opener.source(word) else {
            return Mark(list: [OutsidePath.mark(of: session.absolute(word))], stamps: [:])
        }
        let paths = [BundlePath.manifest, .notebook].map { OutsidePath.below(directory.path, $0.text) }
        let list = paths.map { OutsidePath.mark(of: $0) }
        return Mark(list: list, stamps: try directory.stamps(of: try directory.read(\.notebook.items)))
    }

    /// Writes the page again whenever the notebook changes, until a signal ends it.
    private func follow(_ page: inout Page, in folder: String, _ name: String) throws {
        var number = 0
        var problem: String?
        while session.terminal.pause(0.5) {
            // While somebody changes the notebook, or it cannot be read, the page stays as it is.
            do {
                guard try mark() != page.mark else {
                    problem = nil
                    continue
                }
                let next = try self.page(number + 1, showing: nil)
                try write(next.text, to: "\(folder)/\(name)")
                let later = PageFormat.mark(after: number)
                try write(later.content, to: "\(folder)/\(later.name)")
                number += 1
                (page, problem) = (next, nil)
            } catch is LockError {
                continue
            } catch {
                if problem != "\(error)" { try session.note("note: the page stays as it is: \(error)") }
                problem = "\(error)"
            }
        }
    }

    private func open(_ path: String) throws {
        let address = "file://" + HTMLText.path(path)
        guard try DesktopBrowser(session).open(address) else {
            return try session.note("note: cannot open a browser here; open the page yourself")
        }
    }
}

/// The temporary folder.
extension ViewCommand {
    private func make(_ folder: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            throw EditorError.noTemporaryFile(folder)
        }
    }

    /// Writes a file, completely or not at all.
    private func write(_ text: String, to path: String) throws {
        try OutsideFiles(session).replace(path, with: text)
    }

    private func remove(_ folder: String) { try? FileManager.default.removeItem(atPath: folder) }
}
