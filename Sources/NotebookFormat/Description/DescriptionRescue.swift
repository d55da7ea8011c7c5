/// Saves what can be read of a `notebook.json` that is damaged, and makes up for the rest.
public struct DescriptionRescue: Sendable {
    /// A description that conforms to the format.
    public let description: NotebookDescription
    /// The keys whose values were saved.
    public let saved: [String]
    /// The keys of lists of which some rows were saved.
    public let savedInPart: [String]
    /// The keys whose values could not be read, or not be kept as they are.
    public let lost: [String]

    /// Saves a description.
    ///
    /// - Parameters:
    ///   - bytes: The damaged text; empty if there is none.
    ///   - substitute: What stands in for the uuid, the title and the date that cannot be read.
    public init(of bytes: [UInt8], substitute: NotebookDescription) {
        let found = Self.members(of: bytes)
        var members: [JSONValue.Member] = [
            .init(key: "format", value: .text("notebundle")), .init(key: "version", value: .integer(Manifest.version)),
            .init(key: "uuid", value: .text(substitute.uuid.description)),
            .init(key: "title", value: .text(substitute.title)),
            .init(key: "created", value: .text(substitute.created.description)),
        ]
        var saved: [String] = []
        var savedInPart: [String] = []
        var lost: [String] = []
        for member in found where member.key != "format" && member.key != "version" {
            if let better = Self.adding(member, to: members) {
                members = better
                saved.append(member.key)
            } else if let better = Self.addingRows(of: member, to: members) {
                members = better
                savedInPart.append(member.key)
            } else {
                lost.append(member.key)
            }
        }
        for key in Self.keys where !(saved + savedInPart + lost).contains(key) {
            let isWanted = ["uuid", "title", "created"].contains(key)
            if isWanted || bytes.firstRange(of: Array("\"\(key)\"".utf8)) != nil { lost.append(key) }
        }
        description = Self.read(members) ?? substitute
        self.saved = saved
        self.savedInPart = savedInPart
        self.lost = lost
    }

    private static let keys = ["uuid", "title", "created", "settings", "folders", "tags", "smartFolders"]

    /// The members of the outermost object: all of them if it is JSON, or else those of the format’s keys whose values can be
    /// read where they stand.
    private static func members(of bytes: [UInt8]) -> [JSONValue.Member] {
        if case .object(let members)? = (try? JSONValue.read(bytes))?.content { return members }
        return keys.compactMap { key in
            value(of: key, in: bytes).map { JSONValue.Member(key: key, value: $0) }
        }
    }

    /// The value behind the first place where a key stands that can be read.
    private static func value(of key: String, in bytes: [UInt8]) -> JSONValue? {
        let name = Array("\"\(key)\"".utf8)
        var offset = 0
        while offset + name.count < bytes.count {
            guard bytes[offset...].starts(with: name) else {
                offset += 1
                continue
            }
            offset += name.count
            var reader = JSONReader(bytes)
            reader.offset = offset
            reader.skipWhiteSpace()
            guard reader.peek() == UInt8(ascii: ":") else { continue }
            reader.offset += 1
            reader.skipWhiteSpace()
            if let value = try? reader.value() { return value }
        }
        return nil
    }

    /// The members with another one, if the result conforms to the format.
    private static func adding(_ member: JSONValue.Member, to members: [JSONValue.Member]) -> [JSONValue.Member]? {
        let better = members.filter { $0.key != member.key } + [member]
        return read(better) == nil ? nil : better
    }

    /// The members with those rows of a list that conform to the format.
    private static func addingRows(of member: JSONValue.Member, to members: [JSONValue.Member]) -> [JSONValue.Member]? {
        guard case .array(let rows) = member.value.content else { return nil }
        var kept: [JSONValue] = []
        var best: [JSONValue.Member]?
        for row in rows {
            let list = JSONValue.Member(key: member.key, value: JSONValue(.array(kept + [row])))
            guard let better = adding(list, to: members) else { continue }
            kept.append(row)
            best = better
        }
        return best
    }

    private static func read(_ members: [JSONValue.Member]) -> NotebookDescription? {
        try? NotebookDescription(CanonicalJSON.text(of: members))
    }
}
