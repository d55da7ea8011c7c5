package import NotebookText

/// Dates and times as people and tools write them (Annex A of the format).
package enum DateSpelling {
    /// Parses a date, with or without a time.
    ///
    /// `YYYY-MM-DD`, optionally with a time (after `T`, `t` or spaces; seconds and their fraction may be missing) and
    /// an offset (`Z`, `±hh:mm`, `±hhmm`, `±hh`, spaces before it allowed). The default time is midnight, the default
    /// offset UTC.
    package static func read(_ text: String) -> Timestamp? {
        var scanner = Scanner(bytes: Array(text.utf8))
        guard let year = scanner.number(4), scanner.skip(0x2D), let month = scanner.number(2), scanner.skip(0x2D),
            let day = scanner.number(2), let date = CalendarDate(year: year, month: month, day: day)
        else { return nil }
        var seconds = date.daysSince1970 * 86_400
        if !scanner.isAtEnd {
            guard let time = scanner.time(), let offset = scanner.offset(), scanner.isAtEnd else { return nil }
            seconds += time - offset
        }
        return Timestamp(secondsSince1970: Int64(seconds))
    }

    private struct Scanner {
        let bytes: [UInt8]
        var index = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        var isAtEnd: Bool { index == bytes.count }

        mutating func skip(_ byte: UInt8) -> Bool {
            guard index < bytes.count, bytes[index] == byte else { return false }
            index += 1
            return true
        }

        mutating func skipSpaces() -> Bool {
            let start = index
            while index < bytes.count, Line.isBlank(bytes[index]) { index += 1 }
            return index > start
        }

        mutating func number(_ count: Int) -> Int? {
            guard index + count <= bytes.count else { return nil }
            var value = 0
            for byte in bytes[index..<index + count] {
                guard (0x30...0x39).contains(byte) else { return nil }
                value = value * 10 + Int(byte - 0x30)
            }
            index += count
            return value
        }

        /// Seconds since midnight.
        ///
        /// A leap second counts as the second before it.
        mutating func time() -> Int? {
            guard skip(UInt8(ascii: "T")) || skip(UInt8(ascii: "t")) || skipSpaces(), let hour = number(2), hour < 24,
                skip(0x3A), let minute = number(2), minute < 60
            else { return nil }
            var second = 0
            if skip(0x3A) {
                guard let number = number(2), number <= 60 else { return nil }
                second = min(number, 59)
                if skip(0x2E) || skip(0x2C) {
                    let start = index
                    while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
                    guard index > start else { return nil }
                }
            }
            return hour * 3600 + minute * 60 + second
        }

        /// Seconds east of UTC.
        mutating func offset() -> Int? {
            _ = skipSpaces()
            if isAtEnd || skip(UInt8(ascii: "Z")) || skip(UInt8(ascii: "z")) { return 0 }
            let isWest = skip(0x2D)
            guard isWest || skip(0x2B), let hours = number(2), hours < 24 else { return nil }
            var minutes = 0
            if !isAtEnd {
                _ = skip(0x3A)
                guard let number = number(2), number < 60 else { return nil }
                minutes = number
            }
            return (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
        }
    }
}

extension Timestamp {
    /// Parses a date or time as people and tools write it (Format, Annex A); `nil` for anything else.
    package init?(asWritten text: String) {
        guard let timestamp = DateSpelling.read(text) else { return nil }
        self = timestamp
    }
}
