import ForeignData
import NotebookText

/// Fills templates of Anki with the fields of a note.
struct AnkiTemplate {
    /// The fields, by their names.
    let fields: [String: String]
    let tags: [String]
    let deck: String
    let type: String

    /// A side as HTML.
    ///
    /// - Parameters:
    ///   - front: What `{{FrontSide}}` is.
    ///   - hidesCloze: Whether a field with gaps is left out, because the other side has it.
    func filled(_ template: String, front: String = "", hidesCloze: Bool = false, card: String = "") -> String {
        var rest = template[...]
        // Sections that are open, and whether what is in them is shown.
        var sections: [Bool] = []
        var output = ""
        while let start = rest.place(of: "{{") {
            let isShown = sections.allSatisfy { $0 }
            if isShown { output += rest[..<start.lowerBound] }
            rest = rest[start.upperBound...]
            guard let end = rest.place(of: "}}") else { break }
            let tag = rest[..<end.lowerBound].trimmedOfSpace
            rest = rest[end.upperBound...]
            switch tag.first {
            case "#": sections.append(!isEmpty(String(tag.dropFirst())))
            case "^": sections.append(isEmpty(String(tag.dropFirst())))
            case "/": if !sections.isEmpty { sections.removeLast() }
            case "!": continue
            default:
                if isShown, !Self.repeatsGaps(tag, of: template) {
                    output += value(tag, front: front, hidesCloze: hidesCloze, card: card)
                }
            }
        }
        if sections.allSatisfy({ $0 }) { output += rest }
        return output
    }

    /// Whether the answers to gaps are to be typed below the text that has them.
    private static func repeatsGaps(_ tag: String, of template: String) -> Bool {
        let start = "type:cloze:"
        return tag.begins(with: start) && template.holds("{{cloze:\(tag.dropFirst(start.count))}}")
    }

    private func isEmpty(_ name: String) -> Bool {
        let value = fields[name.trimmedOfSpace] ?? ""
        let text = value.replacingTags { tag in
            ["img", "audio", "video", "object"].contains(where: tag.begins) ? nil : ""
        }
        return text.replacing("&nbsp;", with: "").trimmedOfSpace.isEmpty
    }

    private func value(_ tag: String, front: String, hidesCloze: Bool, card: String) -> String {
        switch tag {
        case "FrontSide": return front
        case "Tags": return tags.joined(separator: " ")
        case "Deck": return deck
        case "Subdeck": return deck.split(separator: "/").last.map(String.init) ?? deck
        case "Type": return type
        case "Card": return card
        default: break
        }
        var filters = tag.split(separator: ":").map { $0.trimmedOfSpace }
        guard let name = filters.popLast(), var value = fields[name] ?? fields[tag] else { return "" }
        for filter in filters.reversed() {
            switch filter {
            case "cloze" where hidesCloze: return ""
            case "text": value = value.replacingTags { _ in "" }
            case "furigana": value = Self.ruby(value) { "\($0)(\($1))" }
            case "kana": value = Self.ruby(value) { $1 }
            case "kanji": value = Self.ruby(value) { word, _ in word }
            default: break
            }
        }
        return value
    }

    /// Replaces ` 漢字[かんじ]`.
    private static func ruby(_ text: String, _ replacement: (String, String) -> String) -> String {
        var output = ""
        var rest = text[...]
        while let opening = rest.firstIndex(of: "["), let closing = rest[opening...].firstIndex(of: "]") {
            let reading = rest[opening..<closing].dropFirst()
            let before = rest[..<opening]
            let start = before.lastIndex { " >[]".contains($0) }.map(before.index(after:)) ?? before.startIndex
            if start < opening, !reading.contains(":"), !reading.contains("[") {
                output += before[..<start].hasSuffix(" ") ? before[..<start].dropLast() : before[..<start]
                output += replacement(String(before[start...]), String(reading))
                rest = rest[closing...].dropFirst()
            } else {
                output += rest[...opening]
                rest = rest[opening...].dropFirst()
            }
        }
        return output + rest
    }
}
