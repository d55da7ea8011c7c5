/// Reads the tables of an SQLite database file (SQLite file format 3), and nothing else of it.
///
/// It follows no index and no journal, and refuses whatever contradicts itself: no page counts twice, and no row takes
/// more memory than a limit.
package struct SQLiteFile {
    /// Delivers bytes: the offset and the count; fewer only at the end.
    package typealias Source = (_ offset: Int, _ count: Int) throws -> [UInt8]

    /// The tables, by their names.
    package private(set) var tables: [String: SQLiteTable] = [:]

    private let source: Source
    private let pageSize: Int
    private let usable: Int
    private let pageCount: Int

    /// The largest row, in bytes.
    private static let maximumPayload = 64 << 20
    private static let maximumDepth = 32

    /// Whether bytes begin like a database.
    package static func begins(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: "SQLite format 3\0".utf8) }

    /// Opens a database.
    ///
    /// - Throws: `SQLiteProblem`, or an error of the source.
    package init(size: Int, _ source: @escaping Source) throws {
        let header = try source(0, 100)
        guard header.count == 100, Self.begins(header) else { throw SQLiteProblem("it is not an SQLite database") }
        let stated = Int(header[16]) << 8 | Int(header[17])
        pageSize = stated == 1 ? 65_536 : stated
        guard (512...65_536).contains(pageSize), pageSize & (pageSize - 1) == 0 else {
            throw SQLiteProblem("its page size is invalid")
        }
        usable = pageSize - Int(header[20])
        guard usable >= 480 else { throw SQLiteProblem("its pages are too small") }
        guard (1...2).contains(header[18]), (1...2).contains(header[19]) else {
            throw SQLiteProblem("a later version of SQLite wrote it")
        }
        let encoding = header[56..<60].reduce(0) { $0 << 8 | Int($1) }
        guard encoding <= 1 else { throw SQLiteProblem("its text is not UTF-8") }
        pageCount = size / pageSize
        self.source = source
        try readSchema()
    }

    private mutating func readSchema() throws {
        let columns = ["type", "name", "tbl_name", "rootpage", "sql"]
        let schema = SQLiteTable(root: 1, columns: columns, isWithoutRowID: false, alias: nil)
        var found: [String: SQLiteTable] = [:]
        try rows(of: schema) { row in
            guard row["type"].text == "table", let root = row["rootpage"].integer, root > 0 else { return }
            found[row["name"].text] = SQLiteTable(sql: row["sql"].text, root: Int(clamping: root))
        }
        tables = found
    }

    /// Calls a function for each row of a table, in stored order; does nothing if there is no such table.
    ///
    /// - Throws: `SQLiteProblem`, or an error of the source or the function.
    package func rows(of table: String, _ body: (SQLiteRow) throws -> Void) throws {
        if let table = tables[table] { try rows(of: table, body) }
    }

    private func rows(of table: SQLiteTable, _ body: (SQLiteRow) throws -> Void) throws {
        var walk = Walk(table: table)
        try visit(table.root, depth: 0, &walk, body)
    }

    /// What a walk through a table has seen.
    private struct Walk {
        let table: SQLiteTable
        var pages: Set<Int> = []
    }

    private func page(_ number: Int, _ walk: inout Walk) throws -> [UInt8] {
        guard (1...max(1, pageCount)).contains(number), walk.pages.insert(number).inserted else {
            throw SQLiteProblem("page \(number) is missing or used twice")
        }
        let bytes = try source((number - 1) * pageSize, pageSize)
        guard bytes.count == pageSize else { throw SQLiteProblem("page \(number) is cut off") }
        return bytes
    }

    private func visit(
        _ number: Int, depth: Int, _ walk: inout Walk, _ body: (SQLiteRow) throws -> Void
    ) throws {
        guard depth < Self.maximumDepth else { throw SQLiteProblem("its pages nest too deep") }
        let bytes = try page(number, &walk)
        let start = number == 1 ? 100 : 0
        let kind = bytes[start]
        let isInterior = kind == 5 || kind == 2
        guard kind == 13 || kind == 10 || isInterior, (kind == 13 || kind == 5) != walk.table.isWithoutRowID else {
            throw SQLiteProblem("page \(number) is of an unexpected kind")
        }
        let head = start + (isInterior ? 12 : 8)
        let count = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
        guard head + count * 2 <= usable else { throw SQLiteProblem("page \(number) is damaged") }
        for index in 0..<count {
            let at = head + index * 2
            var cell = Cursor(bytes: bytes, offset: Int(bytes[at]) << 8 | Int(bytes[at + 1]), end: usable)
            if isInterior {
                let child = try cell.number32()
                try visit(child, depth: depth + 1, &walk, body)
                if kind == 5 { continue }
            }
            let length = try cell.varint()
            let rowID = kind == 13 ? try cell.varint() : 0
            let payload = try self.payload(length, &cell, isTable: kind == 13, &walk)
            try body(try walk.table.row(payload, rowID: rowID))
        }
        if isInterior {
            var right = Cursor(bytes: bytes, offset: start + 8, end: usable)
            try visit(try right.number32(), depth: depth + 1, &walk, body)
        }
    }

    /// The payload of a cell, with its overflow pages (§1.6).
    private func payload(_ length: Int64, _ cell: inout Cursor, isTable: Bool, _ walk: inout Walk) throws -> [UInt8] {
        guard (0...Int64(Self.maximumPayload)).contains(length) else { throw SQLiteProblem("a row is too large") }
        let length = Int(length)
        let maximum = isTable ? usable - 35 : (usable - 12) * 64 / 255 - 23
        guard length > maximum else { return try cell.bytes(length) }
        let minimum = (usable - 12) * 32 / 255 - 23
        let wanted = minimum + (length - minimum) % (usable - 4)
        var payload = try cell.bytes(wanted <= maximum ? wanted : minimum)
        var next = try cell.number32()
        while payload.count < length {
            let bytes = try page(next, &walk)
            var cursor = Cursor(bytes: bytes, offset: 0, end: usable)
            next = try cursor.number32()
            payload += try cursor.bytes(min(usable - 4, length - payload.count))
        }
        return payload
    }

    /// Reads numbers and bytes within bounds.
    struct Cursor {
        let bytes: [UInt8]
        var offset: Int
        let end: Int

        mutating func byte() throws -> UInt8 {
            guard offset >= 0, offset < min(end, bytes.count) else { throw SQLiteProblem("a row is damaged") }
            defer { offset += 1 }
            return bytes[offset]
        }

        mutating func bytes(_ count: Int) throws -> [UInt8] {
            guard count >= 0, offset >= 0, count <= min(end, bytes.count) - offset else {
                throw SQLiteProblem("a row is damaged")
            }
            defer { offset += count }
            return Array(bytes[offset..<offset + count])
        }

        mutating func number32() throws -> Int {
            try bytes(4).reduce(0) { $0 << 8 | Int($1) }
        }

        mutating func varint() throws -> Int64 {
            var value: UInt64 = 0
            for _ in 0..<8 {
                let byte = try byte()
                value = value << 7 | UInt64(byte & 0x7F)
                if byte < 0x80 { return Int64(bitPattern: value) }
            }
            return Int64(bitPattern: value << 8 | UInt64(try byte()))
        }
    }
}
