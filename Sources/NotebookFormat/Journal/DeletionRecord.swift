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
        var object = try JSONObject(JSONValue.read(bytes))
        try object.checkFormat(Self.format, version: Self.version)
        changes = try object.required("changes") { (value) throws(TextProblem) in
            var changes: [Change] = []
            for element in try value.elements() { changes.append(try Change(element)) }
            return changes
        }
        folders = try object.required("folders") { (value) throws(TextProblem) in
            var rows: [NotebookDescription.FolderRow] = []
            for element in try value.elements() { rows.append(try NotebookDescription.FolderRow(element)) }
            return rows
        }
    }
}

extension DeletionRecord.Change {
    fileprivate init(_ value: JSONValue) throws(TextProblem) {
        var object = try JSONObject(value)
        path = try object.required("path") { (value) throws(TextProblem) in try value.path() }
        before = try object.required("before") { (value) throws(TextProblem) in try value.digest() }
        after = try object.required("after") { (value) throws(TextProblem) in try value.digest() }
    }
}

extension Manifest {
    /// The number of items and other files in the trash, not counting the records of deletions.
    package var deletedFiles: Int {
        entries(below: .trash).count { TrashedPath($0.path) != nil && !DeletionRecord.holds($0.path) }
    }
}
