/// Rows of values that are separated by commas, or by another character (RFC 4180).
package enum CSVRows {
    /// The rows of a text, and the lines of those that cannot be read.
    package struct Table: Sendable {
        /// The values of each row.
        package private(set) var rows: [[String]] = []
        /// The lines of rows with a quotation mark that nothing closes.
        package private(set) var damagedLines: [Int] = []

        fileprivate mutating func add(_ row: [String]) { if row != [""] { rows.append(row) } }

        fileprivate mutating func addDamaged(_ line: Int) { damagedLines.append(line) }
    }

    /// How many rows that nothing closes are left out one by one; a text with more is no table.
    private static let maximumDamage = 100

    /// The rows of a text that can be read.
    package static func read(_ bytes: [UInt8], separator: UInt8 = UInt8(ascii: ",")) -> [[String]] {
        table(bytes, separator: separator).rows
    }

    /// The rows of a text; values in quotation marks can contain anything, rows can have different lengths.
    ///
    /// - Parameter comment: What a row begins with that is left out.
    package static func table(
        _ bytes: [UInt8], separator: UInt8 = UInt8(ascii: ","), comment: UInt8? = nil
    ) -> Table {
        let quote = UInt8(ascii: "\"")
        var table = Table()
        var row: [String] = []
        var value: [UInt8] = []
        var isQuoted = false
        var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var start = index
        var wasQuoted = false
        func endValue() {
            row.append(String(decoding: value, as: UTF8.self))
            value = []
            wasQuoted = false
        }
        func endRow() {
            endValue()
            table.add(row)
            row = []
            start = index
        }
        /// Leaves out the row: only it is lost, not what follows it.
        func leaveOut() {
            table.addDamaged(bytes[..<start].count { $0 == 0x0A } + 1)
            (row, value, isQuoted, wasQuoted) = ([], [], false, false)
            let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
            index = table.damagedLines.count < maximumDamage ? end : bytes.count
            start = index
        }
        while true {
            guard index < bytes.count else {
                guard isQuoted else { break }
                leaveOut()
                continue
            }
            let byte = bytes[index]
            index += 1
            if isQuoted {
                guard byte == quote else {
                    value.append(byte)
                    continue
                }
                if index < bytes.count, bytes[index] == quote {
                    value.append(quote)
                    index += 1
                } else if index < bytes.count, bytes[index] != separator, bytes[index] != 0x0A, bytes[index] != 0x0D,
                    value.contains(0x0A)
                {
                    // The mark begins the value of a later row: nothing closed this one.
                    leaveOut()
                } else {
                    isQuoted = false
                }
            } else if byte == quote, value.isEmpty, !wasQuoted {
                isQuoted = true
                wasQuoted = true
            } else if byte == comment, value.isEmpty, row.isEmpty, !wasQuoted {
                while index < bytes.count, bytes[index] != 0x0A { index += 1 }
                index = min(index + 1, bytes.count)
                start = index
            } else if byte == separator {
                endValue()
            } else if byte == 0x0A {
                endRow()
            } else if byte != 0x0D || index < bytes.count && bytes[index] != 0x0A {
                value.append(byte)
            }
        }
        if !value.isEmpty || !row.isEmpty { endRow() }
        return table
    }
}
