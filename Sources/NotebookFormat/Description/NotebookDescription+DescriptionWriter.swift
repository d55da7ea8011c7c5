import NotebookText

extension NotebookDescription {
    /// The canonical text of `notebook.json` (Format, clauses 4.3 and 6.6).
    public var text: [UInt8] {
        var members: [JSONValue.Member] = [
            .init(key: "format", value: .text("notebundle")),
            .init(key: "version", value: .integer(Manifest.version)),
            .init(key: "uuid", value: .text(uuid.description)),
            .init(key: "title", value: .text(title)),
            .init(key: "created", value: .text(created.description)),
        ]
        let settings = settings.members
        if !settings.isEmpty { members.append(.init(key: "settings", value: JSONValue(.object(settings)))) }
        members += Self.list("folders", folders.map(\.members))
        members += Self.list("tags", tags.map(\.members))
        members += Self.list("smartFolders", smartFolders.map(\.members))
        members += Self.list(ValueConflict.listKey, conflicts.map(\.members))
        return CanonicalJSON.text(of: members + unknown)
    }

    private static func list(_ key: String, _ rows: [[JSONValue.Member]]) -> [JSONValue.Member] {
        rows.isEmpty ? [] : [.init(key: key, value: JSONValue(.array(rows.map { JSONValue(.object($0)) })))]
    }
}

extension NotebookDescription.Settings {
    fileprivate var members: [JSONValue.Member] {
        .optional("sort", sort == .modified ? nil : sort.rawValue, JSONValue.text)
            + .optional("fontSize", fontSize, JSONValue.integer)
            + .optional("colorScheme", colorScheme == .system ? nil : colorScheme.rawValue, JSONValue.text)
            + places.members + .optional("inlineTags", countsInlineTags ? nil : false) { JSONValue(.boolean($0)) }
            + .optional("lineBreaks", keepsLineBreaks ? true : nil) { JSONValue(.boolean($0)) } + unknown
    }
}

extension NoteLocations {
    fileprivate var members: [JSONValue.Member] {
        let standard = NoteLocations()
        func text(_ key: String, _ value: KeyPath<NoteLocations, String>) -> [JSONValue.Member] {
            .optional(
                key, self[keyPath: value] == standard[keyPath: value] ? nil : self[keyPath: value], JSONValue.text)
        }
        return text("inboxFolder", \.inboxFolder.text) + text("dailyFolder", \.dailyFolder.text)
            + text("dailyName", \.dailyName.text) + .optional("dailyTemplate", dailyTemplate, JSONValue.text)
            + text("templateFolder", \.templateFolder.text)
    }
}

extension NotebookDescription.FolderRow {
    var members: [JSONValue.Member] {
        [.init(key: "path", value: .text(path.text))] + .optional("icon", icon, JSONValue.text)
            + .optional("order", order, JSONValue.integer) + unknown
    }
}

extension NotebookDescription.TagRow {
    fileprivate var members: [JSONValue.Member] {
        [.init(key: "name", value: .text(name.text))] + .optional("color", color, JSONValue.text) + unknown
    }
}

extension NotebookDescription.SmartFolder {
    fileprivate var members: [JSONValue.Member] {
        [.init(key: "name", value: .text(name))] + .optional("icon", icon, JSONValue.text)
            + [.init(key: "predicate", value: .text(predicate))] + unknown
    }
}

extension [JSONValue.Member] {
    fileprivate static func optional<Value>(
        _ key: String, _ value: Value?, _ make: (Value) -> JSONValue
    ) -> [JSONValue.Member] {
        value.map { [JSONValue.Member(key: key, value: make($0))] } ?? []
    }
}
