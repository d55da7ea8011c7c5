import NotebookText

/// The front matter of an item: the values of known keys and their positions (Format, section 17).
struct FrontMatter {
    /// The values; missing and invalid ones have their defaults.
    private(set) var values = ItemMetadata()
    private(set) var unacceptable: [UnacceptableValue] = []
    /// The first tag that repeats an earlier one.
    private(set) var repeatedTag: RepeatedTag?
    /// The lines of the known keys.
    private(set) var entries: [KnownKey: FrontMatterEntry] = [:]

    /// Empty front matter.
    init() {}

    /// Parses front matter.
    ///
    /// - Throws: `TextProblem` if it is invalid, or contains a known key twice (clause 17.2).
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

    /// The position of a value, or of the key if its line has no value.
    private static func offset(of entry: FrontMatterEntry, in bytes: [UInt8]) -> Int {
        entry.value.first { !Line.isBlank(bytes[$0]) } ?? entry.start
    }

    /// Reads all valid tags; other elements make the value invalid, except empty ones.
    private mutating func readTags(_ bytes: [UInt8], _ entry: FrontMatterEntry) {
        guard let list = YAMLList.read(bytes, entry) else {
            unacceptable.append(UnacceptableValue(key: .tags, offset: Self.offset(of: entry, in: bytes)))
            return
        }
        var tags: [Tag] = []
        for element in list.elements {
            if let scalar = element.scalar {
                if scalar.isNull || scalar.text.utf8.allSatisfy({ "# \t".utf8.contains($0) }) { continue }
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

    /// Reads the value of a key and says whether it is valid.
    private mutating func read(_ key: KnownKey, _ bytes: [UInt8], _ entry: FrontMatterEntry) -> Bool {
        guard entry.continuation.isEmpty, let scalar = YAMLScalar.read(bytes, entry.value) else { return false }
        if scalar.isNull || scalar.text.isEmpty && !scalar.isQuoted { return true }
        return key.read(scalar.text, into: &values)
    }
}

/// A tag that repeats an earlier one of the same item, and its position.
struct RepeatedTag {
    let tag: Tag
    let offset: Int

    /// The first repeated tag of a list; `nil` if there is none.
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
