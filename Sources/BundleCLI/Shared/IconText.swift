import NotebookBundle

/// Icons on the command line.
enum IconText {
    /// The icon; `nil` for ‘none’ and for an empty text.
    static func read(_ text: String?) throws(UsageError) -> String? {
        guard let text, !text.isEmpty, text != "none" else { return nil }
        guard text.utf8.count <= 64, Title.accepted(text)?.isIdentical(to: text) == true else {
            throw .badValue("ICON", text, hint: "an icon is a text of at most 64 bytes, such as an emoji")
        }
        return text
    }
}
