/// Writes an SQLite database file of tables without indexes, in one go (SQLite file format 3).
///
/// The bytes depend on the rows alone.
package struct SQLiteWriter {
    private static let pageSize = 4096
    private static let header = 100

    /// Finished pages; the first one stays empty until the end.
    private var pages: [[UInt8]] = [[]]
    private var schema: [(sql: String, name: String, root: Int)] = []

    /// Starts a database.
    package init() {}

    /// Writes a table.
    ///
    /// - Parameter rows: The rows with their numbers, in ascending order; a column that stands for the number has no
    ///   value.
    package mutating func add(_ name: String, _ sql: String, rows: [(number: Int64, values: [SQLiteValue])]) {
        var level: [(page: Int, last: Int64)] = []
        var cells: [[UInt8]] = []
        var room = Self.pageSize - 8
        var last: Int64 = 0
        for row in rows {
            let cell = self.cell(row.number, Self.record(row.values))
            if room < cell.count + 2 {
                level.append((add(Self.page(13, cells)), last))
                (cells, room) = ([], Self.pageSize - 8)
            }
            cells.append(cell)
            room -= cell.count + 2
            last = row.number
        }
        if !cells.isEmpty || level.isEmpty { level.append((add(Self.page(13, cells)), last)) }
        while level.count > 1 { level = interior(level) }
        schema.append((sql, name, level[0].page))
    }

    /// The file.
    package func finish() -> [UInt8] {
        let cells = schema.enumerated().map { index, table in
            let values: [SQLiteValue] = [
                .text("table"), .text(table.name), .text(table.name), .integer(Int64(table.root)), .text(table.sql),
            ]
            return Self.varint(Int64(Self.record(values).count)) + Self.varint(Int64(index + 1)) + Self.record(values)
        }
        var first = Self.page(13, cells, start: Self.header)
        var head = Array("SQLite format 3\0".utf8)
        // Page size, versions for writing and reading, no reserved bytes, the fixed fractions.
        head += [0x10, 0x00, 1, 1, 0, 64, 32, 32]
        // Change counter, size in pages, freelist, schema cookie, schema format 4, cache, vacuum, UTF-8, version.
        for number in [1, pages.count, 0, 0, 1, 4, 0, 0, 1, 0, 0, 0] { head += Self.number32(number) }
        head += [UInt8](repeating: 0, count: 20)
        head += Self.number32(1) + Self.number32(3_040_000)
        first.replaceSubrange(0..<Self.header, with: head)
        var file = first
        file.reserveCapacity(pages.count * Self.pageSize)
        for page in pages.dropFirst() { file += page }
        return file
    }

    private mutating func add(_ page: [UInt8]) -> Int {
        pages.append(page)
        return pages.count
    }

    private mutating func interior(_ children: [(page: Int, last: Int64)]) -> [(page: Int, last: Int64)] {
        // A cell has at most 13 bytes, and two more for its place.
        let most = (Self.pageSize - 12) / 15
        var level: [(page: Int, last: Int64)] = []
        var start = 0
        while start < children.count {
            // No page may be left with a single child.
            let left = children.count - start
            let count = left > most && left - most < 2 ? most - 1 : min(most, left)
            let group = children[start..<start + count]
            let cells = group.dropLast().map { Self.number32($0.page) + Self.varint($0.last) }
            guard let right = group.last else { break }
            level.append((add(Self.page(5, cells, right: right.page)), right.last))
            start += count
        }
        return level
    }

    /// A cell of a leaf, whose content may go on in overflow pages.
    private mutating func cell(_ number: Int64, _ record: [UInt8]) -> [UInt8] {
        let head = Self.varint(Int64(record.count)) + Self.varint(number)
        let maximum = Self.pageSize - 35
        guard record.count > maximum else { return head + record }
        let minimum = (Self.pageSize - 12) * 32 / 255 - 23
        let wanted = minimum + (record.count - minimum) % (Self.pageSize - 4)
        let local = wanted <= maximum ? wanted : minimum
        let first = pages.count + 1
        var offset = local
        while offset < record.count {
            let end = min(offset + Self.pageSize - 4, record.count)
            let next = end < record.count ? pages.count + 2 : 0
            var page = Self.number32(next) + record[offset..<end]
            page += [UInt8](repeating: 0, count: Self.pageSize - page.count)
            pages.append(page)
            offset = end
        }
        return head + record[..<local] + Self.number32(first)
    }

    /// A page of a tree.
    private static func page(_ kind: UInt8, _ cells: [[UInt8]], right: Int? = nil, start: Int = 0) -> [UInt8] {
        var page = [UInt8](repeating: 0, count: pageSize)
        var end = pageSize
        var places: [UInt8] = []
        for cell in cells {
            end -= cell.count
            page.replaceSubrange(end..<end + cell.count, with: cell)
            places += [UInt8(end >> 8), UInt8(end & 0xFF)]
        }
        var head: [UInt8] = [kind, 0, 0, UInt8(cells.count >> 8), UInt8(cells.count & 0xFF)]
        head += [UInt8(end >> 8 & 0xFF), UInt8(end & 0xFF), 0]
        if let right { head += number32(right) }
        page.replaceSubrange(start..<start + head.count + places.count, with: head + places)
        return page
    }

    /// A record (§2.1).
    private static func record(_ values: [SQLiteValue]) -> [UInt8] {
        var types: [UInt8] = []
        var body: [UInt8] = []
        for value in values {
            switch value {
            case .null: types += varint(0)
            case .integer(0): types += varint(8)
            case .integer(1): types += varint(9)
            case .integer(let number):
                let sizes: [(type: Int64, bytes: Int)] = [(1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (6, 8)]
                let size = sizes.first { $0.bytes == 8 || number >> ($0.bytes * 8 - 1) == number >> 63 } ?? (6, 8)
                types += varint(size.type)
                for index in (0..<size.bytes).reversed() {
                    body.append(UInt8(truncatingIfNeeded: number >> (index * 8)))
                }
            case .real(let number):
                types += varint(7)
                let bits = Int64(bitPattern: number.bitPattern)
                for index in (0..<8).reversed() { body.append(UInt8(truncatingIfNeeded: bits >> (index * 8))) }
            case .text(let text):
                types += varint(Int64(text.utf8.count * 2 + 13))
                body += text.utf8
            case .blob(let bytes):
                types += varint(Int64(bytes.count * 2 + 12))
                body += bytes
            }
        }
        var length = types.count + 1
        if varint(Int64(length)).count > 1 { length = types.count + varint(Int64(length + 1)).count }
        return varint(Int64(length)) + types + body
    }

    private static func number32(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func varint(_ number: Int64) -> [UInt8] {
        var rest = UInt64(bitPattern: number)
        if rest >> 56 != 0 {
            var bytes = [UInt8(truncatingIfNeeded: rest)]
            rest >>= 8
            for _ in 0..<8 {
                bytes.append(UInt8(rest & 0x7F) | 0x80)
                rest >>= 7
            }
            return bytes.reversed()
        }
        var bytes = [UInt8(rest & 0x7F)]
        rest >>= 7
        while rest > 0 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return bytes.reversed()
    }
}
