package import NotebookFiles
package import NotebookFormat
import NotebookLinks
import NotebookQuery
import NotebookText

/// A column of a table of items: a field of queries, or a property.
package struct ItemColumn: Hashable, Sendable {
    /// The name, as in queries; that of a property is its key.
    package let name: String
    fileprivate let field: QueryField
    /// Whether it was given as a bare word, which may be a mistyped field.
    private let isBare: Bool

    /// A field, `prop.NAME` as in queries, or another word as the name of a property; `nil` for what no table shows.
    package init?(_ text: String) {
        let prefix = ["prop.", "property."].first { text.lowercased().hasPrefix($0) }
        if let prefix {
            (field, name, isBare) = (.property, Self.unquoted(text.dropFirst(prefix.count)), false)
        } else if let known = QueryField(text) {
            guard known != .property, known != .mentions else { return nil }
            (field, name, isBare) = (known, known.rawValue, false)
        } else {
            (field, name, isBare) = (.property, text, true)
        }
        guard !name.isEmpty, name.allSatisfy({ !$0.isNewline }) else { return nil }
    }

    /// A name without quotation marks around it, which are doubled within.
    private static func unquoted(_ name: Substring) -> String {
        guard name.count > 2, let mark = name.first, mark == "'" || mark == "\"", name.last == mark else {
            return String(name)
        }
        return String(name.dropFirst().dropLast()).replacing("\(mark)\(mark)", with: "\(mark)")
    }

    /// Whether it is a bare word that is the name of no property of any item.
    package func isUnknown(in notebook: NotebookListing, _ tree: any FileTree) throws -> Bool {
        guard isBare, !notebook.items.isEmpty else { return false }
        return try !notebook.properties(tree).contains { $0.key.lowercased() == name.lowercased() }
    }

    /// Whether its values are times, which people read in their own zone.
    package var isTime: Bool { field.type == .date && field.part == nil }

    /// The names of fields.
    package static var fields: [String] {
        QueryField.allCases.filter { $0 != .property && $0 != .mentions }.map(\.rawValue)
    }

    /// The value of an item; `nil` if it has none.
    fileprivate func value(of facts: ItemFacts) -> PropertyValue? {
        switch facts.value(of: field) {
        case .text(let text): text.map { .single(PropertyScalar(unread: $0)) }
        case .texts(let texts): .list(texts.map { PropertyScalar(unread: $0) })
        case .peers(let peers): .list(peers.map { PropertyScalar(unread: $0.title) })
        case .kind(let kind): .single(PropertyScalar(unread: kind.rawValue))
        case .time(let time): time.map { .single(PropertyScalar(text: "\($0)")) }
        case .days(let days): .list(days.sorted().map { PropertyScalar(text: "\($0)") })
        case .truth(let truth): .single(PropertyScalar(typed: "\(truth)"))
        case .number(let number): number.map { .single(PropertyScalar(typed: "\($0)")) }
        case .properties(let all):
            (all.first { $0.key == name } ?? all.first { $0.key.lowercased() == name.lowercased() })?.value
        }
    }
}

extension NotebookListing {
    /// The values of items in columns: a row for each item, `nil` where it has no value.
    ///
    /// Reads the files of the items only if a column needs them, and those of all items for columns about links.
    package func table(
        of items: [Item], _ columns: [ItemColumn], _ tree: any FileTree, progress: any WorkProgress = NoProgress()
    ) throws -> [[PropertyValue?]] {
        let fields = Set(columns.map(\.field))
        let parts = Set(fields.compactMap(\.part))
        let countsInlineTags = fields.contains(.tag) && description.settings.countsInlineTags
        let tags = countsInlineTags ? try itemTags(of: Set(items.map(\.path)), tree) : nil
        let isAboutLinks = fields.contains(where: \.isConnection)
        let connections = try isAboutLinks ? connections(for: fields, tree, progress: progress) : nil
        var contents: [BundlePath: ItemContent] = [:]
        if !parts.isEmpty {
            let resolver = parts.contains(.attachments) ? LinkResolver(manifest) : nil
            let read = try ItemPass(tree, progress: progress).map(Set(items.map(\.path))) { path, bytes in
                (try? ItemFile(bytes)).map {
                    (path, ItemContent($0, at: TrashedPath(path)?.oldPath ?? path, parts: parts, resolver: resolver))
                }
            }
            contents = Dictionary(read) { first, _ in first }
        }
        return items.map { item in
            var facts = item.facts(of: fields)
            facts.inlineTags = tags?.inText(of: item) ?? []
            (facts.connections, facts.content) = (connections?[item.path], contents[item.path])
            return columns.map { column in column.value(of: facts).flatMap { $0.isEmpty ? nil : $0 } }
        }
    }
}

extension [Item] {
    /// The items by values, one for each: pinned first, then numbers, dates and texts as people sort them, and those
    /// without a value last; equal ones stay in the order of their paths.
    package func sorted(by values: [PropertyValue?], isReversed: Bool) -> [Item] {
        let keys = values.map { ($0?.scalars ?? []).map(OrderedScalar.init) }
        let places = indices.sorted { self[$0].precedesByPath(self[$1]) }.sorted { one, two in
            guard self[one].isPinned == self[two].isPinned else { return self[one].isPinned }
            guard keys[one].isEmpty == keys[two].isEmpty else { return keys[two].isEmpty }
            if isReversed { return keys[two].lexicographicallyPrecedes(keys[one]) }
            return keys[one].lexicographicallyPrecedes(keys[two])
        }
        return places.map { self[$0] }
    }
}

/// A value of a property in an order of values of all kinds.
private enum OrderedScalar: Comparable {
    case number(Double)
    case date(Int64)
    case truth(Bool)
    case text(NameKey)

    init(_ scalar: PropertyScalar) {
        if let number = scalar.number {
            self = .number(number)
        } else if scalar.kind == .date, let date = DateSpelling.read(scalar.text) {
            self = .date(date.secondsSince1970)
        } else if let truth = scalar.truth {
            self = .truth(truth)
        } else {
            self = .text(NameKey(scalar.text))
        }
    }

    static func < (one: OrderedScalar, two: OrderedScalar) -> Bool {
        switch (one, two) {
        case (.number(let one), .number(let two)): one < two
        case (.date(let one), .date(let two)): one < two
        case (.truth(let one), .truth(let two)): !one && two
        case (.text(let one), .text(let two)): one < two
        default: one.rank < two.rank
        }
    }

    private var rank: Int {
        switch self {
        case .number: 0
        case .date: 1
        case .truth: 2
        case .text: 3
        }
    }
}
