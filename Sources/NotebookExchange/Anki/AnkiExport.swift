import Archives
import ForeignData
import NotebookFiles
package import NotebookFormat
import NotebookLinks
package import NotebookStore
import NotebookStudy
import NotebookText

/// A package for Anki: cards with their folders as decks, tags, attachments and reviews.
///
/// The uuid of a card is its guid there, so that a later package updates it.
package struct AnkiExport: ItemExporter {
    package let name = "anki"
    package let isOneFile = true

    package func holds(_ type: FileType) -> Bool { type == .card }

    package func write(
        _ items: [Item], of notebook: ExportedNotebook, to write: ExportedNotebook.Writer
    ) throws -> [String] {
        let cards = items.filter { holds($0.type) }
        let history = try Self.history(notebook)
        var collection = AnkiCollectionWriter(history)
        let resolver = LinkResolver(notebook.manifest)
        var media = AnkiMedia(isPackage: true)
        try notebook.read(cards) { item, bytes in
            let file = try Draft.item(bytes, item.path)
            guard let fields = AnkiFields(file, at: item.path, resolver, &media) else {
                return notebook.losses.leaveOut(item, because: "the card asks nothing")
            }
            AnkiDeck.report(item, file, fields, keeping: [AnkiFields.flagKey], notebook.losses)
            collection.add(item, fields)
        }
        try write("") { write in
            let archive = try ArchiveWriter(.zip, to: PieceSink(write))
            try archive.add("collection.anki2", bytes: collection.finish())
            for (index, path) in media.paths.enumerated() {
                try archive.add(path, of: notebook, as: String(index))
            }
            try archive.add("media", bytes: media.list)
            try archive.finish()
        }
        return AnkiDeck.withoutNotes(items.count - cards.count)
            + (try notebook.leftBehind(items, Set(media.paths), hasProgress: true))
    }

    private static func history(_ notebook: ExportedNotebook) throws -> ReviewHistory {
        let own = try notebook.reviews?.records(of: notebook.notebook.description.uuid) ?? []
        let logs = try StudyRecords(of: notebook.manifest.studyLogs) { path in
            try notebook.files.content(of: path, limit: StudyFiles.maximumBytes)
        }
        return ReviewHistory(own + logs.records)
    }
}

/// What Anki makes of folders and tags.
enum AnkiDeck {
    private static let standard = "Default"

    /// The deck of a folder.
    static func name(_ folder: FolderPath) -> String {
        folder == .root ? standard : folder.text.replacing("/", with: "::")
    }

    /// The words of a tag: spaces separate tags in Anki.
    static func word(_ tag: Tag) -> String { tag.text.replacing(" ", with: "_").replacing("/", with: "::") }

    /// Reports what is different.
    static func report(
        _ item: Item, _ file: ItemFile, _ fields: AnkiFields, keeping properties: [String] = [], _ losses: ExportLosses
    ) {
        losses.loseValues(of: item, file, keeping: Set([StudyCard.reversedKey] + properties))
        for target in fields.lostLinks {
            let reason =
                ReadableDestination.runsScript(target)
                ? "an address that runs a script" : "a link to another item became text"
            losses.lose(.linkDropped, reason, of: item, target: target)
        }
        for change in fields.changes { losses.lose(.cardChanged, change, of: item) }
        for tag in item.tags where tag.text.contains(" ") {
            losses.lose(.tagChanged, "spaces became underscores", of: item, target: tag.text)
        }
        if item.folder.text == standard {
            losses.lose(
                .noteChanged, "the deck is that of cards without a folder, too", of: item, target: item.folder.text)
        }
    }

    /// What is left out of items, some of which are notes.
    static func withoutNotes(_ count: Int) -> [String] {
        count > 0 ? ["\(count) note\(count == 1 ? "" : "s"), since Anki has only cards"] : []
    }
}

/// The files of a package, by the names that texts show them under.
struct AnkiMedia {
    /// The attachments, in the order of their members.
    private(set) var paths: [BundlePath] = []
    private var names: [BundlePath: String] = [:]
    private var taken: Set<String> = []
    private let isPackage: Bool

    /// Begins with no files.
    ///
    /// - Parameter isPackage: Whether Anki takes the files over, which leaves out those to which texts only link, unless
    ///   their names begin with `_`.
    init(isPackage: Bool) { self.isPackage = isPackage }

    /// The name of an attachment in the package.
    ///
    /// - Parameter isShown: Whether a text shows the attachment, rather than links to it.
    mutating func name(of path: BundlePath, isShown: Bool) -> String {
        if let known = names[path] { return known }
        let readable = BlobName(path.name)?.readableName ?? String(path.name)
        let mark = isPackage && !isShown ? "_" : ""
        let name = mark + (taken.insert(readable.lowercased()).inserted ? readable : String(path.name))
        names[path] = name
        paths.append(path)
        return name
    }

    /// The name that an attachment has got.
    func known(_ path: BundlePath) -> String { names[path] ?? String(path.name) }

    /// The list of members and names.
    var list: [UInt8] {
        let rows = paths.enumerated().map { index, path in
            "\"\(index)\":" + AnkiJSON.text(names[path] ?? "")
        }
        return Array("{\(rows.joined(separator: ","))}".utf8)
    }
}

/// Texts in JSON.
enum AnkiJSON {
    static func text(_ text: String) -> String {
        var output: [UInt8] = []
        CanonicalJSON.append(text, to: &output)
        return String(decoding: output, as: UTF8.self)
    }
}
