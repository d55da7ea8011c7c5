import NotebookFormat

/// A three-way merge of two versions of a note or card: the front matter key by key, the body line by line and word by
/// word.
///
/// Combines tags, and keeps the later `modified` and the earlier `created`. If both changed a key in different ways,
/// one value stays and the other becomes a comment after it.
package struct MergedVersions: Sendable {
    /// The whole file.
    package let bytes: [UInt8]
    /// The number of conflicts: between markers in the body, as a comment in the front matter.
    package let conflicts: Int

    /// Merges two versions of an item.
    ///
    /// - Parameters:
    ///   - base: The common ancestor; `nil` if it is unknown.
    ///   - mine: The version that comes first; the result has its line ends.
    ///   - theirs: The other version.
    package init(base: [UInt8]?, mine: [UInt8], theirs: [UInt8], labels: MergedText.Labels) {
        if mine == theirs || theirs == base {
            (bytes, conflicts) = (mine, 0)
        } else if mine == base {
            (bytes, conflicts) = (theirs, 0)
        } else if let merged = Self.merged(base, mine, theirs, labels) {
            (bytes, conflicts) = merged
        } else {
            let text = MergedText(base: base, mine: mine, theirs: theirs, labels: labels)
            (bytes, conflicts) = (text.bytes, text.conflicts)
        }
    }

    /// The merged file; `nil` if the front matter of a version is invalid.
    private static func merged(
        _ base: [UInt8]?, _ mine: [UInt8], _ theirs: [UInt8], _ labels: MergedText.Labels
    ) -> (bytes: [UInt8], conflicts: Int)? {
        guard let one = try? ItemFile(mine), let other = try? ItemFile(theirs),
            let head = MergedFrontMatter(base: base.flatMap { try? ItemFile($0) }, mine: one, theirs: other, labels)
        else { return nil }
        let oldBody = base.flatMap { try? ItemFile($0) }.map { Array($0.body) }
        let body = MergedText(base: oldBody, mine: Array(one.body), theirs: Array(other.body), labels: labels)
        guard let item = try? head.item.setting(body: body.bytes) else { return nil }
        return (item.bytes, head.conflicts + body.conflicts)
    }
}
