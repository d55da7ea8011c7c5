import NotebookBundle

/// The known notebook, for command lines that name none: the one around the working directory, the only one in it, that
/// of `BUNDLE_NOTEBOOK`, or the one chosen with ‘library use’.
struct DefaultNotebook {
    /// The environment variable that names the notebook.
    static let variable = "BUNDLE_NOTEBOOK"

    private let session: Session

    init(_ session: Session) { self.session = session }

    /// The path of the notebook.
    ///
    /// - Throws: `UsageError.noNotebook` if none is known, `LostNotebook` if the chosen one is missing.
    func path() throws -> String {
        let here = session.terminal.workingDirectory
        guard !here.isEmpty else { throw NoWorkingDirectory() }
        if let path = pathHere() { return path }
        let beside = Self.notebooks(in: here)
        if let word = session.terminal.environment[Self.variable], !word.isEmpty {
            guard let path = NotebookFinder(session).known(word), Self.isNotebook(path) else {
                throw LostNotebook(source: Self.variable, path: PrintableText.escaped(word))
            }
            return path
        }
        guard let chosen = session.settings.notebook else {
            throw UsageError.noNotebook(beside.map { PrintableText.escaped(NotebookLocation.stem(of: $0)) })
        }
        guard Self.isNotebook(chosen) else {
            throw LostNotebook(source: "‘library use’", path: session.displayed(chosen))
        }
        return chosen
    }

    /// The path of the notebook around the working directory, or of the only one in it.
    func pathHere() -> String? {
        let here = session.terminal.workingDirectory
        if let around = NotebookLocation.around(here) { return around }
        let beside = Self.notebooks(in: here)
        return beside.count == 1 ? ExternalPath.below(here, beside[0]) : nil
    }

    /// Whether a path leads to the known notebook although it is neither around nor in the working directory, which
    /// contains other notebooks.
    func isBesideOthers(_ path: String) -> Bool {
        let beside = Self.notebooks(in: session.terminal.workingDirectory)
        return pathHere() == nil && !beside.isEmpty && (try? self.path()) == path
    }

    /// The names of the notebooks in a directory; archives do not count.
    private static func notebooks(in directory: String) -> [String] {
        LibraryFolder(FileLocation(path: directory)).bundles
    }

    /// Whether a path leads to a notebook, or to a file, which may be an archive.
    private static func isNotebook(_ path: String) -> Bool { [.notebook, .file].contains(NotebookLocation(at: path)) }
}

/// The chosen notebook is missing.
private struct LostNotebook: ToolFailure {
    let source: String
    let path: String

    var description: String { "\(source) names \(path), which is not a notebook" }
    var hint: String? { "choose another with ‘bundle library use NAME’, or name one with -n NAME" }
}

extension DefaultNotebook: NotebookKnowledge {
    func namesNotebook(_ word: String, at place: NotebookArgument) throws -> Bool {
        if place.namesNotebook, !place.isNeededElsewhere, PastOption.split(word, session) != nil { return true }
        if word == ".", case .folder? = place.next?.kind, let path = pathHere(), folder(atHereIn: path) != nil {
            return false
        }
        if place.namesNotebook, try isOther(word, place) { return false }
        if word == Session.inputWord {
            // Alone, where a verb takes items of the known notebook, it is their list.
            let isList = place.namesItems && place.next?.form.isRepeated == true && place.second == nil
            return place.notebook.takesArchives && !(isList && (try? path()) != nil)
        }
        let found = notebook(word, place)
        // Only notebooks and archives have these endings.
        if found != nil, Self.hasEnding(word) { return true }
        if found == nil, place.namesItems, split(word) != nil { return false }
        guard let known = try? path() else { return try found != nil || namesUnknownNotebook(word, place) }
        guard let found else {
            // A damaged notebook or a plain folder, unless the known notebook contains something with this name.
            return isMistaken(word, place) && Meaning(of: word, at: place.next, in: known, session) == nil
        }
        // A notebook may contain a folder with its own name.
        if found == known, case .folder? = place.next?.kind { return true }
        if found == known, case .text? = place.next?.kind { return !place.isNeededElsewhere }
        guard let other = Meaning(of: word, at: place.next, in: known, session) else {
            // The name of a notebook is never read as a part of a title.
            return !place.isNeededElsewhere || place.namesItems && found == known
        }
        // An action follows the notebook, never an item.
        if let word = place.second, place.hasAction(word) { return true }
        // If exactly one item is required, the word is that item.
        if place.isNeededElsewhere, place.next?.form.isRepeated == false { return false }
        throw UsageError.twoReadings(
            word, notebook: session.displayed(found), other: other.text, known: session.displayed(known))
    }

    /// Whether the first word names the second of two notebooks, because the known notebook is the first.
    private func isOther(_ word: String, _ place: NotebookArgument) throws -> Bool {
        if place.isNeededElsewhere { return true }
        // The second word is an item, neither a mistyped notebook nor one at an earlier moment.
        guard let second = place.second, !Self.hasEnding(second), !second.contains("/"), (try? path()) != nil,
            NotebookFinder(session).known(word) != nil, PastOption.split(second, session) == nil
        else { return false }
        return NotebookFinder(session).known(second) == nil && NotebookFinder(session).names(like: second).isEmpty
    }

    /// Whether a word is meant to name a notebook although none has the name, and no other is known.
    ///
    /// - Throws: `UsageError.noNotebook` if it does not even resemble the name of one.
    private func namesUnknownNotebook(_ word: String, _ place: NotebookArgument) throws -> Bool {
        guard !place.isNeededElsewhere, !place.hasAction(word) else { return false }
        // The error names the library, if there is one.
        let isInLibrary = session.settings.currentLibrary != nil
        // The words of a text are not names.
        if case .text? = place.next?.kind, isUnknown(word) { return false }
        guard place.next != nil, !isInLibrary, isUnknown(word), !NotebookFinder.isPath(word) else { return true }
        do {
            _ = try path()
        } catch UsageError.noNotebook(let names, _) {
            throw UsageError.noNotebook(names, instead: word)
        }
        return true
    }

    func isUnknown(_ word: String) -> Bool {
        let isPath =
            word == Session.inputWord || word.hasPrefix("/") || word.hasPrefix(".") || Self.hasEnding(word)
        return !isPath && NotebookFinder(session).known(word) == nil
            && NotebookFinder(session).names(like: word).isEmpty
    }

    func notebook(forItems words: [String]) throws -> String {
        if let path = words.lazy.compactMap({ split($0)?.notebook }).first { return path }
        for word in words {
            if let front = Self.lostNotebook(in: word), NotebookFinder(session).known(front) == nil {
                throw UsageError.notANotebook(front, like: NotebookFinder(session).names(like: front))
            }
        }
        return try path()
    }

    /// The part of an item’s path that has the name of a notebook.
    private static func lostNotebook(in word: String) -> String? {
        itemRoots.compactMap { word.firstRange(of: $0)?.lowerBound }.min().map { String(word[..<$0]) }.flatMap {
            hasEnding($0) ? $0 : nil
        }
    }

    /// The name of the other notebook before an item’s path; `nil` if there is none, or if it is this notebook.
    func otherNotebook(in word: String, than notebook: String) -> String? {
        guard let front = split(word)?.notebook, front != NotebookFinder(session).known(notebook) else { return nil }
        return session.displayed(front)
    }

    func itemPath(_ word: String, in notebook: String) -> String {
        guard notebook != Session.inputWord, let path = NotebookFinder(session).known(notebook) else { return word }
        if let parts = split(word), parts.notebook == path { return parts.item }
        if word == ".", let folder = folder(atHereIn: path) { return folder }
        let place = session.absolute(word)
        guard let inside = ExternalPath.relative(place, to: path), FileKind.at(place) == .file else { return word }
        return inside
    }

    /// The folder of a notebook that is the working directory; `nil` elsewhere.
    private func folder(atHereIn notebook: String) -> String? {
        guard let inside = ExternalPath.relative(session.terminal.workingDirectory, to: notebook),
            let root = Self.itemRoots.prefix(2).first(where: { ("/" + inside + "/").hasPrefix($0) })
        else { return nil }
        let folder = ("/" + inside + "/").dropFirst(root.count).dropLast()
        return folder.isEmpty ? nil : String(folder)
    }

    /// Splits a path, as ‘search --lines’ prints it, into those of the notebook and the item.
    private func split(_ word: String) -> (notebook: String, item: String)? {
        for root in Self.itemRoots {
            for range in word.ranges(of: root) where range.lowerBound > word.startIndex {
                let front = String(word[..<range.lowerBound])
                guard let path = NotebookFinder(session).known(front), Self.isNotebook(path) else { continue }
                return (path, String(word[range.lowerBound...].dropFirst()))
            }
        }
        return nil
    }

    /// The directories of a notebook whose files can be named on a command line.
    private static let itemRoots = ["/notes/", "/cards/", "/trash/", "/blobs/"]

    /// The notebook that a word names here or in the library; files only if their names end like those of archives.
    ///
    /// Also recognizes an archive before items if the verb takes no archives, so that the error can say so.
    private func notebook(_ word: String, _ place: NotebookArgument) -> String? {
        guard let path = NotebookFinder(session).known(word) else { return nil }
        switch NotebookLocation(at: path) {
        case .notebook: return path
        case .file where place.notebook.takesArchives || place.namesItems && !place.isNeededElsewhere:
            let name = ExternalPath.name(of: path)
            return NotebookLocation.isCalledArchive(name) || ArchiveFormat(fileName: name) != nil ? path : nil
        default: return nil
        }
    }

    /// Whether a word names a damaged notebook or a plain folder, for a better error.
    private func isMistaken(_ word: String, _ place: NotebookArgument) -> Bool {
        let takesFolder = if case .folder? = place.next?.kind { true } else { false }
        return switch NotebookFinder(session).known(word).map({ NotebookLocation(at: $0) }) {
        case .remains: true
        case .folder: takesFolder
        default: false
        }
    }

    /// Whether a word ends like the names of notebooks and their archives.
    private static func hasEnding(_ word: String) -> Bool {
        let name = ExternalPath.name(of: word)
        return NotebookLocation.isCalledNotebook(name) || NotebookLocation.isCalledArchive(name)
    }
}

/// What a word means in the known notebook, as an argument.
private struct Meaning: Equatable {
    /// The meaning in words, such as `the folder Birds`.
    let text: String

    /// `nil` if the word means nothing there, or the notebook cannot be read.
    init?(of word: String, at parameter: (any Parameter)?, in path: String, _ session: Session) {
        guard let kind = parameter?.kind else { return nil }
        switch kind {
        case .text:
            text = "the first word of a text"
            return
        case .words(let words), .wordThenItems(let words, _):
            if words.contains(word) {
                text = "an action"
                return
            }
            guard case .wordThenItems = kind else { return nil }
        case .item, .trashedItem, .folder: break
        default: return nil
        }
        guard let notebook = OpenedBriefly.listing(path, session) else { return nil }
        if case .folder = kind {
            guard let folder = try? notebook.folder(word) else { return nil }
            text = "the folder \(PrintableText.escaped(folder.text))"
            return
        }
        var inTrash = false
        if case .trashedItem = kind { inTrash = true }
        do throws(NotebookError) {
            let item = try notebook.item(word, inTrash: inTrash)
            text = "the item \(PrintableText.escaped(item.path.text))"
        } catch {
            guard case .ambiguousItem(_, let paths) = error else { return nil }
            text = "\(paths.count) items"
        }
    }
}
