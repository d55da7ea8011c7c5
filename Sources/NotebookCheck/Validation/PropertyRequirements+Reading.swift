import NotebookFormat
import NotebookQuery
import NotebookText

extension PropertyRequirements {
    /// Reads the value of `properties` in the settings of a validation.
    init(_ value: JSONValue) throws(TextProblem) {
        self.init()
        for element in try value.elements() {
            var object = try JSONObject(element)
            var part = Part()
            part.pattern = try object.optional("path") { (value) throws(TextProblem) in try value.pattern() }
            part.query = try object.optional("where") { (value) throws(TextProblem) in try value.query() }
            part.keys = try object.required("keys") { (value) throws(TextProblem) in
                var keys: [Key] = []
                for member in try JSONObject(value).rest {
                    guard !member.key.isEmpty else { throw TextProblem("a key is empty", at: member.offset) }
                    keys.append(Key(name: member.key, requirement: try ValueRequirement(member.value)))
                }
                return keys
            }
            try object.rejectRest(known: ["path", "where", "keys"])
            parts.append(part)
        }
    }
}

extension ValueRequirement {
    fileprivate init(_ value: JSONValue) throws(TextProblem) {
        self.init()
        var object = try JSONObject(value)
        isRequired = try object.optional("required") { (value) throws(TextProblem) in try value.boolean() } ?? false
        type = try object.optional("type") { (value) throws(TextProblem) in
            try value.text("“text”, “number”, “boolean”, “date” or “link”") { ValueType(rawValue: $0) }
        }
        isList = try object.optional("list") { (value) throws(TextProblem) in try value.boolean() }
        values =
            try object.optional("values") { (value) throws(TextProblem) in
                var values: [String] = []
                for element in try value.elements() { values.append(try element.text("a text") { $0.composed }) }
                guard !values.isEmpty else {
                    throw TextProblem("“values” is empty; leave it out to allow all", at: value.offset)
                }
                return values
            } ?? []
        pattern = try object.optional("pattern") { (value) throws(TextProblem) in
            let text = try value.text("a regular expression") { $0 }
            do throws(PatternProblem) {
                return try TextPattern(text, isExact: true)
            } catch {
                throw TextProblem("invalid pattern \(PrintableText.quoted(text)): \(error.message)", at: value.offset)
            }
        }
        try object.rejectRest(known: ["required", "type", "list", "values", "pattern"])
    }
}

extension JSONValue {
    /// A query that each item by itself can answer.
    fileprivate func query() throws(TextProblem) -> Query {
        let text = try text("a query") { $0 }
        let query: Query
        do throws(QueryError) {
            query = try Query(text)
        } catch {
            throw TextProblem("invalid query: \(error)", at: offset)
        }
        guard !query.parts.contains(.attachments), !query.asksForConnections else {
            throw TextProblem("a query about attachments or links cannot choose items here", at: offset)
        }
        return query
    }
}
