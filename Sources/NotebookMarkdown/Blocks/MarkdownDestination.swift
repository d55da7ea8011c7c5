package import NotebookText

/// The destination of a link, and its position in the source.
package struct MarkdownDestination: Hashable, Sendable {
    /// How a destination is written, which decides what must be escaped.
    package enum Form: Hashable, Sendable {
        /// Plain (CommonMark 0.31.2 §6.3).
        case plain
        /// In `<…>` (§6.3).
        case bracketed
        /// As an autolink: an absolute URI (§6.5).
        case autolink
        /// As an autolink that is an email address, without `mailto:` (§6.5).
        case emailAutolink
        /// As the value of an HTML attribute, in these quotation marks if there are any (§6.6).
        case attribute(quote: Character?)
        /// As the target of a wiki link (Format, clause 9.1).
        case wiki
    }

    /// The destination, with backslash escapes and character references resolved; percent-encoding is kept.
    package let text: String
    /// Its bytes in the source, without `<>` and quotation marks.
    package let range: Range<Int>
    /// How it is written.
    package let form: Form
    /// Whether only white space and block markers precede it on its line, so that it could look like a block marker.
    var startsLine = false
    /// Whether something unclosed precedes it that a character in it could close.
    var couldClose = false
    /// The YAML style of the text around it, if it is in front matter.
    package var scalar: ScalarStyle?
}
