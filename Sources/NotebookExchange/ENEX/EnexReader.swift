import ForeignData
import NotebookFormat
import NotebookPacking
import NotebookText

/// Reads the notes of an export, one after the other (Evernote's DTDs 2 to 4).
final class EnexReader {
    private var scanner: XMLScanner
    private let notes: ForeignImport
    private let folder: [String]
    /// The text of the export from an offset on.
    private let source: (_ offset: Int) -> XMLScanner.Source
    /// The note that is read.
    private var current: OpenEnexNote?
    private var hasRecognition = false
    private var unread = UnreadValues()
    /// How many bytes were read again.
    private var reread = 0

    /// The longest content of a note, in bytes.
    static let maximumContent = 32 << 20
    private static let maximumValue = 1 << 20
    /// How many bytes are read again to find the notes that damaged ones seem to contain.
    private static let maximumReread = 1 << 28

    init(_ notes: ForeignImport, folder: [String], _ source: @escaping (_ offset: Int) -> XMLScanner.Source) {
        (self.notes, self.folder, self.source) = (notes, folder, source)
        scanner = XMLScanner(source(0))
    }

    /// Reads everything; what is damaged or cut off is reported, and the other notes are read.
    func read(_ bundle: inout NewBundle) throws {
        var isWhole = false
        var first: XMLProblem?
        while true {
            do {
                try readNotes(&isWhole, &bundle)
                break
            } catch let problem as XMLProblem {
                first = first ?? problem
                if let current {
                    try current.discard(notes, &bundle)
                    notes.refuse(note: current.note.title, place: current.note.place, because: "\(problem)")
                } else {
                    notes.lose(.noteDamaged, "\(problem)", place: "line \(problem.line)")
                }
                guard try recover(from: problem) else { break }
            }
        }
        if let first, !isWhole {
            throw ImportFailure(path: notes.source, reason: "it is damaged, and has no whole note: \(first)")
        }
        unread.report(of: "notes and files", to: notes)
        if hasRecognition {
            notes.lose(
                .partSkipped, "the text that Evernote recognized in pictures was left out", target: "recognition")
        }
    }

    /// The titles of all notes by their creation dates, which are rarely needed.
    private lazy var titles = readTitles()

    private func isThere(_ created: String, _ title: String) -> Bool { titles[created]?.contains(title) == true }

    private func readTitles() -> [String: Set<String>] {
        var titles: [String: Set<String>] = [:]
        var scanner = XMLScanner(source(0))
        var (title, created) = ("", "")
        // What is damaged is reported where notes are read.
        while let event = try? scanner.next() {
            switch event {
            case .start("note", _): (title, created) = ("", "")
            case .start("title", _) where scanner.depth == 3:
                title = (try? scanner.elementText(limit: Self.maximumValue))?.trimmedOfSpace ?? ""
            case .start("created", _) where scanner.depth == 3:
                created = (try? scanner.elementText(limit: Self.maximumValue))?.trimmedOfSpace ?? ""
            case .end("note"): titles[created, default: []].insert(title)
            default: break
            }
        }
        return titles
    }

    /// Goes on at the next note: behind the beginning of a damaged one, which may have swallowed others.
    private func recover(from problem: XMLProblem) throws -> Bool {
        if let current, case let length = scanner.offset - current.offset, reread + length <= Self.maximumReread {
            reread += length
            scanner = XMLScanner(source(current.offset), offset: current.offset, line: current.note.line, inside: [])
        }
        current = nil
        return try scanner.recover(from: problem, at: "note", inside: ["en-export"])
    }

    private func readNotes(_ isWhole: inout Bool, _ bundle: inout NewBundle) throws {
        while let event = try scanner.next() {
            guard case .start(let name, _) = event else { continue }
            guard name == "note" else {
                if name != "en-export" { try scanner.skipElement() }
                continue
            }
            notes.balance.find(.notes)
            let open = OpenEnexNote(line: scanner.line, offset: scanner.offset)
            current = open
            try read(open, &bundle)
            current = nil
            try write(open.note, &bundle)
            isWhole = true
        }
    }

    private func write(_ note: EnexNote, _ bundle: inout NewBundle) throws {
        let created = EnexNote.date(note.created).map { "\($0)" }
        let id = notes.uniqueID("enex", created ?? note.title, note.title) { isThere(note.created, $0) }
        let content = note.content ?? ""
        let pictures =
            content.holds("data:") ? try DataPictures.attached(HTMLTree.root(content), notes, &bundle) : [:]
        try notes.write(&bundle, weight: content.utf8.count) { [folder] in
            EnexWriting(note, $0, folder: folder).item(id, pictures)
        }
    }

    /// Calls a function for each element directly in the one that was just started.
    private func children(_ body: (String, [XMLAttribute]) throws -> Void) throws {
        let outer = scanner.depth - 1
        while let event = try scanner.next() {
            if case .start(let name, let attributes) = event { try body(name, attributes) }
            if scanner.depth <= outer { return }
        }
    }

    private func value() throws -> String { (try scanner.elementText(limit: Self.maximumValue) ?? "").trimmedOfSpace }

    private func read(_ open: OpenEnexNote, _ bundle: inout NewBundle) throws {
        let outer = scanner.depth - 1
        while let event = try scanner.next() {
            if case .start(let name, _) = event {
                switch name {
                case "title": open.note.title = try value()
                case "created": open.note.created = try value()
                case "updated": open.note.updated = try value()
                case "tag": open.note.tags.append(try value())
                case "content":
                    open.note.content = try content()
                    open.note.isTooLong = open.note.content == nil
                    // The markup of notes has no such element.
                    let isSwallowing = open.note.content?.holds("<note>") == true
                    if isSwallowing { throw scanner.damage("the end of its text is missing") }
                case "note-attributes": try readAttributes(open)
                case "task": try readTask(open)
                case "resource": try readResource(open, &bundle)
                case "note": throw scanner.damage("a note begins within it")
                default: try skip("note: \(name)")
                }
            }
            if scanner.depth <= outer { return }
        }
    }

    /// The text of the element that was just started, which is XML in a section of CDATA; `nil` if it is too long.
    private func content() throws -> String? {
        let inner = scanner.depth
        var bytes: [UInt8] = []
        while let event = try scanner.next(), scanner.depth >= inner {
            switch event {
            case .text(let text): if bytes.count <= Self.maximumContent { bytes += text }
            case .start, .end: throw scanner.damage("its text has elements outside of CDATA")
            }
        }
        return bytes.count <= Self.maximumContent ? String(decoding: bytes, as: UTF8.self) : nil
    }

    private func readAttributes(_ open: OpenEnexNote) throws {
        try children { name, attributes in
            let key = attributes.first { $0.name == "key" }?.value
            open.note.attributes.append((name, key, try value()))
        }
    }

    /// What is said of files for Evernote alone, or is in the file itself.
    private static let silent: Set<String> = ["attachment", "client-will-index", "reco-type", "timestamp"]

    /// What is said of tasks for Evernote alone.
    private static let silentOfTasks: Set<String> = [
        "task: created", "task: updated", "task: inNote", "task: noteLevelID", "task: repeatAfterCompletion",
        "task: statusUpdated", "task: creator", "task: lastEditor",
    ]

    /// Skips a value for which there is no place.
    private func skip(_ name: String, _ silent: Set<String> = []) throws {
        let isThere = try scanner.elementText(limit: Self.maximumValue).map { !$0.trimmedOfSpace.isEmpty } ?? true
        guard isThere, !silent.contains(name) else { return }
        leaveOut(name)
    }

    private func leaveOut(_ name: String) {
        unread.begin(current?.note.title ?? "", at: current?.note.place ?? "")
        unread.add(name)
    }

    private func readTask(_ open: OpenEnexNote) throws {
        var task = EnexTask()
        notes.balance.find(.tasks)
        open.note.tasks.append(task)
        try children { name, _ in
            switch name {
            case "title": task.title = try value()
            case "taskStatus": task.isDone = try value() == "completed"
            case "taskFlag": task.isFlagged = try value() == "true"
            case "sortWeight": task.weight = try value()
            case "taskGroupNoteLevelID": task.group = try value()
            case "dueDate": task.due = try value()
            case "timeZone": task.timeZone = try value()
            case "reminder":
                try children { name, _ in
                    if name == "reminderDate" { task.reminders.append(try value()) } else { try scanner.skipElement() }
                }
            case "dueDateUIOption": if try value() == "date_time" { leaveOut("task: time of dueDate") }
            default: try skip("task: \(name)", Self.silentOfTasks)
            }
        }
        open.note.tasks[open.note.tasks.count - 1] = task
    }

    private func readResource(_ open: OpenEnexNote, _ bundle: inout NewBundle) throws {
        notes.balance.find(.attachments)
        open.openResources += 1
        let outer = scanner.depth - 1
        var resource = EnexResource()
        var path: BundlePath?
        var isReported = false
        /// Reads up to the data, or to the end.
        func readOn(stopsAtData: Bool) throws -> Bool {
            while let event = try scanner.next() {
                if case .start(let name, _) = event {
                    switch name {
                    case "data" where stopsAtData: return true
                    case "mime": resource.mime = try value()
                    case "resource-attributes":
                        try children { name, _ in
                            if name == "file-name" { resource.name = try value() } else { try skip(name, Self.silent) }
                        }
                    case "recognition", "alternate-data":
                        hasRecognition = true
                        try scanner.skipElement()
                    default: try scanner.skipElement()
                    }
                }
                if scanner.depth <= outer { return false }
            }
            return false
        }
        if try readOn(stopsAtData: true) {
            path = try notes.attach(&bundle, place: open.note.place, note: open.note.title) { write in
                resource.digest = try readData(write)
            } name: {
                _ = try readOn(stopsAtData: false)
                return resource.fileName
            }
            isReported = path == nil
        }
        open.openResources -= 1
        if isReported { return open.note.resources.append(resource) }
        guard let path, resource.digest != MD5.hexadecimal([]) else {
            if let path {
                try notes.drop(attachment: path, &bundle, as: .missing)
            } else {
                notes.balance.settle(.attachments, .missing)
            }
            notes.lose(
                .attachmentMissing, "the file has no content", note: open.note.title, place: open.note.place,
                target: resource.fileName)
            return
        }
        resource.path = path
        open.note.resources.append(resource)
    }

    /// Decodes the data element that was just started, and returns its MD5 digest.
    private func readData(_ write: ([UInt8]) throws -> Void) throws -> String {
        let outer = scanner.depth - 1
        var decoder = Base64Decoder()
        var digest = MD5()
        while let event = try scanner.next() {
            if case .text(let text) = event {
                let bytes = decoder.decode(text)
                digest.update(bytes)
                if !bytes.isEmpty { try write(bytes) }
            }
            if scanner.depth <= outer { break }
        }
        guard !decoder.isDamaged else { throw ForeignFault(reason: "it has characters that are not base64") }
        return digest.finish()
    }
}
