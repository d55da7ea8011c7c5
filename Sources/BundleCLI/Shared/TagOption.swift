import NotebookBundle

/// Options whose values are tags.
enum TagOption {
    static func option(_ name: String, _ help: String) -> Option<Tag> {
        Option(name, "TAG", help, kind: .tag, hint: hint, reason: reason) { Tag($0) }
    }

    /// Why a text is not a tag, if more can be said.
    static func reason(_ text: String) -> String? {
        guard text.contains(",") else { return nil }
        return "\(PrintableText.quoted(text)) has a comma, which separates tags"
    }

    /// What to do if a text is not a tag.
    static let hint = "a tag has 1 to 255 bytes and no comma; give the option once for each tag"
}
