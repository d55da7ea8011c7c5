import NotebookBundle

extension NotebookListing {
    /// The smart folder with a name, in any letter case.
    func smartFolder(_ name: String) throws -> NotebookDescription.SmartFolder {
        let folders = description.smartFolders
        return folders[try folders.index(named: name)]
    }
}

extension [NotebookDescription.SmartFolder] {
    /// The index of the smart folder with a name, in any letter case.
    ///
    /// - Throws: `NotebookError.noSuchSmartFolder`.
    func index(named name: String) throws -> Int {
        let key = ComparisonKey(name)
        guard let index = firstIndex(where: { ComparisonKey($0.name) == key }) else {
            throw NotebookError.noSuchSmartFolder(name, like: Similarity.nearest(to: name, in: map(\.name)))
        }
        return index
    }
}

extension NotebookDescription.SmartFolder {
    /// The parsed query.
    ///
    /// - Throws: `BrokenSmartFolder` if it cannot be parsed.
    func query() throws -> Query {
        do throws(QueryError) {
            return try Query(predicate)
        } catch {
            throw BrokenSmartFolder(name: name, predicate: predicate, error: error)
        }
    }
}

/// A smart folder whose query cannot be parsed.
struct BrokenSmartFolder: ToolFailure {
    let name: String
    let predicate: String
    let error: QueryError

    var isFinding: Bool { true }
    var description: String {
        "the smart folder \(PrintableText.quoted(name)) has an invalid query, column \(error.column): \(error.message)"
    }
    var hint: String? { error.suggestion ?? "fix it with ‘bundle smart … edit’" }
}

/// A smart folder with its items.
struct SmartFolderRow: JSONRow {
    let name: String
    let predicate: String
    let icon: String?
    /// The number of its items; `nil` if the query cannot be parsed.
    let items: Int?

    /// The smart folders of a notebook with the number of their items.
    static func rows(
        _ notebook: NotebookListing, _ files: some FileTree, _ session: Session, tags: ItemTags? = nil
    ) throws -> [SmartFolderRow] {
        try notebook.description.smartFolders.map { folder in
            let count = try (try? Query(folder.predicate)).map {
                try notebook.select(
                    notebook.items(askedBy: $0), $0, in: Queries.context(session), files: files, tags: tags
                ).count
            }
            return SmartFolderRow(name: folder.name, predicate: folder.predicate, icon: folder.icon, items: count)
        }
    }
}

/// Queries on the command line.
enum Queries {
    /// The time and calendar that relative dates in queries are based on.
    static func context(_ session: Session) -> QueryContext {
        QueryContext(
            now: session.notebookEnvironment.now(), firstWeekday: session.settings.firstWeekday ?? .monday,
            secondsFromUTC: session.terminal.timeZoneOffset)
    }

    /// Parses a query.
    static func read(_ text: String) throws(UsageError) -> Query {
        do throws(QueryError) {
            return try Query(text)
        } catch {
            throw .badQuery(text, column: error.column, error.message, hint: error.suggestion)
        }
    }
}
