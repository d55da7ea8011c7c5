package import NotebookFormat
import NotebookLinks

/// The attachments that items take along when they are copied: those that they reference (Format, clause 21.6), by a
/// link or by a name anywhere in the file, front matter included.
///
/// Copies, exports, imports and parts of notebooks all use this.
package struct CarriedBlobs {
    private let resolver: LinkResolver
    private let mentions: BlobMentions

    /// The attachments of a notebook.
    package init(_ manifest: Manifest) {
        resolver = LinkResolver(manifest)
        mentions = BlobMentions(of: manifest.entries(below: .blobs).filter { $0.type == .blob }.map(\.path))
    }

    /// The attachments that an item references, in the order of their paths.
    package func blobs(of file: ItemFile, at path: BundlePath) -> [BundlePath] {
        let linked = file.foundLinks.compactMap { link -> BundlePath? in
            guard case .file(let target) = link.target(resolver, from: path), FileType(of: target) == .blob,
                TrashedPath(target) == nil
            else { return nil }
            return target
        }
        return Set(linked + mentions.mentioned(in: file.bytes)).sorted()
    }
}
