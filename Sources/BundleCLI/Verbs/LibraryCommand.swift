import NotebookBundle
import NotebookFormat

/// The verb ‘library’.
struct LibraryCommand: Command {
    private enum Action: String, Subverb {
        case ls, places, add, use, rm

        var operands: String {
            switch self {
            case .ls, .places: ""
            case .add: "FOLDER"
            case .use, .rm: "NAME"
            }
        }
    }

    private static let action = SubverbParameter(default: Action.ls)
    private static let words = Positional("ARGUMENT", "FOLDER or NAME", isRequired: false, isRepeated: true)
    private static let name = Option(
        "name", "NAME", "With add: the name of the library (default: that of the folder)")

    static let verb = Verb(
        "library", "List the notebooks of the library, or choose its folder",
        details: """
            A library is a folder with notebooks; you can have several, one of which is in use. If NOTEBOOK is not found in the working
            directory, it is looked up in the library: ‘bundle ls Recipes’, or ‘bundle ls Home/Recipes’ in a folder of it. Letter
            case does not matter. ‘rm’ forgets a library, and leaves its folder alone.
            """,
        parameters: [action, words, name, Common.json],
        examples: [
            ("library add ~/Notebooks", "makes it the library, and the folder if it is missing"),
            ("library", "its notebooks with counts, size, last change and health"),
            ("library use Work", "switches to another one"),
        ],
        statuses: [.finding: "there is no library, or a notebook of it is damaged"]
    )

    /// What --json prints of the notebooks of the library.
    private struct Answer: Encodable {
        let notebooks: [ShelfRow]
    }

    /// What --json prints of the libraries.
    private struct PlacesAnswer: Encodable {
        let libraries: [LibraryRow]
    }

    let arguments: Arguments
    let session: Session

    func run() throws -> ExitStatus {
        let given = arguments.all(Self.words)
        let action = try arguments.subverb(Self.action)
        switch action {
        case .ls: return try listLibrary()
        case .places: try listPlaces()
        case .add:
            guard given.count == 1 else { throw UsageError.missing("FOLDER") }
            try UserLibrary(session).add(given[0], name: arguments[Self.name])
            try listPlaces()
        case .use, .rm:
            guard given.count == 1 else { throw UsageError.missing("NAME") }
            try session.settingsFile.change(now: session.world.now()) { settings in
                guard let library = settings.library(named: given[0]) else {
                    throw LibraryFailure.noSuchLibrary(given[0], settings.libraries.map(\.name))
                }
                if action == .use { settings.library = library.name } else { settings.forget(library) }
            }
            try listPlaces()
        }
        return .success
    }
}

extension LibraryCommand {
    private func listPlaces() throws {
        let settings = try session.settingsFile.load(now: session.world.now()).settings
        if arguments[Common.json] {
            let rows = settings.libraries.map {
                LibraryRow(name: $0.name, path: $0.path, isUsed: $0 == settings.currentLibrary)
            }
            return try session.printJSON(PlacesAnswer(libraries: rows))
        }
        let width = settings.libraries.map { $0.name.columns }.max() ?? 0
        for library in settings.libraries {
            let mark = library == settings.currentLibrary ? "*" : " "
            try session.print(
                "\(session.style(mark, .yellow)) \(PrintableText.escaped(library.name).padded(to: width))  \(session.displayed(library.path))"
            )
        }
    }

    private func listLibrary() throws -> ExitStatus {
        let library = try UserLibrary(session).folder()
        let rows = try library.notebooks().map { try row($0, library.name(of: $0)) }
        if arguments[Common.json] {
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
                try session.print("\(session.style(title, .bold))  \(facts)  \(row.health)")
            }
            if rows.isEmpty { try session.print("no notebooks") }
        }
        return rows.contains { $0.isDamaged } ? .finding : .success
    }

    /// The summary of a notebook, from its manifest and the sizes of its files.
    private func row(_ place: Place, _ name: String) throws -> ShelfRow {
        do {
            let isArchive = FileKind.following(place.path) != .directory
            let notebook: Notebook
            var changed = 0
            if isArchive {
                notebook = try NotebookArchive(place.path, world: session.world).open()
            } else {
                let bundle = NotebookDirectory(place.path, world: session.world)
                notebook = try bundle.open()
                changed = try bundle.readTree { try $0.countOutsideChanges(notebook.manifest) }
            }
            let health = changed == 0 ? "ok" : "\(Wording.count(changed, "file")) changed outside"
            return ShelfRow(
                name: name, title: notebook.description.title, items: notebook.items.count,
                bytes: notebook.manifest.entries.reduce(0) { $0 + $1.size },
                modified: notebook.items.map(\.modified).max()?.description, health: health, isDamaged: false)
        } catch let failure as any Failure {
            return ShelfRow(
                name: name, title: nil, items: nil, bytes: nil, modified: nil,
                health: failure.isFinding ? "damaged" : "unreadable", isDamaged: true)
        }
    }
}

/// A folder of notebooks, in the answer.
private struct LibraryRow: Encodable {
    let name: String
    let path: String
    let isUsed: Bool
}

/// A notebook of the library, in the answer.
private struct ShelfRow: Encodable {
    let name: String
    let title: String?
    let items: Int?
    let bytes: Int?
    let modified: String?
    let health: String
    let isDamaged: Bool
}
