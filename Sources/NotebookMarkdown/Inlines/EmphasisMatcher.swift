import NotebookText

/// Pairs delimiter runs into emphasis and strong emphasis (CommonMark 0.31.2, appendix, “process emphasis”).
struct EmphasisMatcher {
    /// The last run that can still match.
    private(set) var last: Int?

    mutating func removeAll() { last = nil }

    /// Adds a run that can open or close emphasis.
    mutating func push(_ run: Int, _ runs: inout [DelimiterRun]) {
        runs[run].previous = last
        if let last { runs[last].next = run }
        last = run
    }

    /// Pairs all runs after one, or all runs, and removes them from the list.
    mutating func match(behind bottom: Int?, _ runs: inout [DelimiterRun], _ matches: inout [EmphasisMatch]) {
        // For each kind of closer, the run at or before which there are no openers.
        var floors = Array(repeating: bottom ?? -1, count: 12)
        var current = first(behind: bottom, runs)
        while let closer = current {
            guard runs[closer].canClose else {
                current = runs[closer].next
                continue
            }
            let sort =
                (runs[closer].character == UInt8(ascii: "_") ? 6 : 0) + (runs[closer].canOpen ? 3 : 0)
                + runs[closer].length % 3
            var opener = runs[closer].previous
            while let candidate = opener, candidate > floors[sort], !runs[candidate].opens(runs[closer]) {
                opener = runs[candidate].previous
            }
            if let opener, opener > floors[sort] {
                pair(opener, closer, &runs, &matches)
                if runs[opener].remaining == 0 { remove(opener, &runs) }
                if runs[closer].remaining == 0 {
                    current = runs[closer].next
                    remove(closer, &runs)
                }
            } else {
                floors[sort] = runs[closer].previous ?? -1
                current = runs[closer].next
                if !runs[closer].canOpen { remove(closer, &runs) }
            }
        }
        last = bottom
        if let bottom { runs[bottom].next = nil }
    }

    private func first(behind bottom: Int?, _ runs: [DelimiterRun]) -> Int? {
        var first: Int?
        var candidate = last
        while let run = candidate, run != bottom {
            first = run
            candidate = runs[run].previous
        }
        return first
    }

    private mutating func pair(
        _ opener: Int, _ closer: Int, _ runs: inout [DelimiterRun], _ matches: inout [EmphasisMatch]
    ) {
        let isStrong = runs[opener].remaining >= 2 && runs[closer].remaining >= 2
        let match = EmphasisMatch(isStrong: isStrong, previousOpened: runs[opener].lastOpened, nextClosed: nil)
        runs[opener].lastOpened = matches.count
        if let lastClosed = runs[closer].lastClosed {
            matches[lastClosed].nextClosed = matches.count
        } else {
            runs[closer].firstClosed = matches.count
        }
        runs[closer].lastClosed = matches.count
        matches.append(match)
        runs[opener].remaining -= match.width
        runs[closer].remaining -= match.width
        // The runs between the two cannot match any more.
        runs[opener].next = closer
        runs[closer].previous = opener
    }

    private mutating func remove(_ run: Int, _ runs: inout [DelimiterRun]) {
        if let previous = runs[run].previous { runs[previous].next = runs[run].next }
        if let next = runs[run].next {
            runs[next].previous = runs[run].previous
        } else {
            last = runs[run].previous
        }
    }
}

/// A run of `*` or `_` (CommonMark 0.31.2 §6.2).
struct DelimiterRun {
    let character: UInt8
    /// How many characters it has.
    @Compact private(set) var length: Int
    let canOpen: Bool
    let canClose: Bool
    /// How many of them neither open nor close emphasis: they are text, after the closers and before the openers.
    @Compact var remaining: Int
    /// The last match that it opens, and the first and last that it closes: indices in the list of matches.
    @CompactOptional var lastOpened: Int?
    @CompactOptional var firstClosed: Int?
    @CompactOptional var lastClosed: Int?
    /// Its neighbours among the runs that can still match.
    @CompactOptional var previous: Int?
    @CompactOptional var next: Int?

    /// Classifies a run by the characters around it.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        character = bytes[range.lowerBound]
        _length = Compact(wrappedValue: range.count)
        _remaining = Compact(wrappedValue: range.count)
        _lastOpened = CompactOptional(wrappedValue: nil)
        _firstClosed = CompactOptional(wrappedValue: nil)
        _lastClosed = CompactOptional(wrappedValue: nil)
        _previous = CompactOptional(wrappedValue: nil)
        _next = CompactOptional(wrappedValue: nil)
        let before = Surrounding.before(range.lowerBound, in: bytes)
        let after = Surrounding.after(range.upperBound, in: bytes)
        let isLeftFlanking = after != .space && (after == .other || before != .other)
        let isRightFlanking = before != .space && (before == .other || after != .other)
        if character == UInt8(ascii: "*") {
            canOpen = isLeftFlanking
            canClose = isRightFlanking
        } else {
            canOpen = isLeftFlanking && (!isRightFlanking || before == .punctuation)
            canClose = isRightFlanking && (!isLeftFlanking || after == .punctuation)
        }
    }

    /// Whether this run can open what another one closes (§6.2, rules 9 and 10).
    func opens(_ closer: DelimiterRun) -> Bool {
        guard canOpen, character == closer.character else { return false }
        return !(closer.canOpen || canClose) || closer.length % 3 == 0 || (length + closer.length) % 3 != 0
    }
}

/// A pair of delimiters that is emphasis.
struct EmphasisMatch {
    let isStrong: Bool
    /// The match before this one that the same run opens; it is inside this one.
    @CompactOptional var previousOpened: Int?
    /// The match after this one that the same run closes; it is around this one.
    @CompactOptional var nextClosed: Int?

    /// How many characters each delimiter has.
    var width: Int { isStrong ? 2 : 1 }
}

/// The kind of character next to a delimiter run (CommonMark 0.31.2 §2.1).
private enum Surrounding {
    case space, punctuation, other

    static func after(_ offset: Int, in bytes: [UInt8]) -> Surrounding {
        guard offset < bytes.count else { return .space }
        return bytes[offset] < 0x80 ? of(bytes[offset]) : of(bytes[offset..<min(offset + 4, bytes.count)])
    }

    static func before(_ offset: Int, in bytes: [UInt8]) -> Surrounding {
        guard offset > 0 else { return .space }
        if bytes[offset - 1] < 0x80 { return of(bytes[offset - 1]) }
        var start = offset - 1
        while start > 0, offset - start < 4, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        return of(bytes[start..<offset])
    }

    private static func of(_ byte: UInt8) -> Surrounding {
        if ASCII.isPunctuation(byte) { return .punctuation }
        return byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B ? .space : .other
    }

    private static func of(_ bytes: ArraySlice<UInt8>) -> Surrounding {
        var iterator = bytes.makeIterator()
        var decoder = UTF8()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return .other }
        return switch scalar.properties.generalCategory {
        case .spaceSeparator: .space
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            .punctuation
        default: .other
        }
    }
}

/// The open brackets of links and images (CommonMark 0.31.2, appendix, “look for link or image”).
struct BracketStack {
    struct Bracket {
        /// The index of its token.
        @Compact var token: Int
        let isImage: Bool
        /// The offset after it.
        @Compact var textStart: Int
        /// The last delimiter run before it that could still match.
        @CompactOptional var delimiter: Int?
        /// Whether another bracket follows, so that the text up to its partner cannot be a label.
        var isFollowedByBracket = false
    }

    private var brackets: [Bracket] = []
    /// How many of the outermost brackets can only begin images, because a link follows them.
    private var inactive = 0

    mutating func removeAll() {
        brackets.removeAll(keepingCapacity: true)
        inactive = 0
    }

    mutating func push(_ bracket: Bracket) {
        markFollowedByBracket()
        brackets.append(bracket)
    }

    /// Removes and returns the innermost bracket; `nil` if there is none or it cannot begin anything.
    mutating func pop() -> Bracket? {
        guard let bracket = brackets.popLast() else { return nil }
        let isActive = bracket.isImage || brackets.count >= inactive
        inactive = min(inactive, brackets.count)
        return isActive ? bracket : nil
    }

    /// Records a link, since open brackets cannot become a link around it.
    mutating func deactivateBrackets() { inactive = brackets.count }

    /// Records brackets after the innermost open one.
    mutating func markFollowedByBracket() {
        if !brackets.isEmpty { brackets[brackets.count - 1].isFollowedByBracket = true }
    }
}
