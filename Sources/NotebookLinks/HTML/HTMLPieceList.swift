import NotebookMarkdown
import NotebookText

/// The inlines of a paragraph as a flat list, to find `~~struck~~` and `==marked==` text, which CommonMark does not
/// define.
struct HTMLPieceList {
    enum Piece {
        /// Text that may contain marks.
        case text(String)
        /// Text to show as it is.
        case literal(String)
        case html(String)
        /// The end of a line, in HTML.
        case lineEnd(String)

        /// Adds to a text; `false` for anything else.
        mutating func extend(by added: String) -> Bool {
            guard case .text(var text) = self else { return false }
            // With a second reference to it, the whole text would be copied.
            self = .text("")
            text += added
            self = .text(text)
            return true
        }
    }

    private var pieces: [(piece: Piece, depth: Int)] = []
    /// How many elements of the note's own HTML are open.
    private var depth = 0

    mutating func append(_ piece: Piece) {
        if case .text(let added) = piece, let last = pieces.indices.last, pieces[last].depth == depth,
            pieces[last].piece.extend(by: added)
        {
            return
        }
        pieces.append((piece, depth))
    }

    /// Appends tags that open or close elements.
    mutating func append(_ html: String, changing depth: Int) {
        pieces.append((.html(html), min(depth, self.depth)))
        self.depth = depth
    }

    /// Removes the first characters of the text.
    mutating func removeFirst(_ count: Int) {
        var rest = count
        while rest > 0, let first = pieces.first {
            switch first.piece {
            case .text(let text) where text.count > rest:
                pieces[0].piece = .text(String(text.dropFirst(rest)))
                return
            case .text(let text), .literal(let text): rest -= text.count
            case .lineEnd: rest -= 1
            case .html: return
            }
            pieces.removeFirst()
        }
    }

    /// The pieces as HTML.
    var html: String {
        let tokens = tokens
        let partners = MarkPairs.partners(tokens.map(\.part))
        var output = ""
        for (index, token) in tokens.enumerated() {
            switch token.piece {
            case .text(let text) where partners[index] != nil:
                let name = text == MarkPairs.Mark.struck.rawValue ? "s" : "mark"
                output += (partners[index] ?? 0) > index ? "<\(name)>" : "</\(name)>"
            case .text(let text), .literal(let text): output += HTMLText.escaped(text)
            case .html(let html), .lineEnd(let html): output += html
            }
        }
        return output
    }

    /// The pieces, split at the marks.
    private var tokens: [(piece: Piece, part: MarkPairs.Part)] {
        pieces.flatMap { piece, depth -> [(piece: Piece, part: MarkPairs.Part)] in
            switch piece {
            case .text(let text):
                MarkPairs.split(text).map { text, mark in
                    (.text(text), mark.map { .init($0, depth: depth) } ?? .init(text, depth: depth))
                }
            case .literal: [(piece, .init(startsWithSpace: false, endsWithSpace: false, depth: depth))]
            case .html(let html):
                [(piece, .init(startsWithSpace: html.isEmpty, endsWithSpace: html.isEmpty, depth: depth))]
            case .lineEnd: [(piece, .init(startsWithSpace: true, endsWithSpace: true, depth: depth))]
            }
        }
    }
}

/// Text and addresses in HTML.
package enum HTMLText {
    /// Escapes a text for the content of an element or for a value in double quotation marks.
    package static func escaped(_ text: some StringProtocol) -> String {
        // Much is escaped, and hardly any of it has such bytes.
        let hasReplaced = text.utf8.withContiguousStorageIfAvailable { unsafe $0.contains(where: isReplaced) }
        guard hasReplaced ?? text.utf8.contains(where: isReplaced) else { return String(text) }
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count + 16)
        for byte in text.utf8 {
            if let replacement = replacement(for: byte) {
                output += replacement.utf8
            } else {
                output.append(byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func isReplaced(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
            || byte == UInt8(ascii: "\"")
    }

    private static func replacement(for byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        default: nil
        }
    }

    /// Writes an address for a value in double quotation marks, and percent-encodes what a URL cannot contain.
    package static func address(_ address: some StringProtocol) -> String {
        guard address.utf8.contains(where: { !isKept[Int($0)] }) else { return String(address) }
        let digits = Array("0123456789ABCDEF".utf8)
        var output: [UInt8] = []
        output.reserveCapacity(address.utf8.count)
        for byte in address.utf8 {
            if byte == UInt8(ascii: "&") {
                output += "&amp;".utf8
            } else if isKept[Int(byte)] {
                output.append(byte)
            } else {
                output += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The address of an element of the same page by its `id`; `address` does not change the result.
    package static func fragment(_ id: some StringProtocol) -> String { "#" + path(id) }

    /// A relative path as an address; `address` does not change the result.
    package static func path(_ path: some StringProtocol) -> String {
        let encoded = PercentEncoding.encode(String(path))
        return address(encoded.utf8.contains(UInt8(ascii: "&")) ? encoded.replacing("&", with: "%26") : encoded)
    }

    /// Whether each byte stays as it is in an address.
    private static let isKept: [Bool] = (0...255).map { byte in
        ASCII.isAlphanumeric(UInt8(byte)) || "-_.+!*'(),%#@?=;:/$~".utf8.contains(UInt8(byte))
    }
}
