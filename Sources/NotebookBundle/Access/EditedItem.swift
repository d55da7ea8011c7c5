import NotebookFormat
import NotebookStore

/// An item that is open in a text editor, and is saved each time the editor saves its file.
///
/// Merges changes by others with the typed text. If both change the same place, nothing is saved until the editor is
/// closed, so that conflict markers appear at most once.
package struct EditedItem: Sendable {
    /// The item as it was last saved or read.
    package private(set) var item: Item
    /// The text of the editor's file that was last saved in the notebook.
    package private(set) var typed: [UInt8]
    /// The bytes of the item in the notebook that hold this text; `nil` if they also hold changes by others.
    private var saved: [UInt8]?
    /// The title that a new item got from its first line.
    private var firstLine: String?

    /// An item with its bytes, which the editor starts with.
    package init(_ item: Item, _ bytes: [UInt8]) {
        (self.item, typed, saved) = (item, bytes, bytes)
    }

    private init(new item: Item, _ typed: [UInt8], _ saved: [UInt8]) {
        (self.item, self.typed, self.saved) = (item, typed, saved)
    }

    /// Adds an item with the text that an editor has saved for the first time.
    ///
    /// Blocks while others use the notebook, and until the change is durable.
    ///
    /// - Parameters:
    ///   - text: The text of the editor's file, with or without front matter.
    ///   - followsFirstLine: Whether the title comes from the first line and follows its changes
    ///     (`nameByFirstLine(in:)`).
    ///   - add: Adds the item.
    /// - Throws: What `add` throws, or an error if it cannot be saved; then nothing is changed.
    package static func adding(
        _ text: [UInt8], to storage: some NotebookStorage, followsFirstLine: Bool,
        _ add: (inout Draft) throws -> Item
    ) throws -> (edited: EditedItem, edit: EditResult<SavedText>) {
        var bytes: [UInt8] = []
        let edit = try storage.edit { draft in
            let item = try add(&draft)
            bytes = try draft.read(item.path, limit: ItemFile.maximumBytes)
            return SavedText(item: item, isMerged: false, conflicts: 0, isRestored: false)
        }
        var edited = EditedItem(new: edit.result.item, text, bytes)
        if followsFirstLine { edited.firstLine = (try? ItemFile(text))?.firstLineOfText }
        return (edited, edit)
    }

    /// Saves the text of the editor's file; `nil` if it has not changed, or if both sides changed the same place and
    /// the editor is still open.
    ///
    /// Blocks while others use the notebook, and until the change is durable.
    ///
    /// - Parameter isOpen: Whether the editor is still open.
    /// - Throws: `NotebookError.malformedItem` if the text cannot be an item, or an error if it cannot be saved; then
    ///   nothing is changed, and saving can be tried again.
    package mutating func save(
        _ text: [UInt8], in storage: some NotebookStorage, whileOpen isOpen: Bool
    ) throws -> EditResult<SavedText>? {
        guard text != typed else { return nil }
        let (item, base) = (self.item, saved ?? typed)
        let mine = saved.map { Self.following(text, typed, $0) } ?? text
        var bytes: [UInt8] = []
        do {
            let edit = try storage.edit { draft in
                let result = try draft.save(mine, over: base, of: item, marksConflicts: !isOpen)
                bytes = try draft.read(result.item.path, limit: ItemFile.maximumBytes)
                return result
            }
            (self.item, typed) = (edit.result.item, text)
            saved = edit.result.isMerged ? nil : bytes
            return edit
        } catch is SavedText.Conflict {
            return nil
        }
    }

    /// Renames a new item after its first line, once the editor is closed; `nil` if the line has not changed since the
    /// item was added, or somebody else renamed the item.
    ///
    /// Changes both title and file name. Blocks while others use the notebook, and until the change is durable.
    ///
    /// - Throws: an error if it cannot be saved; then nothing is changed.
    package mutating func nameByFirstLine(in storage: some NotebookStorage) throws -> EditResult<SavedText>? {
        guard let firstLine, let line = (try? ItemFile(typed))?.firstLineOfText, line != firstLine else { return nil }
        let item = item
        let edit = try storage.edit { draft -> SavedText? in
            let file = try draft.item(item.path)
            guard file.metadata.uuid == item.uuid, file.metadata.title == firstLine, file.firstLineOfText == line
            else { return nil }
            let renamed = try draft.rename(try draft.shown(item.path), to: line)
            return SavedText(item: renamed, isMerged: false, conflicts: 0, isRestored: false)
        }
        guard let saved = edit.result else { return nil }
        self.item = saved.item
        self.firstLine = line
        return EditResult(
            result: saved, links: edit.links, recovery: edit.recovery, commit: edit.commit, reversal: edit.reversal)
    }

    /// The typed text with the front matter values that saving an earlier text set, unless the typed text changes them
    /// itself.
    private static func following(_ text: [UInt8], _ earlier: [UInt8], _ saved: [UInt8]) -> [UInt8] {
        guard earlier != saved, let new = try? ItemFile(text), let old = try? ItemFile(earlier),
            let known = try? ItemFile(saved)
        else { return text }
        var metadata = new.metadata
        let (before, after) = (old.metadata, known.metadata)
        for key in KnownKey.allCases where key.row.isSame(metadata, before) { key.row.copy(after, &metadata) }
        return (try? new.setting(metadata))?.bytes ?? text
    }
}
