import ForeignData
import NotebookFiles
import NotebookFormat
import NotebookText

/// Kinds of files that are known and not read: each is refused by name, with the way out.
enum UnreadableKind {
    case oneNoteSection
    case oneNotePackage
    case appleNotes
    case ankiCollection
    case database
    case encryptedStandardNotes
    case encryptedBackup
    case roamEDN
    case emptyTable
    case tableWithoutTexts([String])

    private static let section: [UInt8] = [0xE4, 0x52, 0x5C, 0x7B, 0x8C, 0xD8, 0xA7, 0x4D]
    private static let contents: [UInt8] = [0xA1, 0x2F, 0xFF, 0x43, 0xD9, 0xEF, 0x76, 0x4C]

    /// Knows a kind by its content; `nil` for others.
    init?(_ place: ImportLocation) throws {
        if place.isDirectory {
            let files = try DirectoryFiles(place.path, name: place.shown)
            for name in ["NoteStore.sqlite", "group.com.apple.notes/NoteStore.sqlite"]
            where try files.status(DiskPath(name)) != nil {
                self = .appleNotes
                return
            }
            return nil
        }
        guard let start = place.start(1 << 16) else { return nil }
        let text = String(decoding: start.prefix(8192), as: UTF8.self)
        if start.allSatisfy({ $0 <= 0x20 }), place.isFile(".csv", ".tsv") {
            self = .emptyTable
        } else if start.starts(with: "#datascript/DB".utf8) {
            self = .roamEDN
        } else if start.starts(with: Self.section) || start.starts(with: Self.contents) {
            self = .oneNoteSection
        } else if start.starts(with: "MSCF".utf8), text.contains(".one") {
            self = .oneNotePackage
        } else if SQLiteFile.begins(start) {
            let schema = String(decoding: start, as: UTF8.self)
            self =
                schema.contains("ZICCLOUDSYNCINGOBJECT") || place.isFile("notestore.sqlite")
                ? .appleNotes : schema.contains("revlog") ? .ankiCollection : .database
        } else if start.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"),
            text.contains("\"004:") || text.contains("\"003:"),
            text.contains("\"enc_item_key\"") || text.contains("\"keyParams\"")
        {
            self = .encryptedStandardNotes
        } else if start.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"), text.contains("\"cipher\""),
            text.contains("\"salt\"") || text.contains("\"iv\"")
        {
            self = .encryptedBackup
        } else if start.starts(with: "Salted__".utf8) || start.dropFirst(5).starts(with: "BEGIN PGP MESSAGE".utf8)
            || start.starts(with: "age-encryption.org/".utf8)
        {
            self = .encryptedBackup
        } else {
            return nil
        }
    }

    /// The refusal, with what to do instead.
    func refusal(of place: ImportLocation) -> ImportFailure {
        let isSection = if case .oneNoteSection = self { true } else { false }
        let (what, wayOut): (String, Remedy) =
            switch self {
            case .oneNoteSection, .oneNotePackage:
                (
                    isSection ? "a OneNote section" : "a OneNote package",
                    "export it from OneNote as HTML or Word, or let Joplin or Obsidian import it, and import their folder"
                )
            case .appleNotes:
                ("the database of Apple Notes", "in Notes, choose File, Export as, Markdown, and import that folder")
            case .ankiCollection:
                ("a collection of Anki without its media", "in Anki, choose File, Export, and import that package")
            case .database: ("the database of another program", "export notes from that program, and import the export")
            case .encryptedStandardNotes:
                (
                    "an encrypted backup of Standard Notes",
                    "in Standard Notes, choose Preferences, Backups, Decrypted, and import that file"
                )
            case .encryptedBackup:
                ("an encrypted backup", "decrypt it, or export it without encryption, and import that")
            case .roamEDN:
                ("a graph of Roam in EDN", "in Roam, choose Export All as JSON, and import that")
            case .emptyTable:
                ("an empty table", "export it again; its first row names its columns")
            case .tableWithoutTexts(let columns):
                (
                    "a table without a column of texts (its columns: \(PrintableText.escaped(columns.joined(separator: ", "))))",
                    "name the column of texts “content”, “text”, “body” or “markdown”, and that of titles “title”"
                )
            }
        var failure = ImportFailure(path: place.shown, reason: "it is \(what), which cannot be read")
        failure.wayOut = wayOut
        return failure
    }
}
