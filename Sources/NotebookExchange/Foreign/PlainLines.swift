import ForeignData
import NotebookText

/// Text without markup as Markdown: every line stays a line.
enum PlainLines {
    /// The text as Markdown.
    ///
    /// - Parameters:
    ///   - keepsLists: Whether lines that look like those of lists are lists.
    ///   - inline: The Markdown of a part of a line.
    static func markdown(
        _ text: String, keepsLists: Bool = false, inline: (String) -> String = { MarkdownEscapes.text($0) }
    ) -> String {
        var output: [String] = []
        let lines = lines(of: text).map(String.init)
        for (index, line) in lines.enumerated() {
            let indentation = line.prefix { $0 == " " || $0 == "\t" }
            let rest = line.trimmedOfSpace
            guard !rest.isEmpty else {
                if output.last != "" { output.append("") }
                continue
            }
            if keepsLists, let mark = mark(rest) {
                // Deeper lines would be code.
                let depth = indentation.reduce(0) { $0 + ($1 == "\t" ? 2 : 1) }
                if let last = output.last, last.hasSuffix("\\") { output[output.count - 1] = String(last.dropLast()) }
                output.append(
                    String(repeating: " ", count: min(depth, 12)) + mark
                        + MarkdownEscapes.lineStart(inline(String(rest.dropFirst(mark.count)))))
                continue
            }
            let space = String(repeating: "\u{A0}", count: indentation.reduce(0) { $0 + ($1 == "\t" ? 4 : 1) })
            let escaped = inline(rest)
            let shown = space.isEmpty ? MarkdownEscapes.lineStart(escaped) : space + escaped
            let next = index + 1 < lines.count ? lines[index + 1].trimmedOfSpace : ""
            output.append(next.isEmpty ? shown : shown + "\\")
        }
        while output.first == "" { output.removeFirst() }
        while output.last == "" { output.removeLast() }
        return output.isEmpty ? "" : output.joined(separator: "\n") + "\n"
    }

    private static func lines(of text: String) -> [Substring] {
        // Hardly any text has other line ends than line feeds.
        let hasOthers = text.utf8.contains { 0x0B...0x0D ~= $0 || $0 == 0xC2 || $0 == 0xE2 }
        guard hasOthers else { return text.parts(between: "\n", omittingEmpty: false) }
        return text.split(omittingEmptySubsequences: false) { $0.isNewline }
    }

    /// The text behind the marks of a heading; `nil` if a line is none.
    static func heading<Line: StringProtocol>(_ line: Line) -> Line.SubSequence? {
        let rest = line.drop { $0 == "#" }
        guard (1...6).contains(line.utf8.count - rest.utf8.count), rest.first?.isWhitespace == true else { return nil }
        let text = rest.drop(while: \.isWhitespace)
        return text.isEmpty ? nil : text
    }

    /// The mark of a list at the start of a line, and the box of a task.
    private static func mark(_ line: String) -> Substring? {
        let number = line.prefix { $0.unicodeScalars.first?.properties.numericType == .decimal }
        guard number.count < 10, let sign = line[number.endIndex...].first,
            (number.isEmpty ? "-*+" : ".)").contains(sign)
        else { return nil }
        let rest = line[number.endIndex...].dropFirst()
        guard rest.first == " " else { return nil }
        let box = ["[ ] ", "[x] ", "[X] "].first(where: rest.dropFirst().hasPrefix) ?? ""
        return line.prefix(number.count + 2 + box.count)
    }
}

extension String {
    /// The text with line feeds as its line ends.
    var withLineFeeds: String {
        // Hardly any text has others.
        guard utf8.contains(0x0D) else { return self }
        var output: [UInt8] = []
        var previous: UInt8 = 0
        for byte in utf8 {
            if byte != 0x0A || previous != 0x0D { output.append(byte == 0x0D ? 0x0A : byte) }
            previous = byte
        }
        return String(decoding: output, as: UTF8.self)
    }
}
