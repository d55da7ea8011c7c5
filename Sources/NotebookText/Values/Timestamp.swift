/// A point in time in whole seconds of UTC, from year 1 to year 9999 (Format, clause 3.2).
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Seconds since 1970-01-01T00:00:00Z, without leap seconds.
    public let secondsSince1970: Int64

    /// The first and the last timestamp, in seconds since 1970.
    package static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// Makes a timestamp from seconds since 1970; `nil` outside the range.
    package init?(secondsSince1970 seconds: Int64) {
        guard Self.range.contains(seconds) else { return nil }
        secondsSince1970 = seconds
    }

    /// Makes a timestamp from seconds since 1970; outside the range, the nearest bound.
    public init(clamping seconds: Int64) {
        secondsSince1970 = min(max(seconds, Self.range.lowerBound), Self.range.upperBound)
    }

    /// Parses only the canonical form `YYYY-MM-DDThh:mm:ssZ`; `nil` for anything else.
    package init?(canonical text: some StringProtocol) {
        self.init(canonical: Array(text.utf8), in: 0..<text.utf8.count)
    }

    package init?(canonical bytes: [UInt8], in range: Range<Int>) {
        let text = bytes.span.extracting(range)
        guard text.count == 20, text[4] == 0x2D, text[7] == 0x2D, text[10] == 0x54, text[13] == 0x3A,
            text[16] == 0x3A, text[19] == 0x5A
        else { return nil }
        var isValid = true
        @inline(__always)
        func number(_ at: Int) -> Int {
            let (tens, units) = (text[at] &- 0x30, text[at + 1] &- 0x30)
            isValid = isValid && tens <= 9 && units <= 9
            return Int(tens) * 10 + Int(units)
        }
        let (year, month, day) = (number(0) * 100 + number(2), number(5), number(8))
        let (hour, minute, second) = (number(11), number(14), number(17))
        guard isValid, hour < 24, minute < 60, second < 60, let date = CalendarDate(year: year, month: month, day: day)
        else { return nil }
        self.init(secondsSince1970: Int64(date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second))
    }

    package func append(to output: inout [UInt8]) {
        appendDigits(to: &output, dateSeparator: 0x2D, timeSeparator: 0x3A)
    }

    /// The form `YYYY-MM-DD hh:mm`, for people.
    package var minute: String {
        var output: [UInt8] = []
        output.reserveCapacity(20)
        appendMinute(to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends the form `YYYY-MM-DD hh:mm`.
    package func appendMinute(to output: inout [UInt8]) {
        let start = output.count
        append(to: &output)
        output[start + 10] = 0x20
        output.removeLast(4)
    }

    /// The form `YYYYMMDDThhmmssZ`, which is used in file names (clause 7.1).
    package var compact: String {
        var output: [UInt8] = []
        appendDigits(to: &output, dateSeparator: nil, timeSeparator: nil)
        return String(decoding: output, as: UTF8.self)
    }

    /// Parses only the form `YYYYMMDDThhmmssZ`; `nil` for anything else.
    package init?(compact text: some StringProtocol) {
        var bytes = Array(text.utf8)
        guard bytes.count == 16 else { return nil }
        for (offset, separator) in [(4, UInt8(0x2D)), (7, 0x2D), (13, 0x3A), (16, 0x3A)] {
            bytes.insert(separator, at: offset)
        }
        self.init(canonical: bytes, in: 0..<bytes.count)
    }

    private func appendDigits(to output: inout [UInt8], dateSeparator: UInt8?, timeSeparator: UInt8?) {
        let (days, seconds) = secondsSince1970.floorDivided(by: 86_400)
        let date = CalendarDate(daysSince1970: Int(days))
        func append(_ value: Int, digits: Int) {
            var power = digits == 4 ? 1000 : 10
            while power > 0 {
                output.append(0x30 + UInt8(value / power % 10))
                power /= 10
            }
        }
        append(date.year, digits: 4)
        if let dateSeparator { output.append(dateSeparator) }
        append(date.month, digits: 2)
        if let dateSeparator { output.append(dateSeparator) }
        append(date.day, digits: 2)
        output.append(0x54)
        append(Int(seconds) / 3600, digits: 2)
        if let timeSeparator { output.append(timeSeparator) }
        append(Int(seconds) / 60 % 60, digits: 2)
        if let timeSeparator { output.append(timeSeparator) }
        append(Int(seconds) % 60, digits: 2)
        output.append(0x5A)
    }

    /// Compares by time.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.secondsSince1970 < right.secondsSince1970 }
}

extension Timestamp: CustomStringConvertible {
    /// The canonical form `YYYY-MM-DDThh:mm:ssZ`.
    public var description: String {
        var output: [UInt8] = []
        append(to: &output)
        return String(decoding: output, as: UTF8.self)
    }
}

extension Int64 {
    fileprivate func floorDivided(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
