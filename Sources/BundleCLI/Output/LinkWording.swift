import NotebookBundle

/// Links as messages show them.
enum LinkWording {
    /// The link as it is written, in one line.
    static func shown(_ link: ItemLink) -> String {
        PrintableText.escaped(link.source.split(whereSeparator: \.isNewline).joined(separator: " ")).cut(to: 60)
    }

    /// The line and column of a link.
    static func position(_ link: LinkMap.Link) -> String {
        "\(link.link.found.position.line):\(link.link.found.position.column)"
    }

    /// The path, line and column of a link, as editors understand them.
    static func place(of link: LinkMap.Link, _ style: Style) -> String {
        place(link.source, link.link.found.position, style)
    }

    /// A path, line and column, as editors understand them.
    static func place(_ path: BundlePath, _ position: TextPosition, _ style: Style) -> String {
        style("\(PrintableText.escaped(path.text)):\(position.line):\(position.column)", .cyan)
    }
}
