package import NotebookText

/// The state of an item when it was imported.
package struct ReceivedState: Hashable, Sendable {
    /// The digest of the file.
    package let digest: Digest
    /// The digest with the targets of links in place of their names; `nil` if no link led to a file.
    package let meaning: Digest?

    /// Makes the value of its parts.
    package init(digest: Digest, meaning: Digest? = nil) { (self.digest, self.meaning) = (digest, meaning) }
}
