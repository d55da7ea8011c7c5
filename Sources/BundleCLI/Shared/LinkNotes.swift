import NotebookBundle

/// Reports links that break or change their target because of a change.
struct LinkNotes {
    /// How many links to list.
    private static let shownLosses = 20

    private let session: Session

    init(_ session: Session) { self.session = session }

    /// Reports links that break or change their target, now or once the change is made.
    func report(_ losses: [LinkLosses.Loss], isDone: Bool = false) throws {
        let lost = losses.filter { $0.next == .nowhere }
        if !lost.isEmpty {
            let what = isDone ? lost.count == 1 ? "leads" : "lead" : "will lead"
            try session.note("note: \(Wording.count(lost.count, "link")) in other items \(what) nowhere:")
            try list(lost.map(\.link))
        }
        for loss in losses.filter({ $0.next != .nowhere }).prefix(Self.shownLosses) {
            let shown = "\(LinkWording.place(of: loss.link, session.style))  \(LinkWording.shown(loss.link.link))"
            switch loss.next {
            case .nowhere: break
            case .file(let path):
                try session.note(
                    "note: \(shown) \(isDone ? "leads" : "will lead") to \(PrintableText.escaped(path.text))")
            case .several(let paths):
                let all = paths.map { PrintableText.escaped($0.text) }.joined(separator: " or ")
                try session.note("note: \(shown) can \(isDone ? "" : "then ")mean \(all)")
            }
        }
    }

    /// Lists links, up to a limit.
    func list(_ links: [LinkMap.Link]) throws {
        for link in links.prefix(Self.shownLosses) {
            try session.note("  \(LinkWording.place(of: link, session.style))  \(LinkWording.shown(link.link))")
        }
        if links.count > Self.shownLosses { try session.note("  and \(links.count - Self.shownLosses) more") }
    }

    /// Reports links of other items that lead elsewhere after items were added.
    func reportShifted(from before: Manifest, besides added: Set<BundlePath>, in directory: NotebookDirectory) throws {
        guard !added.isEmpty else { return }
        let losses = try directory.readTree { files in
            let notebook = try NotebookListing(files)
            let links = try notebook.links(
                naming: added, before: before, files
            ).filter { !added.contains($0.key) }
            return LinkLosses(from: before, to: notebook.manifest, links).losses
        }
        try report(losses, isDone: true)
    }

    /// Reports links that became ambiguous because new items or attachments share their names with others; reads only
    /// the manifest if no names are shared.
    func reportShared(
        _ added: [BundlePath], from before: Manifest, to after: Manifest, in directory: NotebookDirectory
    ) throws {
        guard !SharedNames(of: added, in: after).names.isEmpty else { return }
        try reportShifted(from: before, besides: Set(added), in: directory)
    }
}
