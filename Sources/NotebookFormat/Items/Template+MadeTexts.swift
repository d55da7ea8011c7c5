import NotebookText

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
