/// The extra fields of a header (APPNOTE 4.5).
struct ZipExtraFields {
    private let bytes: ArraySlice<UInt8>
    private var zip64: ArraySlice<UInt8>?
    private var timestamp: ArraySlice<UInt8>?
    private var encryptions: [ArraySlice<UInt8>] = []

    private enum Identifier {
        static let zip64: UInt16 = 0x0001
        static let extendedTimestamp: UInt16 = 0x5455
    }

    /// Splits the fields; up to three zero bytes after the last are padding, which `zipalign` adds.
    init(_ bytes: ArraySlice<UInt8>) throws(ArchiveProblem) {
        self.bytes = bytes
        var rest = bytes
        while rest.count >= 4 {
            let identifier = rest.uint16(at: 0)
            guard let value = rest.slice(at: 4, count: Int(rest.uint16(at: 2))) else {
                throw .refused(.extraFieldMalformed)
            }
            switch identifier {
            case Identifier.zip64: try Self.set(&zip64, value)
            case Identifier.extendedTimestamp: timestamp = value
            case ZipAES.identifier: encryptions.append(value)
            default: break
            }
            rest = rest.dropFirst(4 + value.count)
        }
        guard rest.allSatisfy({ $0 == 0 }) else { throw .refused(.extraFieldMalformed) }
    }

    /// The number of bytes of all fields.
    var size: Int { bytes.count }

    /// The identifiers of the fields, in order.
    var identifiers: [UInt16] {
        var identifiers: [UInt16] = []
        var rest = bytes
        while rest.count >= 4 {
            identifiers.append(rest.uint16(at: 0))
            rest = rest.dropFirst(4 + Int(rest.uint16(at: 2)))
        }
        return identifiers
    }

    private static func set(_ field: inout ArraySlice<UInt8>?, _ value: ArraySlice<UInt8>) throws(ArchiveProblem) {
        guard field == nil else { throw .refused(.extraFieldMalformed, "a field occurs twice") }
        field = value
    }

    /// The encryption of the member, which is one of those that are encrypted; nil if no field describes it.
    func aes() throws(ArchiveProblem) -> ZipAES? {
        guard let first = encryptions.first else { return nil }
        guard encryptions.count == 1 else { throw .refused(.extraFieldMalformed, "a field occurs twice") }
        return try ZipAES(first)
    }

    /// The 64-bit values in place of up to `count` of 32 bits.
    func wideValues(of count: Int) -> Zip64Values { Zip64Values(zip64 ?? [], of: count) }

    /// The modification time of Info-ZIP's extended timestamp, in seconds since 1970.
    var modificationTime: Int64? {
        guard let timestamp, timestamp.count >= 5, let flags = timestamp.first, flags & 1 == 1 else { return nil }
        return Int64(Int32(bitPattern: timestamp.uint32(at: 1)))
    }
}

/// The values of a zip64 field, which replace placeholders of 32 bits: content size, compressed size, offset, in this
/// order (APPNOTE 4.5.3).
///
/// The field contains either the needed values or all of them; in that case, the others must be the same.
struct Zip64Values {
    private var rest: ArraySlice<UInt8>
    private let hasAll: Bool

    fileprivate init(_ field: ArraySlice<UInt8>, of count: Int) {
        rest = field
        hasAll = field.count == 8 * count
    }

    /// The next value.
    mutating func resolve(_ value: UInt32) throws(ArchiveProblem) -> UInt64 {
        let isAskedFor = value == Zip64Sentinel.doubleWord
        guard isAskedFor || hasAll else { return UInt64(value) }
        guard rest.count >= 8 else { throw .refused(.zip64Inconsistent, "a value is missing") }
        let wide = rest.uint64(at: 0)
        guard isAskedFor || wide == UInt64(value) else { throw .refused(.zip64Inconsistent, "a value differs") }
        rest = rest.dropFirst(8)
        return wide
    }

    /// Checks that no value is left.
    func finish() throws(ArchiveProblem) {
        guard rest.isEmpty else { throw .refused(.zip64Inconsistent, "there are unneeded values") }
    }
}
