/// The words of two texts, and which words both have.
package struct WordDifference {
    /// Consecutive words of the same origin, and the text between them.
    package struct Part: Equatable {
        /// The text that has them.
        package let origin: LineDifference.Origin
        /// Their bytes.
        package var bytes: [UInt8]
    }

    /// The parts; in each change, removed words come first.
    package private(set) var parts: [Part] = []

    /// Compares two texts.
    package init(_ old: some Collection<UInt8>, _ new: some Collection<UInt8>) {
        let (oldWords, newWords) = (TextLines.words(of: old), TextLines.words(of: new))
        var change = Change()
        var (oldIndex, newIndex) = (0, 0)
        for pair in CommonParts(oldWords, newWords).pairs {
            change.old += oldWords[oldIndex..<pair.old].joined()
            change.new += newWords[newIndex..<pair.new].joined()
            (oldIndex, newIndex) = (pair.old + 1, pair.new + 1)
            // An unchanged space between two changed words would split a phrase, so it counts as changed; `close`
            // takes it back at the end of a change.
            if !change.isEmpty, Self.isSpace(oldWords[pair.old]) {
                change.old += oldWords[pair.old]
                change.new += oldWords[pair.old]
            } else {
                close(&change)
                add(oldWords[pair.old], .both)
            }
        }
        change.old += oldWords[oldIndex...].joined()
        change.new += newWords[newIndex...].joined()
        close(&change)
    }

    private struct Change {
        var old: [UInt8] = []
        var new: [UInt8] = []

        var isEmpty: Bool { old.isEmpty && new.isEmpty }
    }

    private static func isSpace(_ word: ArraySlice<UInt8>) -> Bool { word.allSatisfy { $0 == 0x20 } }

    /// Adds a change without the spaces at its end that both sides have.
    private mutating func close(_ change: inout Change) {
        var end: [UInt8] = []
        while change.old.last == 0x20, change.new.last == 0x20 {
            end.append(change.old.removeLast())
            change.new.removeLast()
        }
        add(change.old[...], .old)
        add(change.new[...], .new)
        add(end[...], .both)
        change = Change()
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>, _ origin: LineDifference.Origin) {
        guard !bytes.isEmpty else { return }
        if parts.last?.origin == origin {
            parts[parts.count - 1].bytes += bytes
        } else {
            parts.append(Part(origin: origin, bytes: Array(bytes)))
        }
    }
}
