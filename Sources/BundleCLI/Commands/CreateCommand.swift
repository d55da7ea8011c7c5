import NotebookBundle
import NotebookFormat

/// The verb ‘create’.
enum CreateCommand {
    private static let notebook = Positional("NOTEBOOK", "The new notebook; .notebundle is put behind the name if it is missing")
    private static let title = Option("title", "TITLE", "Its title (default: its name)")

    static let verb = Verb(
        "create", "Make a new notebook",
        parameters: [notebook, title, Common.json],
        examples: [("create Recipes --title \"My Recipes\"", "makes Recipes.notebundle")]
    ) { arguments, session in
        let place = try session.newNotebook(arguments[notebook], title: arguments[title])
        let bundle = try NewBundle(place.name, in: try session.world.open(place.directory, .none, .zero), world: session.world)
        let description = NotebookDescription(uuid: session.world.newUUID(), title: place.title, created: session.world.now())
        let fingerprint = try bundle.finish(description)
        try session.report(place, description, fingerprint, arguments)
        return .success
    }
}

/// Where a new notebook goes, and what it is called.
struct NewNotebookPlace {
    let directory: String
    let name: String
    let title: String
    let path: String
}

extension Session {
    /// The place of a notebook that is to be made.
    func newNotebook(_ word: String, title: String?) throws -> NewNotebookPlace {
        var word = word
        while word.count > 1, word.hasSuffix("/") { word.removeLast() }
        if !word.hasSuffix(".notebundle") { word += ".notebundle" }
        let (directory, name) = split(word)
        let stem = String(name.dropLast(".notebundle".count))
        let text = title ?? stem
        guard let accepted = Title.accepted(text), !accepted.isEmpty else { throw NotebookError.notATitle(text) }
        return NewNotebookPlace(directory: directory, name: name, title: accepted, path: displayed(absolute(word)))
    }

    func report(_ place: NewNotebookPlace, _ description: NotebookDescription, _ fingerprint: Digest, _ arguments: Arguments) throws {
        guard arguments[Common.json] else { return try print("created \(place.path)") }
        try print(
            Output(
                notebook: .init(
                    path: place.path, uuid: description.uuid.description, title: description.title,
                    created: description.created.description, fingerprint: fingerprint.description)))
    }
}
