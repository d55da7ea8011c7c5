package import NotebookText

/// The values of a description in groups, whether this version of the format defines them or not: those of the
/// notebook, its settings, and rows that have names.
package struct DescriptionMembers {
    /// A list of rows.
    package enum List: String, CaseIterable {
        case folders
        case tags
        case smartFolders

        /// The key that names a row.
        var nameKey: String { self == .folders ? "path" : "name" }
    }

    /// A row: a folder, a tag or a smart folder.
    package struct Row {
        package let name: String
        /// Its values without the name.
        package var values: [JSONValue.Member]

        /// Makes the value of its parts.
        package init(name: String, values: [JSONValue.Member]) {
            (self.name, self.values) = (name, values)
        }
    }

    /// The values of the notebook itself.
    package var notebook: [JSONValue.Member] = []
    /// The settings.
    package var settings: [JSONValue.Member] = []
    /// The rows of each list, in their order.
    package var rows: [List: [Row]] = [:]
    /// The values that merges could not decide between.
    private(set) var conflicts: JSONValue.Member?

    private static let settingsKey = "settings"

    /// The values of a description.
    package init(_ description: NotebookDescription) {
        guard let value = try? JSONValue.read(description.text), case .object(let members) = value.content else {
            return
        }
        for member in members {
            if member.key == Self.settingsKey, case .object(let settings) = member.value.content {
                self.settings = settings
            } else if let list = List(rawValue: member.key), case .array(let rows) = member.value.content {
                self.rows[list] = rows.map { Self.row($0, list) }
            } else if member.key == ValueConflict.listKey {
                conflicts = member
            } else {
                notebook.append(member)
            }
        }
    }

    private static func row(_ value: JSONValue, _ list: List) -> Row {
        guard case .object(let members) = value.content else { return Row(name: "", values: []) }
        let name = members.first { $0.key == list.nameKey }.map { text($0.value) }
        return Row(name: name ?? "", values: members.filter { $0.key != list.nameKey })
    }

    /// Makes the description with these values; the writer puts them in order.
    ///
    /// - Throws: `TextProblem` if the format does not allow a value.
    package func description() throws(TextProblem) -> NotebookDescription {
        var members = notebook
        members.append(.init(key: Self.settingsKey, value: JSONValue(.object(settings))))
        for list in List.allCases {
            let rows = (rows[list] ?? []).map { row in
                JSONValue(.object([.init(key: list.nameKey, value: .text(row.name))] + row.values))
            }
            members.append(.init(key: list.rawValue, value: JSONValue(.array(rows))))
        }
        if let conflicts { members.append(conflicts) }
        return try NotebookDescription(CanonicalJSON.text(of: members))
    }

    /// A value as text: a text as it is, anything else as JSON.
    package static func text(_ value: JSONValue) -> String {
        if case .string(let text) = value.content { return text }
        var bytes: [UInt8] = []
        CanonicalJSON.append(value, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
