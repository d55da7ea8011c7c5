package import NotebookText

/// What the history records about a change besides its files (Format, clause 27.2).
package struct ChangeNote: Equatable, Sendable {
    /// When it was made.
    package let time: Timestamp
    /// What made it: the name of a verb.
    package let verb: String
    /// The number of the change that it undoes; `nil` if it undoes none.
    package let undoes: Int?
    /// The fingerprint of the copy that it merged; `nil` if it is not a merge.
    package let merged: Digest?
    /// The name of that copy in messages, such as its path; `nil` if it is not a merge, or the name is unknown.
    package let source: String?
    /// The changes that other programs had made before it.
    package let outside: [ExternalChange]
    /// The files that it moved or renamed.
    package let moved: [Move]
    /// The contents that it erased, in the history, too.
    package let destroyed: [Digest]

    /// A file that other programs changed before the change, so that it did not match the manifest.
    package struct ExternalChange: Equatable, Sendable {
        /// Its path.
        package let path: BundlePath
        /// The listed digest; `nil` if the file was not listed.
        package let before: Digest?
        /// The actual digest; `nil` if the file was gone.
        package let after: Digest?
        /// The entry in the manifest; `nil` if there was none, or it is unknown.
        ///
        /// The bytes may be lost, but restoring the manifest of an earlier state needs the entry.
        package let listed: Entry?

        /// Makes a change by other programs.
        package init(path: BundlePath, before: Digest?, after: Digest?, listed: Entry? = nil) {
            (self.path, self.before, self.after, self.listed) = (path, before, after, listed)
        }

        /// Makes a change by other programs; `nil` if the file matches its entry.
        package init?(_ path: BundlePath, _ listed: Entry?, _ found: Digest?) {
            guard listed?.digest != found else { return nil }
            self.init(path: path, before: listed?.digest, after: found, listed: listed)
        }
    }

    /// A file that was moved or renamed.
    package struct Move: Equatable, Sendable {
        /// The path before.
        package let from: BundlePath
        /// The path after.
        package let to: BundlePath

        /// Makes a move.
        package init(from: BundlePath, to: BundlePath) { (self.from, self.to) = (from, to) }
    }

    /// The verb of a change that merged another copy's changes, and passed its own on to that copy.
    package static let synchronizing = "sync"

    /// The verb of a change that put another state of the notebook in the place of this one.
    package static let replacing = "unarchive"

    /// The verb of repairs: undoing one does not bring back what was invalid.
    package static let repairing = "repair"

    /// The longest name of a verb, in bytes.
    private static let longestVerb = 64

    /// Whether a text can be the name of a verb: one word that is not too long.
    package static func isVerb(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= longestVerb
            && !text.unicodeScalars.contains { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
    }

    /// The longest name of a copy, in bytes.
    private static let longestSource = 4_096

    /// Makes a note.
    package init(
        time: Timestamp, verb: String, undoes: Int? = nil, merged: Digest? = nil, source: String? = nil,
        outside: [ExternalChange] = [], moved: [Move] = [], destroyed: [Digest] = []
    ) {
        self.time = time
        self.verb = verb
        self.undoes = undoes
        self.merged = merged
        self.source = source.flatMap { $0.utf8.count <= Self.longestSource ? $0 : nil }
        self.outside = outside
        self.moved = moved
        self.destroyed = destroyed
    }
}

extension ChangeNote {
    /// The member `change` of a journal.
    var value: JSONValue {
        var members: [JSONValue.Member] = [
            .init(key: "time", value: .text(time.description)), .init(key: "verb", value: .text(verb)),
        ]
        if let undoes { members.append(.init(key: "undoes", value: .integer(undoes))) }
        if let merged { members.append(.init(key: "merged", value: .text(merged.description))) }
        if let source { members.append(.init(key: "from", value: .text(source))) }
        if !outside.isEmpty { members.append(.init(key: "outside", value: JSONValue(.array(outside.map(\.value))))) }
        if !moved.isEmpty { members.append(.init(key: "moved", value: JSONValue(.array(moved.map(\.value))))) }
        if !destroyed.isEmpty {
            members.append(
                .init(key: "destroyed", value: JSONValue(.array(destroyed.map { .text($0.description) }))))
        }
        return JSONValue(.object(members))
    }

    /// Reads the member `change` of a journal.
    ///
    /// - Throws: `TextProblem` if it is not valid, and where.
    init(_ reader: inout JSONReader) throws(TextProblem) {
        let start = reader.offset
        var (time, verb): (Timestamp?, String?) = (nil, nil)
        var (undoes, merged, source): (Int?, Digest?, String?) = (nil, nil, nil)
        var (outside, moved, destroyed): ([ExternalChange], [Move], [Digest]) = ([], [], [])
        var keys = ObjectKeys(["time", "verb", "undoes", "merged", "from", "outside", "moved", "destroyed"])
        try keys.object(&reader) { (reader, key) throws(TextProblem) in
            switch key {
            case 0: time = try reader.timestamp()
            case 1: verb = try reader.text(upTo: Self.longestVerb)
            case 2: undoes = try reader.positiveInteger()
            case 3: merged = try reader.digest()
            case 4: source = try reader.text(upTo: Self.longestSource)
            case 5:
                outside = try reader.rows(["path", "before", "after", "listed"]) { (row) throws(TextProblem) in
                    ExternalChange(
                        path: try row.path(), before: row.optionalDigest(), after: row.optionalDigest(1),
                        listed: row.entry)
                }
            case 6:
                moved = try reader.rows(["from", "to"], paths: 2) { (row) throws(TextProblem) in
                    Move(from: try row.path(), to: try row.path(1))
                }
            default: destroyed = try reader.list { (reader) throws(TextProblem) in try reader.digest() }
            }
        }
        guard let time, let verb else { throw TextProblem("“time” or “verb” is missing", at: start) }
        self.init(
            time: time, verb: verb, undoes: undoes, merged: merged, source: source, outside: outside, moved: moved,
            destroyed: destroyed)
    }
}

extension JSONReader {
    fileprivate mutating func text(upTo bytes: Int) throws(TextProblem) -> String {
        let start = offset
        let text = try text(of: string())
        guard text.utf8.count <= bytes else { throw TextProblem("expected at most \(bytes) bytes", at: start) }
        return text
    }

    fileprivate mutating func positiveInteger() throws(TextProblem) -> Int {
        let start = offset
        let number = try integer()
        guard number > 0 else { throw TextProblem("expected a positive integer", at: start) }
        return number
    }
}

extension ChangeNote.ExternalChange {
    fileprivate var value: JSONValue {
        var members: [JSONValue.Member] = [.init(key: "path", value: .text(path.text))]
        if let before { members.append(.init(key: "before", value: .text(before.description))) }
        if let after { members.append(.init(key: "after", value: .text(after.description))) }
        if let listed = listed?.listed { members.append(.init(key: "listed", value: listed)) }
        return JSONValue(.object(members))
    }
}

extension ChangeNote.Move {
    fileprivate var value: JSONValue {
        JSONValue(
            .object([.init(key: "from", value: .text(from.text)), .init(key: "to", value: .text(to.text))]))
    }
}
