import NotebookText

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
