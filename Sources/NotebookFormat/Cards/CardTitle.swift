import NotebookMarkdown
import NotebookText

/// The name that lists show for a card without a title (Format, clause 8.4).
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
    public var firstLineOfText: String? {
        let front = CardBody(bytes, bodyStart: bodyStart).front
        let line = MarkdownPlainText.firstLine(bytes, in: front, limit: 60)
        return Title.accepted(line).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The beginning of the body as plain text on one line.
    public func preview(maximumCharacters: Int) -> String {
        let text = MarkdownPlainText.text(bytes, in: bodyStart..<bytes.count, limit: maximumCharacters)
        return text.split(separator: "\n").joined(separator: " ")
    }
}
