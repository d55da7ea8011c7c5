/// The lines of two texts, and which of them both have.
///
/// Where much differs, only lines that each text has once hold the two together (Cohen, “Patience Diff”, 2010), so that time
/// and memory stay in proportion to the texts.
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
        /// What a difference shows before it.
        var mark: String {
            switch origin {
            case .both: " "
            case .old: "-"
            case .new: "+"
            }
        }
    }

    private(set) var lines: [Line] = []

    /// More lines than these are not compared one by one.
    private static let maximumLines = 2000

    init(_ old: [UInt8], _ new: [UInt8]) { compare(Self.lines(of: old)[...], Self.lines(of: new)[...]) }

    private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
            lines.append(bytes[start..<end])
            start = end
        }
        return lines
    }

    private mutating func compare(_ old: ArraySlice<ArraySlice<UInt8>>, _ new: ArraySlice<ArraySlice<UInt8>>) {
        let head = zip(old, new).prefix { $0 == $1 }.count
        add(old.prefix(head), .both)
        let (oldRest, newRest) = (old.dropFirst(head), new.dropFirst(head))
        let tail = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
        let (oldMiddle, newMiddle) = (oldRest.dropLast(tail), newRest.dropLast(tail))
        if oldMiddle.count + newMiddle.count <= Self.maximumLines {
            compareAll(oldMiddle, newMiddle)
        } else {
            compareUnique(oldMiddle, newMiddle)
        }
        add(oldRest.suffix(tail), .both)
    }

    private mutating func add(_ lines: ArraySlice<ArraySlice<UInt8>>, _ origin: Origin) {
        self.lines += lines.map { Line(origin: origin, bytes: $0) }
    }

    private mutating func compareAll(_ old: ArraySlice<ArraySlice<UInt8>>, _ new: ArraySlice<ArraySlice<UInt8>>) {
        var removed: Set<Int> = []
        var added: Set<Int> = []
        for change in Array(new).difference(from: Array(old)) {
            switch change {
            case .remove(let offset, _, _): removed.insert(old.startIndex + offset)
            case .insert(let offset, _, _): added.insert(new.startIndex + offset)
            }
        }
        var (oldIndex, newIndex) = (old.startIndex, new.startIndex)
        while oldIndex < old.endIndex || newIndex < new.endIndex {
            if removed.contains(oldIndex) {
                lines.append(Line(origin: .old, bytes: old[oldIndex]))
                oldIndex += 1
            } else if added.contains(newIndex) {
                lines.append(Line(origin: .new, bytes: new[newIndex]))
                newIndex += 1
            } else {
                lines.append(Line(origin: .both, bytes: old[oldIndex]))
                oldIndex += 1
                newIndex += 1
            }
        }
    }

    /// Compares what stands between the lines that each text has once and that come in the same order.
    private mutating func compareUnique(_ old: ArraySlice<ArraySlice<UInt8>>, _ new: ArraySlice<ArraySlice<UInt8>>) {
        let places = Self.places(of: new)
        let pairs = Self.places(of: old).compactMap { line, place -> (old: Int, new: Int)? in
            places[line].map { (place, $0) }
        }
        let anchors = Self.longestRise(pairs.sorted { $0.old < $1.old })
        guard !anchors.isEmpty else {
            add(old, .old)
            add(new, .new)
            return
        }
        var (oldStart, newStart) = (old.startIndex, new.startIndex)
        for anchor in anchors {
            compare(old[oldStart..<anchor.old], new[newStart..<anchor.new])
            add(old[anchor.old...anchor.old], .both)
            (oldStart, newStart) = (anchor.old + 1, anchor.new + 1)
        }
        compare(old[oldStart...], new[newStart...])
    }

    /// Where the lines stand that occur once.
    private static func places(of lines: ArraySlice<ArraySlice<UInt8>>) -> [ArraySlice<UInt8>: Int] {
        var places: [ArraySlice<UInt8>: Int?] = [:]
        for (index, line) in zip(lines.indices, lines) {
            places[line] = places[line] == nil ? .some(index) : .some(nil)
        }
        return places.compactMapValues(\.self)
    }

    /// The longest part of some pairs, which are in the order of the one text, that is in the order of the other as well.
    private static func longestRise(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
        // The last pairs of the best parts of each length, and what precedes each pair in its part.
        var ends: [Int] = []
        var previous: [Int?] = []
        for (index, pair) in pairs.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if pairs[ends[middle]].new < pair.new { low = middle + 1 } else { high = middle }
            }
            previous.append(low > 0 ? ends[low - 1] : nil)
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var part: [(old: Int, new: Int)] = []
        var next = ends.last
        while let index = next {
            part.append(pairs[index])
            next = previous[index]
        }
        return part.reversed()
    }
}
