import NotebookFormat

/// An item with conflict markers of git in its front matter.
///
/// Two people who edit different paragraphs of a note always conflict in its line `modified:`; in a short note, the
/// conflict extends from there into the text.
package struct MarkedFrontMatter: Sendable {
    /// The item with one front matter merged from both; if both changed a key, the other value becomes a comment.
    ///
    /// Where the texts differ, both stay between markers.
    package let bytes: [UInt8]
    /// Whether nothing was lost and there was nothing to choose: the versions differ only in uuid, dates and tags.
    package let isSettled: Bool

    /// Merges both versions of the front matter; `nil` if it has no conflict markers, or one of the versions is
    /// invalid.
    package init?(_ marked: [UInt8]) {
        let layout = ItemLayout(marked)
        guard layout.frontMatter != nil else { return nil }
        let text = MarkedText(marked, before: layout.frontMatterEnd)
        guard text.count > 0, let mine = try? ItemFile(text.resolved(.mine)),
            let theirs = try? ItemFile(text.resolved(.theirs))
        else { return nil }
        let base = text.common().flatMap { try? ItemFile($0) }
        guard mine.body == theirs.body else {
            bytes = MergedVersions(base: base?.bytes, mine: mine.bytes, theirs: theirs.bytes, labels: text.labels).bytes
            isSettled = false
            guard (try? ItemFile(bytes)) != nil else { return nil }
            return
        }
        guard let merged = MergedFrontMatter(base: base, mine: mine, theirs: theirs, text.labels) else { return nil }
        bytes = merged.item.bytes
        let (one, other) = (mine.metadata, theirs.metadata)
        isSettled =
            merged.conflicts == 0 && one.title == other.title && one.pinned == other.pinned
            && mine.foreignEntries.elementsEqual(theirs.foreignEntries) { $0.key == $1.key && $0.text == $1.text }
    }
}
