import NotebookMarkdown
import NotebookText

/// The values that aliases mean (YAML 1.2.2 §7.1).
struct YAMLAnchors {
    private(set) var texts: [String: String] = [:]
    private(set) var lists: [String: [String]] = [:]

    /// Records a value, if it has an anchor.
    mutating func record(_ value: YAMLValue) {
        guard let anchor = value.anchor else { return }
        switch value.content {
        case .text(let text): (texts[anchor], lists[anchor]) = (text, nil)
        case .list(let items): (texts[anchor], lists[anchor]) = (nil, items)
        }
    }
}

/// A YAML scalar, or a list of scalars, in any of the styles that the format does not accept.
struct YAMLValue {
    /// What it is.
    enum Content {
        case text(String)
        case list([String])
    }

    let content: Content
    /// The name that other values use for it.
    private(set) var anchor: String?

    /// Reads a value on its first line and the lines after it; `nil` if it is anything else.
    init?(_ lines: [String], _ anchors: YAMLAnchors) {
        var anchor: String?
        let first = YAMLText.withoutProperties(lines.first ?? "", anchor: &anchor)
        let rest = Array(lines.dropFirst())
        self.anchor = anchor
        if let items = Self.alias([first] + rest).flatMap({ anchors.lists[$0] }) {
            content = .list(items)
        } else if first.hasPrefix("[") {
            guard let items = Self.flow([first] + rest, anchors.texts) else { return nil }
            content = .list(items)
        } else if first.isEmpty || first.hasPrefix("#"), let items = Self.block(rest, anchors.texts) {
            content = .list(items)
        } else {
            guard let text = YAMLText(lines, anchors.texts) else { return nil }
            content = .text(text.text)
        }
    }

    /// The name in a value that is nothing but an alias; `nil` if it is anything else.
    static func alias(_ lines: [String]) -> String? {
        guard lines.count == 1, let line = lines.first?.trimmed, line.hasPrefix("*") else { return nil }
        let parts = line.dropFirst().split(separator: " ", maxSplits: 1)
        return parts.count == 2 && !String(parts[1]).trimmed.hasPrefix("#") ? nil : parts.first.map(String.init)
    }

    /// The items of a list in brackets; `nil` if it has another list or a mapping in it.
    private static func flow(_ lines: [String], _ anchors: [String: String]) -> [String]? {
        let text = lines.joined(separator: "\n")
        guard let parts = YAMLParts(text.dropFirst()), parts.closing == "]", parts.isWhole else { return nil }
        let items = parts.texts.enumerated().filter { $0.offset < parts.texts.count - 1 || !$0.element.trimmed.isEmpty }
        let texts = items.map { item in
            let lines = item.element.split(separator: "\n").map(String.init)
            return YAMLText(Array(lines.drop { $0.trimmed.isEmpty }), anchors)?.text
        }
        return texts.contains(nil) || parts.isNested ? nil : texts.compactMap(\.self)
    }

    /// The items of a list of lines with `-`; `nil` if it is anything else.
    private static func block(_ lines: [String], _ anchors: [String: String]) -> [String]? {
        var items: [[String]] = []
        for line in lines.map(\.trimmed) {
            if line.hasPrefix("- ") || line == "-" {
                items.append([String(line.dropFirst(2))])
            } else if !line.isEmpty, !line.hasPrefix("#") {
                guard !items.isEmpty else { return nil }
                items[items.count - 1].append(line)
            }
        }
        let texts = items.compactMap { YAMLText($0, anchors)?.text }
        return texts.count == items.count && !items.isEmpty ? texts : nil
    }
}

/// The parts of a list or mapping in brackets or braces, from after the opening one, without comments (YAML 1.2.2 §7.4).
struct YAMLParts {
    /// The texts between commas, with their line ends.
    private(set) var texts: [String] = [""]
    /// The bracket or brace that ends it.
    private(set) var closing: Character = " "
    /// Whether only white space and a comment follow.
    private(set) var isWhole = true
    /// Whether a part has brackets or braces.
    private(set) var isNested = false

    /// Reads a text; `nil` if nothing ends it.
    init?(_ text: Substring) {
        var (depth, quote, before): (Int, Character?, Character) = (0, nil, " ")
        var rest = text
        while let character = rest.popFirst() {
            defer { before = character }
            if let open = quote {
                texts[texts.count - 1].append(character)
                if open == "\"", character == "\\", let next = rest.popFirst() {
                    texts[texts.count - 1].append(next)
                } else if character == open {
                    quote = nil
                }
                continue
            }
            switch character {
            case "\"", "'":
                let last = texts[texts.count - 1].last { !$0.isWhitespace }
                if last.map({ ":,[{?".contains($0) }) ?? true { quote = character }
            case "#" where before.isWhitespace:
                rest = rest.drop { $0 != "\n" }
                continue
            case "[", "{":
                depth += 1
                isNested = true
            case "]", "}":
                if depth == 0 {
                    closing = character
                    isWhole = Self.isBlank(rest)
                    return
                }
                depth -= 1
            case "," where depth == 0:
                texts.append("")
                continue
            default: break
            }
            texts[texts.count - 1].append(character)
        }
        return nil
    }

    private static func isBlank(_ text: Substring) -> Bool {
        text.split(separator: "\n").allSatisfy { line in
            String(line).trimmed.isEmpty || line.first?.isWhitespace == true && String(line).trimmed.hasPrefix("#")
        }
    }
}
