import NotebookBundle
import TerminalIO

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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

    /// Writes a file, completely or not at all, and gives its path.
    @discardableResult
    func write(_ text: String, as name: String) throws -> String {
        try ExternalFiles(session).replace("\(path)/\(name)", with: text)
        return "\(path)/\(name)"
    }

    /// Opens a file in the browser.
    func open(_ name: String) throws {
        guard try DesktopBrowser(session).open("file://" + HTMLText.path("\(path)/\(name)")) else {
            return try session.note("note: cannot open a browser here; open the page yourself")
        }
    }

    /// Repeats an action twice a second, until a signal comes, or no program has opened a file for a number of seconds.
    ///
    /// - Returns: Whether no program opened any.
    func repeatWhileOpened(within seconds: Int?, _ action: () throws -> Void) rethrows -> Bool {
        var turns = 0
        while session.terminal.pause(0.5) {
            turns = opened.wereOpened() ? 0 : turns + 1
            if let seconds, turns > 2 * seconds { return true }
            try action()
        }
        return false
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
