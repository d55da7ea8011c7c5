import ForeignData
import NotebookFormat
import NotebookText

/// Properties of rows of databases, as properties of notes.
enum NotionProperties {
    static func add(_ page: NotionPage, to note: inout ForeignNote, _ text: ForeignText) {
        for row in page.propertyRows { add(row, to: &note, text) }
        for (key, value) in page.propertyLines { add(key, value, to: &note) }
    }

    private static func add(_ row: HTMLElement, to note: inout ForeignNote, _ text: ForeignText) {
        guard let cell = row.first({ $0.name == "td" }), let head = row.first({ $0.name == "th" }) else { return }
        let key = head.text.trimmedOfSpace
        let kind = row.classes.first { $0.hasPrefix("property-row-") }?.dropFirst("property-row-".count) ?? ""
        let value = cell.text.trimmedOfSpace
        switch kind {
        case "checkbox":
            let isOn = cell.first { $0.classes.contains("checkbox-on") } != nil
            note.add(key, typed: isOn ? "true" : "false")
        case "multi_select", "person", "relation":
            let values = cell.elements.map { $0.text.trimmedOfSpace }.filter { !$0.isEmpty }
            if kind == "relation", !values.isEmpty {
                text.lose(.linkDropped, "the titles stay, as a property", target: key)
            }
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

    private static func add(_ key: String, _ value: String, to note: inout ForeignNote) {
        switch value {
        case "": return
        case "Yes": note.add(key, typed: "true")
        case "No": note.add(key, typed: "false")
        default:
            if key.lowercased() == "tags" {
                note.tags += value.split(separator: ",").map { $0.trimmedOfSpace }
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

    /// The date in ISO 8601; `nil` if it is none.
    static func iso(_ text: String) -> String? {
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
