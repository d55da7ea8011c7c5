import TestSupport

extension SeededGenerator {
    /// A short document of pieces that mean something in Markdown.
    mutating func markdown() -> [UInt8] {
        var text = ""
        for _ in 0..<Int.random(in: 1...25, using: &self) { text += pick(Self.pieces) }
        return Array(text.utf8)
    }

    private static let pieces = [
        "a", "b c", " ", "\n", "\n", "\n\n", "\n\n", "\r\n", "\t", "    ", "> ", "\n> ", "- ", "\n- ", "\n1. ", "\n# ",
        "\n---\n", "\n```\n",
        "[a](b)", "[a](<b c> 't')", "![a](b\\*&amp;c)", "[a](", "[", "]", "](", "](b)", "![", ")", "[a]", "[a][]",
        "[b][a]", "![a][b]",
        "\n\n[a]: x\n", "\n\n> [b]:\n> <y z>\n> \"t\"\n", "\n\n- [a]: z (t)\n", "[[X]]", "[[X#H|l]]", "![[i.png]]",
        "[[", "]]", "[[#h]]",
        "<uu:v>", "<a@b.c>", "<i href=\"d\">", "<img src='e' alt=f>", "<i href=g>", "\n\n<div>\n",
        "\n<p><a href=\"&lt;h\">\n", "<", ">", "<!--",
        "-->", "</i>", "<i\nsrc=\nj\n>", "\n<script>\n", "</script>\n", "`", "``", "`[a](b)`", "*", "**", "_", "\\",
        "\"", "'", "&", "&amp;", "é",
        "日", "!", "[c](\n/d\n)", "[c](\n</e>\n)", "(", "~~~", "|",
    ]

    /// A destination with characters that must be escaped somewhere.
    mutating func destination() -> String {
        let pieces = [
            "a", "b", "c.md", "/", "../", "#", "?", " ", "(", ")", "<", ">", "\\", "&", "&amp;", "&lt", ";", "\"", "'",
            "`", "[", "]", "|", "*", "_",
            "-", "+", "1", ".", "=", "!", "%20", "é", "日", "\n", "\t", "\r", "~", "div", "pre", "x:",
        ]
        return (0..<Int.random(in: 0...5, using: &self)).map { _ in pick(pieces) }.joined()
    }
}
