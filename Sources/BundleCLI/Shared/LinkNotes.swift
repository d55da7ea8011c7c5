import NotebookBundle
import NotebookFormat

extension Session {
    /// How many links are shown one by one.
    private static var shownLosses: Int { 20 }

    /// Tells which links lead nowhere or elsewhere, or will once something is done.
    func tell(_ losses: [LinkLosses.Loss], isDone: Bool = false) throws {
        let lost = losses.filter { $0.next == .nowhere }
        if !lost.isEmpty {
            let what = isDone ? lost.count == 1 ? "leads" : "lead" : "will lead"
            try note("note: \(Wording.count(lost.count, "link")) of other items \(what) nowhere:")
            try list(lost.map(\.link))
        }
        for loss in losses.filter({ $0.next != .nowhere }).prefix(Self.shownLosses) {
            let shown = "\(place(of: loss.link))  \(LinkWording.shown(loss.link.link))"
            switch loss.next {
            case .nowhere: break
            case .file(let path):
                try note("note: \(shown) \(isDone ? "leads" : "will lead") to \(PrintableText.escaped(path.text))")
            case .several(let paths):
                let all = paths.map { PrintableText.escaped($0.text) }.joined(separator: " or ")
                try note("note: \(shown) can \(isDone ? "" : "then ")mean \(all)")
            }
        }
    }

    /// Lists links, not too many of them.
    func list(_ links: [LinkMap.Link]) throws {
        for link in links.prefix(Self.shownLosses) {
            try note("  \(place(of: link))  \(LinkWording.shown(link.link))")
        }
        if links.count > Self.shownLosses { try note("  and \(links.count - Self.shownLosses) more") }
    }

    /// Tells which links of other items lead elsewhere since items came in.
    func tellShifted(from before: Manifest, besides added: Set<BundlePath>, in directory: NotebookDirectory) throws {
        guard !added.isEmpty else { return }
        let losses = try directory.read { files in
            let notebook = try Notebook(files)
            let links = try notebook.itemLinks(files).filter { !added.contains($0.key) }
            return LinkLosses(from: before, to: notebook.manifest, links).losses
        }
        try tell(losses, isDone: true)
    }

    /// Tells which names mean several files since some came in; only the manifest is looked at.
    func tellShared(_ added: [BundlePath], in manifest: Manifest) throws {
        for shared in SharedNames(of: added, in: manifest).names {
            let paths = shared.paths.map { PrintableText.escaped($0.text) }.joined(separator: " or ")
            try note("note: [[\(PrintableText.escaped(shared.name))]] can mean \(paths)")
        }
    }
}
