package import NotebookText

/// Tags written as `#tag` in a text, outside of code and links.
package enum InlineTags {
    /// The version of the rules below.
    ///
    /// Change it whenever they change, because tags are cached.
    package static let version = 2

    /// All tags of a text that begins at an offset, in the order of the text.
    ///
    /// A tag begins after white space or at the start of a text, and consists of letters, digits, emoji, `_`, `-` and
    /// `/`, but not only of digits. `/` separates parts that are not empty.
    package static func places(in bytes: [UInt8], from start: Int) -> [Found] {
        mayContainTags(bytes, from: start) ? places(in: MarkdownDocument(bytes, from: start)) : []
    }

    /// Whether there is a `#` that is not part of a heading's marks; most texts have none, and need no parser.
    package static func mayContainTags(_ bytes: [UInt8], from start: Int) -> Bool {
        let (text, mark) = (bytes.span, UInt8(ascii: "#"))
        var index = text.firstIndex(of: mark, or: mark, from: start)
        while index + 1 < text.count {
            if text[index + 1] > 0x20, text[index + 1] != mark { return true }
            index = text.firstIndex(of: mark, or: mark, from: index + 1)
        }
        return false
    }

    /// A tag, and its bytes in the source, without `#`.
    package typealias Found = (tag: Tag, range: Range<Int>)

    private static func places(in document: MarkdownDocument) -> [Found] {
        var tags: [Found] = []
        for block in document.tree() { collect(block, document.bytes, &tags) }
        return tags
    }

    /// Whether a tag can be written after `#`.
    package static func canBeWritten(_ tag: Tag) -> Bool {
        tag.text.allSatisfy(isNamed)
            && tag.text.parts(between: "/", omittingEmpty: false).allSatisfy { !$0.isEmpty }
            && tag.text.contains { !$0.isNumber && !$0.isOne(of: "_-/") }
    }

    private static func isNamed(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character.isOne(of: "_-/")
            || character.unicodeScalars.contains { $0.properties.isEmoji && !$0.isASCII }
    }

    private static func collect(_ block: MarkdownBlock, _ bytes: [UInt8], _ tags: inout [Found]) {
        switch block.content {
        case .paragraph(let inlines), .heading(_, let inlines): collect(inlines, bytes, &tags)
        case .blockQuote(let blocks): for block in blocks { collect(block, bytes, &tags) }
        case .list(let list): for item in list.items { for block in item.blocks { collect(block, bytes, &tags) } }
        case .table(let table): for cell in table.rows.joined() { collect(cell, bytes, &tags) }
        case .thematicBreak, .indentedCode, .fencedCode, .html: break
        }
    }

    private static func collect(_ inlines: [MarkdownInline], _ bytes: [UInt8], _ tags: inout [Found]) {
        // Text may come in pieces, and the text before a piece decides whether the piece can begin with a tag.
        var mayBegin = true
        for inline in inlines {
            switch inline.content {
            case .text:
                // Checks the source, since an escaped `#` begins no tag.
                let text = String(decoding: bytes[inline.range], as: UTF8.self)
                // Reading a text without tags character by character would take longer than parsing it.
                if text.utf8.contains(UInt8(ascii: "#")) { read(text, at: inline.range.lowerBound, mayBegin, &tags) }
                mayBegin = text.last?.isWhitespace ?? mayBegin
            case .emphasis(let inner), .strong(let inner):
                collect(inner, bytes, &tags)
                mayBegin = false
            case .softBreak, .hardBreak: mayBegin = true
            default: mayBegin = false
            }
        }
    }

    private static func read(_ text: String, at start: Int, _ mayBegin: Bool, _ tags: inout [Found]) {
        var before: Character? = mayBegin ? " " : "x"
        var rest = text[...]
        while let character = rest.popFirst() {
            defer { before = character }
            guard character.isOne(of: "#"), before?.isWhitespace == true else { continue }
            var name = rest.prefix(while: isNamed)
            guard name.utf8.first != UInt8(ascii: "/") else { continue }
            if let end = name.place(of: "//") { name = name[..<end.lowerBound] }
            if name.utf8.last == UInt8(ascii: "/") { name.removeLast() }
            guard name.contains(where: { !$0.isNumber && !$0.isOne(of: "_-/") }), let tag = Tag(name) else { continue }
            let offset = start + text.utf8.distance(from: text.startIndex, to: name.startIndex)
            tags.append((tag, offset..<offset + name.utf8.count))
        }
    }
}
