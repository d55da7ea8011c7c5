package import NotebookFormat
import NotebookText

/// A value of a notebook's description (`notebook.json`) that differs.
public struct DescriptionChange: Hashable, Sendable {
    /// What a value belongs to.
    package enum Subject: String, CaseIterable, Sendable {
        /// The notebook: its title, uuid and date.
        case notebook
        /// Its settings.
        case setting
        /// A folder: its icon and order.
        case folder
        /// A tag: its colour.
        case tag
        /// A smart folder: its query and icon.
        case smartFolder
    }

    /// What the value belongs to.
    package let subject: Subject
    /// The name of the folder, tag or smart folder; empty for the notebook and its settings.
    public let name: String
    /// The key of the value; empty if the row as a whole was added or removed, and `order` if only the order differs.
    public let key: String
    /// The value before: a text as it is, other values as JSON; `nil` if there was none.
    public let old: String?
    /// The value afterwards, likewise; `nil` if it was removed.
    public let new: String?
}

extension DescriptionChange {
    /// Makes a change from a value that a merge did not keep because both copies changed it.
    package init(_ conflict: ValueConflict) {
        subject =
            switch conflict.list {
            case nil: .notebook
            case .settings: .setting
            case .folders: .folder
            case .tags: .tag
            case .smartFolders: .smartFolder
            }
        (name, key, old, new) = (conflict.name, conflict.key, nil, conflict.lost)
    }

    /// The values that differ, in the order of `notebook.json`.
    package static func all(_ old: NotebookDescription, _ new: NotebookDescription) -> [DescriptionChange] {
        guard old != new else { return [] }
        let (one, other) = (DescriptionMembers(old), DescriptionMembers(new))
        let lists: [(DescriptionMembers.List, Subject)] = [
            (.folders, .folder), (.tags, .tag), (.smartFolders, .smartFolder),
        ]
        return values(.notebook, "", one.notebook, other.notebook) + values(.setting, "", one.settings, other.settings)
            + lists.flatMap { list, subject in rows(subject, one.rows[list] ?? [], other.rows[list] ?? []) }
            + conflicts(old, new)
    }

    /// The differences in the values that wait for somebody's choice.
    private static func conflicts(_ old: NotebookDescription, _ new: NotebookDescription) -> [DescriptionChange] {
        guard old.conflicts != new.conflicts else { return [] }
        func names(_ conflicts: [ValueConflict]) -> String? {
            let names = conflicts.map { $0.name.isEmpty ? $0.key : "\($0.name): \($0.key)" }
            return names.isEmpty ? nil : names.joined(separator: ", ")
        }
        return [
            DescriptionChange(
                subject: .notebook, name: "", key: ValueConflict.listKey, old: names(old.conflicts),
                new: names(new.conflicts))
        ]
    }

    private typealias Members = [JSONValue.Member]

    private static func values(
        _ subject: Subject, _ name: String, _ old: Members, _ new: Members
    ) -> [DescriptionChange] {
        let before = Dictionary(old.map { ($0.key, $0.value) }) { first, _ in first }
        let after = Dictionary(new.map { ($0.key, $0.value) }) { first, _ in first }
        var seen: Set<String> = []
        let changed = (old + new).map(\.key).filter { seen.insert($0).inserted && before[$0] != after[$0] }
        return changed.map { (key: String) -> DescriptionChange in
            DescriptionChange(
                subject: subject, name: name, key: key, old: before[key].map(DescriptionMembers.text),
                new: after[key].map(DescriptionMembers.text))
        }
    }

    /// The changes of rows, which are identified by name.
    private static func rows(
        _ subject: Subject, _ one: [DescriptionMembers.Row], _ other: [DescriptionMembers.Row]
    ) -> [DescriptionChange] {
        let before = Dictionary(one.map { ($0.name, $0.values) }) { first, _ in first }
        let after = Dictionary(other.map { ($0.name, $0.values) }) { first, _ in first }
        var seen: Set<String> = []
        var changes: [DescriptionChange] = []
        for name in (one + other).map(\.name) where seen.insert(name).inserted {
            let values = values(subject, name, before[name] ?? [], after[name] ?? [])
            let isWhole = before[name] == nil || after[name] == nil
            if isWhole, values.isEmpty {
                changes.append(
                    DescriptionChange(
                        subject: subject, name: name, key: "", old: before[name].map { _ in "" },
                        new: after[name].map { _ in "" }))
            }
            changes += values
        }
        // The user chooses the order of smart folders, so it counts.
        let (names, otherNames) = (one.map(\.name), other.map(\.name))
        guard subject == .smartFolder, names.filter(otherNames.contains) != otherNames.filter(names.contains) else {
            return changes
        }
        return changes + [
            DescriptionChange(
                subject: subject, name: "", key: "order", old: names.joined(separator: ", "),
                new: otherNames.joined(separator: ", "))
        ]
    }
}
