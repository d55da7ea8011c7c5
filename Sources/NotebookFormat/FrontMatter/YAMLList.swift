import NotebookText

/// The elements of a YAML list and their positions, in the spellings of Annex A of the format.
///
/// An element that is not a scalar of the format has a position, but no text.
package struct YAMLList {
    /// How a list is written.
    enum Form: Equatable {
        /// Nothing, or `null`.
        case nothing
        /// One scalar with commas; its range.
        case scalar(Range<Int>)
        /// In brackets, on one line or several; the offsets of both.
        case flow(opening: Int, closing: Int)
        /// After `- `, each on one or more lines of its own.
        case block
    }

    /// One element.
    struct Element {
        /// Its scalar; `nil` if it is anything else.
        let scalar: YAMLScalar?
        /// Its position.
        let range: Range<Int>
        /// In a list in block form, its lines.
        let lines: Range<Int>
    }

    let form: Form
    let elements: [Element]

    /// The scalars that are not empty.
    package var items: [YAMLScalar] {
        elements.compactMap(\.scalar).filter { !$0.isNull && (!$0.text.isEmpty || $0.isQuoted) }
    }

    /// Parses the list that is the value of a key; `nil` if its spelling is not accepted.
    package static func read(_ bytes: [UInt8], _ entry: FrontMatterEntry) -> YAMLList? {
        let value = YAMLScalar.withoutComment(bytes, entry.value, atStart: true)
        let first = bytes[value].firstIndex { !Line.isBlank($0) }
        guard let first else { return block(bytes, entry.continuation) }
        if bytes[first] == UInt8(ascii: "[") { return YAMLFlow.list(bytes, first..<entry.end) }
        guard entry.continuation.isEmpty, let scalar = YAMLScalar.read(bytes, entry.value) else { return nil }
        if scalar.isNull { return YAMLList(form: .nothing, elements: []) }
        return YAMLList(form: .scalar(scalar.range), elements: parts(of: scalar, in: bytes))
    }

    /// `a, b`: several elements in one scalar.
    private static func parts(of scalar: YAMLScalar, in bytes: [UInt8]) -> [Element] {
        guard !scalar.isQuoted else {
            return scalar.text.split(separator: ",").map {
                let part = YAMLScalar(text: String($0), range: scalar.range, isQuoted: true)
                return Element(scalar: part, range: scalar.range, lines: scalar.range)
            }
        }
        return bytes[scalar.range].split(separator: UInt8(ascii: ",")).map { part in
            let range = part.indices.trimmed(in: bytes)
            let text = String(decoding: bytes[range], as: UTF8.self)
            let scalar = YAMLScalar(text: text, range: range, isQuoted: false)
            return Element(scalar: scalar, range: range, lines: range)
        }
    }

    /// Elements after `- `; one that continues in indented lines is not a scalar.
    private static func block(_ bytes: [UInt8], _ lines: [Line]) -> YAMLList? {
        var elements: [Element] = []
        var indentation: Int?
        for line in lines {
            guard let first = bytes[line.content].firstIndex(where: { !Line.isBlank($0) }) else { continue }
            // A tab indents nothing, but what follows it belongs to the element before.
            let indented = bytes[line.content].prefix { $0 == 0x20 }.count
            let isTabbed = line.content.lowerBound + indented < first
            let isDeeper = indentation.map { indented > $0 || isTabbed && indented == $0 } ?? false
            if isDeeper, let last = elements.popLast() {
                if bytes[first] == UInt8(ascii: "#") {
                    elements.append(last)
                    continue
                }
                let range = last.range.lowerBound..<line.content.upperBound
                elements.append(Element(scalar: nil, range: range, lines: last.lines.lowerBound..<line.end))
                continue
            }
            if bytes[first] == UInt8(ascii: "#") { continue }
            guard bytes[first] == UInt8(ascii: "-"), !isTabbed, indented == indentation ?? indented,
                first + 1 == line.content.upperBound || Line.isBlank(bytes[first + 1])
            else { return nil }
            indentation = indented
            let content = first + 1..<line.content.upperBound
            let scalar = YAMLScalar.read(bytes, content)
            elements.append(
                Element(
                    scalar: scalar, range: scalar?.range ?? content.trimmed(in: bytes),
                    lines: line.content.lowerBound..<line.end))
        }
        return YAMLList(form: elements.isEmpty ? .nothing : .block, elements: elements)
    }
}

/// Finds the scalars of a YAML list in brackets, on one line or several (YAML 1.2.2 §7.4.1; Format, A.4).
struct YAMLFlow {
    private let bytes: [UInt8]
    private let end: Int
    private var index: Int
    /// The end of the line that was looked at last.
    private var lineEnd = 0

    private init(bytes: [UInt8], end: Int, index: Int) { (self.bytes, self.end, self.index) = (bytes, end, index) }

    /// Reads a part that begins with an opening bracket; `nil` if it is not a list of scalars, or more than a comment
    /// follows.
    static func list(_ bytes: [UInt8], _ part: Range<Int>) -> YAMLList? {
        var flow = YAMLFlow(bytes: bytes, end: part.upperBound, index: part.lowerBound + 1)
        guard let elements = flow.elements() else { return nil }
        let closing = flow.index
        flow.index += 1
        let isFollowed = flow.index < part.upperBound && bytes[flow.index] == UInt8(ascii: "#")
        guard !isFollowed, flow.skipSpace() == nil else { return nil }
        return YAMLList(form: .flow(opening: part.lowerBound, closing: closing), elements: elements)
    }

    /// Reads the elements up to the closing bracket, and stops there.
    private mutating func elements() -> [YAMLList.Element]? {
        var elements: [YAMLList.Element] = []
        while let byte = skipSpace() {
            if byte == UInt8(ascii: "]") { return elements }
            guard let scalar = scalar() else { return nil }
            index = scalar.range.upperBound
            elements.append(.init(scalar: scalar, range: scalar.range, lines: scalar.range))
            switch skipSpace() {
            case UInt8(ascii: ","): index += 1
            case UInt8(ascii: "]"): return elements
            default: return nil
            }
        }
        return nil
    }

    /// The scalar here; `nil` if there is none, or it is not on one line.
    private mutating func scalar() -> YAMLScalar? {
        if index >= lineEnd { lineEnd = bytes[index..<end].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? end }
        let line = index..<lineEnd
        if let quoted = YAMLScalar.quoted(in: bytes, line) {
            return YAMLScalar(text: quoted.text, range: index..<quoted.end, isQuoted: true)
        }
        let stop = bytes[line].firstIndex { ",[]{}".utf8.contains($0) } ?? line.upperBound
        guard let scalar = YAMLScalar.read(bytes, index..<stop), !scalar.range.isEmpty else { return nil }
        return scalar
    }

    /// Advances past white space, line ends and comments; returns the byte there, `nil` at the end.
    private mutating func skipSpace() -> UInt8? {
        while index < end {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            case UInt8(ascii: "#") where [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index - 1]):
                while index < end, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
            case let byte: return byte
            }
        }
        return nil
    }
}
