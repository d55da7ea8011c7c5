import NotebookText

/// Parts of a text in JSON whose kinds are not known here: their texts are kept, and each kind is reported.
struct UnknownKinds {
    private var found: [(what: String, hasText: Bool)] = []

    /// Collects a part, and the text in it.
    mutating func add(_ what: String, _ text: String) {
        let hasText = !text.allSatisfy(\.isWhitespace)
        if !found.contains(where: { $0 == (what, hasText) }) { found.append((what, hasText)) }
    }

    /// What a part itself says, by the names that editors have for it.
    static func text(of part: JSONValue) -> String {
        let names = [
            "text", "contents", "title", "name", "value", "equation", "caption", "label", "description", "alt",
        ]
        return names.lazy.compactMap { part[$0]?.text }.first { !$0.isEmpty } ?? ""
    }

    /// Reports each kind once.
    func report(to text: ForeignText) {
        for (what, hasText) in found {
            if hasText {
                text.lose(.noteChanged, "\(what) became text", target: what)
            } else {
                text.lose(.noteLost, "\(what), in which there is no text", target: what)
            }
        }
    }
}
