/// Finds the elements of a YAML list in brackets, on one line or several (YAML 1.2.2 §7.4.1).
///
/// Only the outermost commas and brackets count: nested and quoted ones belong to an element.
struct YAMLFlow {
    private let bytes: [UInt8]
    private let end: Int
    private var index: Int
    /// The expected closing brackets.
    private var nesting: [UInt8] = []
    private var elements: [YAMLList.Element] = []
    /// The part of the current element that was read so far.
    private var element: Range<Int>?

    /// Reads a part that begins with an opening bracket; `nil` if it is not a list, or more than a comment follows.
    static func list(_ bytes: [UInt8], _ part: Range<Int>) -> YAMLList? {
        var flow = YAMLFlow(bytes, part)
        guard let closing = flow.run(), flow.isAtComment() else { return nil }
        return YAMLList(form: .flow(opening: part.lowerBound, closing: closing), elements: flow.elements)
    }

    private init(_ bytes: [UInt8], _ part: Range<Int>) {
        (self.bytes, end, index) = (bytes, part.upperBound, part.lowerBound + 1)
    }

    /// Reads up to the closing bracket and returns its offset.
    private mutating func run() -> Int? {
        while index < end {
            let byte = bytes[index]
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: break
            case UInt8(ascii: "#") where isBehindSpace: skipComment()
            case UInt8(ascii: "'"), UInt8(ascii: "\""):
                guard isAtStartOfScalar else {
                    extend(to: index + 1)
                    break
                }
                guard skipQuoted(byte) else { return nil }
                continue
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                nesting.append(byte + 2)
                extend(to: index + 1)
            case UInt8(ascii: ",") where nesting.isEmpty:
                guard take() else { return nil }
            case UInt8(ascii: "]") where nesting.isEmpty:
                let closing = index
                if element != nil { _ = take() }
                index += 1
                return closing
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                guard nesting.popLast() == byte else { return nil }
                extend(to: index + 1)
            default: extend(to: index + 1)
            }
            index += 1
        }
        return nil
    }

    private var isBehindSpace: Bool { [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index - 1]) }

    /// Whether a quotation mark here begins a scalar, rather than being part of a plain one.
    private var isAtStartOfScalar: Bool {
        guard let element else { return true }
        var last = index - 1
        while last >= element.lowerBound, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[last]) { last -= 1 }
        return last < element.lowerBound || "[{,:".utf8.contains(bytes[last])
    }

    private mutating func extend(to offset: Int) {
        element = (element?.lowerBound ?? index)..<offset
    }

    private mutating func skipComment() {
        while index + 1 < end, bytes[index + 1] != 0x0A, bytes[index + 1] != 0x0D { index += 1 }
    }

    /// Advances past the closing quotation mark, which may be on a later line; false if there is none.
    private mutating func skipQuoted(_ mark: UInt8) -> Bool {
        let start = index
        index += 1
        while index < end {
            if bytes[index] == mark {
                let isDoubled = mark == UInt8(ascii: "'") && index + 1 < end && bytes[index + 1] == mark
                guard isDoubled else {
                    index += 1
                    element = (element?.lowerBound ?? start)..<index
                    return true
                }
                index += 1
            } else if bytes[index] == UInt8(ascii: "\\"), mark == UInt8(ascii: "\"") {
                index += 1
            }
            index += 1
        }
        return false
    }

    /// Ends the current element; false if there is none.
    private mutating func take() -> Bool {
        guard let range = element else { return false }
        let isOnOneLine = !bytes[range].contains { $0 == 0x0A || $0 == 0x0D }
        let scalar = isOnOneLine ? YAMLScalar.read(bytes, range, inFlow: true) : nil
        elements.append(.init(scalar: scalar?.range == range ? scalar : nil, range: range, lines: range))
        element = nil
        return true
    }

    /// Whether only a comment follows.
    private func isAtComment() -> Bool {
        let start = index
        var index = index
        while index < end {
            if bytes[index] == UInt8(ascii: "#") {
                guard index > start else { return false }
                while index < end, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
            } else if [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) {
                index += 1
            } else {
                return false
            }
        }
        return true
    }
}
