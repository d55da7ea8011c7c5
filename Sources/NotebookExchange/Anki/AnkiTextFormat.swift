import ForeignData
import NotebookFiles
import NotebookPacking
import NotebookText

/// Anki's text files, and other lists of cards that are separated by tabs or commas.
package struct AnkiTextFormat: ForeignFormat {
    package let name = "anki-text"
    package let sources = "Anki's text files (.txt, .csv)"
    package let looseFiles = LooseFiles(.always, [".txt", ".csv", ".tsv"])

    /// The largest file, in bytes.
    private static let maximumBytes = 256 << 20

    package func openForeign(_ place: ImportLocation, _ request: ImportRequest) throws -> (any ForeignSource)? {
        guard !place.isDirectory, !place.isFile(".md", ".markdown"), let start = place.start(1 << 16) else {
            return nil
        }
        let beginning = TextDecoding.text(ofPlain: start).text
        let isWhole = start.count < 1 << 16
        guard !beginning.holds("\0"),
            request.format == name || Self.isKnown(start, beginning, isWhole: isWhole, place)
        else { return nil }
        let directory = ExternalPath.parent(of: place.path)
        let files = try DirectoryFiles(directory, name: place.shown)
        let bytes = try files.readWhole(ExternalPath.name(of: place.path), limit: Self.maximumBytes)
        let media = ExternalPath.below(directory, AnkiTextExport.mediaFolder)
        let folder = FileKind.following(media) == .directory ? ImportLocation(media, shown: place.shown) : nil
        return AnkiTextSource(
            TextDecoding.text(ofPlain: bytes), isCSV: place.isFile(".csv"), tagsColumn: request.tagsColumn,
            shown: place.shown, media: try folder.flatMap { try ForeignFiles($0, request) })
    }

    /// Whether a text begins with one of Anki's headers, names its columns, or has a tab in most of its lines.
    private static func isKnown(
        _ bytes: [UInt8], _ start: String, isWhole: Bool, _ place: ImportLocation
    ) -> Bool {
        let table = AnkiTextTable(Array(start.utf8), isCSV: place.isFile(".csv"), tagsColumn: nil)
        if table.hasHeaders || table.namesCards { return true }
        // A table with the columns of notes has no cards.
        guard place.isFile(".txt", ".tsv"), !CSVFormat.namesNotes(bytes, in: place.path) else { return false }
        let lines = start.split { $0.isNewline }.dropLast(isWhole ? 0 : 1)
        let rows = lines.filter { !$0.hasPrefix("#") }
        let tabs = rows.count { $0.dropFirst().contains("\t") && $0.first != "\t" }
        return !rows.isEmpty && tabs * 4 >= rows.count * 3
    }
}

/// The rows of a text file, and what its columns mean.
struct AnkiTextTable {
    /// What a column is that is no field.
    enum Column: Equatable {
        case guid
        case noteType
        case deck
        case tags
    }

    private(set) var rows: [[String]] = []
    /// The lines of rows that cannot be read.
    private(set) var damagedLines: [Int] = []
    private(set) var hasHeaders = false
    private(set) var isHTML = false
    /// The deck, note type and tags of all rows.
    private(set) var deck = ""
    private(set) var noteType = ""
    private(set) var tags: [String] = []
    /// Whether all cards are asked both ways, as our exports say.
    private(set) var isReversed = false
    /// The names of the columns, if the file has them.
    private(set) var names: [String] = []
    private var columns: [Int: Column] = [:]

    init(_ bytes: [UInt8], isCSV: Bool, tagsColumn: Int?) {
        var rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        var separator: UInt8?
        var html: Bool?
        while rest.first == UInt8(ascii: "#") {
            let line = rest.prefix { $0 != 0x0A }
            let text = String(decoding: line.dropFirst(), as: UTF8.self).trimmedOfSpace
            guard let colon = text.firstIndex(of: ":") else { break }
            let (key, value) = (text[..<colon].lowercased(), text[text.index(after: colon)...].trimmedOfSpace)
            switch key {
            case "separator": separator = Self.separator(value)
            case "html": html = value.lowercased() == "true"
            case "tags": tags += value.split(separator: " ").map(String.init)
            case "columns":
                names = CSVRows.read(Array(value.utf8), separator: separator ?? 0x09).first ?? []
            case "deck": deck = value
            case "notetype": noteType = value
            case "guid column": setColumn(value, .guid)
            case "notetype column": setColumn(value, .noteType)
            case "deck column": setColumn(value, .deck)
            case "tags column": setColumn(value, .tags)
            case "if matches": break
            case "notebundle": isReversed = value == "reversed"
            default: break
            }
            let known = [
                "separator", "html", "tags", "columns", "deck", "notetype", "guid column", "notetype column",
                "deck column", "tags column", "if matches", "notebundle",
            ]
            guard known.contains(key) else { break }
            hasHeaders = true
            rest = rest.dropFirst(line.count + 1)
        }
        let found = separator ?? Self.guess(Array(rest.prefix(1 << 16)), isCSV: isCSV)
        let table = CSVRows.table(Array(rest), separator: found, comment: UInt8(ascii: "#"))
        rows = table.rows
        let skipped = bytes.count - rest.count
        damagedLines = table.damagedLines.map { $0 + bytes[..<skipped].count { $0 == 0x0A } }
        if !hasHeaders, let first = rows.first, Self.namesColumns(first) {
            names = first
            rows.removeFirst()
        }
        for (index, name) in names.enumerated() where columns[index] == nil {
            if let column = Self.column(named: name) { columns[index] = column }
        }
        if let tagsColumn { columns[tagsColumn - 1] = .tags }
        isHTML =
            html ?? rows.prefix(200).joined().contains(where: Self.hasMarkup)
    }

    /// Whether a text has a tag or a named character of HTML.
    private static func hasMarkup(_ text: String) -> Bool {
        var rest = text.utf8[...]
        while let start = rest.firstIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) {
            var reader = TextReader(text[start...])
            rest = rest[start...].dropFirst()
            if reader.skip("&") {
                let name = reader.take(1...) { ASCII.isLetter($0) && !ASCII.isCapital($0) }
                if name != nil, reader.skip(";") { return true }
                continue
            }
            _ = reader.skip("<") && reader.skip("/")
            if reader.take(1...1, where: ASCII.isLetter) != nil,
                reader.take(0..., where: { !"<>".utf8.contains($0) }) != nil,
                reader.skip(">")
            {
                return true
            }
        }
        return false
    }

    /// Whether the names of the columns are those of cards.
    var namesCards: Bool {
        let names = Set(names.map { $0.lowercased() })
        return names.contains("guid") || names.isSuperset(of: ["front", "back"])
            || names.isSuperset(of: ["question", "answer"])
    }

    private mutating func setColumn(_ number: String, _ column: Column) {
        if let number = Int(number), number > 0 { columns[number - 1] = column }
    }

    private static func separator(_ name: String) -> UInt8? {
        let names: [String: UInt8] = [
            "tab": 0x09, "comma": 0x2C, "semicolon": 0x3B, "space": 0x20, "pipe": 0x7C, "colon": 0x3A,
        ]
        return names[name.lowercased()] ?? (name.utf8.count == 1 ? name.utf8.first : name.isEmpty ? 0x09 : nil)
    }

    /// The separator of a text without headers: a tab, or else what is more frequent of commas and semicolons.
    private static func guess(_ bytes: [UInt8], isCSV: Bool) -> UInt8 {
        func count(_ byte: UInt8) -> Int { bytes.count { $0 == byte } }
        if !isCSV, count(0x09) > 0 { return 0x09 }
        let first = bytes.prefix { $0 != 0x0A }
        if isCSV, first.contains(0x09), !first.contains(0x2C) { return 0x09 }
        return count(0x3B) > count(0x2C) ? 0x3B : 0x2C
    }

    private static func column(named name: String) -> Column? {
        switch name.lowercased().trimmedOfSpace {
        case "guid": .guid
        case "tags", "tag": .tags
        case "deck": .deck
        case "notetype", "note type", "model": .noteType
        default: nil
        }
    }

    /// Whether a row gives the names of columns rather than a card.
    private static func namesColumns(_ row: [String]) -> Bool {
        let names = Set(row.map { $0.lowercased().trimmedOfSpace })
        guard names.count == row.count, row.count > 1 else { return false }
        return names.contains("guid") || names.isSuperset(of: ["front", "back"])
            || names.isSuperset(of: ["question", "answer"]) || names.isSuperset(of: ["term", "definition"])
    }

    /// The value of a column of a row.
    func value(_ column: Column, _ row: [String]) -> String? {
        let known = columns.filter { $0.value == column }.keys
        guard let index = known.min(), row.indices.contains(index) else { return nil }
        return row[index]
    }

    /// The fields of a row, in their order.
    func fields(_ row: [String]) -> [String] {
        row.enumerated().filter { columns[$0.offset] == nil }.map(\.element)
    }
}
