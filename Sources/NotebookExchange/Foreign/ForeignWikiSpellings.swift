import NotebookFiles
import NotebookFormat
import NotebookLinks
import NotebookStore
import NotebookText

/// How wiki links name the notes that were imported, now that all titles and paths are known.
struct ForeignWikiSpellings: Sendable {
    private let resolver: LinkResolver
    private let titles: [BundlePath: String]

    /// - Parameter files: All files of the bundle.
    init(_ files: [FileFact], _ notes: [ForeignWriter.WrittenNote], _ environment: NotebookEnvironment) {
        resolver = LinkResolver(Manifest(of: files, notebookCreated: environment.now()))
        titles = Dictionary(notes.map { ($0.path, $0.title) }) { first, _ in first }
    }

    /// A link to a note: a wiki link, or one of Markdown if no name of the note leads to it alone.
    func text(_ link: ForeignLink, _ wiki: ForeignWikiLink, _ target: BundlePath, from source: BundlePath) -> String {
        let title = titles[target] ?? ""
        let short = String(target.text.split(separator: "/").dropFirst().joined(separator: "/").dropLast(3))
        // The title as the source writes it, whose letters may be of the other case.
        let own = wiki.keepsSpelling ? link.title : nil
        let written = own.flatMap { ComparisonKey($0) == ComparisonKey(title) ? $0 : nil } ?? title
        let name = [written, title, target.stem, short].first { name in
            !name.isEmpty && !name.contains { "|#[]^\\\n".contains($0) }
                && resolver.resolve(wiki: name, from: source) == .file(target)
        }
        let label = wiki.label ?? link.title.flatMap { $0.isEmpty ? nil : $0 }
        guard let name else {
            let shown = (label ?? title).replacing("[", with: "\\[").replacing("]", with: "\\]")
            let place = link.fragment.isEmpty ? "" : "#\(PercentEncoding.encode(link.fragment))"
            return "[\(shown)](\(PercentEncoding.encode(RelativePath.from(source, to: target)))\(place))"
        }
        // The brackets of a title would end the link.
        let words = wiki.label ?? label?.filter { !"[]".contains($0) }
        let shown = words == name && !(wiki.keepsSpelling && wiki.label != nil) ? nil : words
        let place = link.fragment.isEmpty ? "" : "#\(link.fragment)"
        return "\(wiki.isEmbed ? "!" : "")[[\(name)\(place)\(shown.map { "|\($0)" } ?? "")]]"
    }
}
