import NotebookFormat
package import NotebookLinks
import NotebookMarkdown
package import NotebookText

/// What the text of an item names: files in its links, and tags as `#tag`.
package struct TextNames: Hashable, Sendable {
    /// The version of cached names.
    static let version = "links \(LinkNames.version), tags \(InlineTags.version)"

    /// The names that its links use.
    package let links: LinkNames
    /// Its tags, each once.
    package let tags: [Tag]

    /// No names.
    static let none = TextNames(links: .none, tags: [])

    init(links: LinkNames, tags: [Tag]) {
        self.links = links
        self.tags = tags
    }

    /// What the text of a file names; nothing if it is not an item.
    package init(of bytes: [UInt8]) {
        guard let item = try? ItemFile(bytes) else {
            self = .none
            return
        }
        self.init(links: LinkNames(item), tags: item.inlineTags)
    }
}
