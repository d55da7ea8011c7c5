/// Rows of values that are separated by commas, or by another character (RFC 4180).
package enum CSVRows {
    /// The rows of a text; values in quotation marks can contain anything, rows can have different lengths.
    ///
    /// - Parameter comment: What a row begins with that is left out.
    package static func read(
        _ bytes: [UInt8], separator: UInt8 = UInt8(ascii: ","), comment: UInt8? = nil
    ) -> [[String]] {
        let quote = UInt8(ascii: "\"")
        var rows: [[String]] = []
        var row: [String] = []
        var value: [UInt8] = []
        var isQuoted = false
        var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var wasQuoted = false
        func endValue() {
            row.append(String(decoding: value, as: UTF8.self))
            value = []
            wasQuoted = false
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
            } else if byte == quote, value.isEmpty, !wasQuoted {
                isQuoted = true
                wasQuoted = true
            } else if byte == comment, value.isEmpty, row.isEmpty, !wasQuoted {
                while index < bytes.count, bytes[index] != 0x0A { index += 1 }
                index = min(index + 1, bytes.count)
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
