import NotebookText

/// Recovers what can be read of a damaged `notebook.json`, and replaces the rest.
package struct RepairedDescription: Sendable {
    /// A valid description.
    package let description: NotebookDescription
    /// The keys whose values were recovered completely.
    package let saved: [String]
    /// The keys whose values were recovered in part.
    package let savedInPart: [String]
    /// What existed but could not be read or kept, in words: “title”, “icon of row 3 of folders”.
    package let lost: [String]
    /// The keys whose values were replaced.
    package let madeAnew: [String]

    private static let required = ["uuid", "title", "created"]
    /// The lists, and the required keys of their rows.
    private static let lists: [String: Set<String>] = [
        "folders": ["path"], "tags": ["name"], "smartFolders": ["name", "predicate"],
        ValueConflict.listKey: ["key"],
    ]
    private static let keys = Set(required + lists.keys + ["format", "version", "settings"])

    /// Recovers a description.
    ///
    /// - Parameters:
    ///   - bytes: The damaged text; empty if there is none.
    ///   - substitute: The values to use if the uuid, the title or the date cannot be read.
    package init(of bytes: [UInt8], substitute: NotebookDescription) {
        let found = Self.members(of: Windows1252.decodingStrays(in: bytes).bytes)
        var losses = found.losses
        var damaged = Set(losses.map(\.key))
        var (whole, parts): ([String], [String]) = ([], [])
        let header = Header(substitute)
        var members = header.members
        var size = CanonicalJSON.text(of: members).count
        for member in found.members where member.key != "format" && member.key != "version" {
            let name = PrintableText.escaped(member.key)
            var kept: JSONValue?
            let before = losses.count
            if let required = Self.lists[member.key] {
                kept = header.rows(of: member, required: required, &losses)
            } else if member.key == "settings" {
                kept = header.conformingMembers(of: member, &losses)
            } else if header.accepts(member) {
                kept = member.value
            }
            damaged.formUnion(losses[before...].map(\.key))
            let isPart = damaged.contains(member.key)
            guard let kept, !isPart || !kept.isEmpty else {
                if !isPart { losses.append(.init(key: member.key, text: name)) }
                damaged.insert(member.key)
                continue
            }
            let growth = CanonicalJSON.text(of: [.init(key: member.key, value: kept)]).count
            guard size + growth <= NotebookDescription.maximumBytes else {
                losses.append(.init(key: member.key, text: "\(name), which is too large"))
                continue
            }
            size += growth
            // Replaces the substitute. No other key can be there already.
            if Self.required.contains(member.key) { members.removeAll { $0.key == member.key } }
            members.append(.init(key: member.key, value: kept))
            if isPart { parts.append(name) } else { whole.append(name) }
        }
        saved = whole
        savedInPart = parts
        lost = losses.map(\.text)
        madeAnew = Self.required.filter { !whole.contains($0) && !parts.contains($0) }
        description = (try? NotebookDescription(CanonicalJSON.text(of: members))) ?? substitute
    }

    /// The description, with the parts of an earlier one that could not be read at all.
    package func filled(from earlier: NotebookDescription) -> NotebookDescription {
        let known = Set(saved + savedInPart)
        var filled = description
        if !known.contains("settings") { filled.settings = earlier.settings }
        if !known.contains("folders") { filled.folders = earlier.folders }
        if !known.contains("tags") { filled.tags = earlier.tags }
        if !known.contains("smartFolders") { filled.smartFolders = earlier.smartFolders }
        return filled
    }

    /// The members of the outermost object, and what could not be read of them.
    private static func members(of bytes: [UInt8]) -> (members: [JSONValue.Member], losses: [RepairedJSON.Loss]) {
        guard !bytes.isEmpty else { return ([], []) }
        if case .object(let members)? = (try? JSONValue.read(bytes))?.content { return (members, []) }
        let repaired = RepairedJSON(bytes, knownKeys: keys)
        return (repaired.members, repaired.losses)
    }
}

/// A minimal description for trying single values.
private struct Header {
    let members: [JSONValue.Member]

    init(_ substitute: NotebookDescription) {
        members = [
            .init(key: "format", value: .text("notebundle")), .init(key: "version", value: .integer(Manifest.version)),
            .init(key: "uuid", value: .text(substitute.uuid.description)),
            .init(key: "title", value: .text(substitute.title)),
            .init(key: "created", value: .text(substitute.created.description)),
        ]
    }

    /// The description with one more value; `nil` if the result is invalid.
    private func description(with member: JSONValue.Member) -> NotebookDescription? {
        try? NotebookDescription(CanonicalJSON.text(of: members.filter { $0.key != member.key } + [member]))
    }

    func accepts(_ member: JSONValue.Member) -> Bool { description(with: member) != nil }

    /// The valid members of an object; `nil` if it is not an object.
    func conformingMembers(of member: JSONValue.Member, _ losses: inout [RepairedJSON.Loss]) -> JSONValue? {
        guard case .object(let all) = member.value.content else { return nil }
        var kept: [JSONValue.Member] = []
        for inner in all {
            if accepts(.init(key: member.key, value: JSONValue(.object([inner])))) {
                kept.append(inner)
            } else {
                losses.append(.init(key: member.key, text: "\(PrintableText.escaped(inner.key)) of \(member.key)"))
            }
        }
        return JSONValue(.object(kept))
    }

    /// The valid rows of a list, without their invalid values; `nil` if it is not a list.
    func rows(of list: JSONValue.Member, required: Set<String>, _ losses: inout [RepairedJSON.Loss]) -> JSONValue? {
        guard case .array(let all) = list.value.content else { return nil }
        var kept: [JSONValue] = []
        var seen: Set<ComparisonKey> = []
        let reported = Set(losses.map(\.text))
        for (index, row) in all.enumerated() {
            let name = "row \(index + 1) of \(list.key)"
            if reported.contains(name) { continue }
            func lose(_ text: String) { losses.append(.init(key: list.key, text: text)) }
            guard case .object(let members) = row.content,
                let start = identity(of: members.filter { required.contains($0.key) }, in: list.key)
            else {
                lose(name)
                continue
            }
            guard seen.insert(start).inserted else {
                lose("\(name), which repeats an earlier one")
                continue
            }
            let conforming = members.filter { member in
                if required.contains(member.key) { return true }
                return identity(of: members.filter { required.contains($0.key) } + [member], in: list.key) != nil
            }
            for member in members where !conforming.contains(member) {
                lose("\(PrintableText.escaped(member.key)) of \(name)")
            }
            kept.append(JSONValue(.object(conforming)))
        }
        return JSONValue(.array(kept))
    }

    /// The value that identifies a row in its list; `nil` if it is invalid.
    private func identity(of row: [JSONValue.Member], in list: String) -> ComparisonKey? {
        let member = JSONValue.Member(key: list, value: JSONValue(.array([JSONValue(.object(row))])))
        guard let description = description(with: member) else { return nil }
        return description.folders.first?.path.key ?? description.tags.first?.name.key
            ?? description.smartFolders.first.map { ComparisonKey($0.name) }
    }
}

extension JSONValue {
    /// Whether the value is an empty object or array.
    fileprivate var isEmpty: Bool {
        switch content {
        case .object(let members): members.isEmpty
        case .array(let elements): elements.isEmpty
        default: false
        }
    }
}
