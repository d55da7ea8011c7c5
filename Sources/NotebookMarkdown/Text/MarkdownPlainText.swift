/// Documents as text without markup, as a page shows them: the visible text of links, images and wiki links, code, and the
/// text of HTML, but no comments.
package enum MarkdownPlainText {
    /// The text of the lines that begin in a range of a file: each block on lines of its own, with a space for every
    /// soft line end.
    ///
    /// Returns at most as many characters as the limit, and reads little more of the file than they need.
    package static func text(
        _ bytes: [UInt8], in range: Range<Int>, limit: Int = .max, options: MarkdownOptions = MarkdownOptions()
    ) -> String {
        let (plain, end) = uncommented(bytes, range, limit, options)
        guard let source = ReadingSource.ifCommented(bytes, range, before: end) else { return plain }
        var texts = [source.restored(uncommented(source.bytes, source.bytes.indices, limit, options).text)]
        texts += source.footnotes.map { text($0.bytes, in: $0.bytes.indices, limit: limit, options: options) }
        return String(texts.filter { !$0.isEmpty }.joined(separator: "\n").prefix(limit))
    }

    /// The text with its comments, and how far the source was read.
    private static func uncommented(
        _ bytes: [UInt8], _ range: Range<Int>, _ limit: Int, _ options: MarkdownOptions
    ) -> (text: String, end: Int) {
        var reader = PlainTextReader(bytes, range, options, softBreak: " ")
        var output = ""
        var nextCount = limit
        while output.utf8.count < limit || isShort(output, limit, &nextCount), let text = reader.next() {
            output += output.isEmpty ? text : "\n" + text
        }
        return (String(output.prefix(limit)), reader.readEnd)
    }

    /// Whether a text has fewer characters than a limit.
    ///
    /// Counts them again only after the text has grown by half.
    private static func isShort(_ text: String, _ limit: Int, _ nextCount: inout Int) -> Bool {
        guard text.utf8.count >= nextCount else { return true }
        nextCount = text.utf8.count + text.utf8.count / 2
        return text.count < limit
    }

    /// The first line with text among the lines that begin in a range of a file, without surrounding white space.
    ///
    /// Line ends are those of the source. Cuts text with more characters than the limit.
    package static func firstLine(
        _ bytes: [UInt8], in range: Range<Int>, limit: Int = .max, options: MarkdownOptions = MarkdownOptions()
    ) -> String {
        let (line, end) = firstUncommented(bytes, range, options) { $0 }
        guard let source = ReadingSource.ifCommented(bytes, range, before: end) else { return cut(line, limit) }
        return cut(firstUncommented(source.bytes, source.bytes.indices, options, source.restored).line, limit)
    }

    private static func cut(_ line: String, _ limit: Int) -> String { String(line.prefix(limit)).trimmed }

    /// The first line with its comments, and how far the source was read.
    private static func firstUncommented(
        _ bytes: [UInt8], _ range: Range<Int>, _ options: MarkdownOptions, _ restored: (String) -> String
    ) -> (line: String, end: Int) {
        var reader = PlainTextReader(bytes, range, options, softBreak: "\n")
        while let text = reader.next() {
            for line in text.split(separator: "\n") {
                let trimmed = restored(String(line)).trimmed
                if !trimmed.isEmpty { return (trimmed, reader.readEnd) }
            }
        }
        return ("", reader.readEnd)
    }
}
