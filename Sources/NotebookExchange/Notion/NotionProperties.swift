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
    /// The names of the files in a list of addresses; `nil` if something else is in it.
    let files: (String) -> [String]?

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
    static func relations(_ value: String) -> [(title: Substring, address: Substring)]? {
        var found: [(title: Substring, address: Substring)] = []
        var reader = TextReader(value)
        while !reader.isAtEnd {
            guard let next = relation(&reader) else { return nil }
            found.append(next)
        }
        return found.isEmpty ? nil : found
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
        case "checkbox",
            _ where value.isEmpty && cell.first { $0.has(class: "checkbox") } != nil:
            var states: [PropertyScalar] = []
            cell.forEach { element in
                guard element.has(class: "checkbox") else { return }
                states.append(PropertyScalar(typed: element.has(class: "checkbox-on") ? "true" : "false"))
            }
            note.properties.append(
                (key, states.count > 1 ? .list(states) : .single(states.first ?? PropertyScalar(typed: "false"))))
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
            addTime(key, date, kind: kind == "created_time" ? .created : .modified, to: &note)
        case "date": note.add(key, date(value, of: key))
        case "url": note.add(key, cell.first { $0.name == "a" }?["href"] ?? value)
        case "email", "phone_number": note.add(key, value)
        case "file": note.add(key, value)
        default: note.add(key, linked(cell.children).trimmedOfSpace)
        }
    }

    /// Adds a date of a page; a property of the same name would repeat a key of the format.
    private func addTime(_ key: String, _ date: String, kind: KnownKey?, to note: inout ForeignNote) {
        let time = Timestamp(asWritten: date)
        if kind == .created { note.created = time ?? note.created }
        if kind == .modified { note.modified = time ?? note.modified }
        let isRepeated = time != nil && (kind == .created || kind == .modified) && PropertyKey.known(key) == kind
        if !isRepeated { note.add(key, date) }
    }

    /// A date in ISO 8601; as it is written if nobody can know which number is the month, which is reported.
    private func date(_ value: String, of key: String) -> String {
        if let date = NotionDate.iso(value) {
            if let zone = NotionDate.zone(value) {
                text.lose(.valueDropped, "the time zone of “\(key)”; its time stays", target: zone)
            }
            return date
        }
        guard NotionDate.isAmbiguous(value) else { return value }
        text.lose(
            .dateInvalid, "the date of “\(key)” does not tell day and month apart; it stays as it is", target: value)
        return value.hasPrefix("@") ? String(value.dropFirst()) : value
    }

    /// A text with the addresses of its links, `text (address)`; links to pages of the export name their titles.
    private func linked(_ nodes: [HTMLNode]) -> String {
        nodes.map { node in
            guard case .element(let element) = node else { return HTMLNode.text(of: [node]) }
            guard element.name == "a", let address = element["href"], !address.isEmpty else {
                return element.name == "br" ? "\n" : linked(element.children)
            }
            let shown = element.text.trimmedOfSpace
            if NotionID.digits(in: address).map({ pages[$0] != nil }) == true { return relation(shown, address).text }
            text.notes.balance.find(.links)
            guard let address = text.external(address) else { return shown }
            return shown.isEmpty || shown == address ? address : "\(shown) (\(address))"
        }.joined()
    }

    private func add(_ key: String, _ value: String, to note: inout ForeignNote) {
        switch value {
        case "": return
        case "Yes": note.add(key, typed: "true")
        case "No": note.add(key, typed: "false")
        default:
            if key.lowercased() == "tags" {
                note.tags += value.parts(between: ",").map { $0.trimmedOfSpace }
            } else if let names = files(value) {
                note.add(key, names.joined(separator: ", "))
            } else if let relations = Self.relations(value) {
                let links = relations.map { relation(String($0.title), String($0.address)) }
                note.properties.append((key, .list(links)))
            } else if NotionDate.iso(value) != nil {
                addTime(key, date(value, of: key), kind: PropertyKey.known(key), to: &note)
            } else if value.holds("\n") {
                note.add(key, value)
            } else {
                note.add(key, typed: value)
            }
        }
    }
}

/// Dates as Notion writes them: `@March 1, 2024 9:00 AM`, `@2024/03/01`, `@25/03/2024`.
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

    /// The time zone of a date, or of one of a range, unless it is UTC.
    static func zone(_ text: String) -> String? {
        let days = text.split(separator: "→").map(\.trimmedOfSpace)
        return days.lazy.compactMap { day -> String? in
            guard day.hasSuffix(")"), let start = day.lastIndex(of: "(") else { return nil }
            let zone = String(day[start...].dropFirst().dropLast())
            return ["UTC", "GMT", ""].contains(zone) ? nil : zone
        }.first
    }

    /// Whether a date begins with two numbers that may both be the month.
    static func isAmbiguous(_ text: String) -> Bool {
        var reader = reader(text)
        guard let (first, second) = numbers(&reader) else { return false }
        return first <= 12 && second <= 12
    }

    private static func reader(_ text: String) -> TextReader {
        TextReader((text.hasPrefix("@") ? String(text.dropFirst()) : text).trimmedOfSpace)
    }

    private static func day(_ text: String) -> String? {
        var reader = reader(text)
        guard let (year, month, day) = named(&reader) ?? yearFirst(&reader) ?? yearLast(&reader) else { return nil }
        let time = time(&reader)
        if reader.skip(" (") {
            let zone = reader.take(1...) { ASCII.isCapital($0) || ASCII.isDigit($0) || "+-:".utf8.contains($0) }
            guard zone != nil, reader.skip(")") else { return nil }
        }
        return reader.isAtEnd ? "\(year)-\(two(month))-\(two(day))\(time ?? "")" : nil
    }

    private typealias Day = (year: Substring, month: Int, day: Int)

    /// A date with the name of its month: `March 1, 2024`.
    private static func named(_ reader: inout TextReader) -> Day? {
        var ahead = reader
        guard let name = ahead.take(1..., where: ASCII.isLetter), let month = months.firstIndex(of: name.lowercased()),
            ahead.skip(" "), let day = number(&ahead), ahead.skip(", "),
            let year = ahead.take(4...4, where: ASCII.isDigit)
        else { return nil }
        reader = ahead
        return (year, month + 1, day)
    }

    /// A date that begins with the year: `2024/03/01`.
    private static func yearFirst(_ reader: inout TextReader) -> Day? {
        var ahead = reader
        guard let year = ahead.take(4...4, where: ASCII.isDigit), ahead.skip("/"), let month = number(&ahead),
            ahead.skip("/"), let day = number(&ahead), 1...12 ~= month, 1...31 ~= day
        else { return nil }
        reader = ahead
        return (year, month, day)
    }

    /// A date that ends with the year, `25/03/2024` or `03/25/2024`, if only one of its numbers can be the month.
    private static func yearLast(_ reader: inout TextReader) -> Day? {
        var ahead = reader
        guard let (first, second) = numbers(&ahead), let year = ahead.take(4...4, where: ASCII.isDigit) else {
            return nil
        }
        let months = [first, second].filter { 1...12 ~= $0 }
        guard months.count == 1, 13...31 ~= max(first, second) else { return nil }
        reader = ahead
        return (year, months[0], max(first, second))
    }

    /// Two numbers before a year: `25/03/`.
    private static func numbers(_ reader: inout TextReader) -> (Int, Int)? {
        guard let first = number(&reader), reader.skip("/"), let second = number(&reader), reader.skip("/") else {
            return nil
        }
        return (first, second)
    }

    private static func number(_ reader: inout TextReader) -> Int? {
        reader.take(1...2, where: ASCII.isDigit).flatMap { Int($0) }
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
