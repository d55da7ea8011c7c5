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
    }

    private var pieces: [(piece: Piece, depth: Int)] = []
    /// How many elements of the note's own HTML are open.
    private var depth = 0

    mutating func append(_ piece: Piece) {
        if case .text(let added) = piece, let last = pieces.last, case .text(let text) = last.piece, last.depth == depth
        {
            pieces[pieces.count - 1].piece = .text(text + added)
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

    private static let marks: [(sign: String, name: String)] = [("~~", "s"), ("==", "mark")]

    private enum Token {
        case piece(Piece)
        case mark(Int)
    }

    /// The pieces as HTML.
    var html: String {
        let tokens = tokens
        let partners = Self.partners(tokens)
        var output = ""
        for (index, token) in tokens.enumerated() {
            switch token.token {
            case .piece(.text(let text)), .piece(.literal(let text)): output += HTMLText.escaped(text)
            case .piece(.html(let html)), .piece(.lineEnd(let html)): output += html
            case .mark(let kind):
                let mark = Self.marks[kind]
                if let partner = partners[index] {
                    output += partner > index ? "<\(mark.name)>" : "</\(mark.name)>"
                } else {
                    output += mark.sign
                }
            }
        }
        return output
    }

    /// The partner of each mark, in both directions.
    ///
    /// Pairs overlap neither each other nor elements.
    private static func partners(_ tokens: [(token: Token, depth: Int)]) -> [Int: Int] {
        var partners: [Int: Int] = [:]
        var open: [(kind: Int, index: Int, depth: Int)] = []
        for (index, (token, depth)) in tokens.enumerated() {
            open.removeAll { $0.depth > depth }
            guard case .mark(let kind) = token else { continue }
            if let start = open.lastIndex(where: { $0.kind == kind && $0.depth == depth }),
                index > open[start].index + 1, !isSpace(tokens[index - 1].token, atEnd: true)
            {
                (partners[open[start].index], partners[index]) = (index, open[start].index)
                open.removeSubrange(start...)
            } else if index + 1 < tokens.count, !isSpace(tokens[index + 1].token, atEnd: false) {
                open.removeAll { $0.kind == kind }
                open.append((kind, index, depth))
            }
        }
        return partners
    }

    private static func isSpace(_ token: Token, atEnd: Bool) -> Bool {
        guard case .piece(let piece) = token else { return false }
        switch piece {
        case .lineEnd: return true
        case .html(let html): return html.isEmpty
        case .literal: return false
        case .text(let text): return (atEnd ? text.last : text.first)?.isWhitespace ?? true
        }
    }

    /// The pieces, split at the marks.
    private var tokens: [(token: Token, depth: Int)] {
        pieces.flatMap { piece, depth -> [(token: Token, depth: Int)] in
            // Searching for bytes is faster than searching for text.
            guard case .text(let text) = piece, text.utf8.contains(0x7E) || text.utf8.contains(0x3D) else {
                return [(.piece(piece), depth)]
            }
            var tokens: [(token: Token, depth: Int)] = []
            var rest = text[...]
            while true {
                let places = Self.marks.enumerated().compactMap { number, mark in
                    rest.firstRange(of: mark.sign).map { (number: number, range: $0) }
                }
                guard let next = places.min(by: { $0.range.lowerBound < $1.range.lowerBound }) else { break }
                if next.range.lowerBound > rest.startIndex {
                    tokens.append((.piece(.text(String(rest[..<next.range.lowerBound]))), depth))
                }
                tokens.append((.mark(next.number), depth))
                rest = rest[next.range.upperBound...]
            }
            return rest.isEmpty ? tokens : tokens + [(.piece(.text(String(rest))), depth)]
        }
    }
}

/// Text and addresses in HTML.
package enum HTMLText {
    /// Escapes a text for the content of an element or for a value in double quotation marks.
    package static func escaped(_ text: some StringProtocol) -> String {
        guard text.utf8.contains(where: { replacement(for: $0) != nil }) else { return String(text) }
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
        let digits = Array("0123456789ABCDEF".utf8)
        var output: [UInt8] = []
        output.reserveCapacity(address.utf8.count)
        for byte in address.utf8 {
            if byte == UInt8(ascii: "&") {
                output += "&amp;".utf8
            } else if ASCII.isAlphanumeric(byte) || signs.contains(byte) {
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
        address(PercentEncoding.encode(String(path)).replacing("&", with: "%26"))
    }

    private static let signs = Set("-_.+!*'(),%#@?=;:/$~".utf8)
}
