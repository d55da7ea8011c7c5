import NotebookBundle

/// An invalid text for an item, from the command line or a file.
struct GivenText: ToolFailure {
    /// Where the text comes from.
    let source: String
    let problem: TextProblem
    let position: TextPosition

    var isFinding: Bool { true }
    var description: String { "\(source):\(position.line):\(position.column): \(problem.message)" }
    var hint: String? {
        problem.kind == .encoding
            ? "save it as UTF-8, for example with ‘iconv -t UTF-8’" : "fix the text, and try again"
    }

    /// Removes the byte order mark from a text.
    ///
    /// - Throws: `GivenText` if it is not UTF-8, contains U+0000, or is too long for an item.
    static func checked(_ text: [UInt8], from source: String) throws(GivenText) -> [UInt8] {
        let plain = text.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(text.dropFirst(3)) : text
        do throws(TextProblem) {
            _ = try ItemFile(plain)
        } catch {
            guard [.encoding, .nul, .tooLong].contains(error.kind) else { return plain }
            throw GivenText(source: source, problem: error, position: error.position(in: plain))
        }
        return plain
    }

    /// A new item with a text; errors in the text name its source.
    ///
    /// - Parameter isFile: Whether the text is that of a file, which may have front matter.
    static func item(
        _ type: FileType, _ text: [UInt8], from source: String, isFile: Bool = true
    ) throws -> NewItem {
        do {
            return isFile ? try NewItem(type, file: text) : try NewItem(type, text: text)
        } catch NotebookError.malformedItem(_, let problem, let position) {
            throw GivenText(source: source, problem: problem, position: position)
        }
    }

    /// A text from the command line; `-` reads standard input.
    static func of(_ given: String?, _ session: Session) throws -> [UInt8]? {
        guard let given else { return nil }
        return given == Session.inputWord ? try standardInput(session) : Array(given.utf8)
    }

    /// Standard input as a text for an item, in UTF-8 without a byte order mark.
    static func standardInput(_ session: Session) throws -> [UInt8] {
        try checked(session.readInput(), from: SystemError.standardInput)
    }
}

/// A required text, usually from standard input, is empty.
struct NothingToRead: ToolFailure {
    /// What the text was for.
    enum Use {
        /// It replaces the text of an item.
        case replace
        /// It is added to the text of an item.
        case append
        /// It is the text of a new item.
        case add
        /// It is a side of a new card: `front` or `back`.
        case side(String)
    }

    let use: Use

    var description: String {
        switch use {
        case .replace: "standard input is empty, and would replace the whole text"
        case .append: "there is no text to add"
        case .add: "there is no text: standard input is empty"
        case .side(let name): "the card has no \(name): standard input is empty"
        }
    }

    var hint: String? {
        switch use {
        case .replace: "--body \"\" removes the text on purpose"
        case .append: "give it with --append TEXT, or on standard input"
        case .add: "give it with --body TEXT, or a title with --title; --body \"\" adds an empty one on purpose"
        case .side(let name): "give it with --\(name) TEXT; --\(name) \"\" leaves it empty on purpose"
        }
    }
}
