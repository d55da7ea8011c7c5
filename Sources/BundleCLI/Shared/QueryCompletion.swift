import NotebookFormat

/// The end of a half-typed query, which a field, a tag or a folder can continue.
struct QueryCompletion {
    /// What is complete.
    private let front: Substring
    /// The beginning of the word.
    private let typed: Substring
    /// The field whose value is typed, and the quotation mark around it; `nil` where a field belongs.
    private let value: (field: QueryField, mark: Substring)?

    /// Reads the end of a query; `nil` if nothing can be offered there.
    init?(_ text: String) {
        if let match = text.firstMatch(of: /([A-Za-z]+) *(?:==|!=|under) *(['"])([^'"]*)$/) {
            guard let field = QueryField(String(match.1)) else { return nil }
            (front, typed, value) = (text[..<match.3.startIndex], match.3, (field, match.2))
        } else if let match = text.firstMatch(of: /(?:^|\(|(?:^| )(?:and|or|not) +)([A-Za-z]*)$/) {
            (front, typed, value) = (text[..<match.1.startIndex], match.1, nil)
        } else {
            return nil
        }
    }

    /// The query with each continuation.
    func candidates(tags: () -> [String], folders: () -> [String]) -> [String] {
        let words: [String] =
            switch value?.field {
            case nil: QueryField.allCases.map(\.rawValue)
            case .tag: tags()
            case .folder: folders()
            default: []
            }
        let key = ComparisonKey(String(typed)).text
        return words.filter { ComparisonKey($0).text.hasPrefix(key) }.map { front + $0 + (value?.mark ?? "") }
    }
}
