import NotebookBundle

/// JSON as the tool prints it: keys in order, with control characters in strings escaped.
enum PrintedJSON {
    /// How a value is laid out in lines.
    enum Layout {
        /// All on one line.
        case line
        /// Each value on a line of its own, as Foundation lays it out.
        case indented
    }

    /// The answer of a verb as text: one object with a version, whose keys docs/output.schema.json describes, with each row
    /// of its lists on one line (Format, clause 4.3).
    static func text(ofAnswer answer: some JSONRow) -> String {
        let members = answer.printedMembers + [JSONValue.Member(key: "version", value: .integer(1))]
        return text(CanonicalJSON.text(of: members.sorted { $0.key < $1.key }))
    }

    /// The text of a value, ending in a line feed.
    static func text(of value: some JSONPrintable, _ layout: Layout) -> String {
        var bytes: [UInt8] = []
        append(value.printed ?? JSONValue(.null), layout == .line ? nil : 0, to: &bytes)
        bytes.append(0x0A)
        return text(bytes)
    }

    private static func text(_ bytes: [UInt8]) -> String {
        PrintableText.escapedJSON(String(decoding: bytes, as: UTF8.self))
    }

    /// Appends a value.
    ///
    /// - Parameter depth: How far its lines are indented; `nil` for one line.
    private static func append(_ value: JSONValue, _ depth: Int?, to text: inout [UInt8]) {
        func appendAll<Part>(
            _ parts: [Part], _ open: String, _ close: String, _ append: (Part, Int?, inout [UInt8]) -> Void
        ) {
            text += open.utf8
            for (index, part) in parts.enumerated() {
                if index > 0 { text += ",".utf8 }
                if let depth { appendLineStart(depth + 1, to: &text) }
                append(part, depth.map { $0 + 1 }, &text)
            }
            if let depth {
                if parts.isEmpty { text.append(0x0A) }
                appendLineStart(depth, to: &text)
            }
            text += close.utf8
        }
        switch value.content {
        case .object(let members):
            appendAll(members, "{", "}") { member, depth, text in
                CanonicalJSON.append(member.key, to: &text)
                text += (depth == nil ? ":" : " : ").utf8
                append(member.value, depth, to: &text)
            }
        case .array(let elements): appendAll(elements, "[", "]", append)
        default: CanonicalJSON.append(value, to: &text)
        }
    }

    private static func appendLineStart(_ depth: Int, to text: inout [UInt8]) {
        text.append(0x0A)
        text.append(contentsOf: repeatElement(0x20, count: 2 * depth))
    }
}
