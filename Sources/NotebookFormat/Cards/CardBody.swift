import NotebookMarkdown
import NotebookText

/// The two sides of a card (Format, section 18).
package struct CardBody: Hashable, Sendable {
    /// The range of the front in the file.
    package let front: Range<Int>
    /// The range of the back; `nil` if there is no separator.
    package let back: Range<Int>?

    /// Finds the sides of a card in its file.
    package init(_ bytes: [UInt8], bodyStart: Int) {
        var fence: Fence?
        var offset = bodyStart
        var previousIsBlank = true
        while offset < bytes.count {
            let line = Line(at: offset, in: bytes)
            if let open = fence {
                if open.isClosed(by: line, in: bytes) { fence = nil }
            } else if let opened = Fence(line, in: bytes) {
                fence = opened
            } else if previousIsBlank, line.isRule(in: bytes), Self.isBlankOrEnd(line.end, in: bytes) {
                front = Self.trimmed(bodyStart..<offset, in: bytes)
                back = Self.trimmed(line.end..<bytes.count, in: bytes)
                mayStandAlone = Self.holdsGaps(bytes, front)
                return
            }
            previousIsBlank = line.isBlank(in: bytes)
            offset = line.end
        }
        front = bodyStart..<bytes.count
        back = nil
        mayStandAlone = Self.holdsGaps(bytes, front)
    }

    /// Whether the front contains marks of gaps, so that the card needs no back (clause 18.3).
    private let mayStandAlone: Bool

    /// The side that is missing or empty; the back if both are.
    package var missingSide: CardSide? {
        guard let back, !back.isEmpty else { return mayStandAlone ? nil : .back }
        return front.isEmpty ? .front : nil
    }

    /// Makes a body from two sides.
    package static func text(front: [UInt8], back: [UInt8]) -> [UInt8] {
        let front = Self.trimmed(0..<front.count, in: front).map { front[$0] }
        let back = Self.trimmed(0..<back.count, in: back).map { back[$0] }
        let head = front.isEmpty ? [] : front + (front.last == 0x0A ? [] : [0x0A]) + [0x0A]
        let tail = back.isEmpty ? [] : [0x0A] + back + (back.last == 0x0A ? [] : [0x0A])
        return head + Array("---\n".utf8) + tail
    }

    /// Whether a range contains `{{c` or `==`.
    private static func holdsGaps(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        zip(range, range.dropFirst()).contains { first, second in
            switch bytes[first] {
            case UInt8(ascii: "="): bytes[second] == UInt8(ascii: "=")
            case UInt8(ascii: "{"):
                bytes[second] == UInt8(ascii: "{") && second + 1 < range.upperBound
                    && bytes[second + 1] == UInt8(ascii: "c")
            default: false
            }
        }
    }

    private static func isBlankOrEnd(_ offset: Int, in bytes: [UInt8]) -> Bool {
        offset >= bytes.count || Line(at: offset, in: bytes).isBlank(in: bytes)
    }

    /// A range of whole lines without blank ones at either end.
    private static func trimmed(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
        var start = range.lowerBound
        while start < range.upperBound {
            let line = Line(at: start, in: bytes)
            guard line.isBlank(in: bytes) else { break }
            start = min(line.end, range.upperBound)
        }
        var end = range.upperBound
        while end > start {
            var lineStart = end
            if lineStart > start, bytes[lineStart - 1] == 0x0A { lineStart -= 1 }
            if lineStart > start, bytes[lineStart - 1] == 0x0D { lineStart -= 1 }
            while lineStart > start, bytes[lineStart - 1] != 0x0A, bytes[lineStart - 1] != 0x0D { lineStart -= 1 }
            guard Line(at: lineStart, in: bytes).isBlank(in: bytes) else { break }
            end = lineStart
        }
        return start..<end
    }
}

/// A side of a card.
package enum CardSide: String, Sendable, Hashable {
    /// The question.
    case front
    /// The answer.
    case back
}

/// An open code fence (CommonMark 0.31.2 §4.5).
private struct Fence {
    let character: UInt8
    let length: Int

    init?(_ line: Line, in bytes: [UInt8]) {
        guard let run = Self.run(line, in: bytes), run.length >= 3 else { return nil }
        let info = bytes[run.end..<line.content.upperBound]
        guard run.character != UInt8(ascii: "`") || !info.contains(UInt8(ascii: "`")) else { return nil }
        (character, length) = (run.character, run.length)
    }

    func isClosed(by line: Line, in bytes: [UInt8]) -> Bool {
        guard let run = Self.run(line, in: bytes), run.character == character, run.length >= length else {
            return false
        }
        return bytes[run.end..<line.content.upperBound].allSatisfy(Line.isBlank)
    }

    private static func run(_ line: Line, in bytes: [UInt8]) -> (character: UInt8, length: Int, end: Int)? {
        var start = line.content.lowerBound
        while start < line.content.upperBound, bytes[start] == 0x20 { start += 1 }
        guard start - line.content.lowerBound <= 3, start < line.content.upperBound else { return nil }
        let character = bytes[start]
        guard character == UInt8(ascii: "`") || character == UInt8(ascii: "~") else { return nil }
        var end = start
        while end < line.content.upperBound, bytes[end] == character { end += 1 }
        return (character, end - start, end)
    }
}

/// The name that lists show for a card without a title (Format, clause 18.4).
package enum CardTitle {
    /// The maximum length in code points.
    static let maximumCodePoints = 60

    /// The first line of the front that is not blank, cut and without surrounding spaces; `nil` if there is none.
    package static func firstLine(of file: ItemFile) -> String? {
        let front = CardBody(file.bytes, bodyStart: file.bodyStart).front
        var offset = front.lowerBound
        while offset < front.upperBound {
            let line = Line(at: offset, in: file.bytes)
            offset = line.end
            let text = String(decoding: file.bytes[line.content], as: UTF8.self)
            if let title = title(made: text) { return title }
        }
        return nil
    }

    /// The same for a card without a title; `nil` for anything else.
    package static func ofUntitled(_ file: ItemFile, _ type: FileType) -> String? {
        type == .card && file.metadata.title == nil ? firstLine(of: file) : nil
    }

    /// A line as a title: characters that a title cannot contain become spaces.
    private static func title(made line: String) -> String? {
        var title = String.UnicodeScalarView()
        for scalar in line.unicodeScalars {
            let scalar = Title.isForbidden(scalar) ? " " : scalar
            if title.isEmpty && scalar == " " { continue }
            title.append(scalar)
            if title.count == maximumCodePoints { break }
        }
        while title.last == " " { title.removeLast() }
        return title.isEmpty ? nil : String(title)
    }
}

extension ItemFile {
    /// The first line of the body that has text, without markup and cut to 60 characters, to make a name from; `nil` if
    /// there is none.
    ///
    /// Of a task, this is what is to be done.
    package var firstLineOfText: String? {
        let front = CardBody(bytes, bodyStart: bodyStart).front
        let line = MarkdownPlainText.firstLine(bytes, in: front, limit: 60)
        return Title.accepted(withoutBox(line)).flatMap { $0.isEmpty ? nil : $0 }
    }

    private func withoutBox(_ line: String) -> String {
        guard let box = ["[ ] ", "[x] ", "[X] ", "[-] "].first(where: line.hasPrefix) else { return line }
        let rest = line.dropFirst(box.count).trimmed
        guard let task = tasks.first?.text, !task.isEmpty, rest.hasPrefix(task) else { return rest }
        return task
    }

    /// The text that a list may show of the file: of a card only the front, with its gaps hidden.
    package func listedText(isCard: Bool) -> (bytes: [UInt8], range: Range<Int>) {
        guard isCard else { return (bytes, bodyStart..<bytes.count) }
        if let hidden = StudyCard(self).gaps?.hidden { return (hidden, hidden.indices) }
        return (bytes, CardBody(bytes, bodyStart: bodyStart).front)
    }

    /// The beginning of the body as plain text on one line, without the answer of a card.
    package func preview(maximumCharacters: Int, isCard: Bool) -> String {
        let (source, range) = listedText(isCard: isCard)
        let text = MarkdownPlainText.text(source, in: range, limit: maximumCharacters, drawsBoxes: true)
        return text.split(separator: "\n").joined(separator: " ")
    }
}
