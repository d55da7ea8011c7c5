import ForeignData
import NotebookFormat
import NotebookMarkdown
import NotebookPacking
import NotebookText

/// The entries of journals, each journal a folder.
final class DayOneSource: ForeignSource {
    let shown: String
    private let texts: ForeignTexts
    private let journals: [(name: String, path: String, entries: [JSONValue])]
    /// The files in the folders of media, by their stems, which are MD5 digests.
    private var media: [String: String] = [:]
    /// What became of the files, by their digests; `nil` for missing ones.
    private var attachments: [String: BundlePath?] = [:]

    init(
        _ texts: ForeignTexts, _ journals: [(name: String, path: String, entries: [JSONValue])], shown: String
    ) {
        (self.texts, self.journals, self.shown) = (texts, journals, shown)
    }

    private var unread = UnreadValues()
    /// The keys of entries that are read.
    private static let keys: Set<String> = [
        "uuid", "text", "richText", "creationDate", "modifiedDate", "timeZone", "tags", "starred", "isPinned",
        "isAllDay", "location", "weather", "userActivity", "photos", "audios", "videos", "pdfAttachments", "pdfs",
    ]

    private static let folders = ["photos", "audios", "videos", "pdfAttachments", "pdfs"]

    func read(into notes: ForeignImport, _ bundle: inout NewBundle) throws {
        for file in texts.files.files where Self.isMedium(file.path) {
            media[(file.name.split(separator: ".").first ?? "").lowercased()] = file.path
        }
        notes.loseRest(texts.rest.filter { !owns($0.path) })
        for journal in journals {
            for (index, entry) in journal.entries.enumerated() {
                notes.balance.find(.notes)
                guard !entry.members.isEmpty else {
                    notes.refuse(note: "", place: "\(journal.path)[\(index)]", because: "the entry has no values")
                    continue
                }
                try write(entry, in: journal.name, notes, &bundle)
            }
        }
        unread.report(of: "entries", to: notes)
        guard !texts.isAlone else { return }
        for (digest, path) in media.sorted(by: { $0.value < $1.value }) where attachments[digest] == nil {
            notes.lose(.partSkipped, "no entry has this file", place: path)
        }
    }

    /// Whether a file is in a folder of media.
    private static func isMedium(_ path: String) -> Bool {
        path.parts(between: "/").dropLast().last.map { folders.contains(String($0)) } == true
    }

    func owns(_ path: String) -> Bool { texts.has(path) || Self.isMedium(path) }

    /// A photo, a recording, a film or a document of an entry.
    private struct Medium {
        let id: String
        let digest: String
        let name: String
    }

    private func media(of entry: JSONValue, _ text: ForeignText) -> [Medium] {
        Self.folders.compactMap { folder in entry[folder]?.elements.map { (folder, $0) } }.joined().compactMap {
            folder, value in
            let digest = (value["md5"]?.text ?? "").lowercased()
            let ending = value["type"]?.text ?? value["format"]?.text ?? ""
            let given = value["filename"]?.text ?? value["pdfName"]?.text ?? value["title"]?.text
            let name = given ?? digest + (ending.isEmpty ? "" : ".\(ending)")
            return Medium(id: (value["identifier"]?.text ?? digest).uppercased(), digest: digest, name: name)
        }
    }

    private func write(
        _ entry: JSONValue, in journal: String, _ notes: ForeignImport, _ bundle: inout NewBundle
    ) throws {
        let id = entry["uuid"]?.text ?? ""
        let created = notes.date(entry["creationDate"], "creationDate", note: "", place: id)
        let zone = entry["timeZone"]?.text ?? ""
        let day = created.map { notes.day(of: $0, in: zone, place: id) } ?? ""
        let written = written(entry, ForeignText(notes, title: day, place: id, count: LinkedHTML.counts))
        let title = Self.title(written) ?? (Self.isBlank(written) ? day : "")
        var note = ForeignNote(id: notes.uniqueID("dayone", id.isEmpty ? written : id, title))
        note.uuid = Self.uuid(id)
        note.title = title
        note.place = id
        note.folder = journal.isEmpty ? [] : [journal]
        note.keys = ["dayone:\(id)"]
        note.created = created
        note.modified = notes.date(entry["modifiedDate"], "modifiedDate", note: title, place: id)
        note.tags = entry["tags"]?.elements.compactMap(\.text) ?? []
        note.isPinned = entry["isPinned"]?.isTrue == true
        note.add("date", day)
        note.add("timeZone", zone)
        for key in ["starred", "isAllDay"] where entry[key]?.isTrue == true { note.add(key, typed: "true") }
        addPlace(of: entry, to: &note)
        unread.begin(title.isEmpty ? day : title, at: id)
        unread.add(entry, besides: Self.keys)
        unread.add(
            entry["location"],
            besides: [
                "placeName", "localityName", "administrativeArea", "country", "userLabel", "latitude", "longitude",
                "region", "timeZoneName",
            ], start: "location.")
        unread.add(entry["weather"], besides: ["conditionsDescription", "temperatureCelsius"], start: "weather.")
        unread.add(entry["userActivity"], besides: ["activityName"], start: "userActivity.")
        let text = ForeignText(notes, title: title.isEmpty ? day : title, place: id, count: LinkedHTML.counts)
        note.body = try body(written, media(of: entry, text), text, &note, notes, &bundle)
        text.finish()
        try notes.write(note, &bundle)
    }

    /// The text of an entry in Markdown.
    private func written(_ entry: JSONValue, _ report: ForeignText) -> String {
        let text = (entry["text"]?.text ?? "").withLineFeeds.replacing("\u{2028}", with: "\n")
        guard text.allSatisfy(\.isWhitespace), let written = entry["richText"]?.text, !written.isEmpty else {
            return text
        }
        guard let rich = DayOneRichText(written) else {
            report.lose(
                .noteLost, "the entry has no plain text, and its formatted text (richText) is damaged",
                target: "richText")
            return text
        }
        rich.unknown.report(to: report)
        return rich.markdown
    }

    private static func isBlank(_ text: String) -> Bool {
        replacingPictures(in: text) { _ in "" }.allSatisfy(\.isWhitespace)
    }

    /// A text with its pictures replaced; those for whose address the function gives `nil` stay.
    private static func replacingPictures(in text: String, _ replacement: (Substring) -> String?) -> String {
        var output = ""
        var rest = text[...]
        while let start = rest.place(of: "!["), let label = rest[start.upperBound...].firstIndex(of: "]") {
            let address = rest[label...].dropFirst(2)
            guard rest[label...].hasPrefix("]("), let end = address.firstIndex(of: ")") else {
                // Without a parenthesis that closes an address, the rest has no picture.
                guard !rest[label...].hasPrefix("](") else { break }
                output += rest[...label]
                rest = rest[label...].dropFirst()
                continue
            }
            output += rest[..<start.lowerBound]
            output += replacement(address[..<end]) ?? String(rest[start.lowerBound...end])
            rest = rest[end...].dropFirst()
        }
        return output + rest
    }

    /// The text of a heading in the first line.
    private static func title(_ text: String) -> String? {
        let line = Substring(text.utf8.drop { $0 == 0x0A }.prefix { $0 != 0x0A })
        let heading = line.drop { $0 == "#" }
        guard (1...6).contains(line.count - heading.count), heading.first?.isWhitespace == true else { return nil }
        let bytes = Array(heading.trimmedOfSpace.utf8)
        return MarkdownPlainText.firstLine(bytes, in: bytes.indices)
    }

    /// The uuid that the digits of an id spell.
    private static func uuid(_ id: String) -> UniqueIdentifier? {
        let digits = id.lowercased().replacing("-", with: "")
        guard digits.count == 32 else { return nil }
        var rest = digits[...]
        return UniqueIdentifier(
            [8, 4, 4, 4, 12].map { count in
                defer { rest = rest.dropFirst(count) }
                return String(rest.prefix(count))
            }.joined(separator: "-"))
    }

    private func addPlace(of entry: JSONValue, to note: inout ForeignNote) {
        if let location = entry["location"] {
            let names = ["placeName", "localityName", "administrativeArea", "country"].compactMap { location[$0]?.text }
            note.add("location", location["userLabel"]?.text ?? names.first)
            for key in ["latitude", "longitude"] {
                if case .number(let number)? = location[key]?.content { note.add(key, typed: Self.degrees(number)) }
            }
            note.add("locality", location["localityName"]?.text)
            note.add("country", location["country"]?.text)
        }
        note.add("weather", entry["weather"]?["conditionsDescription"]?.text)
        if case .number(let degrees)? = entry["weather"]?["temperatureCelsius"]?.content {
            note.add("temperature", typed: degrees)
        }
        note.add("activity", entry["userActivity"]?["activityName"]?.text)
    }

    /// A coordinate with at most ten decimals, which are a hundredth of a millimetre: more would be no number.
    private static func degrees(_ number: String) -> String {
        guard let point = number.firstIndex(of: "."), !number.contains(where: { "eE".contains($0) }) else {
            return number
        }
        return String(number[...point] + number[point...].dropFirst().prefix(10))
    }

    // MARK: Files

    private func body(
        _ written: String, _ media: [Medium], _ text: ForeignText, _ note: inout ForeignNote, _ notes: ForeignImport,
        _ bundle: inout NewBundle
    ) throws -> String {
        var paths: [String: (medium: Medium, path: BundlePath?)] = [:]
        for medium in media { paths[medium.id] = (medium, try attach(medium, text, notes, &bundle)) }
        var shown: Set<String> = []
        var body = written
        // A missing file is named; its address means nothing elsewhere.
        body = Self.replacingPictures(in: body) { address in
            guard let id = Self.id(in: address), let entry = paths[id], entry.path == nil else { return nil }
            shown.insert(id)
            return MarkdownEscapes.text("[missing \(entry.medium.name)]")
        }
        if !body.isEmpty, !body.hasSuffix("\n") { body += "\n" }
        body = ForeignMarkdown.text(body, text, &note) { address in
            if let entry = Self.entry(in: address) {
                return .note(ForeignLink(key: "dayone:\(entry)", address: address))
            }
            guard let id = Self.id(in: address[...]) else { return .outside }
            guard let entry = paths[id], let path = entry.path else { return .missing }
            shown.insert(id)
            return .attachment(path, name: entry.medium.name)
        }
        for medium in media where shown.insert(medium.id).inserted {
            guard let path = paths[medium.id]?.path else { continue }
            body += text.unshown(path, name: medium.name)
        }
        return body
    }

    /// The id in the address of an entry; `nil` for other addresses.
    private static func entry(in address: String) -> Substring? {
        var reader = TextReader(address)
        guard reader.skip("dayone2://view?entryId=") || reader.skip("dayone://view?entryId=") else { return nil }
        return reader.take(1...) { ASCII.hexadecimalValue($0) != nil || $0 == UInt8(ascii: "-") }
    }

    /// The id in the address of a file; `nil` for other addresses.
    private static func id(in address: Substring) -> String? {
        guard address.lowercased().hasPrefix("dayone-moment:") else { return nil }
        return (address.parts(between: "/").last.map(String.init) ?? "").uppercased()
    }

    /// Attaches a file, once for each digest; `nil` if it is missing.
    private func attach(
        _ medium: Medium, _ text: ForeignText, _ notes: ForeignImport, _ bundle: inout NewBundle
    ) throws -> BundlePath? {
        let digest = medium.digest.isEmpty ? medium.id : medium.digest
        if let known = attachments[digest] { return known }
        text.notes.balance.find(.attachments)
        guard let file = media[medium.digest] else {
            text.notes.balance.settle(.attachments, .missing)
            text.lose(.attachmentMissing, "the file is not in the export", target: medium.name)
            attachments[digest] = .some(nil)
            return nil
        }
        let ending = file.split(separator: ".").last.map { ".\($0)" } ?? ""
        let path = try notes.attach(&bundle) {
            try texts.files.copy(file, $0)
        } name: {
            medium.name.lowercased().hasSuffix(ending.lowercased()) ? medium.name : medium.digest + ending
        }
        attachments[digest] = .some(path)
        return path
    }
}
