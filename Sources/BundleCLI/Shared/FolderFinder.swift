import NotebookBundle

/// Finds the folder that a word means if no folder has exactly that name: a folder whose name or path contains its
/// words.
struct FolderFinder {
    private let arguments: Arguments
    private let session: Session
    private let verb: Verb

    init(_ arguments: Arguments, _ session: Session, _ verb: Verb) {
        (self.arguments, self.session, self.verb) = (arguments, session, verb)
    }

    /// The arguments with the path of the folder instead of the word; `nil` if no folder matches.
    ///
    /// - Throws: an error if several match and none is chosen, or if the verb requires a full name.
    func resolved(_ word: String) throws -> Arguments? {
        let parameter = verb.parameters.first { parameter in
            guard case .folder = parameter.kind else { return false }
            return arguments.words(of: parameter).contains(word)
        }
        guard let parameter, let parts = NameParts(word), word.contains(where: { $0 != "/" }) else { return nil }
        let folders = try NotebookOpener(arguments, session).read(\.listing.folders)
        // A folder's own name takes precedence over the names of its parents.
        let named = folders.filter { parts.fit(String($0.name)) != nil }
        let whole = named.filter { parts.fit(String($0.name)) == .whole }
        let found = !whole.isEmpty ? whole : named.isEmpty ? folders.filter { parts.fit($0.text) != nil } : named
        // A word that may name a notebook is not a part of a folder's name.
        guard !found.isEmpty, arguments.doubtful != word || NotebookFinder(session).names(like: word).isEmpty else {
            return nil
        }
        let path = try found.count == 1 ? found[0].text : chosen(found, word)
        if mustBeConfirmed {
            try confirm(path, word)
        } else if found.count == 1 {
            try session.note("note: using \(PrintableText.escaped(path))/ for \(PrintableText.quoted(word))")
        }
        return arguments.replacing(word, at: parameter, with: path)
    }

    /// Whether the verb changes the folder itself.
    private var mustBeConfirmed: Bool {
        !arguments[Common.dryRun] && verb.confirmsFolders
    }

    private func confirm(_ path: String, _ word: String) throws {
        let shown = PrintableText.escaped(path)
        guard session.terminal.inputIsTerminal, !arguments[Common.json] else {
            throw OnlyPart(word: word, path: shown, name: shown, verb: verb.name)
        }
        guard try session.confirm("Use \(shown)/ for \(PrintableText.quoted(word))?") else {
            throw NothingChosen(word: word)
        }
    }

    /// The folder that the user chooses at the terminal.
    private func chosen(_ folders: [FolderPath], _ word: String) throws -> String {
        let several = SeveralFolders(word: word, folders: folders.map(\.text))
        guard !arguments[Common.json] else { throw several }
        let rows = folders.map { Picker.Row(name: String($0.name), detail: $0.text + "/") }
        switch try Choosing(session).choose(
            "Which folder is \(PrintableText.quoted(word))?", rows, preview: { _ in "" })
        {
        case .row(let number): return folders[number].text
        case .cancelled: throw NothingChosen(word: word)
        case .impossible: throw several
        }
    }
}

/// A word matches parts of the names of several folders.
private struct SeveralFolders: ToolFailure {
    let word: String
    let folders: [String]

    var isFinding: Bool { true }
    var description: String {
        let shown = folders.prefix(5).map { PrintableText.escaped($0) }.joined(separator: ", ")
        return
            "\(PrintableText.quoted(word)) matches \(folders.count) folders: \(shown)\(folders.count > 5 ? ", …" : "")"
    }
    var hint: String? { "use the full path" }
}

extension NotebookListing {
    /// The folder with this name, in any letter case.
    func folder(_ text: String) throws -> FolderPath {
        let key = ComparisonKey(text.split(separator: "/").joined(separator: "/"))
        guard let folder = folders.first(where: { $0.text == text }) ?? folders.first(where: { $0.key == key }) else {
            throw NotebookError.noSuchFolder(text, like: like(text))
        }
        return folder
    }

    /// The folders whose paths, or else whose names, are most similar to a text.
    private func like(_ text: String) -> [String] {
        let near = Similarity.nearest(to: text, in: folders.map(\.text))
        guard near.isEmpty else { return near }
        let names = Similarity.nearest(to: text, in: folders.map { String($0.name) })
        return names.flatMap { name in folders.filter { $0.name == name }.map(\.text) }.prefix(3).map(\.self)
    }
}
