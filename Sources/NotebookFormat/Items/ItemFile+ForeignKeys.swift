package import NotebookText

/// Unknown keys in the front matter of an item: those of other applications (Format, clause 7.5).
extension ItemFile {
    /// The scalar value of an unknown key, such as `date`, for import.
    ///
    /// `nil` if the key is missing or its value is not a scalar on its line.
    public func foreignValue(of key: String) -> String? {
        guard let entry = lines.first(where: { $0.key == key }), entry.continuation.isEmpty,
            let scalar = YAMLScalar.read(bytes, entry.value), !scalar.isNull, !scalar.text.isEmpty
        else { return nil }
        return scalar.text
    }

    /// The scalars of unknown keys: single values and items of lists, in the order of the file.
    public var foreignTexts: [String] {
        lines.filter { KnownKey(rawValue: $0.key) == nil }.flatMap { entry -> [String] in
            if entry.continuation.isEmpty, let scalar = YAMLScalar.read(bytes, entry.value) { return [scalar.text] }
            return YAMLList.read(bytes, entry)?.items.map(\.text) ?? []
        }
    }

    /// Calls `body` with the texts of unknown keys that can contain links (clause 9.7).
    package func forEachForeignText(_ body: (ValueText) -> Void) {
        for entry in lines where KnownKey(rawValue: entry.key) == nil {
            var texts = ValueTexts(bytes, entry)
            texts.forEach(body)
        }
    }

    /// The unknown keys, each with its lines.
    package var foreignEntries: [(key: String, text: [UInt8])] {
        lines.filter { KnownKey(rawValue: $0.key) == nil }.map { ($0.key, Array(bytes[$0.start..<$0.end])) }
    }

    /// Replaces the lines of unknown keys: `nil` removes a key, and new keys go to the end.
    ///
    /// - Throws: `TextProblem` if the result is not a valid item.
    package func settingForeign(_ changes: [(key: String, text: [UInt8]?)]) throws(TextProblem) -> ItemFile {
        let lineEnd = Line.lineEnd(of: bytes)
        guard let frontMatter = layout.frontMatter else {
            let rule = Array("---".utf8) + lineEnd
            let head = rule + changes.compactMap(\.text).joined() + rule
            return try ItemFile(bytes[..<layout.start] + head + (body.isEmpty ? [] : lineEnd) + body)
        }
        var edits: [(range: Range<Int>, text: [UInt8])] = []
        var added: [UInt8] = []
        for change in changes {
            if let entry = lines.first(where: { $0.key == change.key }) {
                edits.append((entry.start..<entry.end, change.text ?? []))
            } else {
                added += change.text ?? []
            }
        }
        edits.append((frontMatter.upperBound..<frontMatter.upperBound, added))
        return try replacing(edits)
    }

    /// The comments between keys, each with the key before it, and without its line end.
    package var comments: [(key: String?, text: [UInt8])] {
        commentLines.map { ($0.key, Array(bytes[$0.line.content])) }
    }

    private var commentLines: [(key: String?, line: Line)] {
        guard let range = layout.frontMatter else { return [] }
        let lines = lines
        let starts = lines.map(\.start) + [range.upperBound]
        var found: [(key: String?, line: Line)] = []
        for (place, next) in starts.enumerated() {
            var offset = place == 0 ? range.lowerBound : lines[place - 1].end
            while offset < next {
                let line = Line(at: offset, in: bytes)
                if FrontMatterLines.isComment(line, in: bytes) {
                    found.append((place == 0 ? nil : lines[place - 1].key, line))
                }
                offset = line.end
            }
        }
        return found
    }

    /// Removes some comments and adds others, as whole lines: after the lines of their keys, at the end of the front
    /// matter if the key is missing, or at its beginning if they have no key.
    ///
    /// - Throws: `TextProblem` if the result is not a valid item.
    package func replacingComments(
        _ removed: Set<[UInt8]>, _ added: [(key: String?, text: [UInt8])]
    ) throws(TextProblem) -> ItemFile {
        let gone = commentLines.map(\.line).filter { removed.contains(Array(bytes[$0.content])) }
        let file = try replacing(gone.map { ($0.content.lowerBound..<$0.end, []) })
        guard let range = file.layout.frontMatter else { return file }
        var texts: [Int: [UInt8]] = [:]
        for comment in added {
            let entry = file.lines.first { $0.key == comment.key }
            let place = comment.key == nil ? range.lowerBound : entry?.end ?? range.upperBound
            texts[place, default: []] += comment.text
        }
        return try file.replacing(texts.map { ($0.key..<$0.key, $0.value) })
    }

    /// Adds a comment after the lines of a key, or at the end of the front matter.
    ///
    /// - Throws: `TextProblem` if the result is not a valid item, or there is no front matter.
    package func addingComment(_ comment: [UInt8], behind key: KnownKey) throws(TextProblem) -> ItemFile {
        let place = lines.first { $0.key == key.rawValue }?.end ?? layout.frontMatter?.upperBound ?? layout.start
        return try replacing([(place..<place, comment)])
    }

    /// The keys with their lines, in the order of the file.
    var lines: [FrontMatterEntry] {
        guard let range = layout.frontMatter else { return [] }
        return (try? FrontMatterLines(bytes, range))?.entries ?? []
    }
}
