package import NotebookText

/// The changes that a deletion makes besides moving files to the trash.
///
/// It is stored with these files, so that restoring them can undo the changes (Format, clause 24.3).
package struct DeletionRecord: Equatable, Sendable {
    /// An item that was changed.
    package struct Change: Equatable, Sendable {
        /// Its path.
        package let path: BundlePath
        /// The digest before the change; a copy with that digest is in the trash.
        package let before: Digest
        /// The digest after the change.
        package let after: Digest

        /// Makes a change of an item.
        package init(path: BundlePath, before: Digest, after: Digest) {
            self.path = path
            self.before = before
            self.after = after
        }
    }

    /// The changed items, in the order of their paths.
    package var changes: [Change]
    /// The rows of `notebook.json` that were removed with folders.
    package var folders: [NotebookDescription.FolderRow]

    /// Makes a record of changes.
    package init(changes: [Change] = [], folders: [NotebookDescription.FolderRow] = []) {
        self.changes = changes
        self.folders = folders
    }

    /// The largest accepted record, in bytes.
    package static let maximumBytes = 16 << 20

    private static let directory = "extras/org.notebundle.undo"
    private static let format = "notebundle-undo"
    private static let version = 1
}

extension DeletionRecord {
    /// The path of a deletion's record.
    ///
    /// - Throws: nothing.
    package static func path(in batch: BatchName) throws(PathProblem) -> BundlePath {
        try BundlePath(checking: "trash/\(batch)/\(directory)/record.json")
    }

    /// The path of the copy of an item that a deletion changed; `nil` if it would be too long.
    package static func copy(of path: BundlePath, in batch: BatchName) -> BundlePath? {
        guard let old = try? BundlePath("\(directory)/before/\(path)") else { return nil }
        return try? TrashedPath(of: old, in: batch)?.path()
    }

    /// Whether a file in the trash is part of a record, and not one that a person deleted.
    package static func holds(_ path: BundlePath) -> Bool {
        TrashedPath(path)?.oldPath.text.utf8.starts(with: "\(directory)/".utf8) ?? false
    }

    /// The canonical text of the record.
    package var text: [UInt8] {
        let rows = changes.map { change in
            JSONValue(
                .object([
                    .init(key: "path", value: .text(change.path.text)),
                    .init(key: "before", value: .text(change.before.description)),
                    .init(key: "after", value: .text(change.after.description)),
                ]))
        }
        return CanonicalJSON.text(of: [
            .init(key: "format", value: .text(Self.format)),
            .init(key: "version", value: .integer(Self.version)),
            .init(key: "changes", value: JSONValue(.array(rows))),
            .init(key: "folders", value: JSONValue(.array(folders.map { JSONValue(.object($0.members)) }))),
        ])
    }

    /// Reads a record.
    ///
    /// - Throws: `TextProblem` if it is not valid, and where.
    package init(_ bytes: [UInt8]) throws(TextProblem) {
        var (reader, header) = (JSONReader(bytes), FormatHeader(name: Self.format, version: Self.version))
        var (changes, folders): ([Change]?, [NotebookDescription.FolderRow]?) = (nil, nil)
        try header.read(&reader) { (reader, key) throws(TextProblem) in
            switch key {
            case "changes":
                changes = try reader.rows(["path", "before", "after"]) { (row) throws(TextProblem) in
                    Change(path: try row.path(), before: try row.digest(), after: try row.digest(1))
                }
            case "folders":
                folders = try reader.list { (reader) throws(TextProblem) in
                    try NotebookDescription.FolderRow(reader.value())
                }
            default: _ = try reader.value()
            }
        }
        self.changes = try header.required(changes, "changes")
        self.folders = try header.required(folders, "folders")
    }
}

extension Manifest {
    /// The number of items and other files in the trash, not counting the records of deletions.
    package var deletedFiles: Int {
        entries(below: .trash).count { TrashedPath($0.path) != nil && !DeletionRecord.holds($0.path) }
    }
}
