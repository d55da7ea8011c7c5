import NotebookText

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
