import NotebookText

/// The targets of an item's links as they are written: each once, with the number of its links.
///
/// Links in comments do not count, and a reference counts at its definition. They are kept in the form in which a cache
/// stores them: whoever does not resolve links need not read them.
package struct CountedTargets: Hashable, Sendable {
    /// The version of cached targets, which has to change whenever the recognition of links changes.
    package static let version = 1

    /// No links.
    package static let none = CountedTargets(cached: [])

    /// More targets of one item are not kept, in bytes.
    private static let maximumBytes = 64 << 10

    /// What a cache stores.
    package let bytes: [UInt8]

    /// Makes the value of what a cache stores.
    package init(cached bytes: [UInt8]) { self.bytes = bytes }

    /// Counts targets.
    struct Counter {
        private var targets: [(name: FoundLink.Name, count: UInt32)] = []
        /// Their indices by the bytes of the names: to compare the texts would order all their marks.
        private var indices: [[UInt8]: Int] = [:]
        private var size = 0

        /// Counts a link.
        mutating func add(_ name: FoundLink.Name) {
            guard size <= CountedTargets.maximumBytes else { return }
            var key: [UInt8] = []
            StoredTarget.append(name, 0, to: &key)
            if let index = indices[key] {
                targets[index].count &+= 1
            } else {
                indices[key] = targets.count
                targets.append((name, 1))
                size += StoredTarget.size(of: name)
            }
        }

        /// The targets so far.
        var result: CountedTargets {
            guard size <= CountedTargets.maximumBytes else { return .tooMany }
            var bytes: [UInt8] = []
            for (name, count) in targets { StoredTarget.append(name, count, to: &bytes) }
            return CountedTargets(cached: bytes)
        }
    }

    /// Targets that are not kept.
    private static let tooMany = CountedTargets(cached: [.max])

    /// Calls a function with each target, and the number of its links, in the order in which they occur first.
    ///
    /// - Returns: Whether these are all; otherwise the text has to be read.
    package func forEach(_ body: (FoundLink.Name, Int) -> Void) -> Bool {
        var start = 0
        while start < bytes.count {
            guard let row = StoredTarget(bytes, at: start) else { return false }
            body(row.name, row.count)
            start = row.end
        }
        return true
    }
}

/// How a target is stored: its kind and the number of its links, the sizes of the two parts of its name, and these.
private struct StoredTarget {
    let name: FoundLink.Name
    let count: Int
    let end: Int

    private enum Kind: UInt64 {
        case destination
        case wiki
        case wikiWithHeading
    }

    /// The bytes before the parts of the name.
    private static let headSize = 16

    private static func parts(of name: FoundLink.Name) -> (kind: Kind, first: String, second: String) {
        switch name {
        case .destination(let destination): (.destination, destination.rawPath, destination.suffix)
        case .wiki(let target, nil): (.wiki, target, "")
        case .wiki(let target, let heading?): (.wikiWithHeading, target, heading)
        }
    }

    static func size(of name: FoundLink.Name) -> Int {
        let (_, first, second) = parts(of: name)
        return headSize + first.utf8.count + second.utf8.count
    }

    static func append(_ name: FoundLink.Name, _ count: UInt32, to bytes: inout [UInt8]) {
        let (kind, first, second) = parts(of: name)
        for number in [kind.rawValue | UInt64(count) << 32, UInt64(first.utf8.count) | UInt64(second.utf8.count) << 32]
        {
            for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * shift))) }
        }
        bytes += first.utf8
        bytes += second.utf8
    }

    init?(_ bytes: [UInt8], at start: Int) {
        guard let head = bytes.span.eightBytes(at: start), let sizes = bytes.span.eightBytes(at: start + 8),
            let kind = Kind(rawValue: head & 0xFFFF_FFFF)
        else { return nil }
        let middle = start + Self.headSize + Int(sizes & 0xFFFF_FFFF)
        end = middle + Int(sizes >> 32)
        guard end <= bytes.count else { return nil }
        count = Int(head >> 32)
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        let first = start + Self.headSize
        switch kind {
        case .destination: name = .destination(LinkDestination(text(first..<end)))
        case .wiki: name = .wiki(target: text(first..<end), heading: nil)
        case .wikiWithHeading: name = .wiki(target: text(first..<middle), heading: text(middle..<end))
        }
    }
}
