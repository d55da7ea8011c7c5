import NotebookFormat

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A directory or file that has a meaning; describing it does not make it.
///
/// A place below another is declared in one line:
/// ```swift
/// extension Place { var backups: Place { subpath("Backups") } }
/// ```
public struct Place: Hashable, Sendable {
    /// Where it is.
    public let url: URL

    /// The place at a location.
    public init(_ url: URL) { self.url = url }

    /// The place at a path.
    public init(path: String) { url = URL(filePath: path) }

    /// The last component of the path.
    public var name: String { url.lastPathComponent }

    /// The path.
    public var path: String { url.path }

    /// A place below this one.
    public func subpath(_ components: String...) -> Place {
        Place(components.reduce(url) { $0.appending(path: $1) })
    }

    /// Whether something is there.
    public var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// The place that this one is in.
    public var parent: Place { Place(url.deletingLastPathComponent()) }

    /// Makes the directory, and those above it, if it is not there.
    ///
    /// Blocks for a moment.
    ///
    /// - Throws: `SystemError`.
    public func create() throws { try create(attributes: nil) }

    /// Removes what is there, a directory with all that it holds.
    package func remove() throws { try FileManager.default.removeItem(at: url) }

    /// Makes the directory, if it is not there, so that nobody but the user can look into it, and those above it as
    /// usual.
    func createPrivately() throws {
        try parent.create()
        try create(attributes: [.posixPermissions: 0o700])
    }

    private func create(attributes: [FileAttributeKey: Any]?) throws {
        do {
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: true, attributes: attributes)
        } catch {
            throw SystemError(.create, PrintableText.escaped(path), because: error)
        }
    }
}

extension SystemError {
    /// An error of Foundation, in the words of the system.
    init(_ operation: Operation, _ path: String, because error: any Error) {
        let reason = (error as? CocoaError)?.underlying ?? error
        let code =
            (reason as? POSIXError)?.code ?? ((error as? CocoaError)?.code == .fileWriteFileExists ? .EEXIST : .EIO)
        self.init(operation, path, code: code.rawValue)
    }
}

/// The places of the tool and of applications that use notebooks, as the platform has them.
public struct Places: Sendable {
    /// The folder that the settings are in: `$XDG_CONFIG_HOME/notebundle` (XDG Base Directory 0.8), on macOS in
    /// Application Support.
    public let configuration: Place
    /// The folder for what can be made again: `$XDG_CACHE_HOME/notebundle`, on macOS in Caches.
    public let cache: Place
    /// The folder for notebooks, where nothing else is chosen: `Notebooks` in the home directory.
    public let library: Place
    /// The folder for what is needed for a moment.
    public let temporary: Place

    /// The places of the process.
    public static let standard = Places(environment: ProcessInfo.processInfo.environment)

    /// The places that an environment describes; without a home directory they are in the temporary one.
    public init(environment: [String: String]) {
        func folder(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        temporary = Place(path: folder("TMPDIR") ?? "/tmp")
        let home = Place(path: folder("HOME") ?? temporary.path)
        #if os(macOS)
            let support = home.subpath("Library", "Application Support")
            let caches = home.subpath("Library", "Caches")
        #else
            let support = home.subpath(".config")
            let caches = home.subpath(".cache")
        #endif
        configuration = (folder("XDG_CONFIG_HOME").map { Place(path: $0) } ?? support).subpath("notebundle")
        cache = (folder("XDG_CACHE_HOME").map { Place(path: $0) } ?? caches).subpath("notebundle")
        library = home.subpath("Notebooks")
    }
}

extension Place {
    /// The file with the settings, in the folder for configuration.
    public var settings: Place { subpath("settings.plist") }
}
