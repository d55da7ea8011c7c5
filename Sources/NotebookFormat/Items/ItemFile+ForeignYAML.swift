import NotebookMarkdown
package import NotebookText

extension ItemFile {
    /// Reads a note of another program, whose front matter may end in `...`, and may have values of known keys, and
    /// quoted values of any, in YAML that the format does not accept; these are written anew.
    ///
    /// - Returns: The item, and what was changed.
    /// - Throws: `TextProblem` if it is not a valid item even then.
    package static func foreign(_ bytes: [UInt8]) throws(TextProblem) -> (item: ItemFile, changes: [String]) {
        var (bytes, changes) = (bytes, [String]())
        if let ended = endedByDashes(bytes) {
            bytes = ended
            changes.append("its front matter ended in “...”, now in “---”")
        }
        var item: ItemFile
        do throws(TextProblem) {
            item = try ItemFile(bytes)
        } catch {
            let outermost = ForeignMapping(bytes)?.bytes
            let text = outermost ?? bytes
            let joined = joiningQuotedLines(text)
            guard outermost != nil || joined != nil, let read = try? ItemFile(joined ?? text) else { throw error }
            item = read
            if outermost != nil { changes.append("each key is on a line of its own now") }
            if joined != nil { changes.append("values of several lines are on one now") }
        }
        let keys = item.rewriteValues()
        if !keys.isEmpty { changes.append("rewrote the YAML of \(keys.map(\.rawValue).joined(separator: ", "))") }
        return (item, changes)
    }

    /// The text with `---` instead of `...` after front matter, as Jekyll and Pandoc read it; `nil` if it has none.
    private static func endedByDashes(_ bytes: [UInt8]) -> [UInt8]? {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard start < bytes.count else { return nil }
        var line = Line(at: start, in: bytes)
        guard isRule(line, "---", bytes) else { return nil }
        while line.end < bytes.count {
            line = Line(at: line.end, in: bytes)
            if isRule(line, "---", bytes) { return nil }
            guard isRule(line, "...", bytes) else { continue }
            var ended = bytes
            ended.replaceSubrange(line.content, with: "---".utf8)
            let layout = ItemLayout(ended)
            // Anything else is text between a line and dots.
            guard let range = layout.frontMatter else { return nil }
            let text = joiningQuotedLines(ended) ?? ended
            guard ItemLayout(text).frontMatter != nil, (try? ItemFile(text)) != nil, !range.isEmpty else { return nil }
            return ended
        }
        return nil
    }

    private static func isRule(_ line: Line, _ rule: String, _ bytes: [UInt8]) -> Bool {
        let text = bytes[line.content]
        return text.starts(with: rule.utf8) && text.dropFirst(rule.utf8.count).allSatisfy(Line.isBlank)
    }

    /// The text with quoted values of several lines of the front matter on one line; `nil` if there are none.
    private static func joiningQuotedLines(_ bytes: [UInt8]) -> [UInt8]? {
        guard let range = ItemLayout(bytes).frontMatter else { return nil }
        var output = Array(bytes[..<range.lowerBound])
        var (offset, hasJoined) = (range.lowerBound, false)
        while offset < range.upperBound {
            let line = Line(at: offset, in: bytes)
            offset = line.end
            output += bytes[line.content]
            if let entry = try? FrontMatterLines(bytes, line.content.lowerBound..<line.end).entries.first,
                let mark = bytes[entry.value].first(where: { !Line.isBlank($0) }), mark == 0x22 || mark == 0x27
            {
                var text = String(decoding: bytes[entry.value], as: UTF8.self).trimmed
                var next = offset
                while YAMLScalar.quoted(in: Array(text.utf8), 0..<text.utf8.count) == nil, next < range.upperBound {
                    let more = Line(at: next, in: bytes)
                    next = more.end
                    text = YAMLText.joined([text, String(decoding: bytes[more.content], as: UTF8.self)])
                }
                if next > offset, YAMLScalar.quoted(in: Array(text.utf8), 0..<text.utf8.count) != nil {
                    output.removeLast(entry.value.count)
                    output += " \(text)".utf8
                    (offset, hasJoined) = (next, true)
                }
            }
            output += Line.lineEnd(of: bytes)
        }
        return hasJoined ? output + bytes[range.upperBound...] : nil
    }

    /// Writes unacceptable values of known keys in a spelling of the format, and returns their keys.
    ///
    /// An alias elsewhere that means such a value gets it as well.
    private mutating func rewriteValues() -> [KnownKey] {
        guard !unacceptable.isEmpty, let range = layout.frontMatter,
            let entries = try? FrontMatterLines(bytes, range).entries
        else { return [] }
        var anchors = YAMLAnchors()
        var lost: Set<String> = []
        var edits: [(range: Range<Int>, text: [UInt8])] = []
        var keys: [KnownKey] = []
        for (number, entry) in entries.enumerated() {
            let next = number + 1 < entries.count ? entries[number + 1].start : range.upperBound
            let (lines, end) = lines(of: entry, before: next)
            let value = YAMLValue(lines, anchors)
            value.map { anchors.record($0) }
            let key = KnownKey(rawValue: entry.key).flatMap { key in
                unacceptable.contains { $0.key == key } ? key : nil
            }
            if key == nil, YAMLValue.alias(lines).map({ !lost.contains($0) }) ?? true { continue }
            guard let value, let text = Self.spelling(value, isTags: key == .tags) else { continue }
            edits.append((entry.value.lowerBound..<end, [0x20] + text + Line.lineEnd(of: bytes)))
            guard let key else { continue }
            if let anchor = value.anchor { lost.insert(anchor) }
            keys.append(key)
        }
        guard !keys.isEmpty, let item = try? replacing(edits) else { return [] }
        let better = keys.filter { key in !item.unacceptable.contains { $0.key == key } }
        guard better == keys else { return [] }
        self = item
        return keys
    }

    /// The lines of a value, and the offset after them; in a quoted or block scalar, `#` begins no comment.
    private func lines(of entry: FrontMatterEntry, before next: Int) -> (texts: [String], end: Int) {
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        var anchor: String?
        let mark = YAMLText.withoutProperties(text(entry.value), anchor: &anchor).first
        guard let mark, "|>\"'".contains(mark) else {
            return ([text(entry.value)] + entry.continuation.map { text($0.content) }, entry.end)
        }
        var (texts, blank, end, offset) = ([text(entry.value)], [String](), entry.keyLineEnd, entry.keyLineEnd)
        while offset < next {
            let line = Line(at: offset, in: bytes)
            offset = line.end
            if line.isBlank(in: bytes) {
                blank.append("")
            } else if Line.isBlank(bytes[line.content.lowerBound]) {
                texts += blank + [text(line.content)]
                (blank, end) = ([], line.end)
            } else {
                break
            }
        }
        return (texts, end)
    }

    private static func spelling(_ value: YAMLValue, isTags: Bool) -> [UInt8]? {
        switch value.content {
        case .text(let text): return YAMLSpelling.scalar(text)
        case .list(let items) where isTags:
            let tags = items.compactMap { Tag($0) }
            return tags.count == items.count ? YAMLSpelling.flowList(tags) : nil
        case .list(let items):
            return Array("[".utf8) + Array(items.map { YAMLSpelling.key($0) }.joined(separator: ", ".utf8))
                + Array("]".utf8)
        }
    }
}
