import ForeignData
import NotebookCopies
import NotebookFormat
import NotebookText

/// The ids of notes whose systems have none, or the same for several.
struct ForeignIDs {
    /// The titles of the items that the notebook has already.
    private let known: [UniqueIdentifier: String]
    private var ids: Set<String> = []
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
        var candidates = groups[group]?.candidates ?? [Self.uuid("\(format)\0\(value)")]
        // Those that are here already, and may be missing in the source now.
        while case let next = Self.uuid("\(group)\0\(candidates.count)"),
            next == uuid || known[next] != nil
        { candidates.append(next) }
        groups[group, default: TransferTwins(candidates: [])].candidates = candidates
        groups[group]?.members.append(uuid)
        return id
    }

    private mutating func freeID(_ id: String, _ title: String, isThere: (_ title: String) -> Bool) -> String {
        if known[Self.uuid(id)] == title, ids.insert(id).inserted { return id }
        let titled = "\(id)\0\(title)\01"
        if known[Self.uuid(titled)] != nil, ids.insert(titled).inserted { return titled }
        if isTwin(id, title) { return id }
        let before = known[Self.uuid(id)] ?? title
        if before == title || ids.contains(id) || !isThere(before), ids.insert(id).inserted { return id }
        var number = 1
        while !ids.insert("\(id)\0\(title)\0\(number)").inserted { number += 1 }
        return "\(id)\0\(title)\0\(number)"
    }

    /// Whether the notebook has a note with a title that got another uuid, because another note had its id; each once.
    private mutating func isTwin(_ id: String, _ title: String) -> Bool {
        var number = 1
        while let found = known[Self.uuid(id).twin(number)] {
            if found == title, ids.insert("\(id)\0twin\0\(number)").inserted { return true }
            number += 1
        }
        return false
    }
}
