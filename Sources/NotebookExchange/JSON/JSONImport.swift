import NotebookFormat
import NotebookPacking
import NotebookText

/// Adds notes in JSON to a bundle under construction.
struct JSONImport {
    /// The largest text that is read, in bytes.
    static let maximumBytes = 1 << 30

    /// What was imported, and what was skipped.
    private(set) var report = ImportReport()
    /// The uuids that were only derived from names in the source.
    private(set) var guessed: Set<UniqueIdentifier> = []
    /// The creation date of the oldest note.
    private(set) var earliest: Timestamp?

    /// The origin of a note.
    struct Origin {
        /// The name of the text in messages.
        let file: String
        /// The place of the note in the text; empty if it is the only one.
        let place: String

        /// A row of a report about the note.
        func row(_ text: String) -> ImportReport.Row {
            .init(path: file, text: place.isEmpty ? text : "\(place) \(text)")
        }
    }

    /// The origins of the notes, by their paths in the bundle.
    private(set) var origins: [BundlePath: Origin] = [:]

    private var taken: Set<ComparisonKey>
    /// The next number to try for each name.
    private var numbers: [String: Int] = [:]

    /// Makes an import that adds notes to those in the bundle.
    init(beside paths: some Sequence<BundlePath> = []) { taken = Set(paths.map(\.key)) }

    /// Writes all notes of a text.
    ///
    /// - Parameters:
    ///   - file: The name of the text in messages.
    ///   - directory: The folder for notes that name none.
    mutating func bring(
        _ text: JSONNotes, from file: String, below directory: String = "", into bundle: inout NewBundle
    ) throws {
        for (place, note) in text.notes {
            let (uuid, isGuessed) = note.identity(in: directory)
            let origin = Origin(file: file, place: place)
            do {
                let item = try note.item(uuid)
                if isGuessed, let uuid = item.metadata.uuid { guessed.insert(uuid) }
                origins[try write(note, item, directory, &bundle)] = origin
            } catch let problem as TextProblem {
                let row = origin.row("cannot be an item: \(problem.message)")
                report.leftOut.append(.init(path: row.path, text: row.text, isDamage: true))
            }
        }
        report.leftOut += text.leftOut.map { .init(path: file, text: $0, isDamage: true) }
        report.lost += text.lost.map { .init(path: file, text: $0) }
    }

    /// Gives new uuids to notes that have the uuid of another note.
    mutating func separateTwins(_ bundle: inout NewBundle) throws {
        for path in try bundle.separateTwins() {
            guard let origin = origins[path] else { continue }
            report.lost.append(origin.row("got a new uuid: another note has the same"))
        }
    }

    private mutating func write(
        _ note: JSONNote, _ item: ItemFile, _ directory: String, _ bundle: inout NewBundle
    ) throws -> BundlePath {
        let path = try place(of: note, item, directory)
        taken.insert(path.key)
        var text = String(decoding: item.bytes, as: UTF8.self)
        for file in note.attachments ?? [] {
            let (declared, bytes) = (try BundlePath(file.path), [UInt8](file.data))
            let path = try Self.properPath(declared, bytes)
            if path != declared {
                text = text.replacing(declared.text, with: path.text).replacing(
                    PercentEncoding.encode(declared.text), with: PercentEncoding.encode(path.text))
                let row = "the attachment \(declared) has other bytes than its name says, and is \(path) now"
                report.lost.append(.init(path: declared.text, text: row, isDamage: true))
            }
            guard taken.insert(path.key).inserted else { continue }
            try bundle.write(bytes, at: path)
            report.attachments += 1
        }
        try bundle.write(Array(text.utf8), at: path)
        report.items += 1
        if let created = item.metadata.created { earliest = min(earliest ?? created, created) }
        return path
    }

    /// The path of an attachment with the digest of its bytes in its name.
    private static func properPath(_ path: BundlePath, _ bytes: [UInt8]) throws -> BundlePath {
        let (name, digest) = (BlobName(path.name), Digest.of(bytes))
        guard FileType(of: path) == .blob, name?.matches(digest) != true else { return path }
        return try BundlePath("blobs/\(BlobName(name?.readableName ?? String(path.name), digest: digest))")
    }

    /// The path that a note had, or a path made from its folder and title; always a free one.
    private mutating func place(of note: JSONNote, _ item: ItemFile, _ directory: String) throws -> BundlePath {
        if let path = note.path.flatMap({ try? BundlePath($0) }), FileType(of: path)?.isItem == true,
            !taken.contains(path.key)
        {
            return path
        }
        let root = note.type == .card ? "cards" : "notes"
        let folders = (note.folder ?? directory).split(separator: "/").compactMap { PortableName.made(from: $0) }
        let directory = ([root] + folders).joined(separator: "/")
        let title = item.metadata.title ?? item.firstLineOfText ?? ""
        let fallback = note.type == .card ? "New Card" : "New Note"
        let stem = "\(directory)/\(PortableName.made(from: title) ?? fallback)"
        var number = numbers[stem] ?? 1
        defer { numbers[stem] = number + 1 }
        while taken.contains(ComparisonKey(Self.name(stem, number))) { number += 1 }
        return try BundlePath(Self.name(stem, number))
    }

    private static func name(_ stem: String, _ number: Int) -> String {
        number == 1 ? "\(stem).md" : "\(stem) \(number).md"
    }
}
