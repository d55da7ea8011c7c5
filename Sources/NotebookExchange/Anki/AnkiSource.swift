import Archives
import ForeignData
import NotebookFiles
import NotebookFormat
import NotebookPacking
import NotebookStudy
import NotebookText

/// A package of Anki.
struct AnkiSource: ForeignSource {
    let shown: String
    private let files: ForeignFiles
    let collection: AnkiCollection
    /// The names of the files in the package, by their members.
    private let mediaNames: [String: String]

    /// The names of collections, from the newest layout to the oldest.
    static let collections = ["collection.anki21b", "collection.anki21", "collection.anki2"]

    init(_ files: ForeignFiles, shown: String) throws {
        (self.files, self.shown) = (files, shown)
        let meta = try files.content("meta").flatMap { ProtobufFields($0)?.number(1) }
        let known = Self.collections
        let wanted: String? =
            switch meta {
            case 3: known[0]
            case 2: known[1]
            case 1: known[2]
            default: known.first { files.has($0) }
            }
        guard let name = wanted, let stream = try files.expanded(name) else {
            throw ImportFailure(path: shown, reason: "it is a package of Anki without its collection")
        }
        do {
            let bytes = try ArchiveFailure.naming(shown) {
                try SpooledBytes(stream, limit: 8 << 30)
            }
            let database = try SQLiteFile(size: Int(clamping: bytes.count)) { offset, count in
                var buffer = [UInt8](repeating: 0, count: count)
                var filled = 0
                while filled < count {
                    var piece = [UInt8](repeating: 0, count: count - filled)
                    let read = try bytes.read(into: &piece, at: UInt64(offset + filled))
                    if read == 0 { break }
                    buffer.replaceSubrange(filled..<filled + read, with: piece[..<read])
                    filled += read
                }
                return Array(buffer[..<filled])
            }
            collection = try AnkiCollection(database)
        } catch let problem as SQLiteProblem {
            throw ImportFailure(path: shown, reason: "its collection cannot be read: \(problem)")
        } catch let problem as TextProblem {
            throw ImportFailure(path: shown, reason: "its collection cannot be read: \(problem.message)")
        }
        do {
            mediaNames = try Self.mediaNames(files)
        } catch let fault as ForeignFault {
            throw ImportFailure(path: shown, reason: "its list of files cannot be read: \(fault)")
        }
    }

    /// Reads the list of media: JSON, or a message of Protocol Buffers.
    private static func mediaNames(_ files: ForeignFiles) throws -> [String: String] {
        guard let stream = try files.expanded("media") else { return [:] }
        var bytes: [UInt8] = []
        try files.content(of: stream).copy { piece in if bytes.count < 256 << 20 { bytes += piece } }
        var names: [String: String] = [:]
        if let value = try? JSONValue.read(bytes) {
            for member in value.members { names[member.key] = member.value.text }
        } else if let list = ProtobufFields(bytes) {
            var index = 0
            for (number, value) in list.fields where number == 1 {
                guard case .bytes(let entry) = value else { continue }
                names[String(index)] = ProtobufFields(entry)?.text(1)
                index += 1
            }
        }
        return names
    }

    func read(into notes: ForeignImport, _ bundle: inout NewBundle) throws {
        let media = try attachMedia(notes, &bundle)
        let text = AnkiText(notes: notes, media: media)
        var sides: [Int64: StudyKey] = [:]
        for note in collection.notes {
            notes.balance.find(.notes)
            guard let type = collection.types[note.type] else {
                notes.refuse(
                    note: AnkiText.plain(note.fields.first), place: note.guid, because: "its note type is missing")
                continue
            }
            let deck = note.cards.first.flatMap { collection.decks[$0.deck] } ?? []
            let writing = AnkiWriting(note, type, deck: deck, text, notes)
            try writing.write(&bundle, &sides)
        }
        if collection.strays > 0 {
            notes.lose(.partSkipped, "cards without a note: \(collection.strays)", target: String(collection.strays))
        }
        addReviews(sides, notes)
    }

    /// Attaches the files that notes mention.
    private func attachMedia(_ notes: ForeignImport, _ bundle: inout NewBundle) throws -> [String: BundlePath] {
        let texts =
            collection.notes.flatMap(\.fields)
            + collection.types.values.flatMap(\.templates).flatMap {
                [$0.question, $0.answer]
            }
        var mentioned: Set<String> = []
        var shown: Set<String> = []
        for text in texts where text.holds("src=") || text.holds("[sound:") || text.holds("href=") {
            for found in AnkiText.addresses(in: text) {
                let name = HTMLNode.text(of: HTMLTree.nodes(String(found.text)))
                for name in [name, PercentEncoding.decode(name)].compactMap({ $0?.composed }) {
                    mentioned.insert(name)
                    if found.isShown { shown.insert(name) }
                }
            }
        }
        var media: [String: BundlePath] = [:]
        for (member, name) in mediaNames.sorted(by: { $0.value < $1.value }) {
            notes.balance.find(.attachments)
            guard mentioned.contains(name.composed) else {
                notes.balance.settle(.attachments, .dropped)
                notes.lose(.partSkipped, "no note shows this file", place: name)
                continue
            }
            media[name.composed] = try notes.attach(&bundle) { write in
                guard let stream = try files.expanded(member) else {
                    throw ForeignFault(reason: "it is not in the package", isAbsence: true)
                }
                try files.content(of: stream).copy(write)
            } name: {
                // Our packages mark what texts only link to.
                isOurs && name.hasPrefix("_") && !shown.contains(name.composed) ? String(name.dropFirst()) : name
            }
        }
        return media
    }

    /// Whether notes are of the types of our packages.
    private var isOurs: Bool {
        AnkiFields.Kind.allCases.contains { collection.types[AnkiCollectionWriter.typeID($0)] != nil }
    }

    /// The day of studying, which begins at four o’clock in Anki; without a time zone, the day in UTC has to do.
    static func day(of time: Timestamp) -> StudyDay {
        StudyDay(number: Int((time.secondsSince1970 - 4 * 3600) / 86_400))
    }

    private func addReviews(_ sides: [Int64: StudyKey], _ notes: ForeignImport) {
        notes.balance.find(.reviews, collection.reviews.count)
        var manual = 0
        var strays = 0
        for review in collection.reviews {
            guard let grade = ReviewGrade(rawValue: Int(clamping: review.ease)), (0...3).contains(review.kind) else {
                manual += 1
                continue
            }
            guard let key = sides[review.card] else {
                strays += 1
                continue
            }
            let time = Timestamp(clamping: review.time / 1000)
            notes.record(
                .review(
                    Review(
                        id: UniqueIdentifier(
                            derivedFrom: "notebundle-import\0anki-review\0\(review.time)\0\(review.card)"),
                        time: time, day: Self.day(of: time), key: key, grade: grade,
                        milliseconds: Int(clamping: review.milliseconds)))
            )
        }
        notes.balance.settle(.reviews, .dropped, manual + strays)
        if manual > 0 {
            notes.lose(
                .reviewDropped, "not in the log, as they are no answers: changes of schedules by hand, \(manual)",
                place: "revlog", target: String(manual))
        }
        if strays > 0 {
            notes.lose(
                .reviewDropped, "not in the log, as the package no longer has their cards: reviews, \(strays)",
                place: "revlog", target: String(strays))
        }
    }
}
