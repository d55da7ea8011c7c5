import NotebookFormat
import NotebookLinks
import NotebookMarkdown

extension ItemFile {
    /// The files of the folder that the links of a note lead to.
    func linkTargets(_ note: SourceFolder.File, _ links: SourceLinks<SourceFolder.File>) -> [SourceFolder.File] {
        ItemText(self).links().filter(\.holdsDestination).compactMap { link in
            guard case .wikiLink(let wiki) = link.kind else {
                return links.file(LinkDestination(link.destination.text), in: note)
            }
            return links.file(wiki: wiki.target, in: note)
        }
    }

    /// The files that unknown keys name by their paths; these are not links.
    func frontMatterTargets(_ note: SourceFolder.File, _ links: SourceLinks<SourceFolder.File>) -> [SourceFolder.File] {
        foreignTexts.compactMap { $0.contains(".") ? links.file(LinkDestination($0), in: note) : nil }
    }
}
