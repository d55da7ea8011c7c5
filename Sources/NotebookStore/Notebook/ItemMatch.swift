package import NotebookFiles
import NotebookFormat
import NotebookQuery
import NotebookText

/// An item that matches a text, and why.
package struct ItemMatch: Sendable {
    /// The item.
    package let item: Item
    /// Why it matches.
    package let reason: Reason
    /// The alias that matches, as it is spelled in the front matter; `nil` if the title, name or path does.
    package let alias: String?

    package init(item: Item, reason: Reason, alias: String? = nil) {
        (self.item, self.reason) = (item, reason)
        if case .alias(let name) = reason { self.alias = name } else { self.alias = alias }
    }

    /// Why an item matches, the most exact first.
    package enum Reason: Hashable, Sendable {
        /// Its path, the path without root and ending, its name, its title, or the beginning of its uuid.
        case name
        /// The name of its file, or the end of its path, such as `README.md` or `Birds/Heron`.
        case fileName
        /// An alias in its front matter, as it is spelled there.
        case alias(String)
        /// Words of its title or an alias, in any order, regardless of case and diacritics.
        case part
    }
}

extension NotebookListing {
    /// The items that match a text, best first: by their exact names, or else by file names, aliases, and words of
    /// titles and aliases.
    ///
    /// Reads the files only if no exact name or file name matches.
    package func matches(_ text: String, inTrash: Bool, _ files: any FileTree) throws -> [ItemMatch] {
        do throws(NotebookError) {
            return [ItemMatch(item: try item(text, inTrash: inTrash), reason: .name)]
        } catch {
            if case .ambiguousItem(_, let paths) = error {
                let wanted = Set(paths)
                let all = inTrash ? trashedItems : items
                return all.filter { wanted.contains($0.path.text) }.map { ItemMatch(item: $0, reason: .name) }
            }
        }
        let items = inTrash ? trashedItems : items
        let endings = ["/\(ComparisonKey(text).text)", "/\(ComparisonKey(text).text).md"]
        let named = items.filter { item in
            let path = ComparisonKey(item.livePath.text).text
            return endings.contains { path.hasSuffix($0) }
        }
        // The path below notes/ or cards/ is equally exact with or without its ending.
        let exact = named.filter { ComparisonKey($0.shortPath + ".md") == ComparisonKey(text) }
        if let item = exact.first, exact.count == 1 { return [ItemMatch(item: item, reason: .fileName)] }
        if !named.isEmpty { return Self.sorted(named.map { (ItemMatch(item: $0, reason: .fileName), 0) }) }
        guard let parts = NameParts(text) else { return [] }
        let aliases = try Self.aliases(of: items, files)
        let key = ComparisonKey(text)
        let called = items.compactMap { item -> (ItemMatch, Int)? in
            aliases[item.path]?.first { key.isKey(of: $0) }.map { (ItemMatch(item: item, reason: .alias($0)), 0) }
        }
        if !called.isEmpty { return Self.sorted(called) }
        let found = items.compactMap { item -> (ItemMatch, Int)? in
            let names = [item.title] + (aliases[item.path] ?? [])
            let fits = names.enumerated().compactMap { number, name in parts.fit(name).map { (fit: $0, number: number) }
            }
            // Among names that match equally well, the title comes first.
            return fits.min { $0.fit == $1.fit ? $0.number < $1.number : $0.fit < $1.fit }.map { best in
                let alias = best.number == 0 ? nil : names[best.number]
                return (ItemMatch(item: item, reason: .part, alias: alias), best.fit.rawValue)
            }
        }
        let whole = found.filter { $0.1 == NameParts.Fit.whole.rawValue }
        return Self.sorted(whole.isEmpty ? found : whole)
    }

    /// Best matches first, then the latest.
    private static func sorted(_ matches: [(ItemMatch, Int)]) -> [ItemMatch] {
        matches.sorted { one, two in
            guard one.1 == two.1 else { return one.1 < two.1 }
            let (first, second) = (one.0.item, two.0.item)
            return first.modified == second.modified ? first.path < second.path : first.modified > second.modified
        }.map(\.0)
    }

    private static func aliases(of items: [Item], _ files: any FileTree) throws -> [BundlePath: [String]] {
        let found = try ItemPass(files).map(Set(items.map(\.path))) { path, bytes in
            let aliases = ItemAliases.of(bytes)
            return aliases.isEmpty ? nil : (path: path, aliases: aliases)
        }
        return Dictionary(found.map { ($0.path, $0.aliases) }) { first, _ in first }
    }
}
