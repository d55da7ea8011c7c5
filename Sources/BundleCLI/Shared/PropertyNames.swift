import NotebookBundle

/// The names and values of properties for completion, each followed by a tab and its number of occurrences.
struct PropertyNames {
    private let line: CompletedLine
    private let uses: [PropertyUse]
    private let item: ItemFile?

    /// The maximum number of values to offer.
    private static let maximumValues = 100

    /// Reads the properties of the notebook that a line names; none if it cannot be read.
    init(_ line: CompletedLine, _ session: Session) {
        self.line = line
        let storage = line.notebook.flatMap(NotebookFinder(session).known).flatMap {
            OpenedBriefly.storage($0, session)
        }
        let word = line.words.first
        let read = try? storage?.read { snapshot in
            (
                uses: try snapshot.properties(),
                item: try? word.flatMap { try snapshot.matches(for: $0).first }.map { try snapshot.file(of: $0.item) }
            )
        }
        (uses, item) = (read?.uses ?? [], read?.item)
    }

    /// The properties of the item, followed by those of other items.
    var names: [String] {
        let own = item?.properties.map(\.key) ?? []
        let others = uses.filter { use in !own.contains { ComparisonKey($0) == ComparisonKey(use.key) } }
        return own + others.map { "\($0.key)\t\(Wording.count($0.items, "item"))" }
    }

    /// The values of the property that the line names, the most frequent first.
    var values: [String] {
        guard line.words.count > 1,
            let use = uses.first(where: { ComparisonKey($0.key) == ComparisonKey(line.words[1]) })
        else { return [] }
        return use.values.lazy.filter { !$0.value.contains { "\t\n\r".contains($0) } }.prefix(Self.maximumValues).map {
            "\($0.value)\t\($0.count)×"
        }
    }
}
