import NotebookFormat

extension ItemFile {
    /// The files of the folder that the links of a note lead to.
    func linkTargets(_ note: SourceFolder.File, _ links: SourceLinks) -> [SourceFolder.File] {
        MarkdownDocument(bytes, from: bodyStart).links().filter(\.holdsDestination).compactMap { link in
            guard case .wikiLink(let wiki) = link.kind else {
                return links.file(LinkDestination(link.destination.text), in: note)
            }
            return links.file(wiki: wiki.target, in: note)
        }
    }

    /// The files that values of foreign keys name: `[[file.jpg]]`, or a path.
    func frontMatterTargets(_ note: SourceFolder.File, _ links: SourceLinks) -> [SourceFolder.File] {
        foreignTexts.compactMap { text in
            guard text.hasPrefix("[["), text.hasSuffix("]]") else {
                return text.contains(".") ? links.file(LinkDestination(text), in: note) : nil
            }
            let target = text.dropFirst(2).dropLast(2).prefix { $0 != "|" && $0 != "#" }
            return links.file(wiki: String(target), in: note)
        }
    }
}
