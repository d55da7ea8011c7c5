package import NotebookText

/// A pattern for dates and times, such as `YYYY-MM-DD` or `dddd, D MMMM [at] HH:mm`.
///
/// The tokens are those of Moment.js 2.30, which Obsidian uses, in its default locale: names are English. Text between
/// brackets stays as it is.
package struct DatePattern: Hashable, Sendable {
    /// The pattern as it is written.
    package let text: String

    /// Makes a pattern; every text is valid.
    package init(_ text: String) { self.text = text }

    /// The pattern of `{{date}}`, and of the names of daily notes.
    package static let day = DatePattern("YYYY-MM-DD")
    /// The pattern of `{{time}}`.
    package static let time = DatePattern("HH:mm")

    /// Writes a time.
    package func text(of moment: LocalMoment) -> String { Self.write(Self.pieces(text), moment) }

    /// Whether a bracket is not closed, so that it is literal text, and the text after it is a pattern.
    var hasOpenBracket: Bool {
        Self.pieces(text).contains { if case .token("[") = $0 { true } else { false } }
    }

    /// A part of a pattern.
    private enum Piece {
        case token(String)
        case literal(String)
    }

    /// Splits a pattern.
    private static func pieces(_ text: String) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text[...]
        while let first = rest.first {
            if first == "[", let end = bracketEnd(rest) {
                pieces.append(.literal(String(rest.dropFirst()[..<end])))
                rest = rest[rest.index(after: end)...]
            } else if first == "\\" {
                let escaped = rest.dropFirst()
                let token = self.token(escaped)
                pieces.append(.literal(token))
                rest = escaped.dropFirst(token.count)
            } else {
                let token = self.token(rest)
                pieces.append(.token(token))
                rest = rest.dropFirst(token.count)
            }
        }
        return pieces
    }

    /// The bracket that ends a literal text: the last closing one before the next opening one.
    private static func bracketEnd(_ text: Substring) -> String.Index? {
        let inner = text.dropFirst()
        return inner.prefix { $0 != "[" }.lastIndex(of: "]")
    }

    /// The longest token at the beginning, or one character; empty for an empty text.
    private static func token(_ text: Substring) -> String {
        tokens.first { text.hasPrefix($0) } ?? String(text.prefix(1))
    }

    /// The tokens; longer ones come before those that they begin with.
    private static let tokens = [
        "Hmmss", "Hmm", "hmmss", "hmm", "Mo", "MMMM", "MMM", "MM", "M", "Do", "DDDo", "DDDD", "DDD", "DD", "D", "dddd",
        "ddd", "dd", "do", "d", "wo", "ww", "w", "Wo", "WW", "W", "Qo", "Q", "YYYYYY", "YYYYY", "YYYY", "YY", "Y",
        "yyyy", "yyy", "yy", "yo", "y", "ggggg", "gggg", "gg", "GGGGG", "GGGG", "GG", "e", "E", "a", "A", "hh", "h",
        "HH", "H", "kk", "k", "mm", "m", "ss", "s", "SSSSSSSSS", "SSSSSSSS", "SSSSSSS", "SSSSSS", "SSSSS", "SSSS",
        "SSS", "SS", "S", "x", "X", "zz", "z", "ZZ", "Z", "NNNNN", "NNNN", "NNN", "NN", "N", "LTS", "LT", "LLLL",
        "LLL", "LL", "L", "llll", "lll", "ll", "l",
    ]

    /// Tokens that abbreviate other patterns.
    private static let abbreviations = [
        "LTS": "h:mm:ss A", "LT": "h:mm A", "L": "MM/DD/YYYY", "LL": "MMMM D, YYYY", "LLL": "MMMM D, YYYY h:mm A",
        "LLLL": "dddd, MMMM D, YYYY h:mm A", "l": "M/D/YYYY", "ll": "MMM D, YYYY", "lll": "MMM D, YYYY h:mm A",
        "llll": "ddd, MMM D, YYYY h:mm A",
    ]

    private static func write(_ pieces: [Piece], _ moment: LocalMoment) -> String {
        pieces.map { piece in
            switch piece {
            case .literal(let text): text
            case .token(let token):
                abbreviations[token].map { write(Self.pieces($0), moment) } ?? moment.text(of: token)
            }
        }.joined()
    }
}

/// Why a pattern cannot name daily notes.
package enum DailyNameProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A bracket is not closed.
    case openBracket
    /// The name differs between times of the same day.
    case changesWithinDay
    /// A file name can contain no character of this name.
    case noName(String)
    /// This is not a valid folder.
    case folder(String, PathProblem)

    /// What is wrong, as a sentence without a full stop.
    package var description: String {
        switch self {
        case .openBracket: "the bracket “[” is not closed by “]”"
        case .changesWithinDay: "it has a time, so that the name changes within the day"
        case .noName(let name): "it makes the name \(PrintableText.quoted(name)), which a note cannot have"
        case .folder(let folder, let problem):
            "it makes the folder \(PrintableText.quoted(folder)), which is not valid: it \(problem.phrase)"
        }
    }
}
