/// Text with faces that is fitted to the width of a terminal.
enum FittedText {
    /// The text, cut to a width with an ellipsis if it is wider; its faces end where it ends.
    static func cut(_ text: String, to width: Int) -> String {
        guard width > 0, columns(of: text) > width else { return text }
        var (output, used, hasFaces) = ("", 0, false)
        for unit in Units(text) {
            switch unit {
            case .face(let sequence):
                output += sequence
                hasFaces = true
            case .character(let character):
                guard used + character.columns < width else { return output + "…" + (hasFaces ? "\u{1B}[0m" : "") }
                output.append(character)
                used += character.columns
            }
        }
        return output
    }

    /// The text in lines that are not wider than a width unless a single word is; all but the first are indented.
    static func wrapped(_ text: String, to width: Int, indent: Int) -> [String] {
        guard columns(of: text) > width else { return [text] }
        let margin = String(repeating: " ", count: indent)
        var (lines, line, used) = ([String](), "", 0)
        var hasWords = false
        for (number, part) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
            let columns = columns(of: String(part))
            if hasWords, used + 1 + columns > width {
                lines.append(line)
                (line, used, hasWords) = (margin, indent, false)
            } else if number > 0, hasWords || lines.isEmpty {
                line += " "
                used += 1
            }
            line += part
            used += columns
            hasWords = hasWords || columns > 0
        }
        return lines + [line]
    }

    /// The columns of a text without its faces.
    static func columns(of text: String) -> Int {
        guard text.utf8.contains(0x1B) else { return text.columns }
        return Units(text).reduce(0) { count, unit in
            if case .character(let character) = unit { count + character.columns } else { count }
        }
    }

    private enum Unit {
        case character(Character)
        /// A sequence that begins or ends faces (ECMA-48 SGR).
        case face(String)
    }

    private struct Units: Sequence, IteratorProtocol {
        private var rest: Substring

        init(_ text: String) { rest = text[...] }

        mutating func next() -> Unit? {
            guard let first = rest.first else { return nil }
            guard rest.hasPrefix("\u{1B}["), let end = rest.firstIndex(of: "m") else {
                rest.removeFirst()
                return .character(first)
            }
            let sequence = String(rest[...end])
            rest = rest[rest.index(after: end)...]
            return .face(sequence)
        }
    }
}
