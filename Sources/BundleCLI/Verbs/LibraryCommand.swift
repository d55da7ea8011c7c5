import NotebookBundle
import NotebookFormat

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The verb ‘library’.
enum LibraryCommand {
    private static let action = Positional(
        "ACTION", "‘ls’ (default), ‘places’, ‘add FOLDER’, ‘use NAME’ or ‘rm NAME’", isRequired: false)
    private static let words = Positional("ARGUMENT", "FOLDER or NAME", isRequired: false, isRepeated: true)
    private static let name = Option(
        "name", "NAME", "With add: the name of the library (default: that of the folder)")

    static let verb = Verb(
        "library", "List the notebooks of the library, or choose its folder",
        details: """
            A library is a folder with notebooks; you can have several, and one is in use. If NOTEBOOK is not found in the working
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
    ) { arguments, session in
        let given = arguments.all(words)
        switch arguments[action] {
        case "", "ls": return try session.listLibrary(arguments)
        case "places": try session.listPlaces(arguments)
        case "add":
            guard given.count == 1 else { throw UsageError.missing("FOLDER") }
            try session.addLibrary(given[0], name: arguments[name])
            try session.listPlaces(arguments)
        case "use", "rm":
            guard given.count == 1 else { throw UsageError.missing("NAME") }
            try session.settingsFile.change(now: session.world.now()) { settings in
                guard let library = settings.library(named: given[0]) else {
                    throw LibraryFailure.noSuchLibrary(given[0], settings.libraries.map(\.name))
                }
                if arguments[action] == "use" { settings.library = library.name } else { settings.forget(library) }
            }
            try session.listPlaces(arguments)
        default:
            throw UsageError.badValue("ACTION", arguments[action], hint: "the actions are ls, places, add, use, rm")
        }
        return .success
    }
}

extension Session {
    fileprivate func listPlaces(_ arguments: Arguments) throws {
        let settings = try settingsFile.load(now: world.now()).settings
        if arguments[Common.json] {
            let rows = settings.libraries.map {
                Output.LibraryOutput(name: $0.name, path: $0.path, isUsed: $0 == settings.currentLibrary)
            }
            return try print(Output(libraries: rows))
        }
        let width = settings.libraries.map { $0.name.columns }.max() ?? 0
        for library in settings.libraries {
            let mark = library == settings.currentLibrary ? "*" : " "
            try print(
                "\(style(mark, .yellow)) \(PrintableText.escaped(library.name).padded(to: width))  \(displayed(library.path))"
            )
        }
    }

    fileprivate func listLibrary(_ arguments: Arguments) throws -> ExitStatus {
        let library = try libraryFolder()
        let rows = try library.notebooks().map { try row($0, library.name(of: $0)) }
        if arguments[Common.json] {
            try print(Output(notebooks: rows))
        } else {
            let names = rows.map { PrintableText.escaped(Self.shelfName($0.name)) }
            let width = min(40, names.map(\.columns).max() ?? 0)
            for (row, shown) in zip(rows, names) {
                let title = shown.padded(to: width)
                let facts = [
                    row.title.flatMap { $0 == shown ? nil : PrintableText.quoted($0) },
                    row.items.map { Wording.count($0, "item") }, row.bytes.map { Wording.size($0) },
                    row.modified.flatMap { Timestamp(canonical: $0) }.map { date($0) },
                ].compactMap(\.self).joined(separator: ", ")
                try print("\(style(title, .bold))  \(facts)  \(row.health)")
            }
            if rows.isEmpty { try print("no notebooks") }
        }
        return rows.contains { $0.isDamaged } ? .finding : .success
    }

    /// What there is to say of a notebook, from its manifest and the sizes of its files.
    private func row(_ place: Place, _ name: String) throws -> Output.ShelfOutput {
        do {
            let isArchive = FileKind.following(place.path) != .directory
            let notebook: Notebook
            var changed = 0
            if isArchive {
                notebook = try NotebookArchive(place.path, world: world).open()
            } else {
                let bundle = NotebookDirectory(place.path, world: world)
                notebook = try bundle.open()
                changed = try bundle.read { try $0.countOutsideChanges(notebook.manifest) }
            }
            let health = changed == 0 ? "ok" : "\(Wording.count(changed, "file")) changed outside"
            return Output.ShelfOutput(
                name: name, title: notebook.description.title, items: notebook.items.count,
                bytes: notebook.manifest.entries.reduce(0) { $0 + $1.size },
                modified: notebook.items.map(\.modified).max()?.description, health: health, isDamaged: false)
        } catch let failure as any Failure {
            return Output.ShelfOutput(
                name: name, title: nil, items: nil, bytes: nil, modified: nil,
                health: failure.isFinding ? "damaged" : "unreadable", isDamaged: true)
        }
    }
}
