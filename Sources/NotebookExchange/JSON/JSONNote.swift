import NotebookFormat
import NotebookText

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A note in JSON.
///
/// An export writes all keys; other applications use some of them.
struct JSONNote {
    /// An attachment.
    struct File: Encodable {
        let path: String
        /// Its bytes; empty in a note that is written.
        var data = Data()
    }

    /// The values of its front matter, except the uuid.
    var metadata = ItemMetadata()
    /// The uuid, or what else tells it apart from others.
    var id: String?
    var kind: String?
    var folder: String?
    var content: String?
    var front: String?
    var back: String?
    /// The whole file with its front matter, which overrides everything else.
    var source: String?
    /// The path of the file in its notebook.
    var path: String?
    var attachments: [File]?
}

extension JSONNote: Encodable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case id, kind, folder, title, content, front, back, createdAt, modifiedAt, isPinned, tags, source, path
        case attachments
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        for key in KnownKey.allCases { try encode(key, to: &container) }
        try container.encodeIfPresent(kind, forKey: .kind)
        try container.encodeIfPresent(folder, forKey: .folder)
        try container.encodeIfPresent(content, forKey: .content)
        try container.encodeIfPresent(front, forKey: .front)
        try container.encodeIfPresent(back, forKey: .back)
        try container.encodeIfPresent(source, forKey: .source)
        try container.encodeIfPresent(path, forKey: .path)
        try container.encodeIfPresent(attachments, forKey: .attachments)
    }

    private func encode(_ key: KnownKey, to container: inout KeyedEncodingContainer<CodingKeys>) throws {
        switch key {
        case .uuid: try container.encodeIfPresent(id, forKey: .id)
        case .title: try container.encodeIfPresent(metadata.title, forKey: .title)
        case .created: try container.encodeIfPresent(metadata.created.map(JSONDate.init), forKey: .createdAt)
        case .modified: try container.encodeIfPresent(metadata.modified.map(JSONDate.init), forKey: .modifiedAt)
        case .pinned: try container.encode(metadata.pinned, forKey: .isPinned)
        case .tags: try container.encode(metadata.tags.map(\.text), forKey: .tags)
        }
    }
}

/// A date in JSON: ISO 8601, or seconds since 2001-01-01T00:00:00Z, as Apple’s Foundation writes it.
struct JSONDate: Encodable {
    let time: Timestamp

    init(_ time: Timestamp) { self.time = time }

    /// The date in a string or number; `nil` for anything else.
    init?(_ value: JSONValue) {
        switch value.content {
        case .string(let text):
            guard let time = Timestamp(asWritten: text) else { return nil }
            self.time = time
        case .number(let spelling):
            guard let seconds = Double(spelling), abs(seconds) < 1e15 else { return nil }
            let since1970 = (seconds + Date.timeIntervalBetween1970AndReferenceDate).rounded(.down)
            // Milliseconds would be a date in a far year.
            guard let time = Timestamp(secondsSince1970: Int64(since1970)) else { return nil }
            self.time = time
        default: return nil
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(time.description)
    }
}

extension JSONNote {
    var type: FileType { kind == "card" || front != nil || back != nil ? .card : .note }

    /// The uuid of the note, and whether it was only derived from names in the source.
    ///
    /// A note without an id is recognized by its title and date, or else by its content; its place in the text does not
    /// matter. Equal cards of two decks are two cards.
    ///
    /// - Parameter directory: The folder if it names none.
    func identity(in directory: String) -> (uuid: UniqueIdentifier, isGuessed: Bool) {
        func derived(_ parts: String?...) -> UniqueIdentifier {
            UniqueIdentifier(
                derivedFrom: (["notebundle-import", "json"] + parts.map { $0 ?? "" }).joined(separator: "\0"))
        }
        if let id {
            if let uuid = UniqueIdentifier(id) { return (uuid, false) }
            return (derived("id", id), true)
        }
        let title = metadata.title
        if let title, let date = metadata.created {
            return (derived("title", title, date.description), true)
        }
        guard type == .card else { return (derived("content", title, content, front, back, source), true) }
        return (derived("content", title, content, front, back, source, folder ?? directory), true)
    }

    /// The item made from the note.
    ///
    /// - Parameter uuid: The uuid for a note without one.
    func item(_ uuid: UniqueIdentifier) throws(TextProblem) -> ItemFile {
        if let text = source {
            let file = try ItemFile(Array(text.utf8))
            var metadata = file.metadata
            metadata.uuid = metadata.uuid ?? uuid
            return try file.setting(metadata)
        }
        let sides = front != nil || back != nil
        let body =
            sides
            ? CardBody.text(front: Array((front ?? "").utf8), back: Array((back ?? "").utf8))
            : Array((content ?? "").utf8)
        var metadata = metadata
        metadata.uuid = uuid
        metadata.created = metadata.created ?? metadata.modified
        return try ItemFile(metadata: metadata, body: body.isEmpty || body.last == 0x0A ? body : body + [0x0A])
    }
}
