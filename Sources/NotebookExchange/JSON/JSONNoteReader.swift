import NotebookFormat
import NotebookText

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Why a note in JSON is skipped.
struct JSONNoteProblem: Error {
    let text: String
}

/// Reads one note, and reports what is not imported.
struct JSONNoteReader {
    /// The name of the note in messages.
    private let place: String
    /// What was dropped or fixed.
    private(set) var lost: [String] = []

    init(_ place: String) { self.place = place }

    /// The keys that contain a text, in words.
    static let textKeys = "title, content, front or back"

    /// Whether a single object is a note: it has a text, or a title and only keys of notes.
    static func isOneNote(_ members: [JSONValue.Member]) -> Bool {
        let keys = Set(members.map(\.key))
        return !keys.isDisjoint(with: ["content", "front", "back", "source"])
            || keys.contains("title") && keys.isSubset(of: JSONNote.CodingKeys.allCases.map(\.rawValue))
    }

    /// Reads the note.
    ///
    /// - Throws: `JSONNoteProblem` with the place, the value and the reason.
    mutating func note(_ value: JSONValue) throws(JSONNoteProblem) -> JSONNote {
        guard case .object(let members) = value.content else { throw problem(nil, value, "not an object") }
        guard members.contains(where: { ["title", "content", "front", "back", "source"].contains($0.key) }) else {
            throw JSONNoteProblem(text: "\(place.isEmpty ? "it" : place) has no \(Self.textKeys)")
        }
        var note = JSONNote()
        for member in members {
            if case .null = member.value.content { continue }
            try read(member.key, member.value, into: &note)
        }
        return note
    }

    private mutating func read(
        _ key: String, _ value: JSONValue, into note: inout JSONNote
    ) throws(JSONNoteProblem) {
        switch JSONNote.CodingKeys(rawValue: key) {
        case .id: note.id = try identifier(value)
        case .kind: note.kind = try text(key, value)
        case .folder: note.folder = try text(key, value)
        case .title: note.metadata.title = fixed(title: try text(key, value))
        case .content: note.content = try text(key, value)
        case .front: note.front = try text(key, value)
        case .back: note.back = try text(key, value)
        case .source: note.source = try text(key, value)
        case .path: note.path = try text(key, value)
        case .createdAt: note.metadata.created = try date(key, value)
        case .modifiedAt: note.metadata.modified = try date(key, value)
        case .isPinned: note.metadata.pinned = try boolean(key, value)
        case .tags: note.metadata.tags = try tags(value)
        case .attachments: note.attachments = try attachments(value)
        case nil: lost.append("the key \(PrintableText.quoted(key)) was not imported")
        }
    }

    private func text(_ key: String, _ value: JSONValue) throws(JSONNoteProblem) -> String {
        guard case .string(let text) = value.content else { throw problem(key, value, "not a text") }
        return text
    }

    private func identifier(_ value: JSONValue) throws(JSONNoteProblem) -> String {
        switch value.content {
        case .string(let text): return text
        case .number(let spelling): return spelling
        default: throw problem("id", value, "neither a text nor a number")
        }
    }

    private func date(_ key: String, _ value: JSONValue) throws(JSONNoteProblem) -> Timestamp {
        guard let date = JSONDate(value) else {
            throw problem(key, value, "not a date (ISO 8601, or seconds since 2001)")
        }
        return date.time
    }

    private func boolean(_ key: String, _ value: JSONValue) throws(JSONNoteProblem) -> Bool {
        switch value.content {
        case .boolean(let value): return value
        case .number("0"): return false
        case .number("1"): return true
        default: throw problem(key, value, "neither true nor false")
        }
    }

    private mutating func tags(_ value: JSONValue) throws(JSONNoteProblem) -> [Tag] {
        guard case .array(let elements) = value.content else { throw problem("tags", value, "not a list of tags") }
        var tags: [Tag] = []
        for element in elements {
            if case .string(let text) = element.content, let tag = Tag(text) {
                tags.append(tag)
            } else {
                lost.append("\(at("tags")): \(Self.shown(element)) is not a valid tag, and was dropped")
            }
        }
        return Tag.unique(tags)
    }

    private mutating func attachments(_ value: JSONValue) throws(JSONNoteProblem) -> [JSONNote.File] {
        guard case .array(let elements) = value.content else {
            throw problem("attachments", value, "not a list of files")
        }
        var files: [JSONNote.File] = []
        for (index, element) in elements.enumerated() {
            guard case .object(let members) = element.content,
                case .string(let path)? = members.first(where: { $0.key == "path" })?.value.content,
                case .string(let text)? = members.first(where: { $0.key == "data" })?.value.content,
                let data = Data(base64Encoded: text), let blob = try? BundlePath(path), FileType(of: blob) == .blob
            else {
                lost.append(
                    "\(at("attachments[\(index)]")) is not a path below blobs/ with data in base64, and was dropped")
                continue
            }
            files.append(JSONNote.File(path: path, data: data))
        }
        return files
    }

    private mutating func fixed(title: String) -> String? {
        if let accepted = Title.accepted(title) { return accepted.isEmpty ? nil : accepted }
        var fixed = ""
        for word in title.split(whereSeparator: { $0.isWhitespace || $0.unicodeScalars.contains(where: Self.isControl) }
        ) {
            let next = fixed.isEmpty ? String(word) : "\(fixed) \(word)"
            guard next.utf8.count <= 1024 else { break }
            fixed = next
        }
        let shown = PrintableText.quoted(fixed)
        lost.append("\(at("title")): \(Self.shown(title)) is not a valid title, and became \(shown)")
        return Title.accepted(fixed).flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control || scalar.value == 0x2028 || scalar.value == 0x2029
    }

    private func at(_ key: String?) -> String {
        [place, key ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
    }

    private func problem(_ key: String?, _ value: JSONValue, _ reason: String) -> JSONNoteProblem {
        JSONNoteProblem(text: "\(at(key)): \(Self.shown(value)) is \(reason)")
    }

    private static func shown(_ value: JSONValue) -> String {
        switch value.content {
        case .string(let text): shown(text)
        case .number(let spelling): spelling
        case .boolean(let value): "\(value)"
        case .null: "null"
        case .array: "an array"
        case .object: "an object"
        }
    }

    private static func shown(_ text: String) -> String {
        PrintableText.quoted(text.count > 40 ? text.prefix(40) + "…" : text)
    }
}
