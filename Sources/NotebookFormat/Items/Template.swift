package import NotebookText

/// A note or card to make new ones from, with the placeholders of Obsidian's core plugin.
///
/// `{{date}}`, `{{time}}`, `{{date:FORMAT}}` and `{{time:FORMAT}}` become dates (`DatePattern`), `{{title}}` the title,
/// and `{{cursor}}` the place for text, in any letter case. Other text between such braces stays as it is.
package struct Template: Sendable {
    let file: ItemFile

    /// Makes a template from an item.
    package init(_ file: ItemFile) { self.file = file }

    /// The title that the template gives to new items; `nil` if its own title has no placeholders.
    package func title(_ name: String, at moment: LocalMoment) -> String? {
        guard let title = file.metadata.title, TemplateText(title).hasPlaceholders else { return nil }
        return TemplateText(title).filled(name, moment).text
    }

    /// Makes the text of a new item.
    ///
    /// The front matter stays, without `uuid`, `title`, `created` and `modified`.
    ///
    /// - Parameters:
    ///   - title: The title of the new item.
    ///   - moment: The time that dates and times show.
    ///   - text: Text to put in place of the first `{{cursor}}`, or at the end.
    /// - Throws: `TextProblem` if the front matter of the result is not valid.
    package func filled(_ title: String, at moment: LocalMoment, text: [UInt8] = []) throws(TextProblem)
        -> FilledTemplate
    {
        let bare = try file.removing([.uuid, .title, .created, .modified])
        let head = TemplateText(String(decoding: bare.bytes[..<bare.bodyStart], as: UTF8.self)).filled(title, moment)
            .text
        let body = TemplateText(String(decoding: bare.body, as: UTF8.self)).filled(title, moment)
        var bytes = Array(body.text.utf8)
        var cursor = body.cursor
        if !text.isEmpty {
            if cursor == nil, let last = bytes.last, last != 0x0A { bytes += Line.lineEnd(of: bytes) }
            let place = cursor ?? bytes.count
            bytes.insert(contentsOf: text, at: place)
            cursor = place + text.count
        }
        return FilledTemplate(file: try ItemFile(Array(head.utf8) + bytes), cursor: cursor)
    }
}

/// The text of a new item, made from a template.
package struct FilledTemplate: Sendable {
    /// The item; it has no uuid, title and dates.
    package let file: ItemFile
    /// Where the user continues typing: an offset in the body, in bytes.
    package let cursor: Int?
}

/// A text with placeholders.
struct TemplateText {
    enum Piece {
        case text(Substring)
        case date(DatePattern)
        case title
        case cursor
    }

    private(set) var pieces: [Piece] = []

    init(_ text: String) {
        var rest = text[...]
        while let opening = rest.firstRange(of: "{{") {
            guard let closing = rest[opening.upperBound...].firstRange(of: "}}") else { break }
            // In “{{ … {{date}}”, the inner braces count.
            let inner = rest[opening.upperBound..<closing.lowerBound]
            var start = inner.ranges(of: "{{").last?.upperBound ?? inner.startIndex
            while start < inner.endIndex, inner[start] == "{" { start = inner.index(after: start) }
            guard let piece = Self.placeholder(rest[start..<closing.lowerBound]) else {
                pieces.append(.text(rest[..<closing.upperBound]))
                rest = rest[closing.upperBound...]
                continue
            }
            pieces.append(.text(rest[..<rest.index(start, offsetBy: -2)]))
            pieces.append(piece)
            rest = rest[closing.upperBound...]
        }
        pieces.append(.text(rest))
    }

    var hasPlaceholders: Bool {
        pieces.contains { if case .text = $0 { false } else { true } }
    }

    /// Reads the text between braces; `nil` if it is not a placeholder.
    private static func placeholder(_ text: Substring) -> Piece? {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0].trimmingSpaces.lowercased()
        let pattern = parts.count == 2 && !parts[1].isEmpty ? DatePattern(String(parts[1])) : nil
        return switch (name, parts.count) {
        case ("date", _): .date(pattern ?? .day)
        case ("time", _): .date(pattern ?? .time)
        case ("title", 1): .title
        case ("cursor", 1): .cursor
        default: nil
        }
    }

    /// Replaces the placeholders by values; returns the byte offset of the first `{{cursor}}`, too.
    func filled(_ title: String, _ moment: LocalMoment) -> (text: String, cursor: Int?) {
        var (text, cursor): (String, Int?) = ("", nil)
        for piece in pieces {
            switch piece {
            case .text(let literal): text += literal
            case .date(let pattern): text += pattern.text(of: moment)
            case .title: text += title
            case .cursor: cursor = cursor ?? text.utf8.count
            }
        }
        return (text, cursor)
    }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        var text = drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return text
    }
}

extension ItemFile {
    /// Removes the lines of some keys.
    func removing(_ keys: Set<KnownKey>) throws(TextProblem) -> ItemFile {
        guard let range = layout.frontMatter else { return self }
        let entries = try FrontMatterLines(bytes, range).entries
        let removed = entries.filter { entry in KnownKey(rawValue: entry.key).map(keys.contains) ?? false }
        let rest = try replacing(removed.map { ($0.start..<$0.end, []) })
        // Removes empty front matter, too.
        guard !removed.isEmpty, rest.layout.frontMatter?.isEmpty != false else { return rest }
        return try ItemFile(Array(rest.body))
    }
}

extension Template {
    /// Two items that were made from the template, such as the notes of one day on two devices.
    ///
    /// - Parameters:
    ///   - one: An item.
    ///   - other: Another one with the same title.
    /// - Returns: What the template made, with the dates and times of the first, and the second with these dates and
    ///   times; `nil` unless both have all that the template made.
    package func aligned(
        _ one: [UInt8], _ other: [UInt8], title: String
    ) -> (made: [UInt8], other: [UInt8])? {
        guard let bare = try? file.removing([.uuid, .title, .created, .modified]) else { return nil }
        let (here, there) = (Self.lines(one), Self.lines(other))
        var (made, result): ([String], [String]) = ([], there)
        var (mine, theirs) = (0, 0)
        for line in Self.lines(bare.bytes) {
            let text = TemplateText(line)
            // Blank lines may be anywhere.
            guard line.contains(where: { !$0.isWhitespace }) else {
                made.append(line)
                continue
            }
            guard let found = here.indices.dropFirst(mine).first(where: { text.matches(here[$0], title) }),
                let same = there.indices.dropFirst(theirs).first(where: { text.matches(there[$0], title) })
            else { return nil }
            made.append(here[found])
            result[same] = here[found]
            (mine, theirs) = (found + 1, same + 1)
        }
        return (Array(made.joined(separator: "\n").utf8), Array(result.joined(separator: "\n").utf8))
    }

    private static func lines(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    }
}

extension TemplateText {
    /// Whether the template could have made a line, at whatever time.
    fileprivate func matches(_ line: String, _ title: String) -> Bool { Self.matches(pieces[...], line[...], title) }

    private static func matches(_ pieces: ArraySlice<Piece>, _ line: Substring, _ title: String) -> Bool {
        guard let piece = pieces.first else { return line.isEmpty || line == "\r" }
        let rest = pieces.dropFirst()
        switch piece {
        case .text(let text): return line.hasPrefix(text) && matches(rest, line.dropFirst(text.count), title)
        case .title: return line.hasPrefix(title) && matches(rest, line.dropFirst(title.count), title)
        case .cursor: return matches(rest, line, title)
        case .date(let pattern):
            let shape = shape(pattern.text(of: LocalMoment(Timestamp(clamping: 0), secondsFromUTC: 0))[...])
            return (1...max(1, line.count)).contains { count in
                let part = line.prefix(count)
                return part.count == count && self.shape(part) == shape && matches(rest, line.dropFirst(count), title)
            }
        }
    }

    /// A text with one sign for each number and each word.
    private static func shape(_ text: Substring) -> String {
        var shape = ""
        for character in text {
            let sign: Character = character.isNumber ? "0" : character.isLetter ? "a" : character
            if sign != shape.last || !(sign == "0" || sign == "a") { shape.append(sign) }
        }
        return shape
    }
}
