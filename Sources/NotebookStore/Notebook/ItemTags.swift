package import NotebookFiles
package import NotebookFormat
public import NotebookText

/// The tags of items: those in the front matter, and those written as `#tag` in the texts, if the notebook counts them
/// (Format, clause 6.2).
public struct ItemTags: Sendable {
    /// The tags in the front matter alone.
    package static let ofFrontMatter = ItemTags(inTexts: [:])

    private let inTexts: [BundlePath: [Tag]]

    init(inTexts: [BundlePath: [Tag]]) { self.inTexts = inTexts }

    /// The tags in the text of an item, each once, in its order.
    public func inText(of item: Item) -> [Tag] { inTexts[item.path] ?? [] }

    /// All tags of an item, each once; first those of its front matter.
    public func all(of item: Item) -> [Tag] {
        guard let inText = inTexts[item.path] else { return item.tags }
        return Tag.unique(item.tags + inText)
    }

    /// All tags of an item that readers should see: none that is only in a comment.
    package func shown(of item: Item, _ file: ItemFile) -> [Tag] {
        inTexts[item.path] == nil ? item.tags : Tag.unique(item.tags + file.shownInlineTags)
    }

    /// Whether an item has a tag, or one below it.
    public func has(_ tag: Tag, _ item: Item) -> Bool {
        let key = tag.key.text
        return (item.tags + inText(of: item)).contains { $0.key.text == key || $0.key.text.hasPrefix(key + "/") }
    }
}

extension NotebookListing {
    /// The tags of items; texts are read only if the notebook counts tags in them and they are not cached.
    ///
    /// - Parameters:
    ///   - paths: The items; `nil` for all that are not in the trash.
    ///   - look: A look at the files, if there is one.
    package func itemTags(
        of paths: Set<BundlePath>? = nil, _ tree: any FileTree, look: DirectoryScan? = nil,
        progress: any WorkProgress = NoProgress()
    ) throws -> ItemTags {
        guard description.settings.countsInlineTags, paths?.isEmpty != true else { return .ofFrontMatter }
        let reader = TextNamesReader(tree, look: look, progress: progress)
        return ItemTags(inTexts: try paths.map { try reader.tags(of: $0, in: manifest) } ?? reader.tags(of: manifest))
    }
}
