import NotebookFormat
import NotebookText

/// Resolves links between notes of other systems: by key, by a title that only one note has, or by what other links
/// with the same key lead to.
struct ForeignLinkResolver: Sendable {
    /// Where a link leads.
    enum Result: Equatable {
        case note(BundlePath)
        case none
        case several
    }

    private let links: [ForeignLink]
    private var byKey: [String: BundlePath] = [:]
    private var byTitle: [String: [(folder: [String], path: BundlePath)]] = [:]
    /// The same for wiki links, which name notes in any letter case, and by the names of their files.
    private var byFoldedTitle: [ComparisonKey: [(folder: [String], path: BundlePath)]] = [:]
    private var byName: [ComparisonKey: [(folder: [String], path: BundlePath)]] = [:]
    /// Where links with a key lead by their titles.
    private var groups: [String: Set<BundlePath>] = [:]

    init(_ notes: [ForeignWriter.WrittenNote], _ links: [ForeignLink]) {
        self.links = links
        let hasWikiLinks = links.contains { $0.wiki != nil }
        for note in notes {
            for key in note.keys { byKey[key] = byKey[key] ?? note.path }
            if hasWikiLinks {
                for name in note.names { byName[ComparisonKey(name), default: []].append((note.folder, note.path)) }
            }
            guard !note.title.isEmpty else { continue }
            byTitle[note.title, default: []].append((note.folder, note.path))
            if hasWikiLinks { byFoldedTitle[ComparisonKey(note.title), default: []].append((note.folder, note.path)) }
        }
        for note in notes {
            for index in note.links {
                guard let key = links[index].key, case .note(let path) = find(links[index], from: note) else {
                    continue
                }
                groups[key, default: []].insert(path)
            }
        }
    }

    /// Where a link of a note leads.
    func resolve(_ index: Int, from note: ForeignWriter.WrittenNote) -> Result {
        let link = links[index]
        let found = find(link, from: note)
        if case .note = found { return found }
        if let key = link.key, let group = groups[key], group.count == 1, let path = group.first { return .note(path) }
        return found
    }

    private func find(_ link: ForeignLink, from note: ForeignWriter.WrittenNote) -> Result {
        if let key = link.key, let path = byKey[key] { return .note(path) }
        guard let title = link.title, !title.isEmpty,
            let all = byTitle[title] ?? (link.wiki == nil ? nil : named(ComparisonKey(title)))
        else { return .none }
        let near = all.filter { $0.folder == note.folder }
        let found = near.isEmpty ? all : near
        return found.count == 1 ? .note(found[0].path) : .several
    }

    private func named(_ key: ComparisonKey) -> [(folder: [String], path: BundlePath)]? {
        byFoldedTitle[key] ?? byName[key]
    }
}
