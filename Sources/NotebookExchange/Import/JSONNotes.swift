import Foundation
import NotebookBundle
import NotebookFormat

/// Notes in JSON, as other applications export them: an array, an object with `items` or `notes`, or one note.
struct JSONNotes: Decodable {
    let notes: [JSONNote]

    private enum CodingKeys: String, CodingKey {
        case items
        case notes
    }

    init(from decoder: any Decoder) throws {
        if (try? decoder.unkeyedContainer()) != nil {
            notes = try [JSONNote](from: decoder)
        } else if let container = try? decoder.container(keyedBy: CodingKeys.self),
            container.contains(.items) || container.contains(.notes)
        {
            notes = try container.decode([JSONNote].self, forKey: container.contains(.items) ? .items : .notes)
        } else {
            notes = [try JSONNote(from: decoder)]
        }
    }

    /// Reads a text.
    ///
    /// - Throws: `ImportFailure` if it holds no notes.
    static func read(_ bytes: [UInt8], shown: String) throws -> [JSONNote] {
        do {
            return try JSONDecoder().decode(JSONNotes.self, from: Data(bytes)).notes
        } catch let error as DecodingError {
            throw ImportFailure(path: shown, reason: "it holds no notes: \(Self.reason(of: error))")
        }
    }

    private static func reason(of error: DecodingError) -> String {
        switch error {
        case .dataCorrupted(let context): context.codingPath.isEmpty ? "it is no JSON" : context.debugDescription
        case .keyNotFound(let key, let context): "“\(key.stringValue)” is missing\(place(context))"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "a value is of the wrong kind\(place(context))"
        @unknown default: "\(error)"
        }
    }

    private static func place(_ context: DecodingError.Context) -> String {
        let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
        return path.isEmpty ? "" : " at \(path.joined(separator: "."))"
    }
}

/// One note in JSON; what `export` writes has all keys, other applications have some.
struct JSONNote: Codable {
    /// An attachment with its bytes.
    struct File: Codable {
        let path: String
        let data: Data
    }

    var id: String?
    var kind: String?
    var folder: String?
    var title: String?
    var content: String?
    var front: String?
    var back: String?
    var createdAt: JSONDate?
    var modifiedAt: JSONDate?
    var isPinned: Bool?
    var tags: [String]?
    /// The whole file with its front matter, which goes before everything else.
    var source: String?
    /// Where the file stands in its notebook.
    var path: String?
    var attachments: [File]?
}

/// A date in JSON: ISO 8601, or seconds since 2001-01-01T00:00:00Z, as Apple’s Foundation writes them.
struct JSONDate: Codable {
    let time: Timestamp

    init(_ time: Timestamp) { self.time = time }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let seconds = try? container.decode(Double.self) {
            time = Timestamp(clamping: Int64((seconds + Date.timeIntervalBetween1970AndReferenceDate).rounded(.down)))
        } else if let time = Timestamp(asWritten: try container.decode(String.self)) {
            self.time = time
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a date is not ISO 8601")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(time.description)
    }
}

extension JSONNote {
    var type: FileType { kind == "card" || front != nil || back != nil ? .card : .note }

    /// The item that the note is.
    ///
    /// - Parameter origin: The name of the file that the note comes from, with its number there.
    func item(origin: String, source: String) throws -> ItemFile {
        let uuid =
            id.flatMap { UniqueIdentifier($0) }
            ?? DerivedIdentifier.of(id ?? title ?? origin, in: "json:" + source)
        if let text = self.source {
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
        let metadata = ItemMetadata(
            uuid: uuid, title: title.flatMap { Title.accepted($0) }.flatMap { $0.isEmpty ? nil : $0 },
            created: createdAt?.time ?? modifiedAt?.time, modified: modifiedAt?.time, pinned: isPinned ?? false,
            tags: Tag.unique((tags ?? []).compactMap { Tag($0) }))
        return try ItemFile(metadata: metadata, body: body.isEmpty || body.last == 0x0A ? body : body + [0x0A])
    }
}
