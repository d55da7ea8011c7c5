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
