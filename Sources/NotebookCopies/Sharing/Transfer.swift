public import NotebookFormat
public import NotebookStore
public import NotebookText

/// The result of copying or importing items from another notebook.
public struct Transfer: Sendable {
    /// A link to a file that was not copied.
    public struct LostLink: Hashable, Sendable {
        /// The item in the receiving notebook.
        public let item: BundlePath
        /// The target of the link, in the other notebook.
        public let target: BundlePath
        /// Where the link is.
        public let position: TextPosition
    }

    /// New items.
    public internal(set) var added: [Item] = []
    /// Items that existed and were updated from the other notebook.
    public internal(set) var updated: [Item] = []
    /// Items that existed and are the same.
    public internal(set) var unchanged: [Item] = []
    /// Items that were changed more recently here than in the other notebook, and were left alone.
    public internal(set) var newer: [Item] = []
    /// The updated items whose old versions went to the trash.
    public internal(set) var kept: [Kept] = []
    /// Items whose uuid was in use here, and that got a new uuid.
    public internal(set) var twins: [Twin] = []
    /// Links to files that were not copied.
    public internal(set) var lostLinks: [LostLink] = []
    /// How many new attachments were copied.
    public internal(set) var attachments = 0
    /// The attachments of the other notebook that items reference.
    package var carriedBlobs: Set<BundlePath> = []
    /// Names of attachments in items, outside of links, that differ here.
    public internal(set) var lostNames: [LostName] = []

    /// The name of an attachment in an item, if it differs here.
    public struct LostName: Hashable, Sendable {
        /// The item in the receiving notebook.
        public let item: BundlePath
        /// The attachment's name in the other notebook.
        public let old: BundlePath
        /// Its name here.
        public let new: BundlePath
    }

    /// An overwritten item whose old version went to the trash.
    public struct Kept: Sendable {
        /// The item now.
        public let item: Item
        /// Why the old version was kept.
        public let reason: Reason

        /// Why the old version of an item is kept.
        public enum Reason: Sendable {
            /// It was also changed here since it was imported.
            case changedHere
            /// The new text is unrelated: it may be another item that took the old one's place.
            case unrelated
        }
    }

    /// An item whose uuid was in use here.
    public struct Twin: Sendable, Hashable {
        /// The new item.
        public let item: BundlePath
        /// The item with that uuid; `nil` if it is in the trash.
        public let other: BundlePath?
    }
}

/// How items of another notebook are matched with those here.
package enum TransferIdentity: Sendable {
    /// Each is a new item; it gets a new uuid if its own is in use.
    case new
    /// An item with a known uuid, or without a uuid but with the same path, is the same item.
    ///
    /// - Parameter guessed: The uuids that were only derived from names in the source, so that different items may
    ///   share them.
    case same(guessed: Set<UniqueIdentifier> = [])
}
