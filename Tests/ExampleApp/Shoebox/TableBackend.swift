public import NotebookBundle
import Synchronization

/// A backend as a program would write it for its database: one table of files, and a number that counts changes.
public final class TableBackend: NotebookBackend {
    private struct Table {
        var rows: [String: (bytes: [UInt8], changed: Int)] = [:]
        var revision = 0
        var isBroken = false
    }

    private let table = Mutex(Table())

    /// The database does not answer.
    public struct Broken: Error {}

    /// An empty table.
    public init() {}

    /// Lets the database answer, or no more.
    public func setBroken(_ isBroken: Bool) { table.withLock { $0.isBroken = isBroken } }

    /// The number of the last change.
    public func revision() throws -> String { try contents().revision }

    /// All rows without their bytes.
    public func contents() throws -> BackendContents {
        try read { table in
            BackendContents(
                revision: "\(table.revision)",
                files: table.rows.mapValues {
                    BackendFile(size: $0.bytes.count, modified: Timestamp(clamping: Int64($0.changed)))
                })
        }
    }

    /// The bytes of a row.
    public func content(of path: String) throws -> [UInt8]? { try read { $0.rows[path]?.bytes } }

    /// Makes a change, if nobody else has made one.
    public func apply(_ change: BackendChange) throws -> Bool {
        try table.withLock { table in
            guard !table.isBroken else { throw Broken() }
            guard "\(table.revision)" == change.revision else { return false }
            table.revision += 1
            for path in change.removed { table.rows[path] = nil }
            for (path, bytes) in change.written { table.rows[path] = (bytes, table.revision) }
            return true
        }
    }

    private func read<Result: Sendable>(_ body: (Table) throws -> Result) throws -> Result {
        try table.withLock { table in
            guard !table.isBroken else { throw Broken() }
            return try body(table)
        }
    }
}
