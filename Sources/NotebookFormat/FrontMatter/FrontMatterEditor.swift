/// Changes known keys in front matter and leaves every other byte as it is (Format, clause 7.6).
struct FrontMatterEditor {
    private let bytes: [UInt8]
    private let layout: ItemLayout
    private let frontMatter: FrontMatter
    private let lineEnd: [UInt8]
    private var edits: [(range: Range<Int>, text: [UInt8])] = []

    /// The bytes of an item after its values were changed to the given ones.
    static func setting(
        _ values: ItemMetadata, in bytes: [UInt8], _ layout: ItemLayout, _ frontMatter: FrontMatter
    ) -> [UInt8] {
        var editor = FrontMatterEditor(
            bytes: bytes, layout: layout, frontMatter: frontMatter, lineEnd: Line.lineEnd(of: bytes))
        for key in KnownKey.allCases where values.differs(from: frontMatter.values, in: key) { editor.set(key, values) }
        return editor.result()
    }

    private init(bytes: [UInt8], layout: ItemLayout, frontMatter: FrontMatter, lineEnd: [UInt8]) {
        (self.bytes, self.layout, self.frontMatter, self.lineEnd) = (bytes, layout, frontMatter, lineEnd)
    }

    private mutating func set(_ key: KnownKey, _ values: ItemMetadata) {
        guard let text = values.spelling(of: key) else {
            if let entry = frontMatter.entries[key] { edits.append((entry.start..<entry.end, [])) }
            return
        }
        guard let entry = frontMatter.entries[key] else {
            let offset = insertionOffset(of: key)
            edits.append((offset..<offset, Array("\(key.rawValue): ".utf8) + text + lineEnd))
            return
        }
        if key == .tags, let list = YAMLList.read(bytes, entry), !list.itemLines.isEmpty {
            setBlock(list, values.tags)
        } else if entry.continuation.isEmpty, let scalar = YAMLScalar.read(bytes, entry.value) {
            replace(scalar.range, with: text)
        } else if key == .tags, entry.continuation.isEmpty, YAMLList.read(bytes, entry) != nil {
            replace(listRange(entry), with: text)
        } else {
            edits.append((entry.start..<entry.end, Array("\(key.rawValue): ".utf8) + text + lineEnd))
        }
    }

    /// Replaces a value on its line; an empty one needs a space before it.
    private mutating func replace(_ range: Range<Int>, with text: [UInt8]) {
        let needsSpace = range.isEmpty && bytes[range.lowerBound - 1] == UInt8(ascii: ":")
        let commentFollows =
            range.isEmpty && range.upperBound < bytes.count && bytes[range.upperBound] == UInt8(ascii: "#")
        edits.append((range, (needsSpace ? [0x20] : []) + text + (commentFollows ? [0x20] : [])))
    }

    /// A list in brackets on one line: from its opening to its closing bracket.
    private func listRange(_ entry: FrontMatterEntry) -> Range<Int> {
        let value = YAMLScalar.withoutComment(bytes, entry.value, atStart: true)
        let start = bytes[value].firstIndex { !Line.isBlank($0) } ?? value.lowerBound
        let end = bytes[value].lastIndex(of: UInt8(ascii: "]")) ?? value.upperBound - 1
        return start..<end + 1
    }

    /// Takes away the lines of tags that are gone and puts lines of new ones behind the last; a new order is written anew.
    private mutating func setBlock(_ list: YAMLList, _ tags: [Tag]) {
        let old = list.items.map { Tag($0.text) }
        let kept = old.filter { $0.map(tags.contains) ?? false }
        let inOrder = kept.compactMap(\.self) == Array(tags.prefix(kept.count))
        for (line, tag) in zip(list.itemLines, old) where !inOrder || !(tag.map(tags.contains) ?? false) {
            edits.append((line.content.lowerBound..<line.end, []))
        }
        guard let last = list.itemLines.last, let first = list.itemLines.first else { return }
        let prefix = bytes[first.content].prefix { Line.isBlank($0) } + [UInt8(ascii: "-"), 0x20]
        let added = tags.dropFirst(inOrder ? kept.count : 0).map { prefix + YAMLSpelling.item($0) + lineEnd }
        edits.append((last.end..<last.end, Array(added.joined())))
    }

    /// Behind the nearest known key that comes before this one, or else at the front.
    private func insertionOffset(of key: KnownKey) -> Int {
        let before = KnownKey.allCases.reversed().first { $0 < key && frontMatter.entries[$0] != nil }
        if let before, let entry = frontMatter.entries[before] { return entry.end }
        return layout.frontMatter?.lowerBound ?? layout.start
    }

    private func result() -> [UInt8] {
        guard !edits.isEmpty else { return bytes }
        // What is put in at one place keeps its order, which is that of the keys, and stands before what is replaced there.
        let ordered = edits.enumerated().sorted { one, two in
            (one.element.range.lowerBound, one.element.range.isEmpty ? 0 : 1, one.offset)
                < (two.element.range.lowerBound, two.element.range.isEmpty ? 0 : 1, two.offset)
        }
        var output: [UInt8] = []
        var offset = 0
        let hasFrontMatter = layout.frontMatter != nil
        let rule = Array("---".utf8) + lineEnd
        for (_, edit) in ordered {
            output.append(contentsOf: bytes[offset..<edit.range.lowerBound])
            if offset == 0, !hasFrontMatter, output.count == layout.start { output.append(contentsOf: rule) }
            output.append(contentsOf: edit.text)
            offset = edit.range.upperBound
        }
        if !hasFrontMatter {
            output.append(contentsOf: rule)
            if layout.bodyStart < bytes.count { output.append(contentsOf: lineEnd) }
        }
        return output + bytes[offset...]
    }
}

extension ItemMetadata {
    fileprivate func differs(from other: ItemMetadata, in key: KnownKey) -> Bool {
        switch key {
        case .uuid: uuid != other.uuid
        case .title: !(title ?? "").isIdentical(to: other.title ?? "")
        case .created: created != other.created
        case .modified: modified != other.modified
        case .pinned: pinned != other.pinned
        case .tags: tags != other.tags
        }
    }

    /// The canonical spelling of a value; `nil` if it is not written (clause 7.7).
    fileprivate func spelling(of key: KnownKey) -> [UInt8]? {
        switch key {
        case .uuid: uuid.map { Array($0.description.utf8) }
        case .title: title.map(YAMLSpelling.scalar)
        case .created: created.map { Array($0.description.utf8) }
        case .modified: modified.map { Array($0.description.utf8) }
        case .pinned: pinned ? Array("true".utf8) : nil
        case .tags: tags.isEmpty ? nil : YAMLSpelling.flowList(tags)
        }
    }
}
