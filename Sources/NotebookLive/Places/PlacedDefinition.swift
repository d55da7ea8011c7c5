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

/// A footnote.
package struct PlacedFootnote: Sendable {
    /// The label in its definition, with brackets; `nil` if it has no definition.
    package let definition: Range<Int>?
    /// The definition without its label and what surrounds it.
    package let text: Range<Int>
    /// The labels, with brackets, that refer to it.
    package let uses: [Range<Int>]
}

extension PlacedText {
    /// The footnote whose label is at an offset.
    package func footnote(at offset: Int) -> PlacedFootnote? {
        let line = lines(of: offset..<offset)
        let isNear = footnoteLabels(in: line).contains {
            $0.range.lowerBound <= offset && offset <= $0.range.upperBound
        }
        guard isNear else { return nil }
        let (defined, used) = footnoteParts
        func isHere(_ range: Range<Int>) -> Bool { range.lowerBound <= offset && offset <= range.upperBound }
        guard
            let label = used.first(where: { isHere($0.range) })?.label
                ?? defined.first(where: { isHere($0.mark) })?.label
        else { return nil }
        let first = defined.first { $0.label == label }
        let text = first.map { ($0.mark.upperBound + 1)..<max($0.mark.upperBound + 1, $0.range.upperBound) }
        return PlacedFootnote(
            definition: first?.mark, text: text?.trimmed(in: bytes) ?? 0..<0,
            uses: used.filter { $0.label == label }.map(\.range))
    }

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
        let start = bytes[..<range.lowerBound].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
        return start..<max(last.end, range.upperBound)
    }

    private var footnotes: [PlacedDefinition] {
        let (defined, used) = footnoteParts
        return defined.map { footnote in
            PlacedDefinition(
                label: footnote.label, range: footnote.range,
                uses: used.filter { $0.label == footnote.label }.map(\.range.lowerBound))
        }
    }

    /// A label of a footnote, without case, and its bytes with brackets.
    private typealias FootnoteLabel = (label: [UInt8], range: Range<Int>)

    /// The definitions of footnotes with their labels, and the other labels.
    private var footnoteParts:
        (
            defined: [(label: [UInt8], mark: Range<Int>, range: Range<Int>)], used: [FootnoteLabel]
        )
    {
        var defined: [(label: [UInt8], mark: Range<Int>, range: Range<Int>)] = []
        var used: [FootnoteLabel] = []
        let literals = literals
        var wasBlank = false
        var start = bodyStart
        while start < bytes.count {
            let line = Line(at: start, in: bytes)
            defer { start = line.end }
            let content = line.content
            let text = content.trimmed(in: bytes)
            let indentation = text.lowerBound - content.lowerBound
            let labels = footnoteLabels(in: text).filter { label in !literals.contains { $0.overlaps(label.range) } }
            let isBlank = text.isEmpty
            defer { wasBlank = isBlank }
            if let first = labels.first, first.range.lowerBound == text.lowerBound, indentation <= 3,
                first.range.upperBound < text.upperBound, bytes[first.range.upperBound] == UInt8(ascii: ":")
            {
                defined.append((first.label, first.range, start..<line.end))
                used += labels.dropFirst()
                continue
            }
            used += labels
            // Lines up to a blank one continue a footnote, and indented ones after it.
            if !isBlank, let last = defined.indices.last {
                let between = bytes[defined[last].range.upperBound..<start].allSatisfy { $0 <= 0x20 }
                if between, indentation >= 2 || !wasBlank && bytes[text.lowerBound] != UInt8(ascii: "#") {
                    defined[last].range = defined[last].range.lowerBound..<line.end
                }
            }
        }
        return (defined, used)
    }

    /// The labels `[^label]` in a range, with `^`.
    private func footnoteLabels(in range: Range<Int>) -> [FootnoteLabel] {
        var found: [FootnoteLabel] = []
        var index = range.lowerBound
        while index + 3 < range.upperBound {
            guard bytes[index] == UInt8(ascii: "["), bytes[index + 1] == UInt8(ascii: "^"),
                index == range.lowerBound || bytes[index - 1] != UInt8(ascii: "["),
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
