import Foundation

/// A folder of its own for one test, removed with it.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "archives-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        // A test may have taken a folder's permissions away; what can't be removed stays for the system to clean.
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { path + "/" + name }

    /// Writes a file, with the folders above it.
    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let path = file(name)
        try makeFolder(above: path)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    func write(_ files: [SampleFile], below folder: String) throws {
        for file in files { try write(folder + "/" + file.path, file.content) }
    }

    func read(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: file(name))))
    }

    /// All regular files below a folder with their contents, by their paths' bytes.
    func files(below folder: String) throws -> [[UInt8]: [UInt8]] {
        let root = file(folder)
        guard let paths = FileManager.default.enumerator(atPath: root) else { return [:] }
        var files: [[UInt8]: [UInt8]] = [:]
        for case let path as String in paths {
            let url = URL(fileURLWithPath: root + "/" + path)
            guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
            files[Array(path.utf8)] = Array(try Data(contentsOf: url))
        }
        return files
    }

    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: file(name), withIntermediateDirectories: true)
    }

    private func makeFolder(above path: String) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
}
