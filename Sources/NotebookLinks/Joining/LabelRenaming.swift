import NotebookFormat
import NotebookMarkdown
import NotebookText

/// Renames labels of link references and footnotes that another text also uses.
struct LabelRenaming {
    private let item: ItemFile
    private let document: MarkdownDocument
    private let links: [MarkdownLink]
    private let other: ItemFile
    /// What stands in brackets in one of the texts.
    private let taken: Set<[UInt8]>

    init(in item: ItemFile, besides other: ItemFile) {
        self.item = item
        self.other = other
        document = MarkdownDocument(item.bytes, from: item.bodyStart)
        links = document.links()
        taken = Self.bracketed(item.bytes).union(Self.bracketed(other.bytes))
    }

    private static func bracketed(_ bytes: [UInt8]) -> Set<[UInt8]> {
        Set(bytes.indices.lazy.compactMap { ReferenceLabel.scan(bytes, at: $0).map { Array(bytes[$0]) } })
    }

    /// Two versions of the item: one with new names for labels that both texts define differently, and one with new
    /// names for all labels, since plain text in one item may be a label in the other.
    func attempts() -> [ItemFile] {
        let others = MarkdownDocument(other.bytes, from: other.bodyStart)
        let known = Dictionary(others.definitions.map { (Self.key($0.label), $0) }) { first, _ in first }
        let colliding = document.definitions.indices.filter { index in
            let definition = document.definitions[index]
            guard let same = known[Self.key(definition.label)] else { return false }
            return same.destination.text != definition.destination.text || same.title != definition.title
        }
        let footnotes = footnoteEdits(others)
        return [Set(colliding), Set(document.definitions.indices)].compactMap { definitions in
            try? item.replacing(footnotes + labelEdits(definitions))
        }
    }

    private static func key(_ label: String) -> [UInt8] {
        let bytes = Array(label.utf8)
        return ReferenceLabel.key(bytes, 0..<bytes.count) ?? []
    }

    private typealias Edit = (range: Range<Int>, text: [UInt8])

    // MARK: Link references

    private func labelEdits(_ definitions: Set<Int>) -> [Edit] {
        var names: [Int: [UInt8]] = [:]
        var byLabel: [String: [UInt8]] = [:]
        var edits: [Edit] = []
        for index in definitions.sorted() where !document.definitions[index].label.begins(with: "^") {
            let definition = document.definitions[index]
            // If a label has several definitions, the first counts, and all get the same new name.
            let name = byLabel[definition.label] ?? fresh { "\(definition.label) \($0)" }
            byLabel[definition.label] = name
            names[index] = name
            edits.append((definition.labelRange, name))
        }
        for link in links {
            switch link.kind {
            case .referenceLink(let definition), .referenceImage(let definition):
                if let name = names[definition], let edit = edit(link, to: name) { edits.append(edit) }
            default: break
            }
        }
        return edits
    }

    /// The edit that changes the label that a link refers to, and keeps the link text.
    private func edit(_ link: MarkdownLink, to name: [UInt8]) -> Edit? {
        guard let text = link.labelRange else { return nil }
        let rest = min(text.upperBound + 1, link.range.upperBound)..<link.range.upperBound
        guard rest.count >= 2 else { return (rest, [UInt8(ascii: "[")] + name + [UInt8(ascii: "]")]) }
        return (rest.lowerBound + 1..<rest.upperBound - 1, name)
    }

    /// A name that neither text contains in brackets.
    private func fresh(_ name: (Int) -> String) -> [UInt8] {
        var number = 2
        while true {
            let candidate = Array(name(number).utf8)
            if !taken.contains(candidate) { return candidate }
            number += 1
        }
    }

    // MARK: Footnotes

    /// The edits that rename the footnotes that both texts have.
    private func footnoteEdits(_ others: MarkdownDocument) -> [Edit] {
        let taken = Set(others.footnotes().map(\.name))
        var names: [String: [UInt8]] = [:]
        var used = taken.union(document.footnotes().map(\.name))
        var last = 1
        return document.footnotes().compactMap { place in
            guard taken.contains(place.name) else { return nil }
            if names[place.name] == nil {
                let isNumber = Int(place.name) != nil
                // All numbers from the first one that was looked for to the last one given are in use.
                var number = isNumber ? max(Int(place.name) ?? 0, last) + 1 : 2
                func name() -> String { isNumber ? "\(number)" : "\(place.name)-\(number)" }
                while used.contains(name()) { number += 1 }
                if isNumber { last = number }
                used.insert(name())
                names[place.name] = Array(name().utf8)
            }
            return names[place.name].map { (place.range, $0) }
        }
    }
}

extension MarkdownDocument {
    /// The positions of names in `[^name]` outside of code, which mark footnotes on GitHub and elsewhere.
    func footnotes() -> [(name: String, range: Range<Int>)] {
        var found: [(name: String, range: Range<Int>)] = []
        var inlines = InlineParser(options)
        for node in blocks.nodes {
            switch node.kind {
            case .paragraph, .heading: break
            default: continue
            }
            inlines.parse(node, of: blocks)
            let content = inlines.structure.content
            let hidden = inlines.structure.tokens.filter { token in
                switch token.kind {
                case .code, .html, .autolink, .escape: true
                default: false
                }
            }.map(\.range)
            var rest = hidden[...]
            for range in Self.footnotes(in: content.bytes) {
                rest = rest.drop { $0.upperBound <= range.lowerBound }
                if let first = rest.first, first.overlaps(range) { continue }
                found.append((String(decoding: content.bytes[range], as: UTF8.self), content.source(of: range)))
            }
        }
        // A definition with a single word is also a link definition.
        for definition in definitions where definition.label.begins(with: "^") {
            let range = definition.labelRange.lowerBound + 1..<definition.labelRange.upperBound
            found.append((String(definition.label.dropFirst()), range))
        }
        return found
    }

    private static func footnotes(in bytes: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var index = 0
        while index + 1 < bytes.count {
            defer { index += 1 }
            guard bytes[index] == UInt8(ascii: "["), bytes[index + 1] == UInt8(ascii: "^") else { continue }
            let start = index + 2
            let end = bytes[start...].firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }
            guard let end, end > start, bytes[end] == UInt8(ascii: "]") else { continue }
            ranges.append(start..<end)
        }
        return ranges
    }
}
