import ForeignData
import NotebookFormat
import NotebookText

/// What the head of a page says: dates, author, keywords.
enum PageHead {
    static func add(_ root: HTMLElement, to note: inout ForeignNote) {
        var values: [String: String] = [:]
        root.forEach { element in
            guard element.name == "meta", let name = element["name"] ?? element["property"] else { return }
            values[name.lowercased()] = element["content"]
        }
        for key in ["created", "date", "dcterms.created", "article:published_time"] where note.created == nil {
            note.created = values[key].flatMap { Timestamp(asWritten: $0) }
        }
        for key in ["modified", "updated", "dcterms.modified", "article:modified_time"] where note.modified == nil {
            note.modified = values[key].flatMap { Timestamp(asWritten: $0) }
        }
        for key in ["author", "description"] { note.add(key, values[key]) }
        note.tags = (values["keywords"] ?? "").split(separator: ",").map { $0.trimmedOfSpace }
    }
}
