import ForeignData
import NotebookFormat
import NotebookText

/// An item of Joplin: a title, a text, and lines of keys and values at the end.
struct JoplinItem {
    /// The kinds of items that matter here.
    enum Kind: String {
        case note = "1"
        case folder = "2"
        case resource = "4"
        case tag = "5"
        case noteTag = "6"
    }

    /// The application data of cards in our own exports.
    static let cardData = "notebundle card"
    /// The program that our exports name.
    static let application = "notebundle"

    /// Whether our export wrote it, which keeps wiki links that lead nowhere.
    var isOurs: Bool { self["source_application"] == Self.application }

    let id: String
    /// The number of its kind, as it is written.
    let type: String
    let title: String
    let body: String
    private let values: [String: String]

    /// The id in the path of an item; `nil` for other files.
    static func id(of path: String) -> String? {
        let parts = path.parts(between: "/")
        guard let name = parts.last, name.hasSuffix(".md"), parts.dropLast().last != "resources" else { return nil }
        let id = name.dropLast(3)
        return isID(id) ? String(id) : nil
    }

    /// Whether a text is an id: 32 hexadecimal digits.
    static func isID(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy { ASCII.hexadecimalValue($0) != nil }
    }

    /// Reads an item; `nil` if it is none.
    init?(_ bytes: [UInt8]) { self.init(TextDecoding.text(ofPlain: bytes).text) }

    /// Reads the text of an item; `nil` if it is none.
    init?(_ text: String) {
        let text = text.withLineFeeds
        var lines = text.parts(between: "\n", omittingEmpty: false)
        while lines.last?.isEmpty == true { lines.removeLast() }
        let start = lines.lastIndex { $0.isEmpty }.map { $0 + 1 } ?? 0
        var values: [String: String] = [:]
        for line in lines[start...] {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...]
            values[String(line[..<colon])] = Self.unescaped(value.first == " " ? value.dropFirst() : value)
        }
        guard let type = values["type_"], let id = values["id"], Self.isID(id) else { return nil }
        (self.type, self.id, self.values) = (type, id.lowercased(), values)
        let head = lines[..<max(0, start - 1)]
        title = head.first.map(String.init) ?? ""
        var rest = head.dropFirst()
        if rest.first?.isEmpty == true { rest.removeFirst() }
        body = rest.isEmpty ? "" : rest.joined(separator: "\n") + "\n"
    }

    private static func unescaped(_ text: Substring) -> String {
        guard text.holds("\\") else { return String(text) }
        return String(text).replacing("\\\\", with: "\u{0}").replacing("\\n", with: "\n").replacing("\\r", with: "\r")
            .replacing("\u{0}", with: "\\")
    }

    /// The value of a key; empty if it has none.
    subscript(_ key: String) -> String { values[key] ?? "" }

    /// A value that is set; `nil` for zero and nothing.
    func set(_ key: String) -> String? {
        let value = self[key]
        return value.isEmpty || Double(value) == 0 ? nil : value
    }

    /// A date.
    func date(_ keys: String...) -> Timestamp? {
        for key in keys {
            if let date = Timestamp(asWritten: self[key]) { return date }
            if let milliseconds = Int64(self[key]), milliseconds > 0 {
                return Timestamp(clamping: milliseconds / 1000)
            }
        }
        return nil
    }
}
