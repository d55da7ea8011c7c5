import ForeignData
import NotebookText

/// The columns of a database, and their values of several lines, by which the properties of a row in Markdown are known.
struct NotionColumns: Sendable {
    /// A line of a value, behind those before it.
    private struct Step: Hashable {
        let place: Int
        let line: String
    }

    /// The names of the columns, the longest first.
    private let names: [String]
    /// The places behind lines; values that begin alike share them.
    private var places: [Step: Int] = [:]
    /// The values that end at places.
    private var values: [Int: String] = [:]

    /// - Parameter rows: The rows of the table in CSV, of which the first has the names.
    init(_ rows: [[String]]) {
        let head = rows.first ?? []
        names = head.sorted { $0.utf8.count > $1.utf8.count }
        for row in rows.dropFirst() {
            for (name, value) in zip(head, row) where value.utf8.contains(0x0A) { add(value, of: name) }
        }
    }

    private mutating func add(_ value: String, of name: String) {
        var lines = value.withLineFeeds.parts(between: "\n", omittingEmpty: false).map(\.trimmedOfSpace)
        // A blank line at the end would be the one behind all properties.
        while lines.last?.isEmpty == true { lines.removeLast() }
        guard lines.count > 1 else { return }
        var place = 0
        for line in [name] + lines {
            let step = Step(place: place, line: line)
            place = places[step] ?? places.count + 1
            places[step] = place
        }
        values[place] = value.withLineFeeds.trimmedOfSpace
    }

    /// Takes a property from the beginning of a text; `nil` if there is none.
    func take(_ lines: inout ArraySlice<Substring>) -> (key: String, value: String)? {
        guard let line = lines.first,
            let key = names.first(where: { begins(line, with: $0) })
                ?? line.place(of: ": ").map({ String(line[..<$0.lowerBound]) })
        else { return nil }
        let first = Substring(line.utf8.dropFirst(key.utf8.count + 2)).trimmedOfSpace
        var (value, count) = (first, 1)
        var place = places[Step(place: 0, line: key)]
        for (index, line) in lines.enumerated() {
            let text = index == 0 ? first : line.trimmedOfSpace
            guard let known = place, let next = places[Step(place: known, line: text)] else { break }
            place = next
            if let whole = values[next] { (value, count) = (whole, index + 1) }
        }
        lines.removeFirst(count)
        return (key, value)
    }

    private func begins(_ line: Substring, with name: String) -> Bool {
        line.begins(with: name) && line.utf8.dropFirst(name.utf8.count).starts(with: ": ".utf8)
    }
}
