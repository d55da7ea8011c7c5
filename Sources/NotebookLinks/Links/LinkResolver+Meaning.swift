package import NotebookFormat
import NotebookMarkdown
package import NotebookText

extension LinkResolver {
    /// The digest of an item with the identity of each linked file in place of its name; `nil` if no link leads to a file.
    ///
    /// It stays the same if links are rewritten because files move.
    ///
    /// - Parameter path: The path of the item.
    package func meaning(of item: ItemFile, at path: BundlePath) -> Digest? {
        var bytes: [UInt8] = []
        var end = item.bytes.startIndex
        let links = ItemText(item).links().filter(\.holdsDestination)
        for link in links.sorted(by: { $0.destination.range.lowerBound < $1.destination.range.lowerBound }) {
            let name = FoundLink.Name(link)
            guard link.destination.range.lowerBound >= end, case .file(let target) = name.target(self, from: path),
                let identity = identity(of: target)
            else { continue }
            bytes += item.bytes[end..<link.destination.range.lowerBound]
            bytes += identity.utf8
            if case .destination(let destination) = name { bytes += destination.suffix.utf8 }
            end = link.destination.range.upperBound
        }
        guard !bytes.isEmpty else { return nil }
        return Digest.of(bytes + item.bytes[end...])
    }

    /// What distinguishes a file wherever it is: the uuid of an item, the digest of an attachment.
    private func identity(of path: BundlePath) -> String? {
        guard let entry = manifest[path] else { return nil }
        return entry.type == .blob ? "\(entry.digest)" : entry.item?.uuid?.description
    }
}
