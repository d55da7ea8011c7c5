import ForeignData
import NotebookFormat
import NotebookLinks
import NotebookMarkdown
import NotebookText

/// Writes the links of notes, now that all notes are known.
struct ForeignLinking: Sendable {
    let links: [ForeignLink]
    let marks: ForeignMarks
    let resolver: ForeignLinkResolver
    /// How wiki links name notes; `nil` if there are none.
    let spellings: ForeignWikiSpellings?
    /// The ends of the addresses of links to places in notes, by the numbers of the links.
    let fragments: [Int: String]
    /// The items that the notebook has already.
    let known: KnownItems

    /// What became of a link.
    enum Outcome {
        case resolved
        /// The note is there, but not its heading.
        case withoutPlace
        case none
        case several
    }

    /// A note with its links.
    struct Linked: Sendable {
        let note: ForeignWriter.WrittenNote
        let item: ItemFile
        let results: [(ForeignLink, Outcome)]
    }

    /// A note whose marks are replaced.
    ///
    /// - Throws: `TextProblem` if it is too long then.
    func linked(_ item: ItemFile, _ note: ForeignWriter.WrittenNote) throws -> Linked {
        var results: [(ForeignLink, Outcome)] = []
        let marked = Array(item.body)
        let mayBeInTable = marked.contains(UInt8(ascii: "|")) && note.links.contains { links[$0].wiki != nil }
        let tables = mayBeInTable ? MarkdownDocument(marked).tableRanges : []
        let body = marks.replaced(marks.places(in: marked), in: marked) { mark, place in
            guard case .link(let index) = mark else { return nil }
            let link = links[index]
            let result = resolver.resolve(index, from: note)
            guard case .note(let path) = result else {
                let path = result == .none ? known.path(of: link) : nil
                results.append((link, path == nil ? outcome(result, index) : .resolved))
                if let wiki = link.wiki { return wiki.written.replacing("\u{0}", with: "") }
                guard let path else { return MarkdownEscapes.destination(link.address) }
                return Self.destination(path, from: known.paths[note.uuid] ?? note.path) + link.fragment
            }
            results.append((link, outcome(result, index)))
            if let wiki = link.wiki, let spellings {
                let text = spellings.text(link, wiki, path, from: note.path).replacing("\u{0}", with: "")
                // A bar would end the cell.
                return tables.contains { $0.contains(place) } ? text.replacing("|", with: "\\|") : text
            }
            return Self.destination(path, from: note.path) + (fragments[index] ?? link.fragment)
        }
        return Linked(note: note, item: try item.setting(body: body), results: results)
    }

    private func outcome(_ result: ForeignLinkResolver.Result, _ index: Int) -> Outcome {
        let link = links[index]
        switch result {
        case .none: return link.isWithin ? .resolved : .none
        case .several: return .several
        case .note:
            let hasPlace = link.wiki != nil || link.fragment.isEmpty || fragments[index] != nil
            return hasPlace ? .resolved : .withoutPlace
        }
    }

    /// The destination of a link from a file to another.
    static func destination(_ target: BundlePath, from source: BundlePath) -> String {
        PercentEncoding.encode(RelativePath.from(source, to: target))
    }
}
