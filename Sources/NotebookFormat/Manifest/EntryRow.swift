import NotebookText

/// An entry of a manifest as numbers: its values, and the ranges of its texts in the text of the manifest.
///
/// Reading a list of 100,000 files takes a third of the time that it would take with strings for each path, title and
/// tag; strings are made only on demand.
struct EntryRow: Sendable {
    /// The location of an entry's texts.
    enum Texts: Sendable {
        /// In the text that was read, if the entry is canonical there, without escapes.
        case listed(Listed)
        /// In a stored entry with this index.
        case made(Int32)
    }

    /// Ranges of bytes in the text that was read.
    struct Listed: Sendable {
        /// The entry, from bracket to bracket.
        @CompactRange var entry: Range<Int>
        @CompactRange var path: Range<Int>
        /// The title; `nil` if there is none.
        @CompactOptionalRange var title: Range<Int>?
        /// The tags, from bracket to bracket; empty if there are none.
        @CompactRange var tags: Range<Int>
    }

    let texts: Texts
    let type: FileType
    let isPinned: Bool
    let size: Int
    let digest: Digest
    let uuid: UniqueIdentifier?
    let created: Timestamp?
    let modified: Timestamp?

    init(_ entry: Entry, number: Int) {
        texts = .made(Int32(number))
        (type, size, digest) = (entry.type, entry.size, entry.digest)
        isPinned = entry.item?.pinned ?? false
        (uuid, created, modified) = (entry.item?.uuid, entry.item?.created, entry.item?.modified)
    }

    init(
        _ listed: Listed, type: FileType, size: Int, digest: Digest, uuid: UniqueIdentifier?, created: Timestamp?,
        modified: Timestamp?, isPinned: Bool
    ) {
        texts = .listed(listed)
        (self.type, self.size, self.digest, self.isPinned) = (type, size, digest, isPinned)
        (self.uuid, self.created, self.modified) = (uuid, created, modified)
    }
}
