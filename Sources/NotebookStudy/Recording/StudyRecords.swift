import NotebookFiles
public import NotebookFormat
public import NotebookStore
import NotebookText

/// The reviews in the logs of all devices.
package struct StudyRecords: Sendable {
    /// The records, in no particular order.
    package private(set) var records: [StudyRecord] = []
    /// The lines that cannot be read, in logs by their paths; they are ignored and kept.
    package private(set) var unreadable: [(path: String, line: Int)] = []
    /// Whether some of these are conflict markers of git, which sealing removes.
    package private(set) var hasConflictMarkers = false

    /// Records that are in no log.
    package init(_ records: [StudyRecord] = []) { self.records = records }

    /// Reads logs.
    ///
    /// - Parameter content: The content of a log; `nil` if there is none.
    /// - Throws: `StudyError.laterVersion`, or what `content` throws.
    package init(of logs: some Sequence<BundlePath>, _ content: (BundlePath) throws -> [UInt8]?) throws {
        for path in logs {
            if let bytes = try content(path) { try add(bytes, of: path.text) }
        }
    }

    /// Adds the records of a log.
    ///
    /// - Throws: `StudyError.laterVersion`.
    mutating func add(_ bytes: [UInt8], of path: String) throws(StudyError) {
        do throws(TextProblem) {
            let log = try StudyLog(bytes)
            records += log.records
            unreadable += log.unreadableLines.map { (path, $0) }
            if !log.unreadableLines.isEmpty, StudyFiles.withoutConflictMarkers(bytes) != nil {
                hasConflictMarkers = true
            }
        } catch {
            throw .laterVersion(path)
        }
    }

    /// Adds the records of other logs.
    package mutating func add(_ other: StudyRecords) {
        records += other.records
        unreadable += other.unreadable
        hasConflictMarkers = hasConflictMarkers || other.hasConflictMarkers
    }
}

/// Why reviews cannot be read or recorded.
package enum StudyError: Failure, Hashable {
    /// A later version wrote this log.
    case laterVersion(String)

    /// What is wrong, in one line.
    package var description: String {
        switch self {
        case .laterVersion(let path):
            "\(PrintableText.escaped(path)) was written by a later version of this program"
        }
    }

    /// What to do about it.
    package var remedy: Remedy? { "install the current version" }
}

extension NotebookSnapshot {
    /// The reviews in the notebook's logs.
    ///
    /// - Throws: `StudyError.laterVersion`, or an error if a log cannot be read.
    package func studyRecords() throws -> StudyRecords {
        try StudyRecords(of: listing.manifest.studyLogs) { try content(of: $0, limit: StudyFiles.maximumBytes) }
    }
}

extension Manifest {
    /// The paths of the logs of all devices.
    package var studyLogs: [BundlePath] {
        entries.filter { $0.type == .extra && StudyFiles.isLog($0.path) }.map(\.path)
    }
}

extension Draft {
    /// Records reviews in the logs of a device.
    ///
    /// Blocks until they are staged.
    ///
    /// - Throws: an error if a log cannot be read or written.
    public mutating func record(_ records: [StudyRecord], on device: StudyDevice) throws {
        for (_, records) in Dictionary(grouping: records, by: { StudyFiles.name($0.time) }).sorted(by: {
            $0.key < $1.key
        }) {
            guard let first = records.first else { continue }
            let path = try StudyFiles.path(device, first.time)
            let isThere = try peek(path, limit: StudyFiles.maximumBytes) != nil
            let old = isThere ? try read(path, limit: StudyFiles.maximumBytes) : []
            let new = StudyLog.appending(records, to: old)
            let file = try stage(expecting: new.count) { write in try write(new) }
            try write(file, at: path)
        }
    }
}
