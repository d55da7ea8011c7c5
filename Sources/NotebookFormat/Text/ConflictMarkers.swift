/// The lines that git and others write into a file whose two versions they could not merge.
public enum ConflictMarkers {
    /// Whether such a line begins at this offset.
    static func begin(at offset: Int, in bytes: [UInt8]) -> Bool {
        guard offset == 0 || bytes[offset - 1] == 0x0A else { return false }
        let line = bytes[offset...].prefix(8)
        guard let first = line.first, [0x3C, 0x3D, 0x3E, 0x7C].contains(first), line.prefix(7).count == 7 else {
            return false
        }
        return line.prefix(7).allSatisfy { $0 == first }
            && (line.count == 7 || [0x20, 0x0A, 0x0D].contains(line[offset + 7]))
    }

    /// The offset of the first line that opens a conflict (`<<<<<<<`), if there is one and its end (`>>>>>>>`) follows.
    public static func firstOffset(in bytes: [UInt8]) -> Int? {
        var start: Int?
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x3C, start == nil, begin(at: index, in: bytes) { start = index }
            if bytes[index] == 0x3E, start != nil, begin(at: index, in: bytes) { return start }
            guard let lineEnd = bytes[index...].firstIndex(of: 0x0A) else { return nil }
            index = lineEnd + 1
        }
        return nil
    }
}
