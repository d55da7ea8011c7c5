import NotebookLinks
import NotebookMarkdown
import NotebookText

/// The definition of a link or a footnote, and the places that need it.
package struct PlacedDefinition: Sendable {
    /// The label, without case, as it is compared.
    package let label: [UInt8]
    /// Its lines.
    package let range: Range<Int>
    /// The beginnings of what refers to it.
    package let uses: [Int]
}

extension PlacedText {
    /// The definitions of links and footnotes, in the order of the source.
    package var definitions: [PlacedDefinition] {
        let document = text.document
        var uses: [Int: [Int]] = [:]
        for link in document.links() {
            if let definition = link.kind.definition { uses[definition, default: []].append(link.range.lowerBound) }
        }
        let links = document.definitions.enumerated().compactMap { number, definition -> PlacedDefinition? in
            guard !definition.label.hasPrefix("^") else { return nil }
            let label = ReferenceLabel.key(bytes, definition.labelRange) ?? Array(definition.label.utf8)
            return PlacedDefinition(label: label, range: lines(of: definition.range), uses: uses[number] ?? [])
        }
        return (links + footnotes).sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    private func lines(of range: Range<Int>) -> Range<Int> {
        let last = Line(at: max(range.lowerBound, range.upperBound - 1), in: bytes)
        let start = bytes[..<range.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return start..<max(last.end, range.upperBound)
    }

    private var footnotes: [PlacedDefinition] {
        var defined: [(label: [UInt8], range: Range<Int>)] = []
        var used: [(label: [UInt8], start: Int)] = []
        let code = code
        var wasBlank = false
        var start = bodyStart
        while start < bytes.count {
            let line = Line(at: start, in: bytes)
            defer { start = line.end }
            let content = line.content
            let text = content.trimmed(in: bytes)
            let indentation = text.lowerBound - content.lowerBound
            let labels = code.contains { $0.contains(start) } ? [] : footnoteLabels(in: text)
            let isBlank = text.isEmpty
            defer { wasBlank = isBlank }
            if let first = labels.first, first.range.lowerBound == text.lowerBound, indentation <= 3,
                first.range.upperBound < text.upperBound, bytes[first.range.upperBound] == UInt8(ascii: ":")
            {
                defined.append((first.label, start..<line.end))
                used += labels.dropFirst().map { ($0.label, $0.range.lowerBound) }
                continue
            }
            used += labels.map { ($0.label, $0.range.lowerBound) }
            // Lines up to a blank one continue a footnote, and indented ones after it.
            if !isBlank, let last = defined.indices.last {
                let between = bytes[defined[last].range.upperBound..<start].allSatisfy { $0 <= 0x20 }
                if between, indentation >= 2 || !wasBlank && bytes[text.lowerBound] != UInt8(ascii: "#") {
                    defined[last].range = defined[last].range.lowerBound..<line.end
                }
            }
        }
        return defined.map { footnote in
            PlacedDefinition(
                label: footnote.label, range: footnote.range,
                uses: used.filter { $0.label == footnote.label }.map(\.start))
        }
    }

    /// The labels `[^label]` in a range, with `^`.
    private func footnoteLabels(in range: Range<Int>) -> [(label: [UInt8], range: Range<Int>)] {
        var found: [(label: [UInt8], range: Range<Int>)] = []
        var index = range.lowerBound
        while index + 3 < range.upperBound {
            guard bytes[index] == UInt8(ascii: "["), bytes[index + 1] == UInt8(ascii: "^"),
                let close = bytes[(index + 2)..<range.upperBound].firstIndex(of: UInt8(ascii: "]")), close > index + 2,
                !bytes[(index + 2)..<close].contains(where: { Line.isBlank($0) || $0 == UInt8(ascii: "[") })
            else {
                index += 1
                continue
            }
            let label = String(decoding: bytes[(index + 1)..<close], as: UTF8.self).lowercased()
            found.append((Array(label.utf8), index..<(close + 1)))
            index = close + 1
        }
        return found
    }
}
