package import NotebookFormat
package import NotebookLinks
package import NotebookQuery
package import NotebookStore
package import NotebookStudy

/// Questions that tests ask in one call.
extension NotebookReading {
    package func open() throws -> NotebookListing { try read(\.listing) }

    package func content(of path: BundlePath, limit: Int = ItemFile.maximumBytes) throws -> [UInt8]? {
        try read { try $0.content(of: path, limit: limit) }
    }

    package func file(of item: Item) throws -> ItemFile { try read { try $0.file(of: item) } }

    package func text(of item: Item) throws -> String { try file(of: item).bodyText }

    package func blob(_ name: String, limit: Int = 1 << 30) throws -> [UInt8] {
        try read { try $0.blob(name, limit: limit) }
    }

    package func items(
        matching query: Query? = nil, sortedBy order: ItemOrder? = nil, in context: QueryContext? = nil
    ) throws -> [Item] {
        try read { try $0.items(matching: query, sortedBy: order, in: context) }
    }

    package func search(_ request: SearchRequest) throws -> [SearchResult] { try read { try $0.search(request) } }

    package func matches(for text: String, inTrash: Bool = false) throws -> [ItemMatch] {
        try read { try $0.listing.matches(text, inTrash: inTrash, $0.files) }
    }

    package func suggestions(for text: String, limit: Int = 5) throws -> [Suggestion] {
        try read { try $0.suggestions(for: text, limit: limit) }
    }

    package func links() throws -> LinkMap { try read { try $0.links() } }

    package func mentions(of item: Item) throws -> [Mention] { try read { try $0.mentions(of: item) } }

    package func tags() throws -> [TagUse] { try read { try $0.tags() } }

    package func properties() throws -> [PropertyUse] { try read { try $0.properties() } }

    package func studyDeck(
        of items: [Item]? = nil, besides records: [StudyRecord] = [],
        _ settings: StudySettings = StudySettings(), in context: QueryContext? = nil
    ) throws -> StudyDeck {
        try read { try $0.studyDeck(of: items, besides: records, settings, in: context) }
    }

    package func blobUsage() throws -> BlobUsage { try read { try $0.listing.blobUsage($0.files) } }
}
