/// A table of a database.
package struct SQLiteTable: Sendable {
    let root: Int
    /// The names of the columns, in the order in which rows store them.
    package let columns: [String]
    let isWithoutRowID: Bool
    /// The column that stands for the number of the row.
    let alias: Int?
    private let places: [String: Int]

    init(root: Int, columns: [String], isWithoutRowID: Bool, alias: Int?) {
        (self.root, self.columns, self.isWithoutRowID, self.alias) = (root, columns, isWithoutRowID, alias)
        places = Dictionary(columns.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    /// Reads the statement that made the table.
    init(sql: String, root: Int) {
        let sql = sql.replacing(#/--[^\n]*/#, with: "").replacing(#/(?s)\/\*.*?\*\//#, with: "")
        let parts = Self.definitions(in: sql)
        var columns: [String] = []
        var keys: [String] = []
        var alias: Int?
        for part in parts {
            let words = Self.words(part)
            guard let first = words.first else { continue }
            let kind = first.uppercased()
            if kind == "PRIMARY" || kind == "CONSTRAINT" && words.dropFirst(2).first?.uppercased() == "PRIMARY" {
                let list = part.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }
                keys = list.split(separator: ",").compactMap { Self.words($0).first }
                continue
            }
            if ["UNIQUE", "CHECK", "FOREIGN", "CONSTRAINT"].contains(kind) { continue }
            let rest = words.dropFirst().map { $0.uppercased() }
            if zip(rest, rest.dropFirst()).contains(where: { $0 == "PRIMARY" && $1 == "KEY" }) {
                keys = [first]
                if rest.first == "INTEGER" { alias = columns.count }
            }
            columns.append(first)
        }
        let tail = sql[(sql.lastIndex(of: ")") ?? sql.startIndex)...].uppercased()
        let isWithoutRowID = tail.contains("WITHOUT") && tail.contains("ROWID")
        // Such tables store their keys first (§2.4).
        if isWithoutRowID { columns = keys.filter { columns.contains($0) } + columns.filter { !keys.contains($0) } }
        if alias == nil, !isWithoutRowID, keys.count == 1, let index = columns.firstIndex(of: keys[0]) {
            let definition = parts.first { Self.words($0).first == keys[0] }.map(Self.words) ?? []
            if definition.dropFirst().first?.uppercased() == "INTEGER" { alias = index }
        }
        self.init(root: root, columns: columns, isWithoutRowID: isWithoutRowID, alias: isWithoutRowID ? nil : alias)
    }

    /// The definitions between the outer brackets.
    private static func definitions(in sql: String) -> [Substring] {
        guard let open = sql.firstIndex(of: "("), let close = sql.lastIndex(of: ")"), open < close else { return [] }
        var depth = 0
        return sql[sql.index(after: open)..<close].split { character in
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            return character == "," && depth == 0
        }
    }

    private static func words(_ text: Substring) -> [String] {
        text.split { $0.isWhitespace || $0 == "(" || $0 == ")" }.map { word in
            String(word.drop { "\"`['".contains($0) }.prefix { !"\"`]'".contains($0) })
        }
    }

    /// Reads a record (§2.1); columns that it lacks have no value.
    func row(_ payload: [UInt8], rowID: Int64) throws -> SQLiteRow {
        var head = SQLiteFile.Cursor(bytes: payload, offset: 0, end: payload.count)
        let length = try head.varint()
        guard length >= 0, length <= payload.count else { throw SQLiteProblem("a row is damaged") }
        var body = SQLiteFile.Cursor(bytes: payload, offset: Int(length), end: payload.count)
        head = SQLiteFile.Cursor(bytes: payload, offset: head.offset, end: Int(length))
        var values: [SQLiteValue] = []
        while head.offset < head.end { values.append(try Self.value(try head.varint(), &body)) }
        if let alias, alias < values.count, values[alias] == .null { values[alias] = .integer(rowID) }
        return SQLiteRow(columns: places, values: values)
    }

    private static func value(_ kind: Int64, _ body: inout SQLiteFile.Cursor) throws -> SQLiteValue {
        func integer(_ count: Int, _ body: inout SQLiteFile.Cursor) throws -> Int64 {
            let bytes = try body.bytes(count)
            let start: Int64 = bytes[0] & 0x80 != 0 ? -1 : 0
            return bytes.reduce(start) { $0 << 8 | Int64($1) }
        }
        switch kind {
        case 0: return .null
        case 1...4: return .integer(try integer(Int(kind), &body))
        case 5: return .integer(try integer(6, &body))
        case 6: return .integer(try integer(8, &body))
        case 7: return .real(Double(bitPattern: UInt64(bitPattern: try integer(8, &body))))
        case 8: return .integer(0)
        case 9: return .integer(1)
        case 12...:
            let bytes = try body.bytes(Int(clamping: (kind - 12) / 2))
            return kind % 2 == 0 ? .blob(bytes) : .text(String(decoding: bytes, as: UTF8.self))
        default: throw SQLiteProblem("a row is damaged")
        }
    }
}
