package import NotebookFormat
package import NotebookMarkdown
package import NotebookText

extension ItemFile {
    /// Changes the destinations of links; every other byte stays unchanged.
    ///
    /// - Parameter change: Returns the new destination of a link or definition; `nil` leaves it alone. Destinations
    ///   that cannot be written at their place are left alone, too.
    package func rewritingDestinations(_ change: (MarkdownLink) -> String?) throws(TextProblem) -> ItemFile {
        var edits: [(range: Range<Int>, text: [UInt8])] = []
        let links = ItemText(self).links()
        for link in links where link.holdsDestination {
            guard let destination = change(link), let text = link.destination.spelling(of: destination) else {
                continue
            }
            edits.append((link.destination.range, text))
        }
        return edits.isEmpty ? self : try replacing(edits, of: links)
    }
}

extension LinkDestination {
    /// The destination that leads from a file to a path and keeps the query and fragment of this one.
    ///
    /// If this one has no `.md`, the new one has none.
    package func leading(to path: BundlePath, from source: BundlePath) -> String {
        var relative = RelativePath.from(source, to: path)
        if let written = self.path, !written.hasSuffix(".md"), relative.hasSuffix(".md") { relative.removeLast(3) }
        return PercentEncoding.encode(relative) + suffix
    }
}
