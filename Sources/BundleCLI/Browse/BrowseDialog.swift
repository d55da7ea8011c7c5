import NotebookBundle

/// A question on the screen.
enum BrowseDialog: Equatable {
    case help(top: Int)
    case line(BrowseQuestion)
    /// Whether to delete an item, with the links that this breaks.
    case delete(BundlePath, question: String)
    case folder(BrowseChoice)
    case calendar(BrowseCalendar)
}

/// A line that the user is asked for.
struct BrowseQuestion: Equatable {
    /// What the line is for.
    enum Purpose: Equatable {
        case search
        case newTitle
        case rename(BundlePath)
        case tags(BundlePath, old: [String])
    }

    let purpose: Purpose
    var input: ScreenInput
    /// What was typed of a tag before Tab completed it, and which of its completions the line has; `nil` before Tab.
    private(set) var completion: (typed: String, number: Int)?

    init(purpose: Purpose, input: ScreenInput) { (self.purpose, self.input) = (purpose, input) }

    static func == (left: BrowseQuestion, right: BrowseQuestion) -> Bool {
        left.purpose == right.purpose && left.input == right.input
    }

    /// The label before the line.
    var label: String {
        switch purpose {
        case .search: "/"
        case .newTitle: "Title of the new note: "
        case .rename: "New title: "
        case .tags: "Tags, with commas: "
        }
    }

    /// The tags that complete the last one of the line, those that begin with it first; none if nothing is typed of it.
    func completions(among tags: [String]) -> [String] {
        guard case .tags = purpose else { return [] }
        let typed = completion?.typed ?? lastWord
        let key = ComparisonKey(typed).text
        guard !key.isEmpty else { return [] }
        let others = Set(Self.tags(in: lineBeforeLastWord).map { ComparisonKey($0).text })
        let ranked = tags.compactMap { tag -> (tag: String, rank: Int)? in
            let name = ComparisonKey(tag).text
            guard !others.contains(name), let rank = Self.rank(of: key, in: name) else { return nil }
            return (tag, rank)
        }
        return ranked.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
            .map(\.element.tag)
    }

    /// How well a name begins with what was typed: as a whole, or a part of it; `nil` if it does not.
    private static func rank(of typed: String, in name: String) -> Int? {
        if name.hasPrefix(typed) { return 0 }
        return name.split(separator: "/").contains { $0.hasPrefix(typed) } ? 1 : nil
    }

    /// Replaces what was typed of the last tag by the next completion, or by the previous one.
    mutating func complete(among tags: [String], forwards: Bool) {
        let found = completions(among: tags)
        guard !found.isEmpty else { return }
        let typed = completion?.typed ?? lastWord
        let number = completion.map { ($0.number + (forwards ? 1 : found.count - 1)) % found.count }
        let next = number ?? (forwards ? 0 : found.count - 1)
        input = ScreenInput(lineBeforeLastWord + found[next])
        completion = (typed, next)
    }

    /// Takes a key as a part of the line; false for other keys.
    mutating func press(_ key: ScreenKey) -> Bool {
        guard input.press(key) else { return false }
        completion = nil
        return true
    }

    private var lineBeforeLastWord: String {
        let text = input.text
        return String(text.prefix(text.count - lastWord.count))
    }

    private var lastWord: String {
        let part = input.text.split(separator: ",", omittingEmptySubsequences: false).last ?? ""
        return String(part.drop { $0 == " " || $0 == "#" })
    }

    /// The tags of a line with commas, without number signs.
    static func tags(in text: String) -> [String] {
        text.split(separator: ",").map { part in
            let trimmed = part.drop { $0 == " " || $0 == "#" }
            return String(trimmed.reversed().drop { $0 == " " }.reversed())
        }.filter { !$0.isEmpty }
    }
}

/// A folder that the user chooses for an item.
struct BrowseChoice: Equatable {
    let item: BundlePath
    let folders: [FolderPath]
    var input = ScreenInput()
    var rows = ScrolledRows()

    /// The folders that match what was typed, and all for `/`, the top level; a new name can become a new folder.
    var shown: [(folder: String, isNew: Bool)] {
        let text = input.text.trimmed
        let key = text == "/" ? "" : ComparisonKey(text).text
        let ranked = ([.root] + folders).map(\.text).compactMap { folder in
            Self.rank(of: key, in: ComparisonKey(folder).text).map { (folder: folder, rank: $0) }
        }
        var shown = ranked.enumerated().sorted { one, two in
            (one.element.rank, one.offset) < (two.element.rank, two.offset)
        }.map { (folder: $0.element.folder, isNew: false) }
        let isNew = !key.isEmpty && !folders.contains { $0.key.text == key }
        if isNew, (try? FolderPath(text)) != nil { shown.append((text, true)) }
        return shown
    }

    /// How well a folder fits what was typed: it is the folder, its own name begins with it, that of a folder above, a word
    /// of a name, or it only contains it; `nil` if not even that.
    private static func rank(of typed: String, in path: String) -> Int? {
        guard !typed.isEmpty, path != typed else { return 0 }
        let names = path.split(separator: "/")
        if names.last?.hasPrefix(typed) == true { return names.count == 1 ? 1 : 2 }
        if path.hasPrefix(typed) { return 3 }
        if names.contains(where: { $0.hasPrefix(typed) }) { return 4 }
        let words = path.split { !$0.isLetter && !$0.isNumber }
        if words.contains(where: { $0.hasPrefix(typed) }) { return 5 }
        return path.contains(typed) ? 6 : nil
    }

    static func == (left: BrowseChoice, right: BrowseChoice) -> Bool {
        left.item == right.item && left.input == right.input && left.rows == right.rows
    }
}

/// The keys of the screen, as `?` and ‘browse --help’ show them.
enum BrowseHelp {
    static let keys: [(keys: String, effect: String)] = [
        ("j k ↓ ↑", "next and previous row or line"),
        ("l → Enter", "open: a folder, a tag, the list, the item, a link"),
        ("z", "give the item the whole width, or take it back"),
        ("h ← Backspace", "back: to the previous item, the list, the sidebar"),
        ("Alt-← Alt-→", "back and forward among the items read so far"),
        ("g G Home End", "first and last"),
        ("Space PageDown Ctrl-D Ctrl-F", "a page, or half of one, down"),
        ("PageUp Ctrl-U Ctrl-B", "a page, or half of one, up"),
        ("Tab Shift-Tab", "next and previous link; next pane where there is none"),
        ("1 … 9", "the link with this number in the item"),
        ("o", "open a link that leads out of the notebook, in the desktop's browser"),
        ("/", "search as you type; Escape ends the search"),
        ("n N", "next and previous match of the search"),
        ("s", "sort by modified, created, name"),
        ("T", "the tasks of all notes"),
        ("C", "the calendar of daily notes; Enter opens the note of a day, or makes it"),
        ("x", "mark the task as done, or as open again, in the list of tasks"),
        ("a", "new note, in the editor"),
        ("e", "edit in the editor"),
        ("r", "rename"),
        ("m", "move to another folder"),
        ("p", "pin, unpin"),
        ("t", "change the tags; Tab completes one"),
        ("d", "delete: move to the trash; y confirms, a confirms and never asks again"),
        ("R", "restore, in the trash"),
        ("u U", "undo the last change of the notebook"),
        ("Ctrl-R", "redo"),
        ("c", "study the cards of this place"),
        ("Ctrl-L", "redraw"),
        ("Ctrl-Z", "suspend"),
        ("q Ctrl-C", "quit"),
    ]

    /// The keys in lines of a width.
    static func lines(width: Int) -> [ScreenLine] {
        let column = min(keys.map(\.keys.columns).max() ?? 0, max(8, width / 3))
        return keys.flatMap { row -> [ScreenLine] in
            let names = FittedText.wrapped(row.keys, to: column, indent: 0)
            let effects = FittedText.wrapped(row.effect, to: max(10, width - column - 2), indent: 0)
            return (0..<max(names.count, effects.count)).map { number in
                var line = ScreenLine((number < names.count ? names[number] : "").padded(to: column), ScreenLook(.bold))
                line.append("  " + (number < effects.count ? effects[number] : ""))
                return line
            }
        }
    }
}
