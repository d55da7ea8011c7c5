/// Searches many texts for many words at once, in time proportional to the texts (Aho and Corasick, “Efficient string
/// matching”, CACM 18, 1975).
package struct WordSearch: Sendable {
    /// For each state, the next states by byte.
    private var next: [[UInt8: Int]] = [[:]]
    /// For each state, the state of the longest proper suffix of its text.
    private var fallback = [0]
    /// For each state, the words that end there.
    private var ends: [[Int]] = [[]]

    /// The lengths of the words.
    private let lengths: [Int]

    /// Makes a search for words, which are identified by their indices.
    package init(_ words: [[UInt8]]) {
        lengths = words.map(\.count)
        for (index, word) in words.enumerated() where !word.isEmpty { add(word, index) }
        linkFallbacks()
    }

    private mutating func add(_ word: [UInt8], _ index: Int) {
        var state = 0
        for byte in word {
            if let known = next[state][byte] {
                state = known
            } else {
                next.append([:])
                fallback.append(0)
                ends.append([])
                next[state][byte] = next.count - 1
                state = next.count - 1
            }
        }
        ends[state].append(index)
    }

    private mutating func linkFallbacks() {
        var queue = Array(next[0].values)
        var head = 0
        while head < queue.count {
            let state = queue[head]
            head += 1
            for (byte, following) in next[state] {
                var candidate = fallback[state]
                while candidate != 0, next[candidate][byte] == nil { candidate = fallback[candidate] }
                let target = next[candidate][byte] ?? 0
                fallback[following] = target == following ? 0 : target
                ends[following] += ends[fallback[following]]
                queue.append(following)
            }
        }
    }

    /// The words that occur in a text, other than within another word.
    package func longestWords(in text: [UInt8]) -> Set<Int> {
        // None of these is within another, so that their starts increase, as their ends do.
        var occurrences: [(start: Int, words: [Int])] = []
        var state = 0
        for (offset, byte) in text.enumerated() {
            while state != 0, next[state][byte] == nil { state = fallback[state] }
            state = next[state][byte] ?? 0
            guard let longest = ends[state].map({ lengths[$0] }).max() else { continue }
            let start = offset + 1 - longest
            while let last = occurrences.last, last.start >= start { occurrences.removeLast() }
            occurrences.append((start, ends[state].filter { lengths[$0] == longest }))
        }
        return Set(occurrences.flatMap(\.words))
    }

    /// The words that occur in a text.
    package func words(in text: [UInt8]) -> Set<Int> {
        var found: Set<Int> = []
        var state = 0
        for byte in text {
            while state != 0, next[state][byte] == nil { state = fallback[state] }
            state = next[state][byte] ?? 0
            if !ends[state].isEmpty { found.formUnion(ends[state]) }
        }
        return found
    }
}

/// Bytes to search for, in time proportional to the searched bytes (Knuth, Morris and Pratt, 1977).
package struct Needle: Hashable, Sendable {
    package let bytes: [UInt8]
    /// For each prefix, the length of its longest proper prefix that is also a suffix.
    private let borders: [Int]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var borders = [0]
        var border = 0
        for byte in bytes.dropFirst() {
            while border > 0, bytes[border] != byte { border = borders[border - 1] }
            if bytes[border] == byte { border += 1 }
            borders.append(border)
        }
        self.borders = borders
    }

    /// Whether a text contains the bytes; every text contains an empty needle.
    package func isFound(in text: [UInt8]) -> Bool {
        guard !bytes.isEmpty else { return true }
        var matched = 0
        for byte in text {
            while matched > 0, bytes[matched] != byte { matched = borders[matched - 1] }
            guard bytes[matched] == byte else { continue }
            matched += 1
            if matched == bytes.count { return true }
        }
        return false
    }
}
