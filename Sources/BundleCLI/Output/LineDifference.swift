import NotebookFormat

/// The lines of two texts, and which lines both have.
struct LineDifference {
    enum Origin {
        case both
        case old
        case new
    }

    /// A line, with the line feed at its end if it has one.
    struct Line {
        let origin: Origin
        let bytes: ArraySlice<UInt8>

        var isEnded: Bool { bytes.last == 0x0A }
        var content: ArraySlice<UInt8> { isEnded ? bytes.dropLast() : bytes }
        /// The mark before the line in a difference.
        var mark: String {
            switch origin {
            case .both: " "
            case .old: "-"
            case .new: "+"
            }
        }
    }

    private(set) var lines: [Line] = []

    init(_ old: [UInt8], _ new: [UInt8]) {
        let (oldLines, newLines) = (TextLines.of(old), TextLines.of(new))
        var (oldIndex, newIndex) = (0, 0)
        func add(_ lines: ArraySlice<ArraySlice<UInt8>>, _ origin: Origin) -> [Line] {
            lines.map { Line(origin: origin, bytes: $0) }
        }
        for pair in CommonParts(oldLines, newLines).pairs {
            lines += add(oldLines[oldIndex..<pair.old], .old) + add(newLines[newIndex..<pair.new], .new)
            lines.append(Line(origin: .both, bytes: oldLines[pair.old]))
            (oldIndex, newIndex) = (pair.old + 1, pair.new + 1)
        }
        lines += add(oldLines[oldIndex...], .old) + add(newLines[newIndex...], .new)
    }
}
