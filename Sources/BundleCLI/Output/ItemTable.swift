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

    /// Reads the values.
    ///
    /// - Parameters:
    ///   - option: The option that names the columns.
    ///   - keys: What else it can name.
    /// - Throws: `UsageError` for a column without a value that is no property of any item: it is probably mistyped.
    init(
        _ items: [Item], _ columns: [ItemColumn], _ option: some Parameter, besides keys: [String] = [],
        _ notebook: NotebookListing, _ files: any FileTree
    ) throws {
        (self.items, self.columns) = (items, columns)
        let rows = try columns.isEmpty ? items.map { _ in [] } : notebook.table(of: items, columns, files)
        for (number, column) in columns.enumerated() where rows.allSatisfy({ $0[number] == nil }) {
            guard try column.isUnknown(in: notebook, files) else { continue }
            let names = try (keys.isEmpty ? ["name"] : keys) + ItemColumn.fields + notebook.properties(files).map(\.key)
            let like = Similarity.nearest(to: column.name, in: names)
            let kinds = keys.isEmpty ? "neither a field" : "neither a key of --json nor a field"
            throw UsageError.badValue(
                option.form.key, column.name,
                reason: "\(PrintableText.quoted(column.name)) is \(kinds) nor a property of an item",
                hint: !like.isEmpty
                    ? "did you mean \(like.alternatives)?"
                    : keys.isEmpty ? nil : "the keys of --json are \(keys.joined(separator: ", "))")
        }
        self.rows = rows
    }

    /// The values of each item as lists show them.
    var texts: [[String]] {
        zip(items, rows).map { item, row in row.map { item.shown(Self.text($0)) } }
    }

    /// What --json prints.
    private struct Answer: JSONRow {
        let rows: [[String: PropertyRow.Value]]
    }

    func printJSON(_ session: Session) throws {
        let rows = rows.map { row in
            let values = row.map { $0.map { PropertyRow.Value($0) } ?? .nothing }
            return Dictionary(zip(columns.map(\.name), values)) { $1 }
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
        let cells = texts.map { row in
            zip(columns, row).map { column, value in
                let time = column.isTime ? DateSpelling.read(value) : nil
                let text = value.split(whereSeparator: \.isNewline).joined(separator: " ")
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
