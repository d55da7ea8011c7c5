import ForeignData
import NotebookFiles
import NotebookLinks
import NotebookMarkdown
import NotebookPacking
import NotebookText

/// Decks of hashcards: a text, or a folder or an archive of them with their pictures.
package struct HashcardsFormat: ForeignFormat {
    package let name = "hashcards"
    package let sources = "decks of hashcards"
    package let looseFiles = LooseFiles(.never)

    package func openForeign(_ place: ImportLocation, _ request: ImportRequest) throws -> (any ForeignSource)? {
        let isForced = request.format == name
        if !place.isDirectory, place.isFile(".md", ".markdown", ".txt") || isForced {
            guard let start = place.start(1 << 16), isForced || Self.mayBegin(start) else { return nil }
            return try file(place, isForced: isForced)
        }
        guard let files = try place.files(request) else { return nil }
        let paths = files.files.map(\.path).filter(Self.isDeck)
        var decks: [String: HashcardsDeck] = [:]
        for path in paths {
            // Notes are hardly ever read to their end.
            let start = try files.start(path)
            guard isForced || Self.mayBegin(start), let bytes = try files.content(path) else { return nil }
            let deck = HashcardsDeck(TextDecoding.text(ofPlain: bytes).text)
            guard deck.begins || isForced else { return nil }
            decks[path] = deck
        }
        // Notes that only begin with a question are none.
        let sound = decks.values.count(where: \.isSound)
        guard sound > 0, sound * 2 >= decks.count || isForced else { return nil }
        return HashcardsSource(files, paths, isFolder: true, shown: place.shown)
    }

    /// A deck that is one file, with the files beside it that it shows.
    private func file(_ place: ImportLocation, isForced: Bool) throws -> (any ForeignSource)? {
        let directory = ExternalPath.parent(of: place.path)
        let name = ExternalPath.name(of: place.path)
        let bytes = try DirectoryFiles(directory, name: place.shown).readWhole(name, limit: 64 << 20)
        let text = TextDecoding.text(ofPlain: bytes).text
        guard isForced || HashcardsDeck(text).isSound else { return nil }
        let links = MarkdownDocument(Array(text.utf8)).links().map(\.destination.text)
        let shown = links.flatMap { HashcardsSource.paths($0, from: "") }
        let files = try ForeignFiles(shown, with: name, below: directory, shown: place.shown)
        return HashcardsSource(files, [name], isFolder: false, shown: place.shown)
    }

    private static func isDeck(_ path: String) -> Bool {
        path.lowercased().hasSuffix(".md") && !path.split(separator: "/").contains { $0.hasPrefix(".") }
    }

    /// Whether a text with these first bytes may be a deck: it begins with front matter or a card.
    private static func mayBegin(_ start: [UInt8]) -> Bool {
        let text = TextDecoding.text(ofPlain: start).text.drop { $0.isWhitespace }
        return ["---", "Q:", "C:"].contains { text.hasPrefix($0) }
    }
}
