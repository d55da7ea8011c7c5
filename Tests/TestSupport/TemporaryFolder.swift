public import Foundation
import Synchronization

/// A folder of its own for one test, removed with it.
public final class TemporaryFolder: Sendable {
    /// Where it is.
    public let url: URL

    /// Makes a folder that holds nothing.
    public init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "notebundle-\(UUID().uuidString)")
            .resolvingSymlinksInPath()
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        // A test may have taken a folder's permissions away; what can't be removed stays for the system to clean.
        try? FileManager.default.removeItem(at: url)
    }

    /// Makes a folder, hands it on, and removes it with all it holds.
    public static func with<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = try TemporaryFolder()
        return try withExtendedLifetime(folder) { try body(folder.url) }
    }

    /// Makes a folder that several tests share, which is removed when the process ends.
    public static func lasting() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let isFirst = lastingFolders.withLock { folders in
            folders.append(folder.path)
            return folders.count == 1
        }
        if isFirst { atexit { TemporaryFolder.removeLastingFolders() } }
        return folder
    }

    private static let lastingFolders = Mutex<[String]>([])

    private static func removeLastingFolders() {
        for folder in lastingFolders.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: folder) }
    }

    /// Its path.
    public var path: String { url.path }

    /// The path of a file in it.
    public func file(_ name: String) -> String { path + "/" + name }

    /// Writes a file, with the folders above it, and gives its path.
    @discardableResult
    public func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let place = url.appending(path: name)
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: place)
        return file(name)
    }

    /// The bytes of a file.
    public func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: url.appending(path: name))) }

    /// All regular files below a folder with their contents, by their paths' bytes.
    public func files(below folder: String) throws -> [[UInt8]: [UInt8]] {
        let root = file(folder)
        guard let paths = FileManager.default.enumerator(atPath: root) else { return [:] }
        var files: [[UInt8]: [UInt8]] = [:]
        for case let path as String in paths {
            let place = URL(filePath: root + "/" + path)
            guard try place.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
            files[Array(path.utf8)] = Array(try Data(contentsOf: place))
        }
        return files
    }

    /// Makes a folder in it.
    public func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: file(name), withIntermediateDirectories: true)
    }
}
