/// What a card without a title is listed under (Format, clause 8.4).
enum CardTitle {
    static let maximumCharacters = 60

    /// The first non-empty line of the front, as plain text; `nil` if there is none.
    static func firstLine(of file: ItemFile) -> String? {
        let front = CardBody(file.bytes, bodyStart: file.bodyStart).front
        let line = MarkdownPlainText.firstLine(file.bytes, in: front, limit: maximumCharacters)
        return Title.accepted(line).flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension ItemFile {
    /// The beginning of the body as plain text on one line.
    public func preview(maximumCharacters: Int) -> String {
        let text = MarkdownPlainText.text(bytes, in: bodyStart..<bytes.count, limit: maximumCharacters)
        return text.split(separator: "\n").joined(separator: " ")
    }
}
