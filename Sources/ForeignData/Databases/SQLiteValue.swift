/// A value of a row (SQLite file format, §2.1).
package enum SQLiteValue: Equatable, Sendable {
    /// No value.
    case null
    /// A whole number.
    case integer(Int64)
    /// A number.
    case real(Double)
    /// A text.
    case text(String)
    /// Bytes.
    case blob([UInt8])

    /// The number; `nil` for other kinds.
    package var integer: Int64? {
        switch self {
        case .integer(let value): value
        case .real(let value): Int64(exactly: value.rounded())
        case .text(let text): Int64(text)
        default: nil
        }
    }

    /// The text; empty for no value.
    package var text: String {
        switch self {
        case .null: ""
        case .integer(let value): String(value)
        case .real(let value): String(value)
        case .text(let text): text
        case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
        }
    }

    /// The bytes.
    package var bytes: [UInt8] {
        if case .blob(let bytes) = self { bytes } else { Array(text.utf8) }
    }
}

/// A row of a table.
package struct SQLiteRow: Sendable {
    /// Its values, by the names of the columns.
    let columns: [String: Int]
    let values: [SQLiteValue]

    /// The value in a column; no value if there is none.
    package subscript(_ column: String) -> SQLiteValue {
        columns[column].flatMap { $0 < values.count ? values[$0] : nil } ?? .null
    }
}

/// Why a database cannot be read.
package struct SQLiteProblem: Error, Equatable, CustomStringConvertible {
    /// What is wrong.
    package let description: String

    init(_ description: String) { self.description = description }
}
