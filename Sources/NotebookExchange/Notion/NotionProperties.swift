import ForeignData
import NotebookFormat
import NotebookText

/// Properties of rows of databases, as properties of notes.
struct NotionProperties {
    let text: ForeignText
    /// The pages of the export, by their ids.
    let pages: [String: NotionPage]
    /// How many of them have a title.
    let titles: [String: Int]

    func add(_ page: NotionPage, to note: inout ForeignNote) {
        for row in page.propertyRows { add(row, to: &note) }
        for (key, value) in page.propertyLines { add(key, value, to: &note) }
    }

    /// A relation as a link by title, if its page is in the export and no other has the title.
    private func relation(_ shown: String, _ address: String) -> PropertyScalar {
        text.notes.balance.find(.links)
        guard let page = NotionID.digits(in: address).flatMap({ pages[$0] }) else {
            text.notes.balance.settle(.links, .unresolved)
            text.lose(.linkUnresolved, "the page of a relation is not in the export; its title stays", target: shown)
            return PropertyScalar(text: shown)
        }
        guard titles[page.title] == 1, !page.title.contains(where: { "[]|#^\n".contains($0) }) else {
            text.notes.balance.settle(.links, .dropped)
            text.lose(.linkDropped, "a link by title could not name the page of a relation", target: shown)
            return PropertyScalar(text: page.title)
        }
        text.notes.balance.settle(.links, .resolved)
        return PropertyScalar(text: "[[\(page.title)]]")
    }

    /// The relations in a value of Markdown, `Title (Title%20ID.md), …`; `nil` for other values.
    private func relations(_ value: String) -> [PropertyScalar]? {
        var found: [(title: Substring, address: Substring)] = []
        var reader = TextReader(value)
        while !reader.isAtEnd {
            guard let next = Self.relation(&reader) else { return nil }
            found.append(next)
        }
        return found.isEmpty ? nil : found.map { relation(String($0.title), String($0.address)) }
    }

    /// The next relation of a list; `nil` if something else stands there.
    private static func relation(_ reader: inout TextReader) -> (title: Substring, address: Substring)? {
        let text = reader.rest
        guard text.first?.isWhitespace == false else { return nil }
        var rest = text.dropFirst()
        while let space = rest.utf8.firstIndex(of: UInt8(ascii: " ")) {
            rest = rest[space...].dropFirst()
            var ahead = TextReader(text[space...])
            guard ahead.skip(" ("), let address = ahead.take(1..., where: { $0 > 0x20 && !"()".utf8.contains($0) }),
                ahead.skip("), ") || ahead.skip(")") && ahead.isAtEnd, isPage(address)
            else { continue }
            reader = ahead
            return (text[..<space], address)
        }
        return nil
    }

    /// Whether an address ends with the id of a page and the ending of its file.
    private static func isPage(_ address: Substring) -> Bool {
        let path = address.without(ending: ".md") ?? address.without(ending: ".html")
        return path.map { NotionID.isID($0.utf8.suffix(NotionID.length)) } ?? false
    }

    private func add(_ row: HTMLElement, to note: inout ForeignNote) {
        guard let cell = row.first({ $0.name == "td" }), let head = row.first({ $0.name == "th" }) else { return }
        let key = head.text.trimmedOfSpace
        let kind = row.classes.first { $0.hasPrefix("property-row-") }?.dropFirst("property-row-".count) ?? ""
        let value = cell.text.trimmedOfSpace
        switch kind {
        case "checkbox":
            let isOn = cell.first { $0.has(class: "checkbox-on") } != nil
            note.add(key, typed: isOn ? "true" : "false")
        case "relation":
            let values = cell.elements.map { ($0.text.trimmedOfSpace, $0["href"] ?? "") }.filter { !$0.0.isEmpty }
            if !values.isEmpty { note.properties.append((key, .list(values.map { relation($0.0, $0.1) }))) }
        case "multi_select", "person":
            let values = cell.elements.map { $0.text.trimmedOfSpace }.filter { !$0.isEmpty }
            if key.lowercased() == "tags" {
                note.tags += values
            } else if !values.isEmpty {
                note.properties.append((key, .list(values.map { PropertyScalar(text: $0) })))
            }
        case "number", "auto_increment_id": note.add(key, typed: value)
        case "created_time", "last_edited_time":
            guard let date = NotionDate.iso(value) else { return note.add(key, value) }
            let time = Timestamp(asWritten: date)
            if kind == "created_time" {
                note.created = time ?? note.created
            } else {
                note.modified = time ?? note.modified
            }
            note.add(key, date)
        case "date":
            note.add(key, NotionDate.iso(value) ?? value)
        case "url", "email", "phone_number":
            note.add(key, cell.first { $0.name == "a" }?["href"] ?? value)
        default: note.add(key, value)
        }
    }

    private func add(_ key: String, _ value: String, to note: inout ForeignNote) {
        switch value {
        case "": return
        case "Yes": note.add(key, typed: "true")
        case "No": note.add(key, typed: "false")
        default:
            if key.lowercased() == "tags" {
                note.tags += value.parts(between: ",").map { $0.trimmedOfSpace }
            } else if let relations = relations(value) {
                note.properties.append((key, .list(relations)))
            } else if let date = NotionDate.iso(value) {
                note.add(key, date)
            } else {
                note.add(key, typed: value)
            }
        }
    }
}

/// Dates as Notion writes them: `@March 1, 2024 9:00 AM`.
enum NotionDate {
    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    /// The date in ISO 8601, of a range `2024-04-02/2024-04-05`; `nil` if it is none.
    static func iso(_ text: String) -> String? {
        guard let arrow = text[...].place(of: "→") else { return day(text) }
        let (start, end) = (String(text[..<arrow.lowerBound]), text[arrow.upperBound...].trimmedOfSpace)
        guard let first = day(start) else { return nil }
        // The end of a range within a day is a time.
        let date = start[...].place(of: ", ").map { start[..<$0.upperBound] + start[$0.upperBound...].prefix(5) } ?? ""
        return (day(end) ?? day(date + end)).map { "\(first)/\($0)" }
    }

    private static func day(_ text: String) -> String? {
        var reader = TextReader((text.hasPrefix("@") ? String(text.dropFirst()) : text).trimmedOfSpace)
        guard let name = reader.take(1..., where: ASCII.isLetter), let month = months.firstIndex(of: name.lowercased()),
            reader.skip(" "), let day = reader.take(1...2, where: ASCII.isDigit), reader.skip(", "),
            let year = reader.take(4...4, where: ASCII.isDigit)
        else { return nil }
        let time = time(&reader)
        if reader.skip(" (") {
            let zone = reader.take(1...) { ASCII.isCapital($0) || ASCII.isDigit($0) || "+-:".utf8.contains($0) }
            guard zone != nil, reader.skip(")") else { return nil }
        }
        return reader.isAtEnd ? "\(year)-\(two(month + 1))-\(two(Int(day) ?? 0))\(time ?? "")" : nil
    }

    /// A time of the day behind a space: `T09:00:00`.
    private static func time(_ reader: inout TextReader) -> String? {
        var ahead = reader
        guard ahead.skip(" "), let hour = ahead.take(1...2, where: ASCII.isDigit).flatMap({ Int($0) }), ahead.skip(":"),
            let minute = ahead.take(2...2, where: ASCII.isDigit)
        else { return nil }
        reader = ahead
        _ = ahead.skip(" ")
        let half = ahead.take(1...1) { "ap".utf8.contains(ASCII.lowercased($0)) }?.lowercased()
        guard let half, ahead.take(1...1, where: { ASCII.lowercased($0) == UInt8(ascii: "m") }) != nil else {
            return "T\(two(hour)):\(minute):00"
        }
        reader = ahead
        return "T\(two(hour % 12 + (half == "p" ? 12 : 0))):\(minute):00"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
