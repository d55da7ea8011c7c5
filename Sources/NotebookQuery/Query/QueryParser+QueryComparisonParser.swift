import NotebookText

/// Parses comparisons: a field, an operator and a value.
extension QueryParser {
    /// Parses a comparison, or the name of a field that is a condition by itself.
    mutating func comparison() throws(QueryError) -> QueryComparison {
        let field = try self.field()
        if field.type == .truth, !beginsOperator {
            return QueryComparison(field: field, operation: .equal, isExact: false, value: .truth(true))
        }
        if field.type == .count, !beginsOperator {
            return QueryComparison(field: field, operation: .greater, isExact: false, value: .number(0))
        }
        let property = try field == .property ? propertyName(after: field) : nil
        let start = token
        let operation = try self.operation(field)
        guard field.type.operators.contains(operation) else {
            let possible = field.type.operators.map(\.rawValue).joined(separator: " ")
            throw source.error(
                "‘\(operation.rawValue)’ does not work with \(field.type.plural) such as ‘\(field.rawValue)’",
                at: start.range.lowerBound, "use one of: \(possible)")
        }
        let isExact = try exactMark(field, operation)
        if field.type == .count, token.isWord("true") || token.isWord("false"), [.equal, .notEqual].contains(operation)
        {
            let isAny = token.isWord("true") == (operation == .equal)
            try advance()
            return QueryComparison(
                field: field, operation: isAny ? .greater : .equal, isExact: false, value: .number(0))
        }
        let value = try self.value(field, operation, isExact)
        return QueryComparison(
            field: field, property: property, operation: operation, isExact: isExact, value: value)
    }

    /// Parses the name of a property after ‘prop’; ‘prop’ alone is not a comparison.
    private mutating func propertyName(after field: QueryField) throws(QueryError) -> String {
        let (name, offset) = try self.propertyName()
        try checkPropertyName(name, at: offset)
        let isAlone =
            token.kind == .end || [")", "&&", "||"].contains(where: token.isSign)
            || ["and", "or"].contains(where: token.isWord)
        guard isAlone else { return name }
        let comparison = QueryComparison(
            field: field, property: name, operation: .notEqual, isExact: false, value: .none)
        throw problem("expected an operator after the property", "did you mean ‘\(comparison)’?")
    }

    /// Whether an operator comes next, or a mistyped one.
    private var beginsOperator: Bool {
        switch token.kind {
        case .sign(let sign): QueryOperator(rawValue: sign) != nil || sign == "."
        case .word(let word):
            QueryField(word) == nil && !["and", "or", "not"].contains(word.lowercased())
                && QueryOperator.suggestion(for: word) != nil
        case .text, .number, .decimal, .date: true
        case .end: false
        }
    }

    private mutating func field() throws(QueryError) -> QueryField {
        let start = token.range.lowerBound
        guard case .word(let first) = token.kind else {
            if token.kind == .end {
                throw problem("the query ends where a comparison is expected", "write one, such as tag == 'birds'")
            }
            let isValue = [.sign(")"), .sign("]"), .sign(","), .sign("&&"), .sign("||")].contains(token.kind)
            throw problem(
                "expected the name of a field here",
                isValue ? nil : "a comparison begins with a field, such as tag == 'birds'")
        }
        var word = first
        if QueryField.isGroup(first), try tokenAhead().isSign(".") {
            try advance()
            if case .word(let member) = try tokenAhead().kind {
                try advance()
                word = "\(first).\(member)"
            }
        }
        guard let field = QueryField(word) else {
            if QueryMoment.Name(word: word) != nil {
                throw problem(
                    "expected the name of a field here", "a comparison begins with a field: modified >= \(word)")
            }
            throw source.error(
                "unknown field \(PrintableText.quoted(word))", at: start,
                QueryField.meant(by: word).map { "did you mean ‘\($0)’?" }
                    ?? "a property is prop.\(PrintableText.escaped(word)); the fields are "
                    + QueryField.allCases.map(\.rawValue).joined(separator: ", "))
        }
        if field != .property { try advance() }
        return field
    }

    private mutating func operation(_ field: QueryField) throws(QueryError) -> QueryOperator {
        switch token.kind {
        case .sign(let sign):
            guard let operation = QueryOperator(rawValue: sign) else { break }
            try advance()
            return operation
        case .word(let word):
            if let operation = QueryOperator(rawValue: word.lowercased()) {
                try advance()
                return operation
            }
            if token.isWord("not"), case .word(let next) = try tokenAhead().kind {
                throw problem("‘not’ must come before the comparison", "did you mean ‘not \(field.rawValue) \(next)’?")
            }
            throw problem("unknown operator \(PrintableText.quoted(word))", QueryOperator.suggestion(for: word))
        default: break
        }
        if token.isSign("."), case .word(let word) = try tokenAhead().kind {
            let meant = QueryOperator(rawValue: word.lowercased()).map {
                "did you mean ‘\(field.rawValue) \($0.rawValue)’?"
            }
            throw problem(
                "an operator needs a space before it", meant ?? QueryOperator.suggestion(for: word))
        }
        throw problem(
            "expected an operator after ‘\(field.rawValue)’",
            "use one of " + field.type.operators.map(\.rawValue).joined(separator: " "))
    }

    /// Parses `[exact]` if it comes next; anything else in brackets is a list after `in`.
    private mutating func exactMark(_ field: QueryField, _ operation: QueryOperator) throws(QueryError) -> Bool {
        guard token.isSign("[") else { return false }
        let inner = try tokenAhead()
        guard inner.isWord("exact") else {
            guard operation != .within else { return false }
            if ["c", "d", "cd"].contains(where: inner.isWord) {
                throw problem("unknown modifier", "case and diacritics are ignored anyway")
            }
            throw problem("expected a value or ‘\(Self.exactMark)’ here", "only ‘in’ takes a list")
        }
        guard field.type.hasLetters else {
            throw problem("only texts can be compared exactly, not \(field.type.plural)")
        }
        try advance()
        try advance()
        guard try skip(sign: "]") else { throw problem("expected ‘]’ here", "did you mean ‘\(Self.exactMark)’?") }
        return true
    }
}
