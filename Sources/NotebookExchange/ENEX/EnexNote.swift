import NotebookFormat
import NotebookPacking
import NotebookText

/// A note of Evernote.
struct EnexNote: Sendable {
    var title = ""
    var created = ""
    var updated = ""
    var content: String?
    /// Whether it has more text than is read.
    var isTooLong = false
    var tags: [String] = []
    /// The attributes with their keys and values.
    var attributes: [(name: String, key: String?, value: String)] = []
    var tasks: [EnexTask] = []
    var resources: [EnexResource] = []
    let line: Int

    init(line: Int) { self.line = line }

    /// Where it begins, for reports.
    var place: String { "line \(line)" }

    /// A date of Evernote: `20220528T215959Z`, or ISO 8601.
    static func date(_ text: String) -> Timestamp? { Timestamp(compact: text) ?? Timestamp(asWritten: text) }
}

/// A note that is being read.
final class OpenEnexNote {
    var note: EnexNote
    /// Attachments whose end was not read.
    var openResources = 0
    /// The offset of what follows its start tag.
    let offset: Int

    init(line: Int, offset: Int) { (note, self.offset) = (EnexNote(line: line), offset) }

    /// Accounts for what was read of a note that is cut off.
    func discard(_ notes: ForeignImport, _ bundle: inout NewBundle) throws {
        notes.balance.settle(.tasks, .dropped, note.tasks.count)
        notes.balance.settle(.attachments, .dropped, openResources)
        for path in note.resources.compactMap(\.path) { try notes.drop(attachment: path, &bundle, as: .dropped) }
    }
}

/// A task beside the text of a note.
struct EnexTask: Sendable {
    var title = ""
    var isDone = false
    var isFlagged = false
    var weight = ""
    var group = ""
    var due = ""
    var timeZone = ""
    var reminders: [String] = []
}

/// An attachment of a note.
struct EnexResource: Sendable {
    var mime = ""
    var name = ""
    /// Its MD5 digest, by which the text shows it; empty if it is damaged.
    var digest = ""
    /// Its path in the bundle; `nil` if it is damaged, which is reported.
    var path: BundlePath?

    /// The name that it was attached under, or one that fits its type.
    var fileName: String {
        if !name.isEmpty { return name }
        let parts = mime.lowercased().split(separator: "/")
        let ending = parts.last.map { $0.prefix { $0.isLetter || $0.isNumber } } ?? ""
        let endings = ["jpeg": "jpg", "plain": "txt", "mpeg": "mp3", "octet": "bin", "svg": "svg"]
        return
            "\(parts.first == "image" ? "image" : "attachment").\(endings[String(ending)] ?? (ending.isEmpty ? "bin" : String(ending)))"
    }

    /// Whether texts show it rather than link to it.
    var isEmbedded: Bool { ["image/", "audio/", "video/"].contains { mime.lowercased().hasPrefix($0) } }
}
