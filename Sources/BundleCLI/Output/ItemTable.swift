import NotebookBundle

/// Items as a table: a row for each, a column for each value that was asked for.
struct ItemTable {
    /// The columns to show, and the option that names them.
    static let option = Option<[ItemColumn]>(
        "columns", "LIST",
        "Print a table with these columns, such as title,status,task.due: fields of queries, or properties",
        kind: .list(.column), expected: "names of fields or properties, with commas between them"
    ) { text in
        let columns = text.split(separator: ",").map { ItemColumn(String($0).trimmingSpaces) }
        return columns.isEmpty || columns.contains(nil) ? nil : columns.compactMap(\.self)
    }

    static let csv = Flag("csv", "With --columns: print comma-separated values")

    let items: [Item]
    let columns: [ItemColumn]
    /// A row for each item, with a value for each column.
    let rows: [[PropertyValue?]]

    /// What --json prints.
    private struct Answer: Encodable {
        let rows: [Row]
    }

    private struct Row: Encodable {
        let values: [(name: String, value: PropertyRow.Value)]

        private struct Name: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }

            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Name.self)
            for (name, value) in values { try container.encode(value, forKey: Name(stringValue: name)) }
        }
    }

    func printJSON(_ session: Session) throws {
        let rows = rows.map { row in
            Row(values: zip(columns, row).map { ($0.name, $1.map { PropertyRow.Value($0) } ?? .nothing) })
        }
        try session.printJSON(Answer(rows: rows))
    }

    func printCSV(_ session: Session) throws {
        try session.write(Array(CSVText.row(columns.map(\.name)).utf8))
        for row in rows { try session.write(Array(CSVText.row(row.map(Self.text)).utf8)) }
    }

    /// Prints aligned columns, as wide as the terminal.
    func print(_ session: Session) throws {
        let style = session.style
        let cells = zip(items, rows).map { item, row in
            zip(columns, row).map { column, value in
                let time = column.isTime ? value.flatMap { DateSpelling.read(Self.text($0)) } : nil
                let text = item.shown(Self.text(value)).split(whereSeparator: \.isNewline).joined(separator: " ")
                var cell = StyledText()
                cell.append(time.map { session.date($0) } ?? PrintableText.escaped(text), [])
                return cell
            }
        }
        let header = columns.map { column in
            var cell = StyledText()
            cell.append(PrintableText.escaped(column.name), [.bold])
            return cell
        }
        let alignments = columns.indices.map { column in
            let kinds = Set(rows.compactMap { $0[column]?.kind })
            return kinds == [.number] ? MarkdownTable.Alignment.trailing : .leading
        }
        let width = session.terminal.outputIsTerminal ? session.terminal.width : Self.unlimited
        for line in TableRows(alignments, [header] + cells, style).lines(width: width) { try session.print(line) }
    }

    private static let unlimited = 1 << 20

    /// A value in a line.
    private static func text(_ value: PropertyValue?) -> String {
        (value?.scalars ?? []).map(\.text).joined(separator: ", ")
    }
}
