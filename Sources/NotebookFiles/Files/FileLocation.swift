import NotebookText

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A directory or file with a purpose; making the value does not create it.
///
/// A location below another is declared in one line:
/// ```swift
/// extension FileLocation { var backups: FileLocation { subpath("Backups") } }
/// ```
public struct FileLocation: Hashable, Sendable {
    /// The path: absolute, without a slash at its end.
    public let path: String

    /// The place at a path; a relative one starts from the working directory of the process.
    public init(path: String) {
        let isAbsolute = path.utf8.first == UInt8(ascii: "/")
        let whole = isAbsolute ? path : ExternalPath.below(ExternalPath.workingDirectory ?? "", path)
        let end = whole.utf8.lastIndex { $0 != UInt8(ascii: "/") }
        self.path = end.map { String(decoding: whole.utf8[...$0], as: UTF8.self) } ?? "/"
    }

    /// The last component of the path, or `/`.
    package var name: String { path == "/" ? path : ExternalPath.name(of: path) }

    /// A place below this one.
    public func subpath(_ components: String...) -> FileLocation { subpath(components) }

    /// A place below this one.
    package func subpath(_ components: [String]) -> FileLocation {
        FileLocation(path: components.reduce(path) { ExternalPath.below($0, $1) })
    }

    /// Whether something is there.
    package var exists: Bool { FileKind.following(path) != nil }

    /// The place that this one is in.
    package var parent: FileLocation { FileLocation(path: ExternalPath.parent(of: path)) }

    /// Makes the directory, and missing directories above it.
    ///
    /// Blocks for a moment.
    ///
    /// - Throws: `SystemError`.
    public func create() throws { try create(attributes: nil) }

    /// Removes what is there; a directory with all its content.
    package func remove() throws { try FileManager.default.removeItem(atPath: path) }

    /// Makes the directory if it is missing, readable only by the user; makes missing directories above it as usual.
    package func createPrivately() throws {
        try parent.create()
        try create(attributes: [.posixPermissions: 0o700])
    }

    /// Whether the paths have the same bytes: names that look the same are different files.
    public static func == (one: FileLocation, other: FileLocation) -> Bool {
        one.path.utf8.elementsEqual(other.path.utf8)
    }

    /// Hashes the bytes of the path.
    public func hash(into hasher: inout Hasher) {
        for byte in path.utf8 { hasher.combine(byte) }
    }

    private func create(attributes: [FileAttributeKey: Any]?) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: attributes)
        } catch {
            throw SystemError(.create, PrintableText.escaped(path), because: error)
        }
    }
}

extension SystemError {
    /// A Foundation error in the system's words.
    package init(_ operation: Operation, _ path: String, because error: any Error) {
        let reason = (error as? CocoaError)?.underlying ?? error
        let code =
            (reason as? POSIXError)?.code ?? ((error as? CocoaError)?.code == .fileWriteFileExists ? .EEXIST : .EIO)
        self.init(operation, path, code: code.rawValue)
    }
}

/// The directories of the tool and of applications that use notebooks, following the conventions of the platform.
public struct FileLocations: Sendable {
    /// The folder of settings: `$XDG_CONFIG_HOME/notebundle` (XDG Base Directory 0.8), on macOS and iOS in Application
    /// Support.
    public let configuration: FileLocation
    /// The folder of data that can be regenerated: `$XDG_CACHE_HOME/notebundle`, on macOS and iOS in
    /// Caches.
    public let cache: FileLocation
    /// The folder of data that tools keep for the user: `$XDG_DATA_HOME/notebundle`, on macOS and iOS in Application
    /// Support.
    public let data: FileLocation
    /// The default folder of notebooks: `Notebooks` in the home directory.
    public let library: FileLocation
    /// The folder of temporary files.
    public let temporary: FileLocation

    /// The directories of the process.
    public static let standard = FileLocations(environment: ProcessInfo.processInfo.environment)

    /// The directories that an environment describes, such as `["HOME": folder]` for those of a program alone; without a
    /// home directory they are in the temporary one.
    public init(environment: [String: String]) {
        func folder(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        temporary = FileLocation(path: folder("TMPDIR") ?? "/tmp")
        let home = FileLocation(path: folder("HOME") ?? temporary.path)
        let isApple = SystemCall.isApple
        let support = isApple ? home.subpath("Library", "Application Support") : home.subpath(".config")
        let caches = isApple ? home.subpath("Library", "Caches") : home.subpath(".cache")
        let share = isApple ? support : home.subpath(".local", "share")
        configuration = (folder("XDG_CONFIG_HOME").map { FileLocation(path: $0) } ?? support).subpath("notebundle")
        cache = (folder("XDG_CACHE_HOME").map { FileLocation(path: $0) } ?? caches).subpath("notebundle")
        data = (folder("XDG_DATA_HOME").map { FileLocation(path: $0) } ?? share).subpath("notebundle")
        library = home.subpath("Notebooks")
    }
}

extension FileLocation {
    /// The settings file, in the folder of settings.
    public var settings: FileLocation { subpath("settings.plist") }

    /// The reviews of cards that notebooks do not hold, in the folder of data.
    public var study: FileLocation { subpath("study") }
}

extension FileLocations {
    /// Calls `body` with a new temporary folder that only the user can read, and removes it afterwards, also before a
    /// signal ends the process.
    package func withScratch<Result>(_ environment: NotebookEnvironment, _ body: (FileLocation) throws -> Result) throws
        -> Result
    {
        let scratch = temporary.subpath("notebundle-\(String(environment.random(), radix: 16))")
        Interruptions.begin()
        defer { Interruptions.end() }
        try scratch.createPrivately()
        defer { try? scratch.remove() }
        return try body(scratch)
    }
}
