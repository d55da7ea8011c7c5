/// The headings of a text by the hashes of their texts, each with the section that it begins.
struct HeadingTree: Hashable, Sendable {
    private struct Heading: Hashable, Sendable {
        let key: Int
        let level: Int8
        /// The heading of the section around it; -1 without one.
        let parent: Int32
        /// The number of the first heading after its section; the greatest one while it is open.
        var end: Int32
    }

    private var headings: [Heading] = []
    /// The innermost open section; -1 before the first heading.
    private var open: Int32 = -1
    /// The first heading with a text.
    private var first: [Int: Int32] = [:]
    /// All headings with a text, if there are several.
    private var repeated: [Int: [Int32]] = [:]

    /// The approximate size in memory, in bytes.
    var size: Int {
        headings.capacity * MemoryLayout<Heading>.stride + (first.capacity + repeated.capacity) * 16
            + repeated.values.reduce(0) { $0 + $1.capacity * 4 }
    }

    /// Adds a heading and returns its number.
    mutating func add(_ key: Int, level: Int) -> Int {
        let number = Int32(headings.count)
        while open >= 0, headings[Int(open)].level >= level {
            headings[Int(open)].end = number
            open = headings[Int(open)].parent
        }
        headings.append(Heading(key: key, level: Int8(level), parent: open, end: Int32.max))
        open = number
        if let earlier = first[key] {
            repeated[key, default: [earlier]].append(number)
        } else {
            first[key] = number
        }
        return Int(number)
    }

    /// The first heading with the last of these texts that is in a section of the text before, and so on.
    func first(_ path: [Int]) -> Int? {
        // Headings have six levels.
        path.count <= 6 ? first(path[...], in: 0..<Int32.max).map(Int.init) : nil
    }

    /// Tries only headings of the rarest text, so that the time for all links does not grow with the square of a text.
    private func first(_ path: ArraySlice<Int>, in section: Range<Int32>) -> Int32? {
        guard let rarest = path.indices.min(by: { count(path[$0]) < count(path[$1]) }) else { return nil }
        for heading in headings(path[rarest], in: section) where isBelow(path[..<rarest], heading, in: section) {
            let rest = path[(rarest + 1)...]
            if rest.isEmpty { return heading }
            if let found = first(rest, in: heading + 1..<headings[Int(heading)].end) { return found }
        }
        return nil
    }

    /// Whether a heading is in sections of these texts, each inside the one before.
    private func isBelow(_ path: ArraySlice<Int>, _ heading: Int32, in section: Range<Int32>) -> Bool {
        var path = path
        var outer = headings[Int(heading)].parent
        while outer >= section.lowerBound, !path.isEmpty {
            if headings[Int(outer)].key == path.last { path.removeLast() }
            outer = headings[Int(outer)].parent
        }
        return path.isEmpty
    }

    private func count(_ key: Int) -> Int { repeated[key]?.count ?? (first[key] == nil ? 0 : 1) }

    /// The headings of a section with a text, in order.
    private func headings(_ key: Int, in section: Range<Int32>) -> ArraySlice<Int32> {
        let all = repeated[key] ?? first[key].map { [$0] } ?? []
        func index(of heading: Int32) -> Int {
            var (low, high) = (0, all.count)
            while low < high {
                let middle = (low + high) / 2
                if all[middle] < heading { low = middle + 1 } else { high = middle }
            }
            return low
        }
        return all[index(of: section.lowerBound)..<index(of: section.upperBound)]
    }
}
