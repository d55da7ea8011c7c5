import ForeignData
import NotebookText

/// Pages of a database that its table does not name by their titles.
final class NotionRowPages {
    private let pages: [NotionPage]
    private let values: [[String: String]]
    /// The pages that have a value, in the order of their paths.
    private var byValue: [[String]: [Int]] = [:]
    private var taken: Set<Int> = []

    init(_ pages: some Sequence<NotionPage>) {
        self.pages = pages.sorted { $0.path < $1.path }
        values = self.pages.map { Dictionary($0.propertyLines.map { ($0.key, $0.value) }) { first, _ in first } }
        for (index, known) in values.enumerated() {
            for (key, value) in known { byValue[[key, value], default: []].append(index) }
        }
    }

    /// The first page with all values of a row, which no other row gets then.
    func take(_ row: [(String, String)]) -> NotionPage? {
        let wanted = Dictionary(row.filter { !$0.1.isEmpty }.map { ($0.0, $0.1.trimmedOfSpace) }) { first, _ in first }
        guard let rarest = wanted.map({ byValue[[$0, $1]] ?? [] }).min(by: { $0.count < $1.count }),
            let found = rarest.first(where: { index in
                !taken.contains(index) && wanted.allSatisfy { values[index][$0.key] == $0.value }
            })
        else { return nil }
        taken.insert(found)
        return pages[found]
    }
}
