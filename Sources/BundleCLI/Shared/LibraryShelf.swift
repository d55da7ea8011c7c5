import NotebookBundle

/// A list of the notebooks in a folder.
struct LibraryShelf {
    /// What --json prints.
    private struct Answer: Encodable {
        let notebooks: [ShelfRow]
    }

    private let folder: LibraryFolder
    private let isDeep: Bool
    private let session: Session

    /// - Parameter isDeep: Whether to include subfolders.
    init(_ folder: LibraryFolder, isDeep: Bool = true, _ session: Session) {
        (self.folder, self.isDeep, self.session) = (folder, isDeep, session)
    }

    /// Prints a line for each notebook.
    func list(asJSON: Bool) throws -> ExitStatus {
        let rows = try folder.notebooks(isDeep: isDeep).map { try row($0, folder.name(of: $0)) }
        if asJSON {
            try session.printJSON(Answer(notebooks: rows))
        } else {
            let names = rows.map { PrintableText.escaped(NotebookLocation.stem(of: $0.name)) }
            let width = min(40, names.map(\.columns).max() ?? 0)
            for (row, shown) in zip(rows, names) {
                let title = shown.padded(to: width)
                let facts = [
                    row.title.flatMap { $0 == shown ? nil : PrintableText.quoted($0) },
                    row.items.map { Wording.count($0, "item") }, row.bytes.map { Wording.size($0) },
                    row.modified.flatMap { Timestamp(canonical: $0) }.map { session.date($0) },
                ].compactMap(\.self).joined(separator: ", ")
                let use = row.isUsed ? "  (in use)" : ""
                try session.print("\(session.style(title, .bold))  \(facts)  \(row.health)\(use)")
            }
            if rows.isEmpty { try session.print("no notebooks") }
        }
        return rows.contains { $0.isDamaged } ? .finding : .success
    }

    /// The row of a notebook, from its manifest and the sizes of its files.
    private func row(_ place: Place, _ name: String) throws -> ShelfRow {
        let isUsed = place.path == session.settings.notebook
        do {
            let isArchive = FileKind.following(place.path) != .directory
            let notebook: NotebookListing
            var changed = 0
            if isArchive {
                notebook = try NotebookArchive(place.path, environment: session.notebookEnvironment).read(\.listing)
            } else {
                let bundle = NotebookDirectory(place.path, environment: session.notebookEnvironment)
                notebook = try bundle.read(\.listing)
                changed = try bundle.readTree { try DirectoryScan($0, notebook.manifest).unsealedCount().all }
            }
            let health = changed == 0 ? "ok" : "\(Wording.count(changed, "file")) changed outside"
            return ShelfRow(
                name: name, title: notebook.description.title, items: notebook.items.count,
                bytes: notebook.manifest.entries.reduce(0) { $0 + $1.size },
                modified: notebook.items.map(\.modified).max()?.description, health: health,
                isUsed: isUsed, isDamaged: false)
        } catch let failure as any Failure {
            return ShelfRow(
                name: name, title: nil, items: nil, bytes: nil, modified: nil,
                health: failure.isFinding ? "damaged" : "unreadable", isUsed: isUsed, isDamaged: true)
        }
    }
}

/// A notebook of the library, in the answer.
private struct ShelfRow: Encodable {
    let name: String
    let title: String?
    let items: Int?
    let bytes: Int?
    let modified: String?
    let health: String
    /// Whether it is the chosen notebook.
    let isUsed: Bool
    let isDamaged: Bool
}
