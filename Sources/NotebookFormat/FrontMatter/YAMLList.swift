/// A YAML list of scalars, in the spellings of Annex A of the format.
struct YAMLList {
    let items: [YAMLScalar]
    /// The lines of the items, if the list has one item on each line.
    let itemLines: [Line]

    /// Reads the list that is the value of a key; `nil` if it is none of the accepted spellings.
    static func read(_ bytes: [UInt8], _ entry: FrontMatterEntry) -> YAMLList? {
        let value = YAMLScalar.withoutComment(bytes, entry.value, atStart: true)
        let first = bytes[value].first { !Line.isBlank($0) }
        if first == nil { return block(bytes, entry.continuation) }
        if first == UInt8(ascii: "[") { return flow(bytes, entry) }
        guard entry.continuation.isEmpty, let scalar = YAMLScalar.read(bytes, entry.value) else { return nil }
        return scalar.isNull ? YAMLList(items: [], itemLines: []) : YAMLList(items: parts(of: scalar), itemLines: [])
    }

    /// `a, b`: several items in one scalar.
    private static func parts(of scalar: YAMLScalar) -> [YAMLScalar] {
        scalar.text.split(separator: ",").map {
            YAMLScalar(text: String($0), range: scalar.range, isQuoted: scalar.isQuoted)
        }
    }

    /// Items behind `- `, one on each line.
    private static func block(_ bytes: [UInt8], _ lines: [Line]) -> YAMLList? {
        var items: [YAMLScalar] = []
        var itemLines: [Line] = []
        var indentation: Int?
        for line in lines {
            guard let dash = bytes[line.content].firstIndex(where: { !Line.isBlank($0) }) else { continue }
            if bytes[dash] == UInt8(ascii: "#") { continue }
            let indented = dash - line.content.lowerBound
            guard bytes[dash] == UInt8(ascii: "-"), indented == indentation ?? indented,
                dash + 1 == line.content.upperBound || Line.isBlank(bytes[dash + 1]),
                let item = YAMLScalar.read(bytes, dash + 1..<line.content.upperBound)
            else { return nil }
            indentation = indented
            guard !item.isNull, !item.text.isEmpty || item.isQuoted else { continue }
            items.append(item)
            itemLines.append(line)
        }
        return YAMLList(items: items, itemLines: itemLines)
    }

    /// Items in brackets, on one line or several.
    private static func flow(_ bytes: [UInt8], _ entry: FrontMatterEntry) -> YAMLList? {
        var items: [YAMLScalar] = []
        var state = FlowState.beforeItem(mayEnd: true)
        for part in [entry.value] + entry.continuation.map(\.content) {
            var index = part.lowerBound
            if part == entry.value {
                guard let bracket = bytes[part].firstIndex(of: UInt8(ascii: "[")) else { return nil }
                index = bracket + 1
            }
            while let token = FlowToken.next(bytes, &index, part.upperBound) {
                switch (token, state) {
                case (.item(let item), .beforeItem):
                    items.append(item)
                    state = .afterItem
                case (.comma, .afterItem): state = .beforeItem(mayEnd: true)
                case (.end, .afterItem), (.end, .beforeItem(mayEnd: true)): state = .ended
                default: return nil
                }
            }
        }
        return state == .ended ? YAMLList(items: items.filter { !$0.isNull }, itemLines: []) : nil
    }

    private enum FlowState: Equatable {
        case beforeItem(mayEnd: Bool)
        case afterItem
        case ended
    }
}

/// A token of a list in brackets.
private enum FlowToken {
    case item(YAMLScalar)
    case comma
    case end
    case invalid

    /// Reads the next token of a line; `nil` at the end of the line or before a comment.
    static func next(_ bytes: [UInt8], _ index: inout Int, _ end: Int) -> FlowToken? {
        let lineStart = index
        while index < end, Line.isBlank(bytes[index]) { index += 1 }
        guard index < end else { return nil }
        switch bytes[index] {
        case UInt8(ascii: "#"):
            guard index == lineStart || Line.isBlank(bytes[index - 1]) else { return invalid }
            index = end
            return nil
        case UInt8(ascii: ","):
            index += 1
            return comma
        case UInt8(ascii: "]"):
            index += 1
            return self.end
        case UInt8(ascii: "'"), UInt8(ascii: "\""):
            guard let quoted = YAMLScalar.quoted(in: bytes, index..<end) else {
                index = end
                return invalid
            }
            defer { index = quoted.end }
            return item(YAMLScalar(text: quoted.text, range: index..<quoted.end, isQuoted: true))
        default:
            return plainItem(bytes, &index, end)
        }
    }

    private static func plainItem(_ bytes: [UInt8], _ index: inout Int, _ end: Int) -> FlowToken {
        let start = index
        while index < end, bytes[index] != UInt8(ascii: ","), bytes[index] != UInt8(ascii: "]") { index += 1 }
        guard let scalar = YAMLScalar.read(bytes, start..<index, inFlow: true), !scalar.text.isEmpty else {
            return invalid
        }
        // A comment hides what follows, a comma or bracket included.
        if scalar.range.upperBound < index, bytes[scalar.range.upperBound..<index].contains(UInt8(ascii: "#")) {
            index = end
        }
        return item(scalar)
    }
}
