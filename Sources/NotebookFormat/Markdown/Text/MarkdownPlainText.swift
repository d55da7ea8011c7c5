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
        if let source = ReadingSource.ifCommented(bytes, range) {
            var texts = [source.restored(uncommented(source.bytes, source.bytes.indices, limit, options))]
            texts += source.footnotes.map { text($0.bytes, in: $0.bytes.indices, limit: limit, options: options) }
            return String(texts.filter { !$0.isEmpty }.joined(separator: "\n").prefix(limit))
        }
        return uncommented(bytes, range, limit, options)
    }

    private static func uncommented(
        _ bytes: [UInt8], _ range: Range<Int>, _ limit: Int, _ options: MarkdownOptions
    ) -> String {
        var reader = PlainTextReader(bytes, range, options, softBreak: " ")
        var output = ""
        var nextCount = limit
        while output.utf8.count < limit || isShort(output, limit, &nextCount), let text = reader.next() {
            output += output.isEmpty ? text : "\n" + text
        }
        return String(output.prefix(limit))
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
        let source = ReadingSource.ifCommented(bytes, range)
        var reader =
            source.map { PlainTextReader($0.bytes, $0.bytes.indices, options, softBreak: "\n") }
            ?? PlainTextReader(bytes, range, options, softBreak: "\n")
        while let text = reader.next() {
            for line in text.split(separator: "\n") {
                let trimmed = (source?.restored(String(line)) ?? String(line)).trimmed
                if !trimmed.isEmpty { return String(trimmed.prefix(limit)).trimmed }
            }
        }
        return ""
    }
}
