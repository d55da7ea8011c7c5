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
        var object = try JSONObject(JSONValue.read(bytes))
        try object.checkFormat(Self.format, version: Self.version)
        before = try object.required("before") { (value) throws(TextProblem) in
            if case .null = value.content { return nil }
            return try value.digest()
        }
        after = try object.required("after") { (value) throws(TextProblem) in try value.digest() }
        puts = try object.required("put") { (value) throws(TextProblem) in
            var puts: [Put] = []
            for element in try value.elements() { puts.append(try Put(element)) }
            guard puts.last?.path == .manifest else {
                throw TextProblem("the last file to put is not the manifest", at: value.offset)
            }
            return puts
        }
        deletions = try object.required("delete") { (value) throws(TextProblem) in
            var deletions: [Deletion] = []
            for element in try value.elements() { deletions.append(try Deletion(element)) }
            return deletions
        }
        // If it cannot be read, only the history lacks this change.
        note = object.remove("change").flatMap { try? ChangeNote($0) }
        guard puts.last?.digest == after else {
            throw TextProblem("“after” is not the digest of the manifest to put", at: 0)
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

    fileprivate init(_ value: JSONValue) throws(TextProblem) {
        var object = try JSONObject(value)
        path = try object.required("path") { (value) throws(TextProblem) in try value.path() }
        digest = try object.required("sha256") { (value) throws(TextProblem) in try value.digest() }
        replaces = try object.optional("replaces") { (value) throws(TextProblem) in try value.digest() }
    }
}

extension Journal.Deletion {
    fileprivate var value: JSONValue {
        JSONValue(
            .object([
                .init(key: "path", value: .text(path.text)), .init(key: "sha256", value: .text(digest.description)),
            ]))
    }

    fileprivate init(_ value: JSONValue) throws(TextProblem) {
        var object = try JSONObject(value)
        path = try object.required("path") { (value) throws(TextProblem) in try value.path() }
        digest = try object.required("sha256") { (value) throws(TextProblem) in try value.digest() }
    }
}

extension JSONValue {
    func path() throws(TextProblem) -> BundlePath {
        guard let text = string else { throw TextProblem("expected a path", at: offset) }
        do throws(PathProblem) {
            return try BundlePath(checking: text)
        } catch {
            throw TextProblem("\(error)", at: offset)
        }
    }

    func digest() throws(TextProblem) -> Digest {
        try text("64 lower-case hexadecimal digits") { Digest(hexadecimal: $0) }
    }
}
