/// The open brackets of links and images (CommonMark 0.31.2, appendix, “look for link or image”).
struct BracketStack {
    struct Bracket {
        /// The index of its token.
        @Compact var token: Int
        let isImage: Bool
        /// The offset behind it.
        @Compact var textStart: Int
        /// The delimiter run before it that was the last to be able to match.
        @CompactOptional var delimiter: Int?
        /// Whether another bracket follows, so that what is between this one and its partner can be no label.
        var isFollowedByBracket = false
    }

    private var brackets: [Bracket] = []
    /// So many of the outermost brackets can only begin images, as they have a link behind them.
    private var inactive = 0

    mutating func removeAll() {
        brackets.removeAll(keepingCapacity: true)
        inactive = 0
    }

    mutating func push(_ bracket: Bracket) {
        noteBracket()
        brackets.append(bracket)
    }

    /// Takes the innermost bracket; `nil` if there is none or it can begin nothing.
    mutating func pop() -> Bracket? {
        guard let bracket = brackets.popLast() else { return nil }
        let isActive = bracket.isImage || brackets.count >= inactive
        inactive = min(inactive, brackets.count)
        return isActive ? bracket : nil
    }

    /// Takes note of a link: what is open now cannot become one around it.
    mutating func noteLink() { inactive = brackets.count }

    /// Takes note of brackets behind the innermost open one.
    mutating func noteBracket() {
        if !brackets.isEmpty { brackets[brackets.count - 1].isFollowedByBracket = true }
    }
}
