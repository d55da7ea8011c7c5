import NotebookBundle

/// Parameters that many verbs have.
enum Common {
    static let notebook = NotebookParameter(
        "The notebook: a .notebundle directory or an archive of one (‘-’: on standard input)", takesArchives: true)
    static let bundle = NotebookParameter("The notebook: a .notebundle directory", takesArchives: false)
    static let item = Positional(
        "ITEM", "The item: a path, name, title or part of one, or the beginning of a uuid", kind: .item)
    static let someItems = Positional(
        "ITEM", "The items: paths, names, titles, or beginnings of uuids; ‘-’ reads a list from standard input",
        kind: .item, isRequired: false, isRepeated: true, unless: query)
    static let query = Option("where", "QUERY", "All items that match a query (see ‘explain query’)", kind: .query)
    /// The query of verbs that choose items in other ways, too.
    static let filter = Option(
        "where", "QUERY", "Only items that also match a query (see ‘explain query’)", kind: .query)
    static let dryRun = Flag("dry-run", "Change nothing; show what would change, as a diff for ‘git apply’")
    static let json = Flag("json", "Print JSON (see ‘explain json’)")
    static let yes = Flag("yes", "Do not ask")
    static let noPager = Flag("no-pager", "Do not show long output with the pager")
    static let noCache = Flag("no-cache", "Read every file, and do not use or write the cache")
    static let noLock = Flag("no-lock", "Do not lock the notebook, for media without locks")
    static let wait = Option.number(
        "wait", "SECONDS", "Seconds to wait for other users of the notebook (default 10)", in: 0...86_400)
    static let passwordFile = Option.path(
        "password-file", "FILE", "Read the password of an encrypted zip from the first line of this file")
    static let passwordDescriptor = Option<Int32>(
        "password-fd", "N", "Read the password of an encrypted zip from file descriptor N"
    ) { text in Int32(text).flatMap { $0 >= 0 ? $0 : nil } }
    /// Parameters of verbs that read archives.
    static let secrets: [any Parameter] = [passwordFile, passwordDescriptor]
    static let locking: [any Parameter] = [wait, noLock]
    /// Parameters of verbs that change single items.
    static let guarding: [any Parameter] = [Expectation.option] + locking
    /// Parameters of verbs that read notebooks, wherever they are.
    static let reading = secrets + locking
}

/// Shared parts of the verbs that change the path or title of items.
enum Relocation {
    static let noLinks = Flag("no-links", "Do not update links")
    static let details = """
        Updates every link to and from the item, in the same change. Links keep their style, and are spelled more fully
        only where a shorter name would be ambiguous. Code is left alone, and so are the modification dates of items whose
        links change. Queries of smart folders that name a path or folder are updated, too.

        A link that cannot be rewritten in its place is left alone and reported; the rest of the change is made.
        """
    static let statuses: [ExitStatus: String] = [
        .finding: "ITEM matches no item, or several, or a link could not be updated (the rest of the change is made)"
    ]
}

/// Options whose values are tags.
enum TagOption {
    /// An option that names tags of items; or, if they are new, gives tags to items.
    static func option(_ name: String, _ help: String, isNew: Bool = false) -> Option<Tag> {
        Option(name, "TAG", help, kind: .tag, hint: hint, reason: reason) { isNew ? Tag(new: $0) : Tag($0) }
    }

    /// Why a text is not a tag.
    static func reason(_ text: String) -> String? {
        Tag.problem(of: text).map { "\(PrintableText.quoted(text)) \($0)" }
    }

    /// What to do if a text is not a tag.
    static let hint = Tag.hint + "; give the option once for each tag"
}

extension Tag {
    /// A tag that a person gives to items.
    ///
    /// - Throws: `UsageError.badValue`.
    static func new(_ text: String) throws(UsageError) -> Tag {
        guard let tag = Tag(new: text) else {
            throw .badValue("TAG", text, reason: TagOption.reason(text), hint: Tag.hint)
        }
        return tag
    }
}

/// The option that names a template, and the time that its placeholders show.
enum TemplateOption {
    static let option = Option.path(
        "template", "NAME", "Make it from this template (a note in the folder of templates)", kind: .template)

    /// The user's local time.
    static func now(_ session: Session) -> LocalMoment {
        let now = session.notebookEnvironment.now()
        return LocalMoment(now, secondsFromUTC: session.terminal.timeZoneOffset(now))
    }

    /// A new item with a text, from the template that the command line names, or without one.
    ///
    /// - Parameters:
    ///   - fallback: The value of `{{title}}` if there is no title.
    ///   - source: Where the text comes from, for messages.
    ///   - isFile: Whether the text is that of a file, which may have front matter.
    static func item(
        _ type: FileType, _ arguments: Arguments, _ session: Session, in notebook: Notebook, text: [UInt8],
        title: String?, fallback: String, source: String, isFile: Bool
    ) throws -> NewItem {
        if let title, PortableName.made(from: title) == nil { throw NotebookError.noFileName(title) }
        guard let name = arguments[option] else {
            var new = try GivenText.item(type, text, from: source, isFile: isFile)
            new.title = title ?? new.title
            return new
        }
        guard try !isFile || ItemFile(text).bodyStart == 0 else {
            throw UsageError.conflict("a text with front matter and --template cannot be combined")
        }
        let template = try notebook.read { try $0.template(name, type) }
        return try NewItem(type, from: template, title: title, fallback: fallback, at: now(session), text: text)
    }
}

/// Icons on the command line.
enum IconText {
    /// The icon; `nil` for ‘none’ and for an empty text.
    static func read(_ text: String?) throws(UsageError) -> String? {
        guard let text, !text.isEmpty, text != "none" else { return nil }
        guard text.count == 1, text.utf8.count <= 64, Title.accepted(text)?.isIdentical(to: text) == true else {
            throw .badValue("ICON", text, hint: "an icon is one character, such as an emoji; ‘none’ removes it")
        }
        return text
    }
}

/// The option that makes verbs read a notebook as it was at an earlier moment.
enum PastOption {
    static let at = Option(
        "at", "N|TIME", "The state after change N, or at a time, such as 2026-11-20, “2026-11-20 10:15” or -2h")

    /// A notebook and a moment, written as NOTEBOOK@MOMENT; `nil` if a file has this name.
    static func split(_ word: String, _ session: Session) -> (notebook: String, moment: String)? {
        guard let mark = word.lastIndex(of: "@"), NotebookFinder(session).known(word) == nil else { return nil }
        let front = String(word[..<mark])
        guard !front.isEmpty, NotebookFinder(session).known(front) != nil else { return nil }
        return (front, String(word[word.index(after: mark)...]))
    }

    /// Reports which files are missing in an earlier state.
    static func reportUnknown(_ past: PastNotebook, _ session: Session) throws {
        guard !past.unknown.isEmpty else { return }
        let names = past.unknown.prefix(3).map { PrintableText.escaped($0.path.text) }.joined(separator: ", ")
        let more = past.unknown.count > 3 ? " and \(past.unknown.count - 3) more" : ""
        try session.note(
            "note: without \(names)\(more): another program changed them since, so their content then is unknown")
    }

    /// A moment, as written on the command line.
    static func moment(_ text: String, _ session: Session, option: String = "--at") throws -> HistoryMoment {
        do throws(QueryError) {
            return try HistoryMoment(text, in: Queries.context(session))
        } catch {
            throw UsageError.badValue(
                option, text,
                hint:
                    "expected: the number of a change (‘\(session.tool) log’ lists them) or a time, such as 2026-11-20 or -2h"
            )
        }
    }
}

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
