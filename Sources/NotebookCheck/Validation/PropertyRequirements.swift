package import NotebookFormat
import NotebookLinks
package import NotebookQuery
package import NotebookStore
import NotebookText

/// What somebody requires of the properties of items, in the settings of a validation (docs/CI.md).
package struct PropertyRequirements: Equatable, Sendable {
    /// The requirements for some items.
    package struct Part: Equatable, Sendable {
        /// The paths of the items; all if it is `nil`.
        package var pattern: GlobPattern?
        /// Which of them; all if it is `nil`.
        package var query: Query?
        /// The keys and what is required of their values, in the order of the settings.
        package var keys: [Key] = []

        /// Makes a part for all items, without requirements.
        package init() {}
    }

    /// A key and what is required of its value.
    package struct Key: Equatable, Sendable {
        /// The key.
        package let name: String
        /// What is required.
        package let requirement: ValueRequirement
    }

    /// The parts; an item has to meet all that apply to it.
    package var parts: [Part] = []

    /// Makes no requirements.
    package init() {}

    /// What compares items with the requirements; `nil` without any.
    ///
    /// - Parameter context: The time for queries.
    package func examiner(_ context: QueryContext) -> ItemExaminer? {
        guard !parts.isEmpty else { return nil }
        return { file, path, description in
            let applied = keys(for: file, path, description, context)
            return applied.isEmpty ? [] : Examination(file, applied).problems
        }
    }

    /// The keys that are required of an item, or whose values are restricted.
    ///
    /// - Parameter description: The description of the notebook; `nil` if it cannot be read.
    package func keys(
        for file: ItemFile, _ path: BundlePath, _ description: NotebookDescription?, _ context: QueryContext
    ) -> [Key] {
        parts.flatMap { part -> [Key] in
            guard part.pattern?.matches(path.text) != false else { return [] }
            guard let query = part.query else { return part.keys }
            return query.matches(Self.facts(of: file, path, description, for: query), in: context) ? part.keys : []
        }
    }

    private static func facts(
        of file: ItemFile, _ path: BundlePath, _ description: NotebookDescription?, for query: Query
    ) -> ItemFacts {
        let type = FileType(of: path) ?? .note
        var item = file.metadata
        item.title = item.title ?? CardTitle.ofUntitled(file, type)
        var facts = ItemFacts(
            path: path, kind: type, item: item,
            notebookCreated: description?.created ?? Timestamp(clamping: 0), size: file.bytes.count,
            content: ItemContent(file, at: path, parts: query.parts))
        if description?.settings.countsInlineTags == true { facts.inlineTags = file.inlineTags }
        return facts
    }
}

/// Compares one item with requirements.
private struct Examination {
    private let file: ItemFile
    private let keys: [PropertyRequirements.Key]
    /// The lines of the front matter.
    private let lines: LineIndex

    init(_ file: ItemFile, _ keys: [PropertyRequirements.Key]) {
        (self.file, self.keys) = (file, keys)
        lines = LineIndex(Array(file.bytes[..<file.bodyStart]))
    }

    var problems: [PropertyProblem] {
        keys.flatMap { problems($0.name, $0.requirement) }.sorted { $0.position < $1.position }
    }

    private func position(_ offset: Int) -> TextPosition { lines.position(of: offset) }

    private func problems(_ key: String, _ requirement: ValueRequirement) -> [PropertyProblem] {
        let shown = PrintableText.quoted(key)
        let found = file.locatedValue(of: key)
        guard let found, !found.value.isEmpty else {
            guard requirement.isRequired else { return [] }
            let position = found.map { self.position($0.start) } ?? TextPosition(line: 1, column: 1)
            return [PropertyProblem(.presence, position, "\(shown) \(found == nil ? "is missing" : "has no value")")]
        }
        if let isList = requirement.isList, isList != (found.value.kind == .list) {
            let message = isList ? "\(shown) has to be a list" : "\(shown) has to be one value, not a list"
            return [PropertyProblem(.type, position(found.ranges.first?.lowerBound ?? found.start), message)]
        }
        return zip(found.value.scalars, found.ranges).compactMap { scalar, range in
            scalar.text.isEmpty ? nil : problem(shown, scalar, range, requirement)
        }
    }

    private func problem(
        _ key: String, _ scalar: PropertyScalar, _ range: Range<Int>, _ requirement: ValueRequirement
    ) -> PropertyProblem? {
        let start = position(range.lowerBound)
        let value = PrintableText.quoted(scalar.text, upTo: 100)
        if let type = requirement.type, !type.fits(scalar.kind) {
            let hint = type == .text && scalar.kind != .nested ? "; a text like that needs quotation marks" : ""
            return PropertyProblem(
                .type, start, "\(key) has to be \(type.words), but \(value) is \(scalar.kind.words)\(hint)")
        }
        if !requirement.values.isEmpty,
            !requirement.values.contains(where: { $0.isIdentical(to: scalar.text.composed) })
        {
            let allowed = requirement.values.prefix(10).map { PrintableText.quoted($0) }.joined(separator: ", ")
            let more = requirement.values.count > 10 ? " or \(requirement.values.count - 10) more" : ""
            let meant = Similarity.nearest(to: scalar.text, in: requirement.values).first
            let hint = meant.map { "; did you mean \(PrintableText.quoted($0))?" } ?? ""
            return PropertyProblem(
                .value, start, "\(key) has to be one of \(allowed)\(more), not \(value)\(hint)")
        }
        if let pattern = requirement.pattern, !pattern.isFound(in: TextKey(scalar.text, isExact: true)) {
            return PropertyProblem(
                .value, start, "\(key) has to match \(PrintableText.quoted(pattern.source)), and \(value) does not")
        }
        guard requirement.type == .link else { return nil }
        return PropertyProblem(
            .link, start, "\(key) has to be a link to an item, and \(value) is none",
            unlessLinkedUpTo: position(range.upperBound))
    }
}
