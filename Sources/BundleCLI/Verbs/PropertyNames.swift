import NotebookBundle

/// The names and values of properties for completion, each followed by a tab and its number of occurrences, or that the
/// settings of validations require or allow it.
struct PropertyNames {
    private let line: CompletedLine
    private let uses: [PropertyUse]
    private let item: ItemFile?
    private let required: [PropertyRequirements.Key]

    /// The maximum number of values to offer.
    private static let maximumValues = 100

    /// Reads the properties of the notebook that a line names; none if it cannot be read.
    init(_ line: CompletedLine, _ session: Session) {
        self.line = line
        let path = line.notebook.flatMap(NotebookFinder(session).known)
        let notebook = path.map { OpenedBriefly.notebook($0, session) }
        let word = line.words.first
        let entry = path.map { ValidationInputs.Entry(path: $0) }
        let settings = entry.flatMap { try? ValidationFiles(session).settings(.nearest, for: $0).properties }
        let read = try? notebook?.read { snapshot in
            let found = try word.flatMap { try snapshot.matches(for: $0).first }
            let file = try found.map { try snapshot.file(of: $0) }
            var keys: [PropertyRequirements.Key] = []
            if let found, let file, let settings {
                keys = settings.keys(for: file, found.path, snapshot.listing.description, Queries.context(session))
            }
            return (uses: try snapshot.properties(), item: file, keys: keys)
        }
        (uses, item, required) = (read?.uses ?? [], read?.item, read?.keys ?? [])
    }

    /// The properties of the item, followed by those that the settings name, and those of other items.
    var names: [String] {
        let own = item?.properties.map(\.key) ?? []
        var seen = Set(own.map { ComparisonKey($0) })
        let settled = required.filter { PropertyKey.isValid($0.name) && seen.insert(ComparisonKey($0.name)).inserted }
        let others = uses.filter { !seen.contains(ComparisonKey($0.key)) }
        return own + settled.map { "\($0.name)\t\($0.requirement.words)" }
            + others.map { "\($0.key)\t\(Wording.count($0.items, "item"))" }
    }

    /// The values of the property that the line names: those that the settings allow, or else the most frequent first.
    var values: [String] {
        guard line.words.count > 1 else { return [] }
        let key = ComparisonKey(line.words[1])
        let use = uses.first { ComparisonKey($0.key) == key }
        let requirement = required.first { ComparisonKey($0.name) == key }?.requirement
        if let requirement, !requirement.values.isEmpty { return requirement.values.map { "\($0)\tallowed" } }
        guard let use else { return requirement?.type == .boolean ? ["true", "false"] : [] }
        return use.values.lazy.filter { !$0.value.contains { "\t\n\r".contains($0) } }.prefix(Self.maximumValues).map {
            "\($0.value)\t\($0.count)×"
        }
    }
}

extension ValueRequirement {
    /// What is required, for a list of candidates.
    fileprivate var words: String {
        let what = isList == true ? "a list" : type?.words ?? "any value"
        return isRequired ? "required: \(what)" : what
    }
}
