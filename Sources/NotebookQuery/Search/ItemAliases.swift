import NotebookFormat

/// The aliases of an item, which other tools keep in its front matter under `aliases` or `alias`.
package enum ItemAliases {
    /// The aliases of an item; none if its front matter cannot be parsed.
    package static func of(_ bytes: [UInt8]) -> [String] {
        guard let range = ItemLayout(bytes).frontMatter, mentionsAlias(bytes, range),
            let lines = try? FrontMatterLines(bytes, range)
        else { return [] }
        return lines.entries.filter { ["aliases", "alias"].contains($0.key.lowercased()) }
            .flatMap { YAMLList.read(bytes, $0)?.items.map(\.text) ?? [] }
    }

    /// Whether the front matter contains the word at all.
    ///
    /// Most does not, and need not be parsed.
    private static func mentionsAlias(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        needle.firstRange(in: bytes, from: range.lowerBound, to: range.upperBound) != nil
    }

    private static let needle = LooseNeedle("alias")
}
