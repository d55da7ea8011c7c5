import NotebookBundle

/// What an editor saves, and how it was saved in the notebook.
struct EditorSaves {
    /// What to do with the text of an editor that was closed.
    enum Verdict {
        case saves
        /// The item had a text, and now has none.
        case emptied
        /// A new item has no text.
        case nothingWritten
    }

    /// The saves so far.
    private(set) var edits: [EditResult<SavedText>] = []
    /// The text that the item had before; `nil` for a new item.
    let before: [UInt8]?
    /// The manifest before a new item was added, if other items share its name; otherwise `nil`.
    private(set) var manifestBeforeAdding: Manifest?

    let notebook: Notebook
    /// What kind of item it is.
    let type: FileType
    private let new: ItemEditing.New?
    private var edited: EditedItem?

    init(_ item: Item, _ old: [UInt8], in notebook: Notebook) {
        (self.notebook, type, before, new, edited) = (notebook, item.type, old, nil, EditedItem(item, old))
    }

    init(_ new: ItemEditing.New, in notebook: Notebook) {
        (self.notebook, type, self.new, before, edited) = (notebook, new.type, new, nil, nil)
    }

    /// The text of the editor's file that is saved in the notebook; `nil` if none is.
    var typed: [UInt8]? { edited?.typed }

    /// The item; `nil` as long as it is not added.
    var item: Item? { edited?.item }

    /// What to do with a text, once the editor was closed.
    func verdict(on text: [UInt8]) -> Verdict {
        if edited != nil { return text.isBlank && before?.isBlank != true ? .emptied : .saves }
        return isWritten(text, isOpen: false) ? .saves : .nothingWritten
    }

    /// Saves what the editor has saved; does nothing if that is not possible.
    mutating func saveWhileOpen(_ text: [UInt8]) {
        // Some editors empty the file before they write it.
        guard !text.isBlank else { return }
        try? save(text, whileOpen: true)
    }

    /// Saves the final text of the editor.
    mutating func saveAtEnd(_ text: [UInt8]) throws {
        try save(text, whileOpen: false)
        // Only the name depends on this, so a failure must not affect the text.
        if let edit = try? edited?.nameByFirstLine(in: notebook.storage) { edits.append(edit) }
    }

    private mutating func save(_ text: [UInt8], whileOpen isOpen: Bool) throws {
        if edited != nil {
            if let edit = try edited?.save(text, in: notebook.storage, whileOpen: isOpen) { edits.append(edit) }
        } else if let new, isWritten(text, isOpen: isOpen) {
            var manifest: Manifest?
            let added = try EditedItem.adding(text, to: notebook.storage, followsFirstLine: new.followsFirstLine) {
                draft in
                let item = try new.add(&draft, text)
                let isShared = !SharedNames(of: [item.path], in: draft.manifest).names.isEmpty
                manifest = isShared ? draft.listing.manifest : nil
                return item
            }
            (edited, manifestBeforeAdding) = (added.edited, manifest)
            edits.append(added.edit)
        }
    }

    /// Whether a text makes a new item.
    private func isWritten(_ text: [UInt8], isOpen: Bool) -> Bool {
        guard let new, !text.isBlank || new.isWanted && !isOpen else { return false }
        return text != new.start || new.isWanted && !isOpen
    }

    /// The values in the front matter of the saved item that could be read before and can no longer be read.
    func newProblems(of item: Item) -> [String] {
        guard let file = try? notebook.read({ try $0.file(of: item) }) else { return [] }
        let old = before.flatMap { try? ItemFile($0) }
        let known = Set(old?.unacceptable.map(\.key) ?? [])
        let name = PrintableText.escaped(item.path.text)
        var problems: [String] = []
        for value in file.unacceptable where !known.contains(value.key) {
            let place = TextPosition(of: value.offset, in: file.bytes)
            problems.append(
                "\(name):\(place.line):\(place.column): the value of “\(value.key.rawValue)” cannot be read, and counts as missing"
            )
        }
        if typed?.starts(with: Array("---".utf8)) == true, (typed.flatMap { try? ItemFile($0) })?.bodyStart == 0,
            old?.bodyStart != 0
        {
            problems.append("\(name): the front matter has no closing “---”, so its lines are text now")
        }
        return problems
    }
}
