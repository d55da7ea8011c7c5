import NotebookBundle

/// A question on the screen.
enum BrowseDialog: Equatable {
    case help(top: Int)
    case line(BrowseQuestion)
    /// Whether to delete an item, with the links that this breaks.
    case delete(BundlePath, question: String)
    case folder(BrowseChoice)
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

    /// The label before the line.
    var label: String {
        switch purpose {
        case .search: "/"
        case .newTitle: "Title of the new note: "
        case .rename: "New title: "
        case .tags: "Tags, with commas: "
        }
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

    /// The folders that match what was typed; a new name can become a new folder.
    var shown: [(folder: String, isNew: Bool)] {
        let key = input.text.lowercased()
        var shown = ([.root] + folders).map(\.text).filter { key.isEmpty || $0.lowercased().contains(key) }
            .map { (folder: $0, isNew: false) }
        let isNew = !key.isEmpty && !folders.contains { $0.text.lowercased() == key }
        if isNew, (try? FolderPath(input.text)) != nil { shown.append((input.text, true)) }
        return shown
    }

    static func == (left: BrowseChoice, right: BrowseChoice) -> Bool {
        left.item == right.item && left.input == right.input && left.rows == right.rows
    }
}

/// The keys of the screen, as `?` and ‘browse --help’ show them.
enum BrowseHelp {
    static let keys: [(keys: String, effect: String)] = [
        ("j k ↓ ↑", "next and previous row or line"),
        ("l → Enter", "open: a folder, the list, the item, a link"),
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
        ("x", "mark the task as done, or as open again, in the list of tasks"),
        ("a", "new note, in the editor"),
        ("e", "edit in the editor"),
        ("r", "rename"),
        ("m", "move to another folder"),
        ("p", "pin, unpin"),
        ("t", "change the tags"),
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
