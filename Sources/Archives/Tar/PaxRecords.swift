/// The records of a pax extended header (POSIX.1-2017 `pax`, pax Header Block): `<length> <key>=<value>␤`.
struct PaxRecords {
    private var values: [[UInt8]: ArraySlice<UInt8>] = [:]

    /// Reads all records of a header; a key may occur only once, since readers differ in which of two they use.
    init(_ bytes: ArraySlice<UInt8>, limit: Int = ArchiveLimits().metadataRecords) throws(ArchiveProblem) {
        var rest = bytes
        while !rest.isEmpty {
            let (key, value, length) = try Self.record(rest)
            guard values.count < limit else { throw .exceeded(.metadataRecords(limit), ArchiveLocation()) }
            guard values.updateValue(value, forKey: key) == nil else {
                throw .refused(.paxKeyTwice, "\(PrintableName(key))")
            }
            rest = rest.dropFirst(length)
        }
    }

    private static func record(
        _ bytes: ArraySlice<UInt8>
    ) throws(ArchiveProblem) -> (key: [UInt8], value: ArraySlice<UInt8>, length: Int) {
        let digits = bytes.prefix { $0 != UInt8(ascii: " ") }
        guard digits.count < 10, digits.first != UInt8(ascii: "0"), let length = PaxRecords.decimal(digits),
            let record = bytes.slice(at: 0, count: Int(length)), record.count > digits.count,
            record.last == UInt8(ascii: "\n")
        else { throw .refused(.paxMalformed) }
        let pair = record.dropFirst(digits.count + 1).dropLast()
        guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), equals > pair.startIndex else {
            throw .refused(.paxMalformed)
        }
        return (Array(pair[..<equals]), pair[(equals + 1)...], record.count)
    }

    /// The keys, sorted and safe to print.
    var keys: [String] { values.keys.map { PrintableName($0).description }.sorted() }

    /// The value of a key; nil if it is missing.
    subscript(key: String) -> ArraySlice<UInt8>? { values[Array(key.utf8)] }

    /// The value of a key that names a file.
    func name(_ key: String) throws(ArchiveProblem) -> [UInt8]? {
        guard let value = self[key] else { return nil }
        if value.isEmpty { throw .refused(.emptyName, "in the extended header’s \(key)") }
        if value.contains(0) { throw .refused(.nameWithNUL, "in the extended header’s \(key)") }
        return Array(value)
    }

    /// The value of a key that is a whole number.
    func number(_ key: String) throws(ArchiveProblem) -> UInt64? {
        guard let value = self[key] else { return nil }
        if value.first == UInt8(ascii: "-") { throw .refused(.numberNegative, "\(key) in the extended header") }
        guard !value.isEmpty, value.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            throw .refused(.paxMalformed, "\(key) is not a number")
        }
        guard let number = Self.decimal(value) else {
            throw .refused(.numberTooLarge, "\(key) in the extended header")
        }
        return number
    }

    /// The whole seconds of a key that is a time, rounded down.
    func time(_ key: String) throws(ArchiveProblem) -> Int64? {
        guard let value = self[key] else { return nil }
        let isNegative = value.first == UInt8(ascii: "-")
        let magnitude = isNegative ? value.dropFirst() : value
        let seconds = magnitude.prefix { $0 != UInt8(ascii: ".") }
        let fraction = magnitude.dropFirst(seconds.count + 1)
        guard let whole = Self.decimal(seconds), whole < 1 << 62,
            fraction.isEmpty || Self.decimal(fraction.prefix(18)) != nil
        else { throw .refused(.paxMalformed, "\(key) is not a time") }
        let isWhole = fraction.allSatisfy { $0 == UInt8(ascii: "0") }
        return isNegative ? -Int64(whole) - (isWhole ? 0 : 1) : Int64(whole)
    }

    /// Whether the member's content is a map with holes, in one of GNU's three forms or star's.
    var describesSparseFile: Bool {
        values.keys.contains { $0.starts(with: Array("GNU.sparse.".utf8)) }
            || self["SCHILY.realsize"] != nil
    }

    private static func decimal(_ digits: ArraySlice<UInt8>) -> UInt64? {
        if digits.isEmpty { return nil }
        var value: UInt64 = 0
        for byte in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = tens.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
            if overflow || carry { return nil }
            value = sum
        }
        return value
    }
}
