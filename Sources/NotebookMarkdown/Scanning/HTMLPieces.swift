import NotebookText

/// A block of HTML in pieces: its tags, and the text between them.
///
/// Skips the content of `<script>`, `<style>` and `<textarea>`. An unclosed comment is a tag up to the end.
package struct HTMLPieces {
    package enum Piece {
        case tag(HTMLTag)
        case text(Range<Int>)
    }

    private let bytes: [UInt8]
    private var scanner: HTMLTagScanner
    private var pieces: [Piece] = []
    private var textStart = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        scanner = HTMLTagScanner(bytes, before: bytes.count)
    }

    /// The pieces of a block, in order.
    package static func of(_ bytes: [UInt8]) -> [Piece] {
        var pieces = HTMLPieces(bytes)
        pieces.run()
        return pieces.pieces
    }

    /// The tags of a block, in order.
    static func tags(_ bytes: [UInt8]) -> [HTMLTag] {
        of(bytes).compactMap { if case .tag(let tag) = $0 { tag } else { nil } }
    }

    private mutating func run() {
        var offset = 0
        while offset < bytes.count {
            guard bytes[offset] == UInt8(ascii: "<") else {
                offset += 1
                continue
            }
            if let tag = scanner.tag(at: offset) {
                endText(at: offset)
                pieces.append(.tag(tag))
                offset = tag.kind == .open ? endOfLiteral(tag) : tag.range.upperBound
                textStart = offset
            } else if bytes.contains("<!--", at: offset, before: bytes.count) {
                endText(at: offset)
                pieces.append(.tag(HTMLTag(unclosedComment: offset..<bytes.count)))
                return
            } else {
                offset += 1
            }
        }
        endText(at: bytes.count)
    }

    private mutating func endText(at end: Int) {
        if textStart < end { pieces.append(.text(textStart..<end)) }
        textStart = end
    }

    /// The end of the content of an element in which tags have no meaning; the end of the tag for other elements.
    private func endOfLiteral(_ tag: HTMLTag) -> Int {
        let name = String(decoding: bytes[tag.name].lazy.map(ASCII.lowercased), as: UTF8.self)
        guard ["script", "style", "textarea"].contains(name) else { return tag.range.upperBound }
        let end = StaticText(stringLiteral: "</" + name)
        return bytes.firstOccurrence(of: end, from: tag.range.upperBound, before: bytes.count) ?? bytes.count
    }
}
