import ForeignData
import NotebookFiles
import NotebookPacking
import NotebookText

/// Notes in the rows of a table, with a heading row.
package struct CSVFormat: ForeignFormat {
    package let name = "csv"
    package let sources = "CSV of notes"
    package let looseFiles = LooseFiles(.unlessNamed, [".csv", ".tsv"])

    /// The largest file, in bytes.
    private static let maximumBytes = 256 << 20

    package func openForeign(_ place: ImportLocation, _ request: ImportRequest) throws -> (any ForeignSource)? {
        guard !place.isFile(".md", ".markdown"), let start = place.start(1 << 16) else { return nil }
        let isNamed = Self.isTable(place.path) || request.format == name
        let beginning = Array(TextDecoding.text(ofPlain: start).text.utf8)
        let separator = Self.separator(beginning)
        let rows = CSVRows.read(beginning, separator: separator)
        guard let head = rows.first, CSVColumns(head).textColumn != nil else { return nil }
        guard isNamed || Self.isTable(rows, isWhole: start.count < 1 << 16) else { return nil }
        let directory = ExternalPath.parent(of: place.path)
        let files = try DirectoryFiles(directory, name: place.shown)
        let bytes = try files.readWhole(ExternalPath.name(of: place.path), limit: Self.maximumBytes)
        return CSVSource(TextDecoding.text(ofPlain: bytes), separator: separator, place)
    }

    /// Whether a file is a table, by its name.
    static func isTable(_ path: String) -> Bool {
        [".csv", ".tsv"].contains { path.lowercased().hasSuffix($0) }
    }

    /// Whether a file with these first bytes is a table with titles and texts, so that it is none of other things.
    static func namesNotes(_ start: [UInt8], in path: String) -> Bool {
        let beginning = Array(TextDecoding.text(ofPlain: start).text.utf8)
        let rows = CSVRows.read(beginning, separator: separator(beginning))
        guard let head = rows.first, CSVColumns(head).hasTexts else { return false }
        return isTable(path) ? rows.count > 1 : isTable(rows, isWhole: start.count < 1 << 16)
    }

    /// Whether rows can be nothing but a table of notes, whatever the name of the file: all have as many values as the
    /// heading, which names titles and texts.
    private static func isTable(_ rows: [[String]], isWhole: Bool) -> Bool {
        let whole = isWhole ? rows[...] : rows.dropLast()
        guard let head = whole.first, whole.count > 1, CSVColumns(head).title != nil else { return false }
        return whole.allSatisfy { $0.count == head.count }
    }

    /// A table that no format reads, with its columns; `nil` for other sources.
    static func unread(_ place: ImportLocation) -> UnreadableKind? {
        guard !place.isDirectory, isTable(place.path), let start = place.start(1 << 16) else { return nil }
        let beginning = Array(TextDecoding.text(ofPlain: start).text.utf8)
        let head = CSVRows.read(beginning, separator: separator(beginning)).first ?? []
        return .tableWithoutTexts(head.map(\.trimmedOfSpace))
    }

    private static func separator(_ start: [UInt8]) -> UInt8 {
        let line = start.prefix { $0 != 0x0A }
        let counts = [UInt8(0x2C), 0x3B, 0x09].map { byte in (byte, line.count { $0 == byte }) }
        return counts.max { $0.1 < $1.1 }?.0 ?? 0x2C
    }
}

/// What the columns of a table of notes are, by their names.
struct CSVColumns {
    private let names: [String]

    init(_ head: [String]) { names = head.map { $0.trimmedOfSpace.lowercased() } }

    private func column(_ candidates: String...) -> Int? {
        candidates.lazy.compactMap { name in names.firstIndex(of: name) }.first
    }

    var title: Int? { column("title", "name", "subject", "heading") }
    var textColumn: Int? { column("content", "text", "body", "note", "markdown", "description", "notes") }
    /// Whether a column is one of texts, and not only of remarks.
    var hasTexts: Bool { column("title") != nil && column("content", "text", "body", "markdown") != nil }
    var tags: Int? { column("tags", "labels", "keywords", "tag") }
    var created: Int? { column("created", "created at", "created_at", "createdat", "date created", "date") }
    var modified: Int? { column("modified", "updated", "updated at", "updated_at", "updatedat", "date modified") }
    var folder: Int? { column("folder", "notebook") }
    var uuid: Int? { column("uuid", "id") }
    var path: Int? { column("path") }
    var type: Int? { column("type") }
    var pinned: Int? { column("pinned") }
    var attachments: Int? { column("attachments", "attachment") }
}
