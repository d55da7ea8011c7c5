package import NotebookText

/// A committed change that still has to be completed (Format, clause 25.3).
package struct Journal: Equatable, Sendable {
    /// The digest of the manifest before the change; `nil` if there was none.
    package let before: Digest?
    /// The digest of the manifest after the change.
    package let after: Digest
    /// The files to be put into place; the last one is the manifest.
    package let puts: [Put]
    /// The files to be deleted.
    package let deletions: [Deletion]
    /// What the history records about the change; `nil` if the change is not kept.
    package let note: ChangeNote?

    /// The largest accepted journal, in bytes.
    package static let maximumBytes = 256 << 20

    /// A file to be put into place.
    package struct Put: Equatable, Sendable {
        /// Its destination.
        package let path: BundlePath
        /// The digest of its bytes.
        package let digest: Digest
        /// The digest of the file that it replaces; `nil` if there is none.
        package let replaces: Digest?

        /// Makes a file to be put into place.
        package init(path: BundlePath, digest: Digest, replaces: Digest?) {
            self.path = path
            self.digest = digest
            self.replaces = replaces
        }
    }

    /// A file to be deleted.
    package struct Deletion: Equatable, Sendable {
        /// Its path.
        package let path: BundlePath
        /// The required digest of its bytes.
        package let digest: Digest

        /// Makes a file to be deleted.
        package init(path: BundlePath, digest: Digest) {
            self.path = path
            self.digest = digest
        }
    }

    /// Makes a change between two states of the manifest.
    package init(before: Digest?, after: Digest, puts: [Put], deletions: [Deletion], note: ChangeNote? = nil) {
        self.before = before
        self.after = after
        self.puts = puts
        self.deletions = deletions
        self.note = note
    }
}

extension Journal {
    private static let format = "notebundle-journal"
    private static let version = 1

    /// The canonical text of the journal.
    package var text: [UInt8] {
        var members: [JSONValue.Member] = [
            .init(key: "format", value: .text(Self.format)),
            .init(key: "version", value: .integer(Self.version)),
            .init(key: "before", value: before.map { .text($0.description) } ?? JSONValue(.null)),
            .init(key: "after", value: .text(after.description)),
            .init(key: "put", value: JSONValue(.array(puts.map(\.value)))),
            .init(key: "delete", value: JSONValue(.array(deletions.map(\.value)))),
        ]
        if let note { members.append(.init(key: "change", value: note.value)) }
        return CanonicalJSON.text(of: members)
    }

    /// Reads a journal.
    ///
    /// - Throws: `TextProblem` if it is not valid, and where.
    package init(_ bytes: [UInt8]) throws(TextProblem) {
        do throws(TextProblem) {
            self = try Journal(ofThisVersion: bytes)
        } catch {
            // What comes before the version may already be of a later one.
            throw JSONText.laterVersion(in: bytes) ?? error
        }
    }

    private init(ofThisVersion bytes: [UInt8]) throws(TextProblem) {
        var (reader, header) = (JSONReader(bytes), FormatHeader(name: Self.format, version: Self.version))
        var (before, after): (Digest??, Digest?) = (nil, nil)
        var (puts, deletions, note): ([Put]?, [Deletion]?, ChangeNote?) = (nil, nil, nil)
        try header.read(&reader) { (reader, key) throws(TextProblem) in
            switch key {
            case "before": before = .some(try reader.literal("null") ? nil : reader.digest())
            case "after": after = try reader.digest()
            case "put": puts = try Self.puts(&reader)
            case "delete":
                deletions = try reader.rows(["path", "sha256"]) { (row) throws(TextProblem) in
                    Deletion(path: try row.path(), digest: try row.digest())
                }
            // If it cannot be read, only the history lacks this change.
            case "change": note = try Self.note(&reader)
            default: _ = try reader.value()
            }
        }
        self.before = try header.required(before, "before")
        self.after = try header.required(after, "after")
        self.puts = try header.required(puts, "put")
        self.deletions = try header.required(deletions, "delete")
        self.note = note
        guard self.puts.last?.digest == self.after else {
            throw TextProblem("“after” is not the digest of the manifest to put", at: 0)
        }
    }

    private static func puts(_ reader: inout JSONReader) throws(TextProblem) -> [Put] {
        let start = reader.offset
        let puts = try reader.rows(["path", "sha256", "replaces"]) { (row) throws(TextProblem) in
            Put(path: try row.path(), digest: try row.digest(), replaces: row.optionalDigest(1))
        }
        guard puts.last?.path == .manifest else {
            throw TextProblem("the last file to put is not the manifest", at: start)
        }
        return puts
    }

    private static func note(_ reader: inout JSONReader) throws(TextProblem) -> ChangeNote? {
        let start = reader
        do throws(TextProblem) {
            return try ChangeNote(&reader)
        } catch {
            reader = start
            _ = try reader.value()
            return nil
        }
    }
}

extension Journal.Put {
    fileprivate var value: JSONValue {
        var members: [JSONValue.Member] = [
            .init(key: "path", value: .text(path.text)), .init(key: "sha256", value: .text(digest.description)),
        ]
        if let replaces { members.append(.init(key: "replaces", value: .text(replaces.description))) }
        return JSONValue(.object(members))
    }
}

extension Journal.Deletion {
    fileprivate var value: JSONValue {
        JSONValue(
            .object([
                .init(key: "path", value: .text(path.text)), .init(key: "sha256", value: .text(digest.description)),
            ]))
    }
}
