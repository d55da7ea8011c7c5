package import NotebookFormat
package import NotebookText

/// A three-way merge of two versions of a description (`notebook.json`): value by value, and row by row.
///
/// Where both changed a value in different ways, the first version wins. A row that one side deleted and the other
/// changed stays.
package struct MergedDescription: Sendable {
    /// The merged description.
    package let description: NotebookDescription
    /// The values that both changed in different ways.
    package let conflicts: [ValueConflict]

    /// The merged description, with the conflicts recorded in it.
    package var marked: NotebookDescription {
        var marked = description
        let members = DescriptionMembers(description)
        for conflict in conflicts where !marked.conflicts.contains(conflict) { marked.conflicts.append(conflict) }
        marked.conflicts.removeAll { members.has($0) }
        return marked
    }

    /// Merges two versions of a description.
    ///
    /// - Parameter base: The common ancestor; `nil` if it is unknown, in which case nothing counts as deleted.
    /// - Throws: `TextProblem` if the result is not a valid description, such as one with too many rows.
    package init(
        base: NotebookDescription?, mine: NotebookDescription, theirs: NotebookDescription
    ) throws(TextProblem) {
        let old = base.map(DescriptionMembers.init)
        let (one, other) = (DescriptionMembers(mine), DescriptionMembers(theirs))
        var merging = Merging()
        var members = one
        members.notebook = merging.values(old?.notebook, one.notebook, other.notebook)
        members.settings = merging.values(old?.settings, one.settings, other.settings, .settings)
        for list in DescriptionMembers.List.allCases {
            members.rows[list] = merging.rows(
                list, old.map { $0.rows[list] ?? [] }, one.rows[list] ?? [], other.rows[list] ?? [])
        }
        var merged = try members.description()
        // A conflict that either version has resolved is resolved.
        let known = base?.conflicts ?? []
        let isSettled = { (value: ValueConflict) in
            known.contains(value) && !(mine.conflicts.contains(value) && theirs.conflicts.contains(value))
        }
        merged.conflicts = mine.conflicts.filter { !isSettled($0) }
        merged.conflicts += theirs.conflicts.filter { !isSettled($0) && !mine.conflicts.contains($0) }
        description = merged
        conflicts = merging.conflicts
    }

    /// Merges both versions of a description with conflict markers of git.
    ///
    /// `nil` if it has none, a version is not a valid description, or both changed a value in different ways.
    package init?(marked bytes: [UInt8]) {
        let text = MarkedText(bytes, before: bytes.count)
        guard text.count > 0, let mine = try? NotebookDescription(text.resolved(.mine)),
            let theirs = try? NotebookDescription(text.resolved(.theirs)),
            let merged = try? MergedDescription(
                base: text.common().flatMap { try? NotebookDescription($0) }, mine: mine, theirs: theirs),
            merged.conflicts.isEmpty
        else { return nil }
        self = merged
    }

    private struct Merging {
        var conflicts: [ValueConflict] = []

        typealias Members = [JSONValue.Member]
        typealias Row = DescriptionMembers.Row

        /// Merges the values of both, in the order of the first.
        mutating func values(
            _ base: Members?, _ mine: Members, _ theirs: Members, _ list: ValueConflict.List? = nil,
            _ name: String = ""
        ) -> Members {
            let (old, one, other) = (Self.byKey(base ?? []), Self.byKey(mine), Self.byKey(theirs))
            var seen: Set<String> = []
            var merged: Members = []
            for key in (mine + theirs).map(\.key) where seen.insert(key).inserted {
                let (before, here, there) = (old[key], one[key], other[key])
                let isTheirs = here == before && there != before || base == nil && here == nil
                let value = isTheirs ? there : here
                if !isTheirs, here != there, there != before, base != nil || there != nil {
                    conflicts.append(
                        ValueConflict(list: list, name: name, key: key, value: there))
                }
                if let value { merged.append(.init(key: key, value: value)) }
            }
            return merged
        }

        private static func byKey(_ members: Members) -> [String: JSONValue] {
            Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
        }

        /// Merges the rows of both.
        mutating func rows(
            _ list: DescriptionMembers.List, _ base: [Row]?, _ mine: [Row], _ theirs: [Row]
        ) -> [Row] {
            let (old, one, other) = (Self.byName(base ?? []), Self.byName(mine), Self.byName(theirs))
            var merged: [ComparisonKey: Row] = [:]
            for key in (mine + theirs).map(Self.key) where merged[key] == nil {
                let (before, here, there) = (old[key], one[key], other[key])
                switch (here, there) {
                case (let here?, let there?):
                    let values = values(
                        base == nil ? nil : before?.values ?? [], here.values, there.values,
                        ValueConflict.List(rawValue: list.rawValue), here.name)
                    let isRenamedThere = before.map { $0.name == here.name } ?? false
                    merged[key] = Row(name: isRenamedThere ? there.name : here.name, values: values)
                // Deleted by one side: removes it unless the other side changed it.
                case (let row?, nil), (nil, let row?):
                    if before?.values != row.values { merged[key] = row }
                case (nil, nil): break
                }
            }
            return Self.order((base ?? []).map(Self.key), mine.map(Self.key), theirs.map(Self.key), merged)
        }

        /// Rows are the same if their names are equal after folding.
        private static func key(_ row: Row) -> ComparisonKey { ComparisonKey(row.name) }

        private static func byName(_ rows: [Row]) -> [ComparisonKey: Row] {
            Dictionary(rows.map { (key($0), $0) }) { first, _ in first }
        }

        /// Puts the rows in the order of the side that changed the order, or else of the first side.
        ///
        /// Each row that this side lacks comes after the row that precedes it on its own side.
        private static func order(
            _ base: [ComparisonKey], _ mine: [ComparisonKey], _ theirs: [ComparisonKey], _ rows: [ComparisonKey: Row]
        ) -> [Row] {
            func common(_ names: [ComparisonKey]) -> [ComparisonKey] {
                names.filter { base.contains($0) && mine.contains($0) && theirs.contains($0) }
            }
            let isTheirs = common(mine) == common(base) && common(theirs) != common(base)
            let (first, second) = isTheirs ? (theirs, mine) : (mine, theirs)
            var names = first
            for (index, name) in second.enumerated() where !names.contains(name) {
                let place = index == 0 ? nil : names.firstIndex(of: second[index - 1])
                names.insert(name, at: place.map { $0 + 1 } ?? 0)
            }
            return names.compactMap { rows[$0] }
        }
    }
}

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
