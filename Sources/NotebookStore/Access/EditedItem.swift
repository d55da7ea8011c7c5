import NotebookFormat

/// An item that is open in a text editor, and is saved each time the editor saves its file.
///
/// Changes by others are merged with what is typed, as at the end. Where both change the same place, nothing is saved until
/// the editor is closed, so that conflict markers appear once at most.
public struct EditedItem: Sendable {
    /// The item as it was last saved or read.
    public private(set) var item: Item
    /// The text in the editor's file that is safe in the notebook.
    public private(set) var typed: [UInt8]
    /// The file in the notebook that stands for that text; `nil` if it has changes by others as well.
    private var saved: [UInt8]?

    /// An item with its bytes, which the editor starts with.
    public init(_ item: Item, _ bytes: [UInt8]) {
        (self.item, typed, saved) = (item, bytes, bytes)
    }

    /// Both changed the same place.
    private struct Conflict: Error {}

    /// Saves the text of the editor's file; `nil` if it has not changed, or if both sides changed the same place and the
    /// editor is still open.
    ///
    /// Blocks while others use the notebook, and until the change is durable.
    ///
    /// - Parameter isOpen: Whether the editor is still open.
    /// - Throws: `NotebookError.malformedItem` if the text cannot be an item, or an error if it cannot be saved; then
    ///   nothing is changed, and saving can be tried again.
    public mutating func save(
        _ text: [UInt8], in storage: some NotebookStorage, whileOpen isOpen: Bool
    ) throws -> EditResult<SavedText>? {
        guard text != typed else { return nil }
        let (item, base) = (self.item, saved ?? typed)
        let mine = saved.map { Self.following(text, typed, $0) } ?? text
        var bytes: [UInt8] = []
        do {
            let edit = try storage.edit { draft in
                let result = try draft.save(mine, over: base, of: item)
                if isOpen, result.conflicts > 0 { throw Conflict() }
                bytes = try draft.read(result.item.path, limit: ItemFile.maximumBytes)
                return result
            }
            (self.item, typed) = (edit.result.item, text)
            saved = edit.result.isMerged ? nil : bytes
            return edit
        } catch is Conflict {
            return nil
        }
    }

    /// The typed text with the uuid and date that saving an earlier text has set, unless it changes them itself.
    private static func following(_ text: [UInt8], _ earlier: [UInt8], _ saved: [UInt8]) -> [UInt8] {
        guard earlier != saved, let new = try? ItemFile(text), let old = try? ItemFile(earlier),
            let known = try? ItemFile(saved)
        else { return text }
        var metadata = new.metadata
        if metadata.modified == old.metadata.modified { metadata.modified = known.metadata.modified }
        if metadata.uuid == old.metadata.uuid { metadata.uuid = known.metadata.uuid }
        return (try? new.setting(metadata))?.bytes ?? text
    }
}
