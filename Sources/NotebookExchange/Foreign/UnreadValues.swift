import NotebookText

/// The values of a source for which there is no place, counted by their names.
struct UnreadValues: Sendable {
    private var counts: [String: (count: Int, note: String, place: String)] = [:]
    /// The title and the place of the note whose values are counted.
    private var note = (title: "", place: "")

    /// Begins a note.
    mutating func begin(_ title: String, at place: String) { note = (title, place) }

    /// Counts a value.
    mutating func add(_ name: String) {
        counts[name, default: (0, note.title, note.place)].count += 1
    }

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

    /// Reports what was counted, each name once, with the first note that has it.
    ///
    /// - Parameter things: What has the values: `entries`.
    func report(of things: String, to notes: ForeignFindings) {
        for (name, found) in counts.sorted(by: { $0.key < $1.key }) {
            let first = found.count > 1 && !found.place.isEmpty ? ", of which this is the first" : ""
            notes.lose(
                .valueDropped, "the value “\(name)” of \(things): \(found.count)\(first)", note: found.note,
                place: found.place, target: name)
        }
    }
}
