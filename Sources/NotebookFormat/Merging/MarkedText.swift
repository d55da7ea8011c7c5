/// A text in which two versions of some places stand between the lines with which git marks a conflict, with or without what
/// both come from.
public struct MarkedText: Sendable {
    /// Which version of each place counts.
    public enum Choice: String, CaseIterable, Sendable {
        /// The first one.
        case mine
        /// The second one.
        case theirs
        /// Both, the first one first, without the marks.
        case both
    }

    private struct Place {
        let range: Range<Int>
        let mine: Range<Int>
        let theirs: Range<Int>
    }

    private let bytes: [UInt8]
    private var places: [Place] = []

    /// How many places hold two versions.
    public var count: Int { places.count }

    /// Where the first place begins.
    var firstPosition: TextPosition? { places.first.map { TextPosition(of: $0.range.lowerBound, in: bytes) } }

    /// Finds the marked places of an item; marks that begin and end in one block of code mean nothing.
    init(_ document: MarkdownDocument) {
        bytes = document.bytes
        guard var range = ConflictMarkers.firstRange(in: bytes) else { return }
        // Both are gone through in the order of the source.
        var code = document.codeRanges[...]
        while true {
            code = code.drop { $0.upperBound <= range.lowerBound }
            let isCode = code.first.map { $0.contains(range.lowerBound) && $0.contains(range.upperBound - 1) } ?? false
            if !isCode, let place = Self.place(range, bytes) { places.append(place) }
            guard let next = ConflictMarkers.firstRange(in: bytes, from: range.upperBound) else { return }
            range = next
        }
    }

    private static func place(_ range: Range<Int>, _ bytes: [UInt8]) -> Place? {
        var (index, mineEnd, theirsStart): (Int, Int?, Int?) = (Line(at: range.lowerBound, in: bytes).end, nil, nil)
        let mineStart = index
        while index < range.upperBound {
            let line = Line(at: index, in: bytes)
            if ConflictMarkers.begin(at: index, in: bytes) {
                switch bytes[index] {
                case 0x7C where mineEnd == nil: mineEnd = index
                case 0x3D where theirsStart == nil: (mineEnd, theirsStart) = (mineEnd ?? index, line.end)
                case 0x3E:
                    guard let mineEnd, let theirsStart else { return nil }
                    return Place(range: range, mine: mineStart..<mineEnd, theirs: theirsStart..<index)
                default: break
                }
            }
            index = line.end
        }
        return nil
    }

    /// The text with one choice for all places.
    public func resolved(_ choice: Choice) -> [UInt8] {
        var output: [UInt8] = []
        var offset = 0
        for place in places {
            output += bytes[offset..<place.range.lowerBound]
            if choice != .theirs { output += bytes[place.mine] }
            if choice != .mine { output += bytes[place.theirs] }
            offset = place.range.upperBound
        }
        return output + bytes[offset...]
    }
}

extension ItemFile {
    /// The places of an item that hold two versions.
    public var marked: MarkedText { MarkedText(MarkdownDocument(bytes, from: bodyStart)) }
}
