import NotebookBundle

/// The place of a heading in rendered text: a link (OSC 8) without a text, before the heading.
enum HeadingMark {
    private static let start = "at:"

    /// The mark before a heading.
    ///
    /// - Parameter fragment: The fragment that links use for it.
    static func text(_ fragment: String) -> String {
        let address = start + ReadableDestination.encoded(fragment.replacing("%", with: "%25"))
        return "\u{1B}]8;;\(address)\u{1B}\\\u{1B}]8;;\u{1B}\\"
    }

    /// The fragment in an address; `nil` for the address of a link.
    static func fragment(address: String) -> String? {
        address.hasPrefix(start) ? PercentEncoding.decode(String(address.dropFirst(start.count))) : nil
    }
}
