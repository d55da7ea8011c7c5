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
        let matches = value.matches(of: #/(\S.*?) \(([^()\s]*[0-9a-f]{32}\.(?:md|html))\)(?:, |$)/#)
        guard !matches.isEmpty, matches.map({ $0.output.0.count }).reduce(0, +) == value.count else { return nil }
        return matches.map { relation(String($0.output.1), String($0.output.2)) }
    }

    private func add(_ row: HTMLElement, to note: inout ForeignNote) {
        guard let cell = row.first({ $0.name == "td" }), let head = row.first({ $0.name == "th" }) else { return }
        let key = head.text.trimmedOfSpace
        let kind = row.classes.first { $0.hasPrefix("property-row-") }?.dropFirst("property-row-".count) ?? ""
        let value = cell.text.trimmedOfSpace
        switch kind {
        case "checkbox":
            let isOn = cell.first { $0.classes.contains("checkbox-on") } != nil
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
                note.tags += value.split(separator: ",").map { $0.trimmedOfSpace }
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
        guard let arrow = text.firstRange(of: "→") else { return day(text) }
        let (start, end) = (String(text[..<arrow.lowerBound]), text[arrow.upperBound...].trimmedOfSpace)
        guard let first = day(start) else { return nil }
        // The end of a range within a day is a time.
        let date = start.prefixMatch(of: #/@?[A-Za-z]+ \d{1,2}, \d{4} /#)?.output ?? ""
        return (day(end) ?? day(date + end)).map { "\(first)/\($0)" }
    }

    private static func day(_ text: String) -> String? {
        let written = text.hasPrefix("@") ? String(text.dropFirst()) : text
        let pattern =
            #/([A-Za-z]+) (\d{1,2}), (\d{4})(?: (\d{1,2}):(\d{2})(?: ?([AaPp])[Mm])?)?(?: \([A-Z+\-:0-9]+\))?/#
        guard let match = written.trimmedOfSpace.wholeMatch(of: pattern),
            let month = months.firstIndex(of: match.output.1.lowercased()), let day = Int(match.output.2)
        else { return nil }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let date = "\(match.output.3)-\(two(month + 1))-\(two(day))"
        guard let hour = match.output.4.flatMap({ Int($0) }), let minute = match.output.5.flatMap({ Int($0) }) else {
            return date
        }
        let half = match.output.6?.lowercased()
        let shown = half == nil ? hour : hour % 12 + (half == "p" ? 12 : 0)
        return "\(date)T\(two(shown)):\(two(minute)):00"
    }
}
