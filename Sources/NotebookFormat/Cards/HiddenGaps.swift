/// Texts of cards as lists show them, with their gaps hidden: a list is no answer.
package enum HiddenGaps {
    /// What a gap looks like.
    package static let sign = "[…]"

    /// A text with each `{{c1::…}}` and `==…==` hidden; a gap that is cut off hides the rest.
    package static func text(_ text: String) -> String {
        guard text.utf8.contains(0x7B) || text.utf8.contains(0x3D) else { return text }
        var output = ""
        var rest = text[...]
        // The beginning may be within a gap.
        if let close = rest.firstRange(of: "}}"), !rest[..<close.lowerBound].contains("{{c") {
            output = sign
            rest = rest[close.upperBound...]
        }
        // The next of each kind, looked for only once it is passed.
        let none = rest.startIndex..<rest.startIndex
        var (cloze, marked): (Range<String.Index>?, Range<String.Index>?) = (none, none)
        while !rest.isEmpty {
            if let last = cloze, last.lowerBound < rest.startIndex || last.isEmpty {
                cloze = rest.firstRange(of: /\{\{c[0-9]{1,3}::/)
            }
            if let last = marked, last.lowerBound < rest.startIndex || last.isEmpty {
                marked = rest.firstRange(of: /==[^=\s](?:[^=]*[^=\s])?==/)
            }
            if let start = cloze, !rest[..<start.lowerBound].contains("==") {
                output += rest[..<start.lowerBound] + sign
                rest = rest[end(of: rest[start.upperBound...])...]
            } else if let gap = marked {
                output += rest[..<gap.lowerBound] + sign
                rest = rest[gap.upperBound...]
            } else if let start = cloze {
                output += rest[..<start.lowerBound] + sign
                rest = rest[end(of: rest[start.upperBound...])...]
            } else {
                return output + rest
            }
        }
        return output
    }

    /// The end of a gap whose text begins here; gaps can contain others.
    private static func end(of text: Substring) -> String.Index {
        var (depth, index) = (1, text.startIndex)
        while index < text.endIndex {
            if text[index...].hasPrefix("{{") {
                depth += 1
                index = text.index(index, offsetBy: 2)
            } else if text[index...].hasPrefix("}}") {
                depth -= 1
                index = text.index(index, offsetBy: 2)
                if depth == 0 { return index }
            } else {
                index = text.index(after: index)
            }
        }
        return index
    }
}
