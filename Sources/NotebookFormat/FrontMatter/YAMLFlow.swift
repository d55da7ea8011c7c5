/// Finds the scalars of a YAML list in brackets, on one line or several (YAML 1.2.2 §7.4.1; Format, A.4).
struct YAMLFlow {
    private let bytes: [UInt8]
    private let end: Int
    private var index: Int

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
    private func scalar() -> YAMLScalar? {
        let line = index..<(bytes[index..<end].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? end)
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
