import ForeignData
import NotebookCopies
import NotebookFormat
import NotebookText

/// The ids of notes whose systems have none, or the same for several.
struct ForeignIDs {
    /// The titles of the items that the notebook has already.
    private let known: [UniqueIdentifier: String]
    private var ids: Set<String> = []
    /// The next number to try for each title of an id.
    private var numbers: [String: Int] = [:]
    /// The notes that have a value in common, and a title, by what is in their ids.
    private var groups: [String: TransferTwins] = [:]

    init(known: [UniqueIdentifier: String]) { self.known = known }

    /// The notes that only their texts tell apart.
    var twins: [TransferTwins] { groups.values.filter { $0.candidates.count > 1 } }

    /// The uuid of a note with an id.
    static func uuid(_ id: String) -> UniqueIdentifier { UniqueIdentifier(derivedFrom: "notebundle-import\0\(id)") }

    /// An id made of a value of a note, and its title and a number if other notes have the same.
    ///
    /// A note that was imported under one of these ids gets it again, whatever the order of the notes.
    ///
    /// - Parameter isThere: Whether the source has a note with the same value and another title.
    mutating func unique(
        _ format: String, _ value: String, _ title: String, isThere: (_ title: String) -> Bool
    ) -> String {
        let title = title.trimmedOfSpace
        let id = freeID("\(format)\0\(value)", title, isThere: isThere)
        let uuid = Self.uuid(id)
        let group = "\(format)\0\(value)\0\(title)"
        groups[group, default: TransferTwins(candidates: [Self.uuid("\(format)\0\(value)")])].members.append(uuid)
        // Those that are here already, and may be missing in the source now.
        while let count = groups[group]?.candidates.count, case let next = Self.uuid("\(group)\0\(count)"),
            next == uuid || known[next] != nil
        { groups[group]?.candidates.append(next) }
        return id
    }

    private mutating func freeID(_ id: String, _ title: String, isThere: (_ title: String) -> Bool) -> String {
        if known[Self.uuid(id)] == title, ids.insert(id).inserted { return id }
        let first = "\(id)\0\(title)\01"
        if known[Self.uuid(first)] != nil, ids.insert(first).inserted { return first }
        if isTwin(id, title) { return id }
        let before = known[Self.uuid(id)] ?? title
        if before == title || ids.contains(id) || !isThere(before), ids.insert(id).inserted { return id }
        let titled = "\(id)\0\(title)\0"
        var number = numbers[titled] ?? 1
        while !ids.insert("\(titled)\(number)").inserted { number += 1 }
        numbers[titled] = number + 1
        return "\(titled)\(number)"
    }

    /// Whether the notebook has a note with a title that got another uuid, because another note had its id; each once.
    private mutating func isTwin(_ id: String, _ title: String) -> Bool {
        let twin = "\(id)\0twin\0\(title)"
        var number = numbers[twin] ?? 1
        defer { numbers[twin] = number }
        while let found = known[Self.uuid(id).twin(number)] {
            number += 1
            if found == title { return true }
        }
        return false
    }
}
