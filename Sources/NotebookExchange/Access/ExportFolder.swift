import NotebookFiles
import NotebookText

/// A folder with several exports of other systems, each in a file, perhaps beside notes.
struct ExportFolder {
    /// The exports, in the order of their paths.
    private(set) var sources: [(place: ImportLocation, source: any ForeignSource)] = []
    /// Whether the folder has notes, too.
    private(set) var hasNotes = false

    /// The formats whose files are exports wherever they are; others may be attachments of notes.
    private static let formats: [any ForeignFormat] = [EnexFormat(), JoplinFormat(), AnkiFormat(), AnkiTextFormat()]

    /// Looks for exports in a folder, at any depth, and remembers them in the place.
    init(_ place: ImportLocation, _ request: ImportRequest) throws {
        let formats = Self.formats.filter { request.format == nil || request.format == $0.name }
        guard place.isDirectory, !formats.isEmpty, let files = try place.files(request) else { return }
        // Nobody is asked for the password of an archive that may be an attachment.
        var quiet = ImportRequest(environment: request.environment, progress: request.progress)
        quiet.tagsColumn = request.tagsColumn
        for file in files.files {
            let name = file.name.lowercased()
            let isNote = [".md", ".markdown"].contains { name.hasSuffix($0) }
            let path = ExternalPath.below(place.path, file.path)
            if !isNote, FileKind.following(path) == .file, Self.mayBegin(try files.start(file.path)),
                let found = try Self.open(
                    ImportLocation(path, shown: ExternalPath.below(place.shown, file.path)), formats, quiet)
            {
                sources.append(found)
                place.cache.exports.insert(file.path.composed)
            } else if isNote || name.hasSuffix(".txt") {
                hasNotes = true
            }
        }
    }

    /// Whether a file with these first bytes may be an export: XML, an archive, or a text with Anki's headers.
    private static func mayBegin(_ start: [UInt8]) -> Bool {
        let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
        return text.first == UInt8(ascii: "<") || text.starts(with: "#separator:".utf8) || start.starts(with: "PK".utf8)
            || text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF])
            || start.count > 262 && start[257..<262].elementsEqual("ustar".utf8)
    }

    private static func open(
        _ place: ImportLocation, _ formats: [any ForeignFormat], _ request: ImportRequest
    ) throws -> (place: ImportLocation, source: any ForeignSource)? {
        for format in formats {
            do {
                if let source = try format.source(place, request) { return (place, source) }
            } catch let failure as ImportFailure {
                return (place, UnreadableSource(failure: failure))
            } catch is ArchiveFailure {
                // An archive that cannot be opened may be anything.
                return nil
            }
        }
        return nil
    }
}
