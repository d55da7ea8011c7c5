import Archives
import NotebookFiles

/// A tar whose files are read in any order.
///
/// It can only be read from its beginning, so it is expanded once, when the first file is needed. What is expanded has no
/// name, and disappears with its last reader, however the import ends.
final class ExpandedTar {
    private let source: ArchiveSource
    private let shown: String
    /// The folder on whose disk it is expanded; `nil` for that of temporary files.
    private let folder: String?
    private var expanded: Expanded?

    private struct Expanded {
        let bytes: SpooledBytes
        let places: [String: Range<UInt64>]
        let damage: TarContents.Damage?
    }

    init(_ source: ArchiveSource, shown: String, folder: String?) {
        (self.source, self.shown, self.folder) = (source, shown, folder)
    }

    /// The path of a member, without the mark of the current folder.
    static func path(of member: ArchiveMember) -> String {
        let path = String(decoding: member.path, as: UTF8.self)
        return path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    }

    /// Opens a file; `nil` if it does not exist.
    ///
    /// - Throws: `ArchiveFailure`, also if the disk is full.
    func open(_ path: String) throws -> ForeignContent? {
        let expanded = try expand()
        guard var rest = expanded.places[path] else { return nil }
        let (shown, bytes) = (shown, expanded.bytes)
        let damage = expanded.damage?.path == path ? expanded.damage : nil
        return ForeignContent {
            var buffer = [UInt8](repeating: 0, count: min(rest.count, 1 << 16))
            let count = try ForeignFault.catching {
                try ArchiveFailure.naming(shown) {
                    if rest.isEmpty, let damage { throw damage.problem }
                    return try bytes.read(into: &buffer, at: rest.lowerBound)
                }
            }
            rest = rest.dropFirst(count)
            return Array(buffer[..<count])
        }
    }

    private func expand() throws -> Expanded {
        if let expanded { return expanded }
        let new = try ArchiveFailure.naming(shown) {
            let contents = TarContents(try source.reader())
            let bytes = try SpooledBytes(contents, limit: ArchiveLimits().expandedBytes, folder: folder)
            return Expanded(bytes: bytes, places: contents.places, damage: contents.damage)
        }
        expanded = new
        return new
    }

    /// Reads some files in one pass, without expanding the tar.
    func each(_ paths: Set<String>, _ visit: (_ path: String, ForeignContent) throws -> Void) throws {
        var paths = paths
        let reader = try ArchiveFailure.naming(shown) { try source.reader() }
        while let member = try ArchiveFailure.naming(shown, { try reader.next() }) {
            let path = Self.path(of: member)
            guard paths.remove(path) != nil else { continue }
            try visit(path, ForeignContent(shown, reader))
            if paths.isEmpty { return }
        }
    }
}

/// The contents of the files of a tar, one after the other; those before damage if it is damaged.
private final class TarContents: ByteStream {
    /// Why there is no more, and in which file.
    struct Damage {
        let path: String?
        let problem: ArchiveProblem
    }

    private let reader: ArchiveReader
    private var path: String?
    private var offset: UInt64 = 0
    /// Where the contents are, by the paths of the files.
    private(set) var places: [String: Range<UInt64>] = [:]
    private(set) var damage: Damage?

    init(_ reader: ArchiveReader) { self.reader = reader }

    func read(into buffer: inout [UInt8]) throws(ArchiveProblem) -> Int {
        guard damage == nil else { return 0 }
        do throws(ArchiveProblem) {
            while true {
                if let path {
                    let count = try reader.read(into: &buffer)
                    guard count == 0 else {
                        let start = places[path]?.lowerBound ?? offset
                        offset += UInt64(count)
                        places[path] = start..<offset
                        return count
                    }
                    self.path = nil
                }
                guard let member = try reader.next() else { return 0 }
                guard member.kind == .file else { continue }
                let path = ExpandedTar.path(of: member)
                // Of two files with one path, the first one counts.
                guard places[path] == nil else { continue }
                places[path] = offset..<offset
                self.path = path
            }
        } catch {
            guard case .refused = error else { throw error }
            damage = Damage(path: path, problem: error)
            return 0
        }
    }
}
