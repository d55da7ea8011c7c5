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
    private var expanded: ExpandedMembers<String>?

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
        // A file behind damage is missing, as far as anybody knows.
        return (try? expanded.open(path)).flatMap { $0.map { ForeignContent(shown, $0) } }
    }

    private func expand() throws -> ExpandedMembers<String> {
        if let expanded { return expanded }
        let new = try ArchiveFailure.naming(shown) {
            try ExpandedMembers(
                try source.reader(), limit: ArchiveLimits().expandedBytes, folder: folder, by: Self.path(of:))
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
