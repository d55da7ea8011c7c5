package import NotebookFormat
package import NotebookText

/// The value of a field of an item.
package enum FieldValue {
    case text(String?)
    /// Several texts, one of which a query can name.
    case texts([String])
    /// Other items, which have names and paths.
    case peers([ItemConnections.Peer])
    case kind(FileType)
    case time(Timestamp?)
    case days([CalendarDate])
    case truth(Bool)
    /// A number; `nil` if it was not counted.
    case number(Int?)
    /// All properties, of which the query or the column names one.
    case properties([Property])

    /// The texts that a query compares.
    var texts: [String] {
        switch self {
        case .text(let text): text.map { [$0] } ?? []
        case .texts(let texts): texts
        case .peers(let peers): peers.flatMap(\.names)
        case .kind, .time, .days, .truth, .number, .properties: []
        }
    }

    /// Whether the item has no value.
    var isMissing: Bool {
        switch self {
        case .text, .texts, .peers: texts.allSatisfy(\.isEmpty)
        case .days(let days): days.isEmpty
        case .time(let time): time == nil
        case .number(let number): number == nil
        case .properties(let properties): properties.isEmpty
        case .kind, .truth: false
        }
    }
}

extension ItemFacts {
    /// The value of a field, as far as the facts are known.
    package func value(of field: QueryField) -> FieldValue {
        switch field {
        case .title: .text(item.title)
        case .created: .time(item.created)
        case .modified: .time(item.modified)
        case .pinned: .truth(item.pinned)
        case .tag: .texts((item.tags + (inlineTags ?? [])).map(\.text))
        case .kind: .kind(kind)
        case .folder: .text(folder.text)
        case .path: .text(path.text)
        case .trashed: .truth(isTrashed)
        case .size: .number(size)
        case .body: .text(content?.body)
        case .front: .text(content?.front)
        case .back: .text(content?.back)
        case .attachment: .texts(content?.attachments ?? [])
        case .openTasks: .number(count(.open))
        case .doneTasks: .number(count(.done))
        case .cancelledTasks: .number(count(.cancelled))
        case .taskDue: .days((content?.tasks ?? []).filter { $0.state == .open }.compactMap(\.due))
        case .linksTo: .peers(connections?.linked ?? [])
        case .linkedFrom: .peers(connections?.linking ?? [])
        case .mentions: .peers(connections?.mentioned ?? [])
        case .backlinks: .number(connections?.linking.count)
        case .brokenLinks: .number(connections?.brokenLinks)
        case .property: .properties(content?.properties ?? [])
        }
    }

    private func count(_ state: ItemTask.State) -> Int? { content?.tasks.count { $0.state == state } }
}
