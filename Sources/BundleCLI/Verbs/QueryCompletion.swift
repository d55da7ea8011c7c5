import NotebookBundle

/// The end of a half-typed query, which can continue with a field, a property, an operator, a tag or a folder.
///
/// If only one word fits, also offers what can follow it: a shell that finds a single candidate would close the
/// quotation mark around the query, which then could not be continued.
struct QueryCompletion {
    /// What can follow at the end of a half-typed query.
    private enum Expected {
        case field
        /// The name of a property, after the full stop and a quotation mark.
        case property(mark: Substring)
        case comparison(QueryField)
        case value(QueryField, mark: Substring)
    }

    /// The complete part of the query.
    private let front: String
    /// The typed beginning of the next word.
    private let typed: Substring
    private let expected: Expected

    /// Reads the end of a query; `nil` if nothing can be offered there.
    init?(_ text: String) {
        if let match = text.firstMatch(of: /([A-Za-z.]+) *(?:==|!=|under) *(['"])([^'"]*)$/) {
            guard let field = QueryField(String(match.1)) else { return nil }
            (front, typed, expected) = (String(text[..<match.3.startIndex]), match.3, .value(field, mark: match.2))
        } else if let match = text.firstMatch(of: /(?:^|[( ])(?:prop|property)\.(['"]?)([^'"]*)$/.ignoresCase()) {
            if match.1.isEmpty, !match.2.unicodeScalars.allSatisfy(\.isPartOfPropertyName) {
                guard match.2.last == " ", match.2.dropLast().unicodeScalars.allSatisfy(\.isPartOfPropertyName) else {
                    return nil
                }
                (front, typed, expected) = (text, "", .comparison(.property))
            } else {
                (front, typed, expected) = (String(text[..<match.1.startIndex]), match.2, .property(mark: match.1))
            }
        } else if let match = text.firstMatch(of: /(?:^|\(|(?:^| )(?:and|or|not) +)([A-Za-z.]*)$/) {
            (front, typed, expected) = (String(text[..<match.1.startIndex]), match.1, .field)
        } else if let match = text.firstMatch(of: /(?:^|\(|(?:^| )(?:and|or|not) +)([A-Za-z.]+) +$/),
            let field = QueryField(String(match.1)), field != .property
        {
            (front, typed, expected) = (text, "", .comparison(field))
        } else {
            return nil
        }
    }

    /// The query with each continuation.
    func candidates(tags: () -> [String], folders: () -> [String], properties: () -> [String]) -> [String] {
        switch expected {
        case .field:
            let fields = QueryField.allCases.filter { begins($0.rawValue) }
            guard let field = fields.first, fields.count == 1 else { return fields.map { "\(front)\(Self.text($0))" } }
            guard field == .property else { return Self.operators(of: field).map { "\(front)\(field.rawValue) \($0)" } }
            return named(properties(), after: front + Self.text(field), mark: "")
        case .property(let mark): return named(properties().filter(begins), after: front, mark: mark)
        case .comparison(let field): return Self.operators(of: field).map { "\(front)\($0)" }
        case .value(let field, let mark):
            let words = field == .tag ? tags() : field == .folder ? folders() : []
            let found = words.filter(begins).map { "\(front)\($0)\(mark)" }
            return found.count == 1 ? found + found.flatMap { ["\($0) and", "\($0) or"] } : found
        }
    }

    /// Whether a word begins with what was typed.
    private func begins(_ word: String) -> Bool {
        ComparisonKey(word).text.hasPrefix(ComparisonKey(String(typed)).text)
    }

    /// The properties with these names, in quotation marks where the language needs them, or where one was typed.
    private func named(_ names: [String], after front: String, mark: Substring) -> [String] {
        let found = names.compactMap { name -> String? in
            let isBare = !name.isEmpty && name.unicodeScalars.allSatisfy(\.isPartOfPropertyName)
            let mark = mark.isEmpty && !isBare ? "\"" : mark
            return name.contains(mark) && !mark.isEmpty ? nil : "\(front)\(mark)\(name)\(mark)"
        }
        guard let name = found.first, found.count == 1 else { return found }
        return Self.operators(of: .property).map { "\(name) \($0)" }
    }

    /// A field as it is typed; the name of a property follows its full stop.
    private static func text(_ field: QueryField) -> String { field.rawValue + (field == .property ? "." : "") }

    private static func operators(of field: QueryField) -> [String] { field.type.operators.map(\.rawValue) }
}
