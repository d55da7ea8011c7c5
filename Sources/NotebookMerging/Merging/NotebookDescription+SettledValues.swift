package import NotebookFormat
package import NotebookText

extension NotebookDescription {
    /// Makes one choice for all values that a merge could not decide between.
    ///
    /// `nil` for `both`, since a key has one value. Drops values whose rows no longer exist.
    ///
    /// - Throws: `TextProblem` if the format does not allow a value.
    package func resolved(_ side: ConflictSide) throws(TextProblem) -> NotebookDescription? {
        guard side != .both else { return nil }
        var description = self
        description.conflicts = []
        guard side == .theirs else { return description }
        var members = DescriptionMembers(description)
        for conflict in conflicts { members.set(conflict) }
        return try members.description()
    }
}

extension NotebookDescription {
    /// Whether this earlier description had the values that a later one did not keep.
    package func had(_ conflicts: [ValueConflict]) -> Bool {
        let members = DescriptionMembers(self)
        return !conflicts.isEmpty && conflicts.allSatisfy(members.has)
    }
}

extension DescriptionMembers {
    /// Puts the value that was not kept in its place.
    fileprivate mutating func set(_ conflict: ValueConflict) {
        switch conflict.list {
        case nil: Self.set(conflict, in: &notebook)
        case .settings: Self.set(conflict, in: &settings)
        case .folders: set(conflict, in: .folders)
        case .tags: set(conflict, in: .tags)
        case .smartFolders: set(conflict, in: .smartFolders)
        }
    }

    private mutating func set(_ conflict: ValueConflict, in list: List) {
        let wanted = ComparisonKey(conflict.name)
        guard let place = rows[list]?.firstIndex(where: { ComparisonKey($0.name) == wanted }) else { return }
        Self.set(conflict, in: &rows[list, default: []][place].values)
    }

    private static func set(_ conflict: ValueConflict, in members: inout [JSONValue.Member]) {
        let new = conflict.value.map { JSONValue.Member(key: conflict.key, value: $0) }
        if let place = members.firstIndex(where: { $0.key == conflict.key }) {
            members.replaceSubrange(place...place, with: [new].compactMap(\.self))
        } else if let new {
            members.append(new)
        }
    }

    /// Whether the description has this value.
    func has(_ conflict: ValueConflict) -> Bool {
        var members = self
        members.set(conflict)
        func values(_ members: DescriptionMembers) -> [[JSONValue.Member]] {
            [members.notebook, members.settings] + List.allCases.flatMap { members.rows[$0, default: []].map(\.values) }
        }
        return values(members) == values(self)
    }
}
