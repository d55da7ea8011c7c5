import NotebookFormat
import NotebookText

/// The rule by which a file is a second version of another (Format, clause 14.1).
enum SecondVersion {
    /// What the text of an item says.
    typealias Text = (uuid: UniqueIdentifier?, title: String?)

    /// Whether the name of a file outside the trash marks it as one, and it does not have that name from its own title.
    ///
    /// - Parameters:
    ///   - text: What it says; `nil` if it cannot be read.
    ///   - isUsed: Whether another item outside the trash has a uuid.
    static func isNamed(
        _ path: BundlePath, text: () throws -> Text?, isUsed: (UniqueIdentifier) throws -> Bool
    ) rethrows -> Bool {
        guard TrashedPath(path) == nil, ConflictCopy.matches(path) else { return false }
        guard ConflictCopy.type(of: path)?.isItem == true, let text = try text(), let title = text.title,
            ConflictCopy.isNamed(path, after: title)
        else { return true }
        return try text.uuid.map(isUsed) ?? false
    }

    /// Whether an unlisted file outside the trash has the uuid of the item after which it is named.
    ///
    /// - Parameter listed: The uuid of the item that the manifest lists at a path.
    static func isBeside(
        _ path: BundlePath, listed: (BundlePath) throws -> UniqueIdentifier?, text: () throws -> Text?
    ) rethrows -> Bool {
        guard TrashedPath(path) == nil, let original = ConflictCopy.possibleOriginal(of: path),
            ConflictCopy.type(of: path)?.isItem == true, let uuid = try listed(original)
        else { return false }
        return try text()?.uuid == uuid
    }
}
