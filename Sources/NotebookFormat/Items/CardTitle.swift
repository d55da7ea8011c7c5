/// What a card without a title is listed under (Format, clause 8.4).
enum CardTitle {
    static let maximumCharacters = 60

    /// The first non-empty line of the front, as plain text; `nil` if there is none.
    static func firstLine(of file: ItemFile) -> String? {
        let front = CardBody(file.bytes, bodyStart: file.bodyStart).front
        let text = String(decoding: file.bytes[front], as: UTF8.self).split(separator: "\n").first ?? ""
        let line = Title.accepted(String(text.prefix(maximumCharacters)))
        return line?.isEmpty == false ? line : nil
    }
}

extension ItemFile {
    /// The beginning of the body as plain text on one line.
    public func preview(maximumCharacters: Int) -> String { "" }
}
