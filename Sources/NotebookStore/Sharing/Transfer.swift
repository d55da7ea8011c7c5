public import NotebookFormat

/// What became of items that were taken from another notebook.
public struct Transfer: Sendable {
    /// A link that leads to something that stayed behind.
    public struct LostLink: Hashable, Sendable {
        /// The item in the notebook that took it.
        public let item: BundlePath
        /// What the link led to, in the other notebook.
        public let target: BundlePath
        /// Where the link is.
        public let position: TextPosition
    }

    /// Items that are new.
    public internal(set) var added: [Item] = []
    /// Items that were there before, and are as in the other notebook now.
    public internal(set) var updated: [Item] = []
    /// Items that were there before, and the same.
    public internal(set) var unchanged: [Item] = []
    /// Items that were changed here later than there, and stay as they are.
    public internal(set) var newer: [Item] = []
    /// Those of the updated items of which the trash keeps what was here.
    public internal(set) var kept: [Kept] = []
    /// Items that came with a uuid that another item has, and got one of their own.
    public internal(set) var twins: [Twin] = []
    /// Links whose targets stayed behind.
    public internal(set) var lostLinks: [LostLink] = []
    /// How many attachments came along that were not there before.
    public internal(set) var attachments = 0
    /// The attachments of the other notebook that items reference.
    package var carriedBlobs: Set<BundlePath> = []
    /// Names of attachments in items, outside of links, under which they are not known here.
    public internal(set) var lostNames: [LostName] = []

    /// The name of an attachment in an item that has another one here.
    public struct LostName: Hashable, Sendable {
        /// The item in the notebook that took it.
        public let item: BundlePath
        /// What the attachment is called in the other notebook.
        public let old: BundlePath
        /// What it is called here.
        public let new: BundlePath
    }

    /// An item that was written over, and is in the trash as it was.
    public struct Kept: Sendable {
        /// The item as it is now.
        public let item: Item
        /// Why it was kept.
        public let reason: Reason

        /// Why an item is not simply written over.
        public enum Reason: Sendable {
            /// It was changed here as well since it was imported.
            case changedHere
            /// The new text has nothing in common with it: it may be another item that only has its place.
            case unrelated
        }
    }

    /// An item that came with the uuid of another one.
    public struct Twin: Sendable, Hashable {
        /// The item that came.
        public let item: BundlePath
        /// The one that has the uuid; `nil` if that is in the trash.
        public let other: BundlePath?
    }
}

/// How items of another notebook are matched with those here.
package enum TransferIdentity: Sendable {
    /// Each is a new item, with a uuid of its own where that is taken.
    case new
    /// An item with a uuid that is known here, or without one the same path, is the same item.
    ///
    /// - Parameter guessed: The uuids that only follow from names that the source uses, so that others can have them
    ///   too.
    case same(guessed: Set<UniqueIdentifier> = [])
}
