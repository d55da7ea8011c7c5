import NotebookStore
import Cores

// Async versions of the calls of `EditedItem`, which do not block the caller's thread.
extension EditedItem {
    /// Adds an item with the text that an editor has saved for the first time.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public static func adding(
        _ text: [UInt8], to storage: some NotebookStorage, followsFirstLine: Bool,
        _ add: @escaping @Sendable (inout Draft) throws -> Item
    ) async throws -> (edited: EditedItem, edit: EditResult<SavedText>) {
        try await BackgroundJob.run { try adding(text, to: storage, followsFirstLine: followsFirstLine, add) }
    }

    /// Saves the text of the editor's file; `nil` if it has not changed, or if both sides changed the same place and
    /// the editor is still open.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public mutating func save(
        _ text: [UInt8], in storage: some NotebookStorage, whileOpen isOpen: Bool
    ) async throws -> EditResult<SavedText>? {
        let before = self
        let (after, edit) = try await BackgroundJob.run {
            var edited = before
            let edit = try edited.save(text, in: storage, whileOpen: isOpen)
            return (edited, edit)
        }
        self = after
        return edit
    }

    /// Renames a new item after its first line, once the editor is closed; `nil` if the line has not changed since the
    /// item was added, or somebody else renamed the item.
    ///
    /// Does not block.
    ///
    /// - Throws: `CancellationError`, or what the blocking call of the same name throws.
    public mutating func nameByFirstLine(in storage: some NotebookStorage) async throws -> EditResult<SavedText>? {
        let before = self
        let (after, edit) = try await BackgroundJob.run {
            var edited = before
            let edit = try edited.nameByFirstLine(in: storage)
            return (edited, edit)
        }
        self = after
        return edit
    }
}
