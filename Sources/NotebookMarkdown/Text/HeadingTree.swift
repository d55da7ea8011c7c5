/// The headings of a text by the hashes of their texts, each with the section that it begins.
struct HeadingTree: Hashable, Sendable {
    private struct Heading: Hashable, Sendable {
        let key: Int
        let level: Int8
        /// The heading of the section around it; -1 without one.
        let parent: Int32
    }

    private var headings: [Heading] = []
    /// The innermost open section; -1 before the first heading.
    private var open: Int32 = -1
    /// The first heading with a text.
    private var first: [Int: Int32] = [:]
    /// Of the other headings with a text, the first below other texts, by the hashes of these and its own.
    ///
    /// Links look up a path at once: if each tried all headings of a text, the time would grow with its square.
    private var later: [Int: Int32] = [:]

    /// The approximate size in memory, in bytes.
    var size: Int {
        headings.capacity * MemoryLayout<Heading>.stride + (first.capacity + later.capacity) * 16
    }

    /// Adds a heading and returns its number.
    mutating func add(_ key: Int, level: Int) -> Int {
        let number = Int32(headings.count)
        while open >= 0, headings[Int(open)].level >= level { open = headings[Int(open)].parent }
        if first[key] == nil { first[key] = number } else { addPaths(to: key, number) }
        headings.append(Heading(key: key, level: Int8(level), parent: open))
        open = number
        return Int(number)
    }

    /// Adds the texts of the open sections in all selections: at most 31, since headings have six levels.
    private mutating func addPaths(to key: Int, _ number: Int32) {
        var paths = [[key]]
        var outer = open
        while outer >= 0 {
            let heading = headings[Int(outer)]
            paths += paths.map { [heading.key] + $0 }
            outer = heading.parent
        }
        for path in paths.dropFirst() where later[path.hashValue] == nil { later[path.hashValue] = number }
    }

    /// The first heading with the last of these texts that is in a section of the text before, and so on.
    func first(_ path: [Int]) -> Int? {
        guard let earliest = path.last.flatMap({ first[$0] }) else { return nil }
        return (isBelow(path.dropLast(), earliest) ? earliest : later[path.hashValue]).map(Int.init)
    }

    /// Whether a heading is in sections of these texts, each inside the one before.
    private func isBelow(_ path: ArraySlice<Int>, _ heading: Int32) -> Bool {
        var path = path
        var outer = headings[Int(heading)].parent
        while outer >= 0, !path.isEmpty {
            if headings[Int(outer)].key == path.last { path.removeLast() }
            outer = headings[Int(outer)].parent
        }
        return path.isEmpty
    }
}
