/// Conflict markers: the lines that git and others write around two versions that they could not merge.
package enum ConflictMarkers {
    /// Whether such a line begins at this offset.
    package static func begin(at offset: Int, in bytes: [UInt8]) -> Bool {
        guard offset == 0 || bytes[offset - 1] == 0x0A else { return false }
        let line = bytes[offset...].prefix(8)
        guard let first = line.first, [0x3C, 0x3D, 0x3E, 0x7C].contains(first), line.prefix(7).count == 7 else {
            return false
        }
        return line.prefix(7).allSatisfy { $0 == first }
            && (line.count == 7 || [0x20, 0x0A, 0x0D].contains(line[offset + 7]))
    }

    /// The range of the first conflict from an offset: from `<<<<<<<` through `=======` to `>>>>>>>`.
    package static func firstRange(in bytes: [UInt8], from offset: Int = 0) -> Range<Int>? {
        var start: Int?
        var isDivided = false
        var index = offset
        // Most texts have no conflict, which a search for one character shows.
        guard bytes.span.firstIndex(of: 0x3E, or: 0x3E, from: offset) < bytes.count else { return nil }
        while index < bytes.count {
            let line = Line(at: index, in: bytes)
            switch bytes[index] {
            case 0x3C where begin(at: index, in: bytes): (start, isDivided) = (index, false)
            case 0x3D where start != nil && begin(at: index, in: bytes): isDivided = true
            case 0x3E where isDivided && begin(at: index, in: bytes): return start.map { $0..<line.end }
            default: break
            }
            index = line.end
        }
        return nil
    }
}
