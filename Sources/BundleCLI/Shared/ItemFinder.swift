import NotebookBundle

/// Finds the item that a word means if a verb found none, or several, with exactly that name.
struct ItemFinder {
    private let arguments: Arguments
    private let session: Session
    private let verb: Verb

    init(_ arguments: Arguments, _ session: Session, _ verb: Verb) {
        (self.arguments, self.session, self.verb) = (arguments, session, verb)
    }

    /// The arguments with the path of the item instead of the word; `nil` if the error is about something else.
    ///
    /// - Throws: a better error if several items match, or none was chosen.
    func resolved(after error: any Failure) throws -> Arguments? {
        if case NotebookError.gone(let path) = error {
            let notebook = try NotebookOpener(arguments, session).directory(arguments[Common.notebook])
            if try notebook.directory.isEvicted(path) {
                throw NotebookError.inCloud(session.displayed(notebook.location), path, 1)
            }
            if let moved = try unsealed({ try $0.place(of: path) }) {
                throw UnsealedFile(path: moved, reason: .moved(from: path))
            }
            return nil
        }
        if case NotebookError.noSuchFolder(let word, _) = error,
            let resolved = try FolderFinder(arguments, session, verb).resolved(word)
        {
            return resolved
        }
        guard let word = Self.word(of: error) else { return nil }
        if let other = DefaultNotebook(session).otherNotebook(in: word, than: arguments[Common.notebook]) {
            throw InOtherNotebook(
                word: word, other: other,
                notebook: session.displayed(try NotebookFinder(session).path(arguments[Common.notebook])))
        }
        guard let parameter = arguments.itemParameter(of: word, in: verb.parameters) else {
            if arguments.doubtful == word { throw try neither(word, Self.like(error)) }
            return nil
        }
        let matches = try self.matches(word, parameter)
        let (found, isPart) = (matches.first, matches.first?.reason == .part)
        if found == nil || isPart, !(error is NotTrashed), let path = try unsealed({ try $0.file(named: word) }) {
            throw UnsealedFile(path: path, reason: .named(word))
        }
        if found == nil || isPart, let whole = try unquoted(parameter, byPart: matches.count != 1) {
            throw NoItem(word: word, hint: UsageError.quoting(whole))
        }
        // A match of a part may be a mistyped notebook.
        let isDoubtful = arguments.doubtful == word && !NotebookFinder(session).names(like: word).isEmpty
        if arguments.doubtful == word, found == nil || isPart && isDoubtful {
            throw try neither(word, isPart ? matches.prefix(3).map(\.item.shownTitle) : Self.like(error))
        }
        guard let found else {
            let hint = try hintElsewhere(word) ?? (Self.like(error).isEmpty ? listElsewhere : nil)
            if let hint { throw NoItem(word: word, hint: hint) }
            if !(error is NotTrashed), let path = try unsealed({ try $0.file(withPartsOf: word) }) {
                throw UnsealedFile(path: path, reason: .named(word))
            }
            return nil
        }
        guard matches.count == 1 else {
            return try chosen(matches, word).map { arguments.replacing(word, at: parameter, with: $0) }
        }
        guard found.item.path.text != word else { return nil }
        if isPart, partMustBeConfirmed {
            try confirm(found.item, word)
        } else {
            try report(found, word)
        }
        return arguments.replacing(word, at: parameter, with: found.item.path.text)
    }

    /// Whether an item that matches only by a part of its name must be confirmed.
    private var partMustBeConfirmed: Bool {
        guard !arguments[Common.dryRun] else { return false }
        switch verb.partialNames {
        case .accepted: return false
        case .acceptedAtTerminal(let options): return isOneGiven(options) && !session.terminal.inputIsTerminal
        case .confirmed(let options): return isOneGiven(options) || !session.terminal.inputIsTerminal
        case .acceptedIfVerbAsks:
            return !session.terminal.inputIsTerminal || arguments[Common.yes] || session.settings.confirmDelete == false
        }
    }

    /// Whether one of the options is given that a rule is about; true if it is about none.
    private func isOneGiven(_ options: [any Parameter]) -> Bool {
        options.isEmpty || options.contains { arguments.isGiven($0) }
    }

    /// Asks whether the user means an item that matches only by a part of its name.
    private func confirm(_ item: Item, _ word: String) throws {
        let path = PrintableText.escaped(item.livePath.text)
        let mayAsk = if case .confirmed = verb.partialNames { !arguments[Common.json] } else { false }
        guard mayAsk, session.terminal.inputIsTerminal else {
            throw OnlyPart(
                word: word, path: path, name: PrintableText.escaped(item.shownTitle), verb: verb.name)
        }
        guard try session.confirm("Use \(path) for \(PrintableText.quoted(word))?") else {
            throw NothingChosen(word: word)
        }
    }

    /// The word that was not found, or is ambiguous.
    private static func word(of error: any Failure) -> String? {
        switch error {
        case NotebookError.noSuchItem(let word, _), NotebookError.noSuchFolder(let word, _),
            NotebookError.ambiguousItem(let word, _):
            word
        case let error as NotTrashed: error.word
        default: nil
        }
    }

    /// The suggestions of an error.
    private static func like(_ error: any Failure) -> [String] {
        switch error {
        case NotebookError.noSuchItem(_, let names), NotebookError.noSuchFolder(_, let names): names
        case let error as NotTrashed: error.like
        default: []
        }
    }

    private func matches(_ word: String, _ parameter: any Parameter) throws -> [ItemMatch] {
        var inTrash = verb.parameters.contains { $0.form.key == "--trash" && arguments.isGiven($0) }
        let moment = arguments[PastOption.at]
        if case .trashedItem = parameter.kind { inTrash = moment == nil }
        let opener = NotebookOpener(arguments, session)
        let then = try opener.readTree(at: moment) { try NotebookListing($0).matches(word, inTrash: inTrash, $0) }
        guard moment != nil, then.isEmpty else { return then }
        // The item may have got a new name.
        let now = try opener.read { try $0.listing.matches(word, inTrash: false, $0.files) }
        let uuids = now.compactMap(\.item.uuid)
        return try opener.readTree(at: moment) { files in
            let items = try NotebookListing(files).items.filter { $0.uuid.map(uuids.contains) ?? false }
            return items.map { ItemMatch(item: $0, reason: now[0].reason) }
        }
    }

    /// A file of the notebook’s directory that is not sealed yet; `nil` for an archive.
    private func unsealed(_ find: (UnsealedItems) throws -> BundlePath?) throws -> BundlePath? {
        guard
            case .directory(let notebook)? = try? NotebookOpener(arguments, session).source(arguments[Common.notebook])
        else { return nil }
        return try notebook.directory.readTree { try find(UnsealedItems(try NotebookListing($0), $0)) }
    }

    /// What lists the items among which a word was looked for; `nil` if these are those of the notebook as it is.
    private var listElsewhere: String? {
        if let moment = arguments[PastOption.at] {
            return "‘bundle ls --at \(ShellWord.quoted(moment))’ lists the items of that time"
        }
        let isInTrash = verb.parameters.contains { $0.form.key == "--trash" && arguments.isGiven($0) }
        return isInTrash ? "‘bundle trash’ lists what is in it" : nil
    }

    /// What else a word names if it is not an item: a folder, or an item in the trash.
    private func hintElsewhere(_ word: String) throws -> String? {
        guard arguments[PastOption.at] == nil else { return nil }
        return try NotebookOpener(arguments, session).read { snapshot in
            let listing = snapshot.listing
            if let folder = try? listing.folder(word), folder != .root {
                return "\(PrintableText.escaped(folder.text)) is a folder: ‘bundle ls’ lists what is in it"
            }
            guard let item = try? listing.item(word, inTrash: true) else { return nil }
            return "\(PrintableText.escaped(item.livePath.text)) is in the trash: ‘bundle restore’ brings it back"
        }
    }

    /// The words of a parameter as one name, if an item has it.
    ///
    /// - Parameter byPart: Whether a part of a name is enough.
    private func unquoted(_ parameter: any Parameter, byPart: Bool) throws -> String? {
        let words = arguments.words(of: parameter)
        guard words.count > 1 else { return nil }
        let whole = words.joined(separator: " ")
        return try matches(whole, parameter).contains { byPart || $0.reason != .part } ? whole : nil
    }

    /// Reports which item is used, unless the word is its name.
    private func report(_ match: ItemMatch, _ word: String) throws {
        let path = PrintableText.escaped(match.item.livePath.text)
        switch match.reason {
        case .name, .fileName: break
        case .alias(let alias):
            try session.note("note: using \(path), which is also called \(PrintableText.quoted(alias))")
        case .part: try session.note("note: using \(path) for \(PrintableText.quoted(word))")
        }
    }

    /// The path of the item that the user chooses at the terminal.
    private func chosen(_ matches: [ItemMatch], _ word: String) throws -> String? {
        let several = NotebookError.ambiguousItem(word, matches.map(\.item.path.text))
        guard !arguments[Common.json] else { throw several }
        let rows = matches.map { match in
            let title = match.item.shownTitle
            let name = match.alias.map { "\(title) (also “\(match.item.shown($0))”)" } ?? title
            return Picker.Row(name: name, detail: match.item.path.text)
        }
        let choice = try Choosing(session).choose("Which item is \(PrintableText.quoted(word))?", rows) { number in
            preview(of: matches[number].item)
        }
        switch choice {
        case .row(let number):
            // The choice stays visible on the screen.
            try session.note("note: using \(PrintableText.escaped(matches[number].item.livePath.text))")
            return matches[number].item.path.text
        case .cancelled: throw NothingChosen(word: word)
        case .impossible: throw several
        }
    }

    /// The beginning of an item’s text; empty in archives, which would have to be read from the start for each item.
    private func preview(of item: Item) -> String {
        guard
            case .directory(let notebook)? = try? NotebookOpener(arguments, session).source(arguments[Common.notebook])
        else { return "" }
        return (try? notebook.read { item.shown(try $0.file(of: item).excerpt(limit: 400)) }) ?? ""
    }

    /// The error for a word that could also be a notebook.
    ///
    /// - Throws: why it names no notebook, if it can be nothing else.
    private func neither(_ word: String, _ like: [String]) throws -> NeitherReading {
        if NotebookFinder.isPath(word) { _ = try NotebookFinder(session).path(word) }
        let path = try NotebookFinder(session).path(arguments[Common.notebook])
        let isItem = arguments.itemParameter(of: word, in: verb.parameters) != nil
        return NeitherReading(
            word: word, what: isItem ? "an item" : "a folder", notebook: session.displayed(path),
            like: like + NotebookFinder(session).names(like: word))
    }
}
