import NotebookText

/// Changes known keys in front matter and leaves every other byte unchanged (Format, clause 17.6).
struct FrontMatterEditor {
    private let bytes: [UInt8]
    private let layout: ItemLayout
    private let frontMatter: FrontMatter
    private let lineEnd: [UInt8]
    private var edits: [(range: Range<Int>, text: [UInt8])] = []

    /// Returns the bytes of an item with the given values.
    ///
    /// Invalid values of `uuid`, `created` and `modified` stay, since tools write these keys on their own.
    ///
    /// - Throws: `TextProblem` if another invalid value would be overwritten, or the title is not valid.
    static func setting(
        _ values: ItemMetadata, in bytes: [UInt8], _ layout: ItemLayout, _ frontMatter: FrontMatter
    ) throws(TextProblem) -> [UInt8] {
        var editor = FrontMatterEditor(
            bytes: bytes, layout: layout, frontMatter: frontMatter, lineEnd: Line.lineEnd(of: bytes))
        for key in KnownKey.allCases where !key.row.isSame(values, frontMatter.values) {
            try editor.set(key, values)
        }
        return try editor.result()
    }

    private init(bytes: [UInt8], layout: ItemLayout, frontMatter: FrontMatter, lineEnd: [UInt8]) {
        (self.bytes, self.layout, self.frontMatter, self.lineEnd) = (bytes, layout, frontMatter, lineEnd)
    }

    private mutating func set(_ key: KnownKey, _ values: ItemMetadata) throws(TextProblem) {
        if key == .title, let title = values.title, Title.accepted(title) == nil {
            throw TextProblem("the title has control characters, or more than 1,024 bytes", at: layout.start)
        }
        if key == .tags, let entry = frontMatter.entries[key], setList(entry, values.tags) { return }
        if let value = frontMatter.unacceptable.first(where: { $0.key == key }) {
            guard !key.row.isWrittenByTools else { return }
            throw TextProblem(
                "the value of “\(key.rawValue)” is invalid and would be overwritten", at: value.offset,
                kind: .notUnderstood)
        }
        let text = key.row.spelling(values)
        if let entry = frontMatter.entries[key] {
            if let text, let scalar = YAMLScalar.read(bytes, entry.value) {
                replace(scalar.range, with: text)
            } else {
                edits.append(
                    (entry.start..<entry.end, text.map { Array("\(key.rawValue): ".utf8) + $0 + lineEnd } ?? []))
            }
        } else if let text {
            let offset = insertionOffset(of: key)
            edits.append((offset..<offset, Array("\(key.rawValue): ".utf8) + text + lineEnd))
        }
    }

    /// Changes a list element by element; returns false if none of its elements stay.
    private mutating func setList(_ entry: FrontMatterEntry, _ tags: [Tag]) -> Bool {
        guard let list = YAMLList.read(bytes, entry) else { return false }
        let change = TagListEdits(bytes, list, to: tags)
        switch list.form {
        case .nothing: return false
        case .scalar(let range):
            // A list that is valid as a whole is rewritten in brackets; a list in quotation marks, and one that would
            // need some, cannot be changed in part.
            guard change.holdsOthers, change.staysPlain, list.elements.allSatisfy({ $0.range != range }) else {
                return false
            }
            edits += change.flow()
        case .block:
            if tags.isEmpty, change.keepsNothing { return false }
            edits += change.block(lineEnd)
        case .flow(let opening, let closing):
            if tags.isEmpty, change.keepsNothing { return false }
            if change.keepsNothing, closing < entry.keyLineEnd {
                replace(opening..<closing + 1, with: YAMLSpelling.flowList(tags))
            } else {
                edits += change.flow()
            }
        }
        return true
    }

    /// Replaces a value on its line.
    private mutating func replace(_ range: Range<Int>, with text: [UInt8]) {
        edits.append(YAMLSpelling.replacement(of: range, with: text, in: bytes))
    }

    /// The position after the nearest known key that comes before this one, or else the beginning.
    private func insertionOffset(of key: KnownKey) -> Int {
        let before = KnownKey.allCases.reversed().first { $0 < key && frontMatter.entries[$0] != nil }
        if let before, let entry = frontMatter.entries[before] { return entry.end }
        return layout.frontMatter?.lowerBound ?? layout.start
    }

    private func result() throws(TextProblem) -> [UInt8] {
        guard !edits.isEmpty else { return bytes }
        // Insertions at one place keep the order of the keys, and come before a replacement there.
        let ordered = edits.enumerated().sorted { one, two in
            (one.element.range.lowerBound, one.element.range.isEmpty ? 0 : 1, one.offset)
                < (two.element.range.lowerBound, two.element.range.isEmpty ? 0 : 1, two.offset)
        }
        var output: [UInt8] = []
        var offset = 0
        let hasFrontMatter = layout.frontMatter != nil
        let rule = Array("---".utf8) + lineEnd
        for (_, edit) in ordered {
            // Edits overlap only if the list can be read in two ways.
            guard edit.range.lowerBound >= offset else {
                throw TextProblem(
                    "the list is invalid and would be overwritten", at: edit.range.lowerBound,
                    kind: .notUnderstood)
            }
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
