import NotebookBundle

/// Reports what a person should know about a change besides the answer.
struct EditNotes {
    private let session: Session

    init(_ session: Session) { self.session = session }

    /// Reports how an interrupted edit was completed or undone, and how a change was saved.
    func report(_ recovery: Recovery, _ commit: Commit?) throws {
        try report(recovery)
        try report(commit)
    }

    /// Reports how an interrupted edit was completed or undone.
    func report(_ recovery: Recovery) throws {
        switch recovery {
        case .nothing: break
        case .discarded: try session.note("note: an edit that was interrupted before it was saved has been undone")
        case .completed(let conflicts):
            try session.note("note: an edit that was interrupted has been completed")
            for conflict in conflicts { try report(conflict: "\(conflict)") }
        }
    }

    /// Reports what went wrong after a change was saved.
    func report(_ commit: Commit?) throws {
        for conflict in commit?.conflicts ?? [] { try report(conflict: "\(conflict)") }
    }

    /// Reports links that could not be updated, and queries that were.
    func report(_ links: LinkKeeping) throws {
        for name in links.smartFolders {
            try session.note("note: updated the query of the smart folder \(PrintableText.quoted(name))")
        }
        for lost in links.unkept {
            let position = lost.link.position
            let place = "\(PrintableText.escaped(lost.item.text)):\(position.line):\(position.column)"
            try session.note("note: \(place): the link cannot be updated")
        }
        try report(gone: links.gone, "links in it were not updated")
    }

    /// Reports items that could not be read, since they are gone or in a cloud only.
    ///
    /// - Parameter effect: What follows for the first one.
    func report(gone: [BundlePath], _ effect: String) throws {
        guard let first = gone.first else { return }
        let more = gone.count > 1 ? " (and for \(gone.count - 1) more)" : ""
        try session.note("note: \(PrintableText.escaped(first.text)) is not on this computer, so \(effect)\(more)")
    }

    /// Reports in how many other items links were rewritten.
    func reportFollowing(_ links: LinkKeeping, besides known: Set<BundlePath>) throws {
        let count = links.changed.count { !known.contains($0) }
        if count > 0 { try session.note("note: updated links in \(Wording.count(count, "other item"))") }
    }

    private func report(conflict: String) throws {
        try session.note("note: another program changed the text meanwhile; its version is kept as \(conflict)")
    }
}
