/// The pairs of `~~` and `==` around struck and highlighted text, which CommonMark does not define.
package enum MarkPairs {
    /// A sign that stands at both ends of a text.
    package enum Mark: String, CaseIterable, Sendable {
        case struck = "~~"
        case highlighted = "=="

        init?(sign: UInt8) {
            switch sign {
            case UInt8(ascii: "~"): self = .struck
            case UInt8(ascii: "="): self = .highlighted
            default: return nil
            }
        }
    }

    /// A part of a paragraph: a mark, or what is between marks.
    package struct Part {
        let mark: Mark?
        let startsWithSpace: Bool
        let endsWithSpace: Bool
        let depth: Int

        /// A mark.
        ///
        /// - Parameter depth: How many elements are open around it.
        package init(_ mark: Mark, depth: Int = 0) {
            (self.mark, startsWithSpace, endsWithSpace, self.depth) = (mark, false, false, depth)
        }

        /// Something between marks.
        package init(startsWithSpace: Bool, endsWithSpace: Bool, depth: Int = 0) {
            (mark, self.startsWithSpace, self.endsWithSpace, self.depth) = (nil, startsWithSpace, endsWithSpace, depth)
        }

        /// A text between marks.
        package init(_ text: String, depth: Int = 0) {
            self.init(
                startsWithSpace: text.first?.isWhitespace ?? true, endsWithSpace: text.last?.isWhitespace ?? true,
                depth: depth)
        }
    }

    /// A text, split at its marks.
    package static func split(_ text: String) -> [(text: String, mark: Mark?)] {
        let bytes = text.utf8
        guard bytes.contains(0x7E) || bytes.contains(0x3D) else { return [(text, nil)] }
        var parts: [(text: String, mark: Mark?)] = []
        var (start, index) = (text.startIndex, text.startIndex)
        while index < text.endIndex {
            let next = bytes.index(after: index)
            guard next < text.endIndex, bytes[index] == bytes[next], let mark = Mark(sign: bytes[index]) else {
                index = next
                continue
            }
            let end = bytes.index(after: next)
            // What combines with a sign makes another character of it.
            guard end.samePosition(in: text) != nil else {
                index = next
                continue
            }
            if start < index { parts.append((String(text[start..<index]), nil)) }
            parts.append((mark.rawValue, mark))
            (start, index) = (end, end)
        }
        return start < text.endIndex ? parts + [(String(text[start...]), nil)] : parts
    }

    /// The partner of each mark, by the numbers of the parts, in both directions.
    ///
    /// Pairs overlap neither each other nor elements.
    package static func partners(_ parts: [Part]) -> [Int: Int] {
        var partners: [Int: Int] = [:]
        var open: [(mark: Mark, index: Int, depth: Int)] = []
        for (index, part) in parts.enumerated() {
            open.removeAll { $0.depth > part.depth }
            guard let mark = part.mark else { continue }
            if let start = open.lastIndex(where: { $0.mark == mark && $0.depth == part.depth }),
                index > open[start].index + 1, !parts[index - 1].endsWithSpace
            {
                (partners[open[start].index], partners[index]) = (index, open[start].index)
                open.removeSubrange(start...)
            } else if index + 1 < parts.count, !parts[index + 1].startsWithSpace {
                open.removeAll { $0.mark == mark }
                open.append((mark, index, part.depth))
            }
        }
        return partners
    }
}
