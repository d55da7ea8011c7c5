/// The end records of a zip, which describe its directory: the end of central directory record and its zip64 forms
/// (APPNOTE 4.3.14 to 4.3.16).
struct ZipEnd {
    var recordCount: UInt64
    var directorySize: UInt64
    var directoryOffset: UInt64
    var comment: [UInt8]

    /// Where the first of the end records begins.
    var offset: UInt64

    /// Reads the end records of a zip, which must be the last bytes.
    init(of zip: some RandomAccessBytes) throws(ArchiveProblem) {
        let record: ArraySlice<UInt8>
        (record, offset) = try Self.record(of: zip)
        comment = Array(record.dropFirst(ZipLength.endRecord))
        recordCount = UInt64(record.uint16(at: 10))
        directorySize = UInt64(record.uint32(at: 12))
        directoryOffset = UInt64(record.uint32(at: 16))
        let disks = [record.uint16(at: 4), record.uint16(at: 6)]
        let countOnDisk = UInt64(record.uint16(at: 8))
        if let zip64 = try Zip64End(before: offset, of: zip) {
            try adopt(zip64)
            guard disks.allSatisfy({ $0 == 0 || $0 == Zip64Sentinel.word }) else {
                throw .refused(.severalDisks, at: offset)
            }
        } else if disks != [0, 0] || countOnDisk != recordCount {
            throw .refused(.severalDisks, at: offset)
        }
        let (end, overflow) = directoryOffset.addingReportingOverflow(directorySize)
        guard !overflow, end == offset else { throw try misplacement(in: zip) }
    }

    /// Whether the bytes end with an end record, whatever they begin with.
    static func exists(in bytes: any RandomAccessBytes) throws(ArchiveProblem) -> Bool {
        do throws(ArchiveProblem) {
            _ = try record(of: bytes)
            return true
        } catch {
            if case .refused = error { return false }
            throw error
        }
    }

    private static func record(
        of zip: some RandomAccessBytes
    ) throws(ArchiveProblem) -> (bytes: ArraySlice<UInt8>, offset: UInt64) {
        let reach = UInt64(ZipLength.endRecord + ZipLength.longestComment)
        let offset = zip.count - min(zip.count, reach)
        let tail = try zip.bytes(at: offset, count: Int(zip.count - offset))[...]
        let index = try findEndRecord(in: tail, at: offset)
        return (tail.dropFirst(index), offset + UInt64(index))
    }

    /// The problem if the directory does not end where the end record begins: often there is data before the zip.
    private func misplacement(in zip: some RandomAccessBytes) throws(ArchiveProblem) -> ArchiveProblem {
        guard directorySize <= offset, directoryOffset < offset - directorySize else {
            return .refused(.directoryMisplaced, at: offset)
        }
        let shift = offset - directorySize - directoryOffset
        let places = [(offset - directorySize, ZipSignature.directoryRecord), (shift, ZipSignature.localHeader)]
        for (place, signature) in places {
            let start = try zip.bytes(at: place, count: 4)[...]
            guard start.count == 4, start.uint32(at: 0) == signature else {
                return .refused(.directoryMisplaced, at: offset)
            }
        }
        return .refused(.garbageBeforeFirstMember, at: 0)
    }

    /// Applies the zip64 values; the plain record must have the same values, unless it refers to them.
    private mutating func adopt(_ zip64: Zip64End) throws(ArchiveProblem) {
        let plain = [
            (recordCount, UInt64(Zip64Sentinel.word), zip64.recordCount),
            (directorySize, UInt64(Zip64Sentinel.doubleWord), zip64.directorySize),
            (directoryOffset, UInt64(Zip64Sentinel.doubleWord), zip64.directoryOffset),
        ]
        guard plain.allSatisfy({ $0 == $1 || $0 == $2 }) else { throw .refused(.zip64Inconsistent, at: offset) }
        recordCount = zip64.recordCount
        directorySize = zip64.directorySize
        directoryOffset = zip64.directoryOffset
        offset = zip64.offset
    }

    /// The index of the only record whose comment ends with the file.
    ///
    /// There must not be a second one, even within the comment, since readers differ in which of several they use.
    private static func findEndRecord(in tail: ArraySlice<UInt8>, at tailOffset: UInt64) throws(ArchiveProblem) -> Int {
        let candidates = signatures(in: tail)
        let fitting = candidates.filter { end(of: $0, in: tail) == tail.count }
        guard let last = candidates.last, let found = fitting.last else {
            if let last = candidates.last, let end = end(of: last, in: tail), end < tail.count {
                throw .refused(.garbageAfterEnd, at: tailOffset + UInt64(end))
            }
            throw .refused(.endRecordMissing, at: tailOffset + UInt64(tail.count))
        }
        guard fitting.count == 1, last == found else {
            throw .refused(.endRecordAmbiguous, at: tailOffset + UInt64(found))
        }
        return found
    }

    private static func signatures(in tail: ArraySlice<UInt8>) -> [Int] {
        guard tail.count >= 4 else { return [] }
        return (0...tail.count - 4).filter { index in
            tail[tail.startIndex + index] == 0x50 && tail.uint32(at: index) == ZipSignature.endRecord
        }
    }

    private static func end(of index: Int, in tail: ArraySlice<UInt8>) -> Int? {
        guard let record = tail.slice(at: index, count: ZipLength.endRecord) else { return nil }
        return index + ZipLength.endRecord + Int(record.uint16(at: 20))
    }
}

/// The zip64 end of central directory record and its locator, right before the plain end record.
private struct Zip64End {
    let recordCount: UInt64
    let directorySize: UInt64
    let directoryOffset: UInt64
    let offset: UInt64

    /// Reads both; nil if there is no locator.
    init?(before end: UInt64, of zip: some RandomAccessBytes) throws(ArchiveProblem) {
        let length = UInt64(ZipLength.zip64EndRecord + ZipLength.zip64Locator)
        guard end >= length else { return nil }
        offset = end - length
        let bytes = try zip.bytes(at: offset, count: Int(length))[...]
        guard let record = bytes.slice(at: 0, count: ZipLength.zip64EndRecord),
            let locator = bytes.slice(at: ZipLength.zip64EndRecord, count: ZipLength.zip64Locator),
            locator.uint32(at: 0) == ZipSignature.zip64Locator
        else { return nil }
        guard locator.uint32(at: 4) == 0, locator.uint32(at: 16) <= 1 else { throw .refused(.severalDisks, at: end) }
        let isRightBefore =
            locator.uint64(at: 8) == offset && record.uint32(at: 0) == ZipSignature.zip64EndRecord
            && record.uint64(at: 4) == UInt64(ZipLength.zip64EndRecord - 12)
        guard isRightBefore else { throw .refused(.zip64Inconsistent, at: offset) }
        recordCount = record.uint64(at: 32)
        directorySize = record.uint64(at: 40)
        directoryOffset = record.uint64(at: 48)
        guard record.uint32(at: 16) == 0, record.uint32(at: 20) == 0, record.uint64(at: 24) == recordCount else {
            throw .refused(.severalDisks, at: offset)
        }
    }
}
