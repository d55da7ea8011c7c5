extension ItemFile {
    /// The item with other destinations of its links; everything else stays as it is, byte for byte.
    ///
    /// - Parameter change: Gives the new destination of a link, or of a definition; `nil` to leave it. Destinations that
    ///   cannot be spelled where they are to stand are left.
    public func rewritingDestinations(_ change: (MarkdownLink) -> String?) throws(TextProblem) -> ItemFile {
        var edits: [(range: Range<Int>, text: [UInt8])] = []
        for link in MarkdownDocument(bytes, from: bodyStart).links() where link.holdsDestination {
            guard let destination = change(link), let text = link.destination.spelling(of: destination) else {
                continue
            }
            edits.append((link.destination.range, text))
        }
        return edits.isEmpty ? self : try replacing(edits)
    }
}

/// Keeps the links of an item right when it moves.
public struct LinkRewriter: Sendable {
    private let resolver: LinkResolver

    /// A rewriter for items of a notebook.
    public init(_ manifest: Manifest) { resolver = LinkResolver(manifest) }

    /// The item with relative links that lead from its new place where they led from the old one.
    ///
    /// - Throws: `TextProblem`, never for items that can be read.
    public func moving(_ item: ItemFile, from old: BundlePath, to new: BundlePath) throws(TextProblem) -> ItemFile {
        guard LinkResolver.directory(of: old) != LinkResolver.directory(of: new) else { return item }
        return try item.rewritingDestinations { link in
            if case .wikiLink = link.kind { return nil }
            let destination = LinkDestination(link.destination.text)
            guard !destination.rawPath.isEmpty, !destination.rawPath.hasPrefix("/") else { return nil }
            switch resolver.resolve(destination, from: old) {
            case .file(let path):
                return destination.leading(to: path == old ? new : path, from: new)
            case .folder(let text), .nothing(let text?):
                guard let path = try? BundlePath(text) else { return nil }
                return destination.leading(to: path, from: new)
            case .external, .itself, .ambiguous, .nothing(nil): return nil
            }
        }
    }
}

extension LinkDestination {
    /// The destination that leads to a path from a file, with the query and fragment of this one; a missing `.md` stays
    /// missing.
    public func leading(to path: BundlePath, from source: BundlePath) -> String {
        var relative = RelativePath.from(source, to: path)
        if let written = self.path, !written.hasSuffix(".md"), relative.hasSuffix(".md") { relative.removeLast(3) }
        return PercentEncoding.encode(relative) + suffix
    }
}
