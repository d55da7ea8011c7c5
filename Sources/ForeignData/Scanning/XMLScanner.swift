import NotebookMarkdown
import NotebookText

/// Reads XML 1.0 piece by piece, in constant memory (W3C XML 1.0, §2–§4).
///
/// It knows no other entities than the predefined ones, character references and the names of HTML, and never reads
/// another file. Text comes in pieces of at most 64 KB.
package struct XMLScanner {
    /// A part of the text.
    package enum Event: Equatable, Sendable {
        /// A start tag, or a tag without content, which an end follows.
        case start(String, [XMLAttribute])
        /// An end tag.
        case end(String)
        /// Text, from CDATA sections as well.
        case text([UInt8])
    }

    /// Delivers the next bytes; none at the end.
    package typealias Source = () throws -> [UInt8]

    /// The longest tag, in bytes.
    private static let maximumTag = 1 << 20
    /// The longest piece of text, in bytes.
    private static let maximumText = 1 << 16
    /// How deep elements can nest.
    package static let maximumDepth = 256

    private let source: Source
    private var buffer: [UInt8] = []
    private var position = 0
    private var consumed = 0
    private var isAtEnd = false
    private var open: [String] = []
    private var pendingEnd: String?
    private var isInCDATA = false
    private var hasRoot = false
    /// The line of the next event, from 1.
    package private(set) var line = 1

    /// Makes a scanner for bytes that a function delivers.
    package init(_ source: @escaping Source) { self.source = source }

    /// Makes a scanner that goes on in the middle of a text.
    ///
    /// - Parameters:
    ///   - offset: Where the bytes begin in the whole text.
    ///   - line: The line there.
    ///   - open: The elements around it.
    package init(_ source: @escaping Source, offset: Int, line: Int, inside open: [String]) {
        self.source = source
        (consumed, self.line, self.open, hasRoot) = (offset, line, open, true)
    }

    /// Makes a scanner for bytes in memory.
    package init(_ bytes: [UInt8]) {
        var rest: [UInt8]? = bytes
        self.init {
            defer { rest = nil }
            return rest ?? []
        }
    }

    /// How deep the next event is.
    package var depth: Int { open.count }

    /// The offset of the next event, in bytes.
    package var offset: Int { consumed + position }

    /// The next event; `nil` after the end of the root element.
    ///
    /// - Throws: `XMLProblem`, or an error of the source.
    package mutating func next() throws -> Event? {
        if let name = pendingEnd {
            pendingEnd = nil
            open.removeLast()
            return .end(name)
        }
        while true {
            if isInCDATA {
                if let text = try cdata() { return .text(text) }
                continue
            }
            guard try byte(0) != nil else {
                guard open.isEmpty, hasRoot else { throw problem(.truncated) }
                return nil
            }
            guard buffer[position] == UInt8(ascii: "<") else {
                if let text = try text(), !open.isEmpty { return .text(text) }
                continue
            }
            if let event = try markup() { return event }
        }
    }

    /// Skips the rest of the element that was just started.
    ///
    /// - Throws: `XMLProblem`, or an error of the source.
    package mutating func skipElement() throws {
        let outer = open.count - 1
        while open.count > outer, try next() != nil {}
    }

    /// The text of the element that was just started, without that of its elements; `nil` if it has more than `limit`
    /// bytes.
    ///
    /// - Throws: `XMLProblem`, or an error of the source.
    package mutating func elementText(limit: Int) throws -> String? {
        let outer = open.count - 1
        let inner = open.count
        var bytes: [UInt8] = []
        var isTooLong = false
        while open.count > outer, let event = try next() {
            guard case .text(let text) = event, open.count == inner, !isTooLong else { continue }
            if bytes.count + text.count > limit { isTooLong = true } else { bytes += text }
        }
        return isTooLong ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// Goes on at the next start tag with a name, whatever stands before it; false if there is none.
    ///
    /// - Parameters:
    ///   - problem: Where reading ended; what is there is not read again.
    ///   - open: The elements around it.
    /// - Throws: an error of the source.
    package mutating func recover(
        from problem: XMLProblem, at name: String, inside open: [String]
    ) throws -> Bool {
        (self.open, pendingEnd, isInCDATA) = (open, nil, false)
        let tag = Array("<\(name)".utf8)
        if problem.offset == offset, try byte(0) != nil { advance(to: position + 1) }
        while try byte(0) != nil {
            guard let start = buffer[position...].firstIndex(of: UInt8(ascii: "<")) else {
                advance(to: buffer.count)
                continue
            }
            advance(to: start)
            try fill(tag.count + 1)
            let rest = buffer[position...]
            if rest.starts(with: tag), let end = rest.dropFirst(tag.count).first, end <= 0x20 || ">/".utf8.contains(end)
            {
                return true
            }
            advance(to: position + 1)
        }
        return false
    }

    /// A problem at the position, for readers that know more about the text.
    package func damage(_ reason: String) -> XMLProblem { malformed(reason) }

    // MARK: Text

    private mutating func text() throws -> [UInt8]? {
        var text: [UInt8] = []
        while text.count < Self.maximumText, let first = try byte(0), first != UInt8(ascii: "<") {
            if first == UInt8(ascii: "&") {
                text += try reference()
                continue
            }
            let limit = min(buffer.count, position + Self.maximumText - text.count)
            var end = position
            while end < limit, buffer[end] != UInt8(ascii: "<"), buffer[end] != UInt8(ascii: "&") { end += 1 }
            // The byte order mark before the root element counts as white space.
            text += buffer[position..<end]
            advance(to: end)
        }
        return text.isEmpty ? nil : text
    }

    private mutating func reference() throws -> [UInt8] {
        try fill(40)
        let limit = min(buffer.count, position + 40)
        if let (text, end) = HTMLReferences.scan(buffer, at: position, before: limit) {
            advance(to: end)
            return text == "\u{0}" ? [] : Array(text.utf8)
        }
        advance(to: position + 1)
        return [UInt8(ascii: "&")]
    }

    private mutating func cdata() throws -> [UInt8]? {
        try fill(3)
        let end = Array("]]>".utf8)
        if buffer[position...].starts(with: end) {
            advance(to: position + 3)
            isInCDATA = false
            return nil
        }
        guard position < buffer.count else { throw problem(.truncated) }
        let limit = min(buffer.count, position + Self.maximumText)
        var stop = position + 1
        while stop < limit, buffer[stop] != UInt8(ascii: "]") { stop += 1 }
        let text = Array(buffer[position..<stop])
        advance(to: stop)
        return text
    }

    // MARK: Markup

    private mutating func markup() throws -> Event? {
        try fill(9)
        let rest = buffer[position...]
        if rest.starts(with: "<!--".utf8) {
            try skip(past: "-->", from: 4)
            return nil
        }
        if rest.starts(with: "<![CDATA[".utf8) {
            guard !open.isEmpty else { throw malformed("text outside of the root element") }
            advance(to: position + 9)
            isInCDATA = true
            return nil
        }
        if rest.starts(with: "<?".utf8) {
            try skip(past: "?>", from: 2)
            return nil
        }
        if rest.starts(with: "<!".utf8) {
            try skipDeclaration()
            return nil
        }
        return rest.starts(with: "</".utf8) ? try endTag() : try startTag()
    }

    private mutating func skip(past end: String, from start: Int) throws {
        advance(to: position + start)
        let end = Array(end.utf8)
        while true {
            try fill(end.count)
            guard position + end.count <= buffer.count else { throw problem(.truncated) }
            if buffer[position...].starts(with: end) {
                advance(to: position + end.count)
                return
            }
            advance(to: position + 1)
        }
    }

    /// Skips a declaration such as DOCTYPE, with its internal subset.
    private mutating func skipDeclaration() throws {
        var depth = 0
        var quote: UInt8?
        while let byte = try byte(0) {
            advance(to: position + 1)
            if let open = quote {
                if byte == open { quote = nil }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ">") where depth <= 0: return
            default: break
            }
        }
        throw problem(.truncated)
    }

    private mutating func endTag() throws -> Event {
        let end = try tagEnd()
        let name = String(decoding: buffer[position + 2..<end].prefix { $0 > 0x20 }, as: UTF8.self)
        guard open.last == name else { throw malformed("the end of “\(PrintableText.escaped(name))” has no start") }
        advance(to: end + 1)
        open.removeLast()
        return .end(name)
    }

    private mutating func startTag() throws -> Event {
        let end = try tagEnd()
        let isEmpty = end > position + 1 && buffer[end - 1] == UInt8(ascii: "/")
        var reader = XMLTagReader(bytes: buffer, offset: position + 1, end: isEmpty ? end - 1 : end)
        guard let (name, attributes) = reader.read() else { throw malformed("not a tag") }
        if open.isEmpty, hasRoot { throw malformed("a second root element") }
        guard open.count < Self.maximumDepth else { throw malformed("elements nest too deep") }
        advance(to: end + 1)
        hasRoot = true
        open.append(name)
        if isEmpty { pendingEnd = name }
        return .start(name, attributes)
    }

    /// The offset of the `>` of the tag at the position.
    private mutating func tagEnd() throws -> Int {
        var length = 1
        var quote: UInt8?
        while true {
            guard length < Self.maximumTag else { throw malformed("a tag is too long") }
            try fill(length + 1)
            guard position + length < buffer.count else { throw problem(.truncated) }
            let byte = buffer[position + length]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return position + length
            }
            length += 1
        }
    }

    // MARK: Bytes

    private mutating func byte(_ ahead: Int) throws -> UInt8? {
        try fill(ahead + 1)
        return position + ahead < buffer.count ? buffer[position + ahead] : nil
    }

    /// Makes sure that this many bytes are in the buffer, unless the source has fewer.
    private mutating func fill(_ count: Int) throws {
        while buffer.count - position < count, !isAtEnd {
            if position > 0 {
                buffer.removeFirst(position)
                consumed += position
                position = 0
            }
            let more = try source()
            if more.isEmpty { isAtEnd = true } else { buffer += more }
        }
    }

    private mutating func advance(to end: Int) {
        let end = min(end, buffer.count)
        for byte in buffer[position..<end] where byte == 0x0A { line += 1 }
        position = end
    }

    private func problem(_ kind: XMLProblem.Kind) -> XMLProblem { XMLProblem(kind: kind, line: line, offset: offset) }

    private func malformed(_ reason: String) -> XMLProblem { problem(.malformed(reason)) }
}
