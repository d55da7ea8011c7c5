import NotebookText

/// The values of a source for which there is no place, counted by their names.
struct UnreadValues {
    private var counts: [String: Int] = [:]

    /// Counts a value.
    mutating func add(_ name: String) { counts[name, default: 0] += 1 }

    /// Counts the members of an object that say something.
    ///
    /// - Parameters:
    ///   - known: The keys that are read, or that mean nothing elsewhere.
    ///   - start: What the names begin with.
    mutating func add(_ value: JSONValue?, besides known: Set<String>, start: String = "") {
        for member in value?.members ?? [] where !known.contains(member.key) && !Self.isEmpty(member.value) {
            add(start + member.key)
        }
    }

    private static func isEmpty(_ value: JSONValue) -> Bool {
        switch value.content {
        case .null, .boolean(false): true
        case .string(let text): text.isEmpty
        case .array(let elements): elements.isEmpty
        case .object(let members): members.isEmpty
        default: false
        }
    }

    /// The names.
    var names: [String] { counts.keys.sorted() }

    /// Reports what was counted, each name once.
    ///
    /// - Parameter things: What has the values: `entries`.
    func report(of things: String, to notes: ForeignImport) {
        for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
            notes.lose(.valueDropped, "the value “\(name)” of \(things): \(count)", target: name)
        }
    }
}
