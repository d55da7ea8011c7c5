import NotebookFormat

extension QueryExpression: CustomStringConvertible {
    /// The canonical text, without superfluous parentheses.
    var description: String {
        switch self {
        case .comparison(let comparison): comparison.description
        case .not(let inner): "not " + inner.description(inParentheses: inner.isCompound)
        case .all(let parts):
            parts.map { $0.description(inParentheses: $0.isChoice) }.joined(separator: " and ")
        case .any(let parts): parts.map(\.description).joined(separator: " or ")
        }
    }

    private func description(inParentheses isEnclosed: Bool) -> String {
        isEnclosed ? "(\(description))" : description
    }

    private var isChoice: Bool { if case .any = self { true } else { false } }

    private var isCompound: Bool {
        switch self {
        case .all, .any: true
        case .comparison, .not: false
        }
    }
}

extension QueryComparison: CustomStringConvertible {
    var description: String {
        "\(field.rawValue)\(property.map { "." + Self.name($0) } ?? "") \(operation.rawValue)\(isExact ? QueryParser.exactMark : "") \(value)"
    }
}

extension QueryComparison {
    /// The name of a property, in quotation marks unless it consists of letters, digits, `_` and `-`.
    private static func name(_ name: String) -> String {
        name.unicodeScalars.allSatisfy(\.isPartOfPropertyName) ? name : QueryValue.quoted(name)
    }
}

extension QueryValue: CustomStringConvertible {
    var description: String {
        switch self {
        case .text(let text): Self.quoted(text.written)
        case .pattern(let pattern): Self.quoted(pattern.source)
        case .number(let number): String(number)
        case .decimal(let decimal): decimal.text
        case .truth(let truth): String(truth)
        case .kind(let kind): Self.quoted(kind.rawValue)
        case .moment(let moment): moment.description
        case .none: "none"
        case .list(let values): "(\(values.map(\.description).joined(separator: ", ")))"
        }
    }

    /// A text in single quotation marks, or in double ones if it contains only single ones.
    static func quoted(_ text: String) -> String {
        let marks = text.unicodeScalars
        guard marks.contains("'") else { return "'\(text)'" }
        guard marks.contains("\"") else { return "\"\(text)\"" }
        var doubled = String.UnicodeScalarView()
        for scalar in marks {
            if scalar == "'" { doubled.append(scalar) }
            doubled.append(scalar)
        }
        return "'\(String(doubled))'"
    }
}
