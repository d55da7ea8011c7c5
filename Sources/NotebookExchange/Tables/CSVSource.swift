import ForeignData
import NotebookFiles
import NotebookFormat
import NotebookLinks
import NotebookPacking
import NotebookText

/// The rows of a table of notes.
struct CSVSource: ForeignSource {
    let shown: String
    /// The folder that it is in.
    private let directory: String
    private let head: [String]
    private let rows: [[String]]
    private let damagedLines: [Int]
    private let columns: CSVColumns
    private let text: DecodedText

    init(_ text: DecodedText, separator: UInt8, _ place: ImportLocation) {
        self.text = text
        let table = CSVRows.table(Array(text.text.utf8), separator: separator)
        (damagedLines, rows) = (table.damagedLines, Array(table.rows.dropFirst()))
        head = (table.rows.first ?? []).map(\.trimmedOfSpace)
        columns = CSVColumns(head)
        (shown, directory) = (place.shown, ExternalPath.parent(of: place.path))
    }

    func read(into notes: ForeignImport, _ bundle: inout NewBundle) throws {
        _ = try notes.wholeText(text)
        let lists = rows.map { Self.value(columns.attachments, $0) }
        var files = try ListedFiles(lists, below: directory, shown: shown)
        for (index, row) in rows.enumerated() {
            notes.balance.find(.notes)
            try write(row, "row \(index + 2)", &files, notes, &bundle)
        }
        for line in damagedLines {
            notes.balance.find(.notes)
            notes.refuse(note: "", place: "line \(line)", because: "nothing closes a quotation mark of the row")
        }
    }

    private static func value(_ column: Int?, _ row: [String]) -> String {
        column.flatMap { row.indices.contains($0) ? row[$0] : nil }?.trimmedOfSpace ?? ""
    }

    private func write(
        _ row: [String], _ place: String, _ files: inout ListedFiles, _ notes: ForeignImport, _ bundle: inout NewBundle
    ) throws {
        func value(_ column: Int?) -> String { Self.value(column, row) }
        let title = value(columns.title)
        let written = value(columns.uuid)
        var note = ForeignNote(
            id: written.isEmpty
                ? notes.uniqueID("csv", title.isEmpty ? row.joined(separator: "\0") : title, "")
                : "csv\0\(written)")
        note.isGuessed = written.isEmpty
        for key in KnownKey.allCases {
            switch key {
            case .uuid: note.uuid = UniqueIdentifier(written)
            case .title: note.title = title
            case .created: note.created = date(columns.created, row, title, place, notes)
            case .modified: note.modified = date(columns.modified, row, title, place, notes)
            case .pinned: note.isPinned = value(columns.pinned).lowercased() == "true"
            case .tags: note.tags = Self.tags(value(columns.tags))
            }
        }
        note.place = place
        note.folder = value(columns.folder).parts(between: "/").map(String.init)
        if value(columns.type).lowercased() == "card" { note.type = .card }
        let path = value(columns.path)
        note.keys = path.isEmpty ? [] : ["csv:\(path)"]
        note.addName(ofFile: path)
        let own = [
            columns.title, columns.textColumn, columns.tags, columns.created, columns.modified, columns.folder,
            columns.type, columns.pinned, columns.path, columns.attachments,
            note.uuid == nil ? nil : columns.uuid,
        ]
        for (index, key) in head.enumerated() where !own.contains(index) && !key.isEmpty && row.indices.contains(index)
        {
            if let value = PropertyNotation.value(row[index]) {
                note.properties.append((PropertyNotation.key(key), value))
            }
        }
        for extra in row.dropFirst(head.count) where !extra.trimmedOfSpace.isEmpty {
            notes.lose(
                .valueDropped, "the row has more values than the heading", note: title, place: place, target: extra)
        }
        let text = ForeignText(notes, title: title, place: place, count: LinkedHTML.counts)
        var listed = try files.attach(value(columns.attachments), to: text, notes, &bundle)
        if let column = columns.attachments { note.add(head[column], listed.others.joined(separator: ", ")) }
        let body = columns.textColumn.flatMap { row.indices.contains($0) ? row[$0] : nil } ?? ""
        let plain = body.withLineFeeds
        let ended = plain.isEmpty || plain.hasSuffix("\n") ? plain : plain + "\n"
        let marked = ForeignMarkdown.text(ended, text, &note, wiki: { listed.target($0) }) { address in
            if let found = listed.target(address) { return found }
            guard !path.isEmpty, !address.holds(":"), !address.hasPrefix("#") else { return .outside }
            let whole = address.prefix { $0 != "#" }
            let directory = path.parts(between: "/").dropLast().joined(separator: "/")
            guard let target = RelativePath.resolve(PercentEncoding.decode(String(whole)) ?? "", from: directory) else {
                return .outside
            }
            if target.hasPrefix("blobs/") { return .missing }
            let fragment = String(address[whole.endIndex...])
            return .note(ForeignLink(key: "csv:\(target)", fragment: fragment, address: address))
        }
        note.body = listed.completing(marked, note, text)
        text.finish()
        try notes.write(note, &bundle)
    }

    private func date(
        _ column: Int?, _ row: [String], _ title: String, _ place: String, _ notes: ForeignImport
    ) -> Timestamp? {
        guard let column, row.indices.contains(column), case let written = row[column].trimmedOfSpace, !written.isEmpty
        else { return nil }
        if let date = Timestamp(asWritten: written) { return date }
        notes.lose(.dateInvalid, "the date is invalid", note: title, place: place, target: written)
        return nil
    }

    /// Tags in an array of JSON, between commas or semicolons, or else between spaces.
    private static func tags(_ text: String) -> [String] {
        if text.hasPrefix("["), let list = try? JSONValue.read(Array(text.utf8)) {
            return list.elements.compactMap(\.text)
        }
        let separators = text.holds(",") ? "," : text.holds(";") ? ";" : " \n\t"
        return text.split { separators.contains($0) }.map { $0.trimmedOfSpace }.filter { !$0.isEmpty }
    }
}
