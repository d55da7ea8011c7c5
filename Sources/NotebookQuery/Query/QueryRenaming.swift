package import NotebookFormat
package import NotebookText

/// A renamed tag, folder or path, for updating queries that name it.
package struct QueryRenaming: Sendable {
    private let field: QueryField
    private let old: [Substring]
    private let new: String

    private init(_ field: QueryField, _ old: String, _ new: String) {
        self.field = field
        self.old = old.parts(between: "/", omittingEmpty: false)
        self.new = new
    }

    /// A tag, and those below it.
    package static func tag(_ old: Tag, to new: Tag) -> [QueryRenaming] { [QueryRenaming(.tag, old.text, new.text)] }

    /// A folder, and everything in it.
    package static func folder(_ old: FolderPath, to new: FolderPath) -> [QueryRenaming] {
        [QueryRenaming(.folder, old.text, new.text)]
            + ["notes", "cards"].map { QueryRenaming(.path, "\($0)/\(old)", "\($0)/\(new)") }
    }

    /// A file.
    package static func path(_ old: BundlePath, to new: BundlePath) -> [QueryRenaming] {
        [QueryRenaming(.path, old.text, new.text)]
    }

    /// The new text for a text in a query; `nil` if it does not name the renamed thing.
    fileprivate func renamed(_ comparison: QueryComparison, _ text: String) -> String? {
        // Other items are named by their paths as well.
        guard comparison.field == field || field == .path && comparison.field.isConnection else { return nil }
        let parts = text.parts(between: "/", omittingEmpty: false)
        func key(_ parts: some Collection<Substring>) -> TextKey {
            TextKey(parts.joined(separator: "/"), isExact: comparison.isExact)
        }
        guard parts.count >= old.count, key(parts.prefix(old.count)) == key(old) else { return nil }
        return ([new[...]] + parts.dropFirst(old.count)).joined(separator: "/")
    }
}

extension Query {
    /// Returns the query with new names; `nil` if it names nothing that was renamed.
    ///
    /// Texts after `==`, `!=`, `in` and `under` are names; parts of texts and regular expressions are not.
    package func following(_ renamings: [QueryRenaming]) -> Query? {
        let new = expression.following(renamings)
        return new == expression ? nil : try? Query(new.description)
    }
}

extension QueryExpression {
    fileprivate func following(_ renamings: [QueryRenaming]) -> QueryExpression {
        switch self {
        case .comparison(let comparison): .comparison(comparison.following(renamings))
        case .not(let inner): .not(inner.following(renamings))
        case .all(let parts): .all(parts.map { $0.following(renamings) })
        case .any(let parts): .any(parts.map { $0.following(renamings) })
        }
    }
}

extension QueryComparison {
    fileprivate func following(_ renamings: [QueryRenaming]) -> QueryComparison {
        guard [.equal, .notEqual, .within, .under].contains(operation) else { return self }
        func following(_ value: QueryValue) -> QueryValue {
            switch value {
            case .text(let text):
                let new = renamings.lazy.compactMap { $0.renamed(self, text.written) }.first
                return new.map { .text(QueryText($0, isExact: isExact)) } ?? value
            case .list(let values): return .list(values.map(following))
            default: return value
            }
        }
        return QueryComparison(
            field: field, property: property, operation: operation, isExact: isExact, value: following(value))
    }
}
