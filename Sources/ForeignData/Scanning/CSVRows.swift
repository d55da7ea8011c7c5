/// Rows of values that are separated by commas, or by another character (RFC 4180).
package enum CSVRows {
    /// The rows of a text; values in quotation marks can contain anything, rows can have different lengths.
    package static func read(_ bytes: [UInt8], separator: UInt8 = UInt8(ascii: ",")) -> [[String]] {
        let quote = UInt8(ascii: "\"")
        var rows: [[String]] = []
        var row: [String] = []
        var value: [UInt8] = []
        var isQuoted = false
        var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        func endValue() {
            row.append(String(decoding: value, as: UTF8.self))
            value = []
        }
        func endRow() {
            endValue()
            if row != [""] { rows.append(row) }
            row = []
        }
        while index < bytes.count {
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
                } else {
                    isQuoted = false
                }
            } else if byte == quote, value.isEmpty {
                isQuoted = true
            } else if byte == separator {
                endValue()
            } else if byte == 0x0A {
                endRow()
            } else if byte != 0x0D || index < bytes.count && bytes[index] != 0x0A {
                value.append(byte)
            }
        }
        if !value.isEmpty || !row.isEmpty { endRow() }
        return rows
    }
}
