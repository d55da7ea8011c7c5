import NotebookText

/// A search: required and excluded words.
///
/// Words match regardless of case and diacritics (docs/Query.md, section 3), even within longer words, in titles, tags,
/// bodies, and the names of attachments that an item links to.
public struct SearchQuery: Sendable {
    /// Where to look for a term.
    enum Scope: UInt8, Hashable, Sendable {
        case anywhere
        case title
        /// A tag and all tags below it.
        case tag
        /// The name of a property, whatever its value.
        case property
    }

    /// The kind of a term.
    enum Content: Sendable {
        case text(LooseNeedle)
        case pattern(TextPattern)
    }

    struct Term: Sendable {
        let content: Content
        /// What equal terms have in common: the folded words, or the regular expression.
        let key: [UInt8]
        /// The words as they were given; empty for a regular expression.
        var words = ""
        let scope: Scope
        let isExcluded: Bool
    }

    /// Required terms.
    let required: [Term]
    /// Excluded terms.
    let excluded: [Term]
    /// The key of a title that equals the search.
    let whole: TextKey

    /// Whether any term is a tag.
    var asksForTags: Bool { (required + excluded).contains { $0.scope == .tag } }

    /// The required words and phrases that titles and bodies contain, as they were given.
    package var shownWords: [String] {
        required.filter { [.anywhere, .title].contains($0.scope) && !$0.words.isEmpty }.map(\.words)
    }

    /// Parses a search, given as words or phrases.
    ///
    /// An argument with spaces is a phrase, unless one of its words begins with `-`, `#`, `title:`, `tag:`, `prop:` or
    /// a quotation mark. In that case each word is a separate term.
    ///
    /// - Parameter isRegex: Whether each word is a regular expression instead (docs/Query.md, section 6).
    /// - Throws: `SearchError`.
    public init(_ words: [String], isRegex: Bool = false) throws {
        var terms: [Term] = []
        for word in words {
            if isRegex {
                terms.append(
                    Term(
                        content: .pattern(try Self.pattern(word)), key: Array(word.utf8), scope: .anywhere,
                        isExcluded: false))
            } else if Self.isPhrase(word) {
                if let term = Self.term(word[...], .anywhere, isExcluded: false) { terms.append(term) }
            } else {
                terms += try Self.terms(of: word)
            }
        }
        guard !terms.isEmpty else { throw SearchError("no search terms") }
        (required, excluded) = Self.divided(terms)
        whole = TextKey(words.joined(separator: " "), isExact: false)
    }

    /// Makes a search of what a person types, at any moment of it: a quotation mark that is not closed yet is closed at the
    /// end, and a search without words finds all items.
    public init(typed text: String) {
        (required, excluded) = Self.divided((try? Self.terms(of: text, closesQuotes: true)) ?? [])
        whole = TextKey(text, isExact: false)
    }

    /// The required and the excluded terms, each once.
    private static func divided(_ terms: [Term]) -> (required: [Term], excluded: [Term]) {
        func unique(_ terms: [Term]) -> [Term] {
            var seen: Set<[UInt8]> = []
            return terms.filter { seen.insert([$0.scope.rawValue] + $0.key).inserted }
        }
        return (unique(terms.filter { !$0.isExcluded }), unique(terms.filter(\.isExcluded)))
    }

    private static func pattern(_ word: String) throws(SearchError) -> TextPattern {
        do throws(PatternProblem) {
            return try TextPattern(word, isExact: false)
        } catch {
            let place = "column \(error.offset + 1) of \(PrintableText.quoted(word))"
            throw SearchError("\(place): \(error.message)", hint: error.suggestion)
        }
    }

    private static func isPhrase(_ word: String) -> Bool {
        let parts = word.split(whereSeparator: \.isWhitespace)
        guard parts.count > 1 else { return false }
        return !parts.contains { part in
            part.hasPrefix("-") || part.hasPrefix("#") || part.contains("\"") || part.contains("“")
                || ["title:", "tag:", "prop:"].contains { part.lowercased().hasPrefix($0) }
        }
    }

    private static func term(_ text: Substring, _ scope: Scope, isExcluded: Bool) -> Term? {
        let words = text.singleSpaced
        let name = scope == .tag ? Tag(words)?.text ?? "" : words
        let needle = LooseNeedle(name)
        guard !needle.bytes.isEmpty else { return nil }
        return Term(
            content: .text(needle), key: needle.bytes, words: name, scope: scope, isExcluded: isExcluded)
    }

    private static func terms(of word: String, closesQuotes: Bool = false) throws(SearchError) -> [Term] {
        var terms: [Term] = []
        var rest = word[...]
        while true {
            rest = rest.drop(while: \.isWhitespace)
            guard !rest.isEmpty else { return terms }
            let isExcluded = rest.hasPrefix("-") && rest.count > 1
            if isExcluded { rest = rest.dropFirst() }
            var scope = Scope.anywhere
            for (prefix, meant) in [("title:", Scope.title), ("tag:", .tag), ("#", .tag), ("prop:", .property)]
            where rest.lowercased().hasPrefix(prefix) && rest.count > prefix.count {
                rest = rest.dropFirst(prefix.count)
                scope = meant
            }
            let text: Substring
            if let first = rest.first, first == "\"" || first == "“" {
                rest = rest.dropFirst()
                let end = rest.firstIndex { $0 == "\"" || $0 == "”" }
                guard let end = end ?? (closesQuotes ? rest.endIndex : nil) else {
                    throw SearchError("the quotation mark before \(PrintableText.quoted(rest)) is not closed")
                }
                text = rest[..<end]
                rest = end < rest.endIndex ? rest[rest.index(after: end)...] : rest[end...]
            } else {
                text = rest.prefix { !$0.isWhitespace }
                rest = rest[text.endIndex...]
            }
            // Ignores a hyphen between words.
            if text != "-", let term = term(text, scope, isExcluded: isExcluded) { terms.append(term) }
        }
    }
}

/// Why a search is invalid.
package struct SearchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, without a full stop.
    package let description: String
    /// What to do about it, without a full stop.
    package let hint: String?

    init(_ description: String, hint: String? = nil) {
        self.description = description
        self.hint = hint
    }
}
