import NotebookBundle

/// Syncs the notebooks of the library with its sync folder: ‘library sync’.
struct LibrarySyncing {
    /// A notebook, in the answer.
    private struct Row: Encodable {
        let name: String
        let merges: [MergeRow]
        let difference: DifferenceRow?
        let error: String?
    }

    /// What --json prints.
    private struct Answer: Encodable {
        let place: String
        let synchronized: [Row]
    }

    let session: Session

    /// Syncs all of them, and reports the results.
    func run(asJSON: Bool) throws -> ExitStatus {
        let library = try UserLibrary(session).folder()
        guard let place = session.settings.currentLibrary?.syncPlace else {
            throw LibraryFailure.noPlace(session.displayedFromHome(library.place.path))
        }
        let other = LibraryFolder(Place(path: place))
        guard other.place.exists else { throw LibraryFailure.placeGone(session.displayed(place)) }
        var (rows, status): ([Row], ExitStatus) = ([], .success)
        try library.synchronize(with: other, opening: { open($0) }) { notebook in
            let name = PrintableText.escaped(NotebookLocation.stem(of: notebook.name))
            switch notebook.result {
            case .success(let sync):
                let merges = sync?.merges ?? []
                if status == .success, merges.contains(where: \.hasConflicts) { status = .finding }
                rows.append(
                    Row(
                        name: notebook.name, merges: merges.map(MergeRow.init),
                        difference: sync?.sent.map { DifferenceRow($0) { _ in nil } }, error: nil))
                if let sync {
                    let copy = session.displayed(other.place.subpath(notebook.name).path)
                    let notes = UnsealableNotes(session)
                    let isMissedHere = try notes.report(sync.unsealableHere, of: name, not: "synced")
                    let isMissedThere = try notes.report(sync.unsealable, in: copy, not: "synced")
                    if status == .success, isMissedHere || isMissedThere { status = .finding }
                }
                if !asJSON { try report(sync, name) }
            case .failure(let error):
                status = .failure
                let reason = (error as? any Failure).map { "\($0)" } ?? "\(error)"
                rows.append(Row(name: notebook.name, merges: [], difference: nil, error: reason))
                if !asJSON { try session.note("\(session.tool): \(reason)") }
            }
        }
        if asJSON {
            try session.printJSON(Answer(place: place, synchronized: rows))
        } else if rows.isEmpty {
            try session.print("no notebooks")
        }
        return status
    }

    private func open(_ path: String) -> NotebookDirectory {
        NotebookDirectory(path, world: session.world, cache: session.seenFiles)
    }

    private func report(_ sync: NotebookSync?, _ name: String) throws {
        guard let sync else { return try session.print("\(name): made from the copy") }
        guard let sent = sync.sent else { return try session.print("\(name): made the copy") }
        for merge in sync.merges where !merge.isEmpty || merge.hasConflicts {
            try session.printRow("\(name): \(MergeLines.counts(merge))", wrappedWith: 2)
        }
        if !sent.isEmpty {
            try session.printRow("\(name): sent \(DifferenceLines.counts(sent))", wrappedWith: 2)
        } else if sync.merges.allSatisfy(\.isEmpty) {
            try session.print("\(name): already in sync")
        }
    }
}
