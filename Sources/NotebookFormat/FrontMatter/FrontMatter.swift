/// The front matter of an item: what it says under the known keys, and where (Format, section 7).
struct FrontMatter {
    /// The values; what is missing or not acceptable is as it is by default.
    private(set) var values = ItemMetadata()
    private(set) var unacceptable: [UnacceptableValue] = []
    /// The first tag that repeats an earlier one.
    private(set) var repeatedTag: RepeatedTag?
    /// The lines of the known keys.
    private(set) var entries: [KnownKey: FrontMatterEntry] = [:]

    /// Front matter that says nothing.
    init() {}

    /// Reads front matter.
    ///
    /// - Throws: `TextProblem` if it does not parse, or has a known key twice (clause 7.2).
    init(_ bytes: [UInt8], _ range: Range<Int>) throws(TextProblem) {
        for entry in try FrontMatterLines(bytes, range).entries {
            guard let key = KnownKey(rawValue: entry.key) else { continue }
            guard entries.updateValue(entry, forKey: key) == nil else {
                throw TextProblem("the key “\(key.rawValue)” occurs twice", at: entry.start)
            }
            guard key != .tags else {
                readTags(bytes, entry)
                continue
            }
            guard !read(key, bytes, entry) else { continue }
            unacceptable.append(UnacceptableValue(key: key, offset: Self.offset(of: entry, in: bytes)))
        }
    }

    /// Where a value begins, or the key where none stands on its line.
    private static func offset(of entry: FrontMatterEntry, in bytes: [UInt8]) -> Int {
        entry.value.first { !Line.isBlank(bytes[$0]) } ?? entry.start
    }

    /// Reads the tags that can be read; what else stands among them is not acceptable, and empty ones do not count.
    private mutating func readTags(_ bytes: [UInt8], _ entry: FrontMatterEntry) {
        guard let list = YAMLList.read(bytes, entry) else {
            unacceptable.append(UnacceptableValue(key: .tags, offset: Self.offset(of: entry, in: bytes)))
            return
        }
        var tags: [Tag] = []
        for element in list.elements {
            if let scalar = element.scalar {
                if scalar.isNull || scalar.text.allSatisfy({ $0 == "#" || $0 == " " }) { continue }
                if let tag = Tag(scalar.text) {
                    tags.append(tag)
                    continue
                }
            }
            unacceptable.append(UnacceptableValue(key: .tags, offset: element.range.lowerBound))
        }
        values.tags = Tag.unique(tags)
        if values.tags.count < tags.count { repeatedTag = RepeatedTag(in: list) }
    }

    /// Reads the value of a key and says whether it is acceptable.
    private mutating func read(_ key: KnownKey, _ bytes: [UInt8], _ entry: FrontMatterEntry) -> Bool {
        guard entry.continuation.isEmpty, let scalar = YAMLScalar.read(bytes, entry.value) else { return false }
        if scalar.isNull || scalar.text.isEmpty && !scalar.isQuoted { return true }
        switch key {
        case .uuid:
            values.uuid = UniqueIdentifier(scalar.text)
            return values.uuid != nil
        case .title:
            values.title = Title.accepted(scalar.text).flatMap { $0.isEmpty ? nil : $0 }
            return Title.accepted(scalar.text) != nil
        case .created:
            values.created = DateSpelling.read(scalar.text)
            return values.created != nil
        case .modified:
            values.modified = DateSpelling.read(scalar.text)
            return values.modified != nil
        case .pinned, .tags:
            guard let pinned = Self.boolean(scalar.text) else { return false }
            values.pinned = pinned
            return true
        }
    }

    private static func boolean(_ text: String) -> Bool? {
        guard text == text.lowercased() || text == text.uppercased() || text == text.lowercased().capitalizedFirst
        else {
            return nil
        }
        switch text.lowercased() {
        case "true", "yes", "on": return true
        case "false", "no", "off": return false
        default: return nil
        }
    }
}

/// A tag that repeats an earlier one of the same item, and where.
struct RepeatedTag {
    let tag: Tag
    let offset: Int

    /// The first of a list; `nil` if none repeats another.
    init?(in list: YAMLList) {
        var seen: Set<ComparisonKey> = []
        for item in list.items {
            guard let tag = Tag(item.text), !seen.insert(tag.key).inserted else { continue }
            (self.tag, offset) = (tag, item.range.lowerBound)
            return
        }
        return nil
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
